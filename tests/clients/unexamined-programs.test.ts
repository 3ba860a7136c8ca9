// Programs that offer their models other tools than ours are stopped: made up, as the real ones have none. Each is a script
// that speaks as the real one does.
import { describe, expect, test, vi } from "vitest";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { AnswerEnd } from "../../js/agent/events.ts";
import { folderWith } from "../shim/vault.ts";
import { askedOf, speaking } from "./made-up.ts";
import { walledClaude, walledCodex, walledGemini } from "./walled-programs.ts";

vi.setConfig({ testTimeout: 60_000 });

const OWN = ["read_file", "list_files", "search_notes", "links"];
const WHY = "it has tools that Lectern can't control";

describe.skipIf(process.platform === "win32")("Claude Code", () => {
  const asked = (...said: readonly object[]): Promise<AnswerEnd> => {
    const lines = said.map((one) => `echo '${JSON.stringify(one)}'\n`).join("");
    return askedOf(walledClaude, `#!/bin/sh\nread prompt\n${lines}sleep 60\n`);
  };
  const own = OWN.map((name) => `mcp__lectern__${name}`);
  const begin = (tools: unknown) => ({ type: "system", subtype: "init", tools });
  const delta = { type: "text_delta", text: "Hello." };
  const text = { type: "stream_event", event: { type: "content_block_delta", delta } };

  test.each([
    ["with another tool", begin([...own, "Bash"]), "(Bash)"],
    [
      "with another server's tool of the same name",
      begin([...own, "mcp__other__read_file"]),
      "(mcp__other__read_file)",
    ],
    ["that tells its tools in another way", begin({}), "(?)"],
    ["that does not tell its tools", { type: "system", subtype: "start" }, "(?)"],
  ])("%s", async (_, first, tools) => {
    expect((await asked(first, text)).because).toContain(`${WHY} ${tools}`);
  });

  test("that calls a tool before it tells its tools", async () => {
    const end = await askedOf(
      walledClaude,
      speaking(`async () => {
        const { readFileSync } = require("node:fs");
        const file = process.argv[process.argv.indexOf("--mcp-config") + 1];
        const { url, headers } = JSON.parse(readFileSync(file, "utf8")).mcpServers.lectern;
        const params = { name: "read_file", arguments: { path: "Lamp" } };
        const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params });
        const text = await (await fetch(url, { method: "POST", headers, body })).text();
        
      }`),
    );
    expect(end.because).toContain(`${WHY} (?)`);
    expect(end.read).toEqual([]);
  });

  test("without our tools", async () => {
    expect((await asked(begin(own.slice(1)), text)).because).toContain("did not take these tools: read_file.");
  });
});

test.each(["--version", "-x", "a\0b"])("a program is not given %j as its model", async (model) => {
  const end = await askedOf(walledClaude, "#!/bin/sh\nexit 1\n", {}, model);
  expect(end.because).toBe(`“${model}” is not the name of a model.`);
});

describe.skipIf(process.platform === "win32")("Codex", () => {
  const asked = (called: readonly string[], others: readonly object[] = []): Promise<AnswerEnd> => {
    const description = called.map((name) => `### \`${name}\`\nIt does.\n`).join("\n");
    const tools = [{ type: "namespace", name: "functions", tools: [{ type: "custom", name: "exec", description }] }];
    const item = { type: "additional_tools", tools: [...tools, ...others] };
    const turn = [
      { method: "rawResponseItem/completed", params: { item } },
      { method: "item/agentMessage/delta", params: { delta: "Hello." } },
      { method: "turn/completed", params: { turn: { status: "completed" } } },
    ];
    return askedOf(
      walledCodex,
      speaking(`({ id, method }) => {
        if (id !== undefined) send({ id, result: { thread: { id: "1" } } });
        if (method === "turn/start") ${JSON.stringify(turn)}.forEach(send);
      }`),
    );
  };
  const own = OWN.map((name) => `lectern__${name}`);

  test("answers with our tools and those that were examined", async () => {
    expect((await asked([...own, "apply_patch"])).answer?.text).toBe("Hello.");
  });

  test.each([
    ["whose code can call another tool", [...own, "exec_command"], [], "(exec_command)"],
    ["whose description does not tell what its code can call", [], [], "(?)"],
    ["with another tool beside it", own, [{ type: "web_search" }], "(web_search)"],
    [
      "with a tool of another group",
      own,
      [{ type: "namespace", name: "collaboration", tools: [{ type: "function", name: "spawn_agent" }] }],
      "(collaboration__spawn_agent)",
    ],
  ])("%s", async (_, called, others, tools) => {
    expect((await asked(called, others)).because).toContain(`${WHY} ${tools}`);
  });
});

describe.skipIf(process.platform === "win32")("Gemini CLI", () => {
  /** Its model is offered `tools`; `version` is code. Returns also what it was asked. */
  async function asked(tools: readonly string[], version = '"1.0.0"'): Promise<[AnswerEnd, string]> {
    const log = join(await folderWith({ starts: "", prompts: "" }), "prompts");
    const body = JSON.stringify({ tools: [{ functionDeclarations: tools.map((name) => ({ name })) }] });
    const end = await askedOf(
      walledGemini,
      speaking(`async ({ id, method, params }) => {
        const log = ${JSON.stringify(log)};
        if (method === "initialize") appendFileSync(log.replace(/prompts$/, "starts"), ".");
        if (method === "initialize") return send({ id, result: { agentInfo: { version: ${version} } } });
        if (method === "session/new") return send({ id, result: { sessionId: "1" } });
        appendFileSync(log, params.prompt[0].text + "\\n");
        if (process.env.GEMINI_API_KEY === "probe")
          await fetch(process.env.GOOGLE_GEMINI_BASE_URL, { method: "POST", body: ${JSON.stringify(body)} });
        send({ method: "session/update", params: { update: { sessionUpdate: "agent_message_chunk", content: { text: "Hello." } } } });
        send({ id, result: { stopReason: "end_turn" } });
      }`),
    );
    return [end, await readFile(log, "utf8")];
  }
  const own = OWN.map((name) => `mcp_lectern_${name}`);

  test.each([
    ["another tool", [...own, "run_shell_command"], `${WHY} (run_shell_command)`],
    ["no tool of ours", [], "did not take these tools: read_file, list_files, search_notes, links."],
  ])("with %s, it is not asked", async (_, tools, why) => {
    const [end, prompts] = await asked(tools);
    expect(end.because).toContain(why);
    expect(prompts).toBe("ok\n");
  });

  test("that was updated since it was looked at, it is not asked", async () => {
    const second = 'require("node:fs").statSync(log.replace(/prompts$/, "starts")).size > 1 ? "2.0.0" : "1.0.0"';
    const [end, prompts] = await asked(own, second);
    expect(end.because).toBe("Gemini CLI was updated. Ask again.");
    expect(prompts).toBe("ok\n");
  });

  test("with our tools alone, it is asked", async () => {
    const [end, prompts] = await asked(own);
    expect(end.answer?.text).toBe("Hello.");
    expect(prompts).toBe("ok\nMy question:\n\nHi\n");
  });
});
