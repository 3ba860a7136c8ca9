// Programs that answer in the panel: the real ones, of pinned versions, against stand-ins of their providers. Each of them
// reads notes by our tools alone; nothing else of the computer reaches a request.
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { clientCommand } from "../../js/build/mcp-clients.mjs";
import { claudeCode } from "../../js/agent/programs/claude-code.ts";
import { textOf } from "../../js/vault/tools.ts";
import { anthropic } from "../standins/anthropic.ts";
import type { Recorded, Turn } from "../standins/script.ts";
import { CANARY, type Walled, WalledLoop } from "./walled.ts";

vi.setConfig({ testTimeout: 120_000 });

const PROGRAMS: readonly Walled[] = [
  {
    program: claudeCode,
    provider: "claude-code",
    command: clientCommand("claude-code") ?? [],
    format: anthropic,
    setUp: (_, standIn) =>
      Promise.resolve({
        ANTHROPIC_BASE_URL: `http://${standIn.host}`,
        ANTHROPIC_API_KEY: "key",
        DISABLE_TELEMETRY: "1",
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
        // Some runners of tests are root.
        IS_SANDBOX: "1",
      }),
  },
];

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
    ...places.flatMap((path) => [["Read", { file_path: path }] as const, ["read_file", { path }] as const]),
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
    ["WebFetch", { url: `http://${loop.server.host}/leak?${CANARY}`, prompt: "x" }],
    ["WebSearch", { query: CANARY }],
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
    test.skip("there is none for this platform");
    return;
  }
  let loop: WalledLoop;
  beforeEach(async () => (loop = await WalledLoop.start(walled)));
  afterEach(() => loop.close());

  /** The name under which its model is offered our tool. */
  const offered = (tool: string): string => `mcp__lectern__${tool}`;

  test("reads notes by our tools, and answers", async () => {
    loop.server.script(
      { parts: ["Let me look. ", { call: offered("read_file"), args: { path: "Lamp" } }] },
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
      { parts: [{ call: offered("read_file"), args: { path: "Lamp" } }] },
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
    const name = (tool: string): string => (tool === "read_file" ? offered(tool) : tool);
    loop.server.script(...tried.map(([call, args]): Turn => ({ parts: [{ call: name(call), args }] })), {
      parts: ["Nothing."],
    });
    const files = await readdir(loop.vault, { recursive: true });
    const end = await loop.ask(
      `@${join(loop.home, "secret.txt")} @~/secret.txt @secret.txt ![](${join(loop.home, "secret.txt")})\n!cat ~/secret.txt\n# note\n/help`,
    );
    expect(end.because).toBeUndefined();
    expect(loop.server.turns.length).toBe(tried.length + 1);
    // What the model asked for has the name of the leak, not what is in the files.
    expect(
      loop.sent
        .replaceAll(`leak?${CANARY}`, "")
        .replaceAll(`{\\"query\\":\\"${CANARY}\\"}`, "")
        .replaceAll(`{"query":"${CANARY}"}`, ""),
    ).not.toContain(CANARY);
    expect(await readdir(loop.vault, { recursive: true })).toEqual(files);
    expect(await readFile(join(loop.vault, "Lamp.md"), "utf8")).toContain("1957");
    expect(loop.server.requests.filter(({ path }) => path.includes("leak"))).toEqual([]);
    const shown = loop.messages.flatMap((message) => (message.role === "tool" ? [textOf(message.reply)] : []));
    expect(shown.length).toBeGreaterThan(3);
  });

  test("its model is offered our tools and no others", async () => {
    loop.server.script({ parts: ["Hello."] });
    await loop.ask("Hi");
    const [request] = loop.server.turns as [Recorded];
    const { tools } = request.body as { tools: { name: string }[] };
    const ours = ["read_file", "list_files", "search_notes", "links"].map(offered);
    expect(
      tools
        .map((tool) => tool.name)
        .filter((tool) => tool !== "DeferredToolPlaceholder")
        .sort(),
    ).toEqual(ours.sort());
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
    await expect.poll(() => loop.server.turns[0]?.ended).toBe("left");
  });
});
