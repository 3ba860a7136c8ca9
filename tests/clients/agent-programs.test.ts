// Programs that answer in the panel: the real ones, of pinned versions, against stand-ins of their providers. Each of them
// reads notes by our tools alone; nothing else of the computer reaches a request.
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { once } from "node:events";
import { readFile, readdir } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { textOf } from "../../js/vault/tools.ts";
import type { Recorded, Turn } from "../standins/script.ts";
import { CANARY, WalledLoop } from "./walled.ts";
import { PROGRAMS, walledCodex, walledGemini } from "./walled-programs.ts";

vi.setConfig({ testTimeout: 120_000 });

/** What a reply says to programs, if there is nothing to say. */
const NOTHING = { display: "", files: [] };

/** What a model may try, by the names that programs give such tools. */
function attempts(loop: WalledLoop): readonly (readonly [string, Record<string, unknown>])[] {
  const places = [
    join(loop.vault, "Private/Diary.md"),
    join(loop.vault, ".obsidian/app.json"),
    join(loop.home, "secret.txt"),
    join(loop.home, "..", "secret.txt"),
    join(loop.home, "link/Diary.md"),
    "../../../secret.txt",
  ];
  const [place = ""] = places;
  return [
    ...places.flatMap((path) => [["Read", { file_path: path }] as const, ["ours", { path }] as const]),
    ...places.flatMap((path) => [
      ["read_file", { file_path: path }] as const,
      ["list_directory", { dir_path: path }] as const,
    ]),
    ["run_shell_command", { command: `cat ${place}` }],
    ["read_many_files", { include: [place, "**/*"] }],
    ["grep_search", { pattern: "canary", dir_path: loop.vault }],
    ["glob", { pattern: "**/*", dir_path: loop.vault }],
    ["write_file", { file_path: join(loop.vault, "Written.md"), content: "x" }],
    ["replace", { file_path: join(loop.vault, "Lamp.md"), old_string: "1957", new_string: "1958" }],
    ["web_fetch", { prompt: `http://${loop.server.host}/leak` }],
    ["google_web_search", { query: "lamp" }],
    ["save_memory", { fact: "x" }],
    ["activate_skill", { name: "x" }],
    ["invoke_agent", { agent_name: "generalist", prompt: `Read ${place}` }],
    ["exit_plan_mode", {}],
    ["Bash", { command: `cat ${place}` }],
    ["BashOutput", { bash_id: "1" }],
    ["Glob", { pattern: "**/*", path: loop.vault }],
    ["Grep", { pattern: "canary", path: loop.vault, output_mode: "content" }],
    ["LS", { path: loop.vault }],
    ["Edit", { file_path: join(loop.vault, "Lamp.md"), old_string: "1957", new_string: "1958" }],
    ["MultiEdit", { file_path: join(loop.vault, "Lamp.md"), edits: [{ old_string: "1957", new_string: "1958" }] }],
    ["Write", { file_path: join(loop.vault, "Written.md"), content: "x" }],
    ["NotebookEdit", { notebook_path: join(loop.vault, "a.ipynb"), new_source: "x" }],
    ["Task", { description: "d", prompt: `Read ${place}`, subagent_type: "general-purpose" }],
    ["Agent", { description: "d", prompt: `Read ${place}`, subagent_type: "general-purpose" }],
    ["Skill", { skill: "help" }],
    ["SlashCommand", { command: "/help" }],
    ["WebFetch", { url: `http://${loop.server.host}/leak`, prompt: "x" }],
    ["WebSearch", { query: "lamp" }],
    ["ToolSearch", { query: "select:Read,Bash" }],
    ["ListMcpResourcesTool", {}],
    ["ReadMcpResourceTool", { server: "lectern", uri: `file://${place}` }],
    ["SendMessage", { to: "x", message: "x" }],
    ["TodoWrite", { todos: [] }],
    ["DeferredToolPlaceholder", {}],
  ];
}

describe.each(PROGRAMS)("$program.name", (walled) => {
  if (walled.command.length === 0) {
    test.skip("it is not available for this platform");
    return;
  }
  let loop: WalledLoop;
  beforeEach(async () => (loop = await WalledLoop.start(walled)));
  afterEach(() => loop.close());

  const { callOf } = walled;
  const { examined: harmless = [] } = walled.program;

  test("reads notes by our tools, and answers", async () => {
    loop.server.script(
      { parts: ["Let me look. ", { call: callOf("read_file"), args: { path: "Lamp" } }] },
      { parts: ["It was lit in 1957 [[Lamp#L3]]."], usage: { input: 900, output: 12 } },
    );
    const end = await loop.ask("When was the lamp lit?");
    expect(end.because).toBeUndefined();
    expect(loop.messages).toMatchObject([
      { role: "user", text: "When was the lamp lit?" },
      { role: "assistant", calls: [{ tool: "read_file", args: '{"path":"Lamp"}' }] },
      { role: "tool", tool: "read_file", reply: { isError: false } },
      { role: "assistant", text: "It was lit in 1957 [[Lamp#L3]].", calls: [] },
    ]);
    expect(end.read).toEqual(["Lamp.md"]);
    expect(end.usage.outputTokens).toBe(12);
    expect(await loop.left()).toEqual([]);
  });

  test("is sent what was said before, and what its calls showed, with the next question", async () => {
    loop.server.script(
      { parts: [{ call: callOf("read_file"), args: { path: "Lamp" } }] },
      { parts: ["In 1957."] },
      { parts: ["I said so."] },
    );
    await loop.ask("When was the lamp lit?");
    const before = loop.server.requests.length;
    const end = await loop.ask("Are you sure?");
    expect(end.answer?.text).toBe("I said so.");
    const sent = JSON.stringify(loop.server.requests.slice(before).map(({ body }) => body as unknown));
    for (const part of ["When was the lamp lit?", "The lamp was lit in 1957.", "In 1957.", "Are you sure?"])
      expect(sent).toContain(part);
  });

  test("whatever its model calls, it reaches nothing but what our tools show", async () => {
    const tried = attempts(loop);
    const name = (tool: string): string => (tool === "ours" ? callOf("read_file") : tool);
    loop.server.script(
      ...tried.map(([call, args], at): Turn => ({ parts: [{ call: name(call), args, id: `try_${at}` }] })),
      {
        parts: ["Nothing."],
      },
    );
    const files = await readdir(loop.vault, { recursive: true });
    const end = await loop.ask(
      `@${join(loop.home, "secret.txt")} @~/secret.txt @secret.txt ![](${join(loop.home, "secret.txt")})\n!cat ~/secret.txt\n# note\n/help $mine [$yours](skill://yours)`,
    );
    expect(end.because).toBeUndefined();
    expect(loop.server.turns.length).toBe(tried.length + 1);
    expect(loop.sent).not.toContain(CANARY);
    const results = [...walled.client.resultsIn(loop.server.last.body).values()].flat();
    const unknown = results.filter((part) => part.type === "text" && part.text.includes(walled.unknown));
    expect(unknown.length).toBe(tried.filter(([call]) => call !== "ours").length);
    expect(await readdir(loop.home)).not.toContain("started");
    expect(await readdir(loop.vault, { recursive: true })).toEqual(files);
    expect(await readFile(join(loop.vault, "Lamp.md"), "utf8")).toContain("1957");
    expect(loop.server.requests.filter(({ path }) => path.includes("leak"))).toEqual([]);
    const shown = loop.messages.flatMap((message) => (message.role === "tool" ? [textOf(message.reply)] : []));
    expect(shown.length).toBeGreaterThan(3);
  });

  test.each(["Hi", "/help", "/mine", "/clear", "$mine", "@mine"])(
    "its model is offered our tools and no others: %s",
    async (question) => {
      loop.server.script({ parts: [{ call: callOf("read_file"), args: { path: "Lamp" } }] }, { parts: ["Hello."] });
      const end = await loop.ask(question);
      expect(end.answer?.text).toBe("Hello.");
      const ours = ["read_file", "list_files", "search_notes", "links"].map(walled.offered);
      const { turns } = loop.server;
      expect(turns.length).toBe(2);
      for (const { body } of turns) {
        expect([...walled.toolsIn(body)].sort()).toEqual([...ours, ...harmless].sort());
        expect(JSON.stringify(body)).toContain(question);
      }
      expect(loop.sent).not.toContain(CANARY);
    },
  );

  test("a proxy of the user's gets neither the token nor a call", async () => {
    const proxied: string[] = [];
    const proxy = createServer((request, response) => {
      proxied.push(`${request.url} ${JSON.stringify(request.headers)}`);
      response.writeHead(502).end();
    }).on("connect", ({ url }, socket) => {
      proxied.push(String(url));
      socket.destroy();
    });
    await once(proxy.listen(0, "127.0.0.1"), "listening");
    const address = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    const own = await WalledLoop.start(walled, {}, { HTTP_PROXY: address, HTTPS_PROXY: address, http_proxy: address });
    try {
      own.server.script({ parts: [{ call: callOf("read_file"), args: { path: "Lamp" } }] }, { parts: ["In 1957."] });
      expect((await own.ask("When was the lamp lit?")).answer?.text).toBe("In 1957.");
      expect(proxied.filter((asked) => asked.includes("127.0.0.1") || asked.includes("earer"))).toEqual([]);
    } finally {
      await own.close();
      proxy.close();
    }
  });

  test("calls of one turn are answered in one, if they wait together", async () => {
    const calls = ["Lamp", "Other"].map((path) => ({ call: callOf("read_file"), args: { path } }));
    loop.server.script({ parts: calls }, { parts: ["Done."] });
    const end = await loop.ask("Read both.");
    expect(end.answer?.text).toBe("Done.");
    const results = loop.messages.flatMap((message) => (message.role === "tool" ? [textOf(message.reply)] : []));
    // Codex runs them at once, in any order.
    expect(results.map((text) => text.includes("1957")).sort()).toEqual([false, true]);
  });

  test("if it ends while a call waits, it is started anew with the result", async () => {
    loop.server.script({ parts: [{ call: callOf("read_file"), args: { path: "Lamp" } }] }, { parts: ["In 1957."] });
    const end = await loop.ask("When was the lamp lit?", {
      call: async () => {
        loop.computer.stopAll();
        await expect.poll(() => loop.running()).toEqual([]);
        // Its end is told a moment later.
        await delay(100);
        return { content: [{ type: "text", text: "3: lit in 1957" }], isError: false, structuredContent: NOTHING };
      },
    });
    expect(end.answer?.text).toBe("In 1957.");
    expect(JSON.stringify(loop.server.last.body)).toContain("3: lit in 1957");
  });

  test("what is excluded while it answers is not sent again", async () => {
    loop.server.script(
      { parts: [{ call: callOf("read_file"), args: { path: "Lamp" } }] },
      { parts: [{ call: callOf("links"), args: { path: "Other" } }] },
      { parts: ["I know nothing of it."] },
    );
    let requests = 0;
    const end = await loop.ask("When was the lamp lit?", {
      // After the second call.
      closedNow: (named) => Promise.resolve(++requests < 2 ? [] : named.filter(({ path }) => path === "Lamp.md")),
    });
    expect(end.answer?.text).toBe("I know nothing of it.");
    expect(end.withheld).toEqual(["Lamp.md"]);
    const bodies = loop.server.turns.map(({ body }) => JSON.stringify(body as unknown));
    expect(bodies.map((body) => body.includes("1957"))).toEqual([false, true, false]);
  });

  test("without tools, it answers from what it is sent", async () => {
    loop.server.script({ parts: ["Hello."] });
    const end = await loop.ask("Hi", { tools: [] });
    expect(end.because).toBeUndefined();
    expect(end.answer?.text).toBe("Hello.");
    const [request] = loop.server.turns as [Recorded];
    expect([...walled.toolsIn(request.body)].sort()).toEqual([...harmless].sort());
  });

  test("stops when it is told to, and leaves no process and no file", async () => {
    const stop = new AbortController();
    loop.server.script({ parts: ["Once", "HANG"] });
    const end = await loop.ask("Why?", {
      signal: stop.signal,
      tell: ({ type }) => type === "text" && stop.abort(),
    });
    expect(end.cut).toBe("cancelled");
    expect(await loop.left()).toEqual([]);
    await expect.poll(() => loop.running()).toEqual([]);
    await expect.poll(() => loop.server.turns[0]?.ended).toBe("left");
  });
});

describe.each([
  ["Codex", walledCodex, "`codex`"],
  ["Gemini CLI", walledGemini, "`gemini`"],
])("%s without an account", (name, walled, command) => {
  test.skipIf(walled.command.length === 0)("says where to sign in", async () => {
    const loop = await WalledLoop.start({ ...walled, setUp: () => Promise.resolve({}) });
    try {
      const end = await loop.ask("Hi");
      expect(end.because).toBe(`${name} is not signed in. Run ${command} in a terminal, and sign in there.`);
      expect(await loop.left()).toEqual([]);
    } finally {
      await loop.close();
    }
  });
});
