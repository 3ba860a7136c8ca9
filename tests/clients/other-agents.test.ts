// Agents that the user names, over the Agent Client Protocol: Gemini CLI as one of them, and made-up ones.
import { afterEach, describe, expect, test, vi } from "vitest";
import { readdir } from "node:fs/promises";
import { otherAgent } from "../../js/agent/programs/other-agent.ts";
import type { AnswerEnd, ConversationEvent } from "../../js/agent/events.ts";
import { addFiles } from "../shim/vault.ts";
import { askedOf, speaking } from "./made-up.ts";
import { CANARY, type Walled, WalledLoop } from "./walled.ts";
import { walledGemini } from "./walled-programs.ts";

vi.setConfig({ testTimeout: 60_000 });

describe.skipIf(walledGemini.command.length === 0)("Gemini CLI with its own tools", () => {
  const line = "gemini --acp --skip-trust";
  const named: Walled = {
    ...walledGemini,
    ...{ provider: "other-agent", line, program: otherAgent(line) },
    setUp: async (home, standIn) => {
      const auth = { security: { auth: { selectedType: "gemini-api-key" } }, general: { enableAutoUpdate: false } };
      await addFiles(home, { ".gemini/settings.json": JSON.stringify(auth) });
      return {
        GEMINI_API_KEY: "key",
        GOOGLE_GEMINI_BASE_URL: `http://${standIn.host}`,
        GEMINI_MODEL: "gemini-2.5-pro",
      };
    },
  };
  let loop: WalledLoop;
  afterEach(() => loop.close());

  test("it calls our tools, and gets no permission for a command", async () => {
    loop = await WalledLoop.start(named);
    loop.server.script(
      { parts: [{ call: named.callOf("read_file"), args: { path: "Lamp" } }] },
      { parts: [{ call: named.callOf("read_file"), args: { path: "Private/Diary" } }] },
      { parts: [{ call: "run_shell_command", args: { command: `touch ${loop.home}/made`, description: "Makes" } }] },
      { parts: ["It was lit in 1957 [[Lamp#L3]]."], usage: { input: 900, output: 12 } },
    );
    const end = await loop.ask("When was the lamp lit?");
    expect(end.answer?.text).toBe("It was lit in 1957 [[Lamp#L3]].");
    expect(end.read).toEqual(["Lamp.md"]);
    expect(end.usage).toMatchObject({ inputTokens: 900, outputTokens: 12 });
    expect(loop.sent).toContain("3: The lamp was lit in 1957.");
    expect(loop.sent).not.toContain(CANARY);
    expect(await readdir(loop.home)).not.toContain("made");
    expect(await loop.left()).toEqual([]);
    await expect.poll(() => loop.running()).toEqual([]);
  });

  test("where it is not signed in, it says so", async () => {
    loop = await WalledLoop.start({ ...named, setUp: () => Promise.resolve({}) });
    expect((await loop.ask("Hi")).because).toMatch(/^gemini is not signed in\. Run `gemini` in a terminal/);
  });
});

describe.skipIf(process.platform === "win32")("a made-up agent", () => {
  const other = (words: string): Walled => ({
    ...walledGemini,
    ...{ provider: "other-agent", line: `agent ${words}`, program: otherAgent(`agent ${words}`) },
  });
  const OPTIONS = ["allow_always", "allow_once", "reject_once"].map((kind) => ({ kind, optionId: kind }));

  interface Does {
    readonly http?: boolean;
    readonly session?: object;
    readonly updates?: readonly object[];
    readonly calls?: readonly object[];
    readonly model?: string;
  }

  /** Answers with its arguments, what it was asked and what it was permitted, as JSON. */
  async function asked(does: Does, tell: (event: ConversationEvent) => void = () => undefined): Promise<AnswerEnd> {
    const { http = true, session = {}, updates = [], calls = [], model = "" } = does;
    const asks = calls.map((toolCall, id) => ({ id: `ask${id}`, params: { toolCall, options: OPTIONS } }));
    return askedOf(
      other(`--acp "two words"`),
      speaking(`(message) => {
        const { id, method, params, result } = message;
        globalThis.got ??= { args: process.argv.slice(2), set: [], permitted: [] };
        if (method === "initialize") send({ id, result: { agentCapabilities: { mcpCapabilities: { http: ${http} } } } });
        else if (method === "session/new") send({ id, result: { sessionId: "1", ...${JSON.stringify(session)} } });
        else if (method === "session/prompt") {
          globalThis.prompt = id;
          ${JSON.stringify(updates)}.forEach((update) => send({ method: "session/update", params: { update } }));
          ${JSON.stringify(asks)}.forEach((ask) => send({ ...ask, method: "session/request_permission" }));
          send({ id: "file", method: "fs/read_text_file", params: { path: "/etc/hostname" } });
        } else if (method) {
          got.set.push([method, params]);
          send({ id, result: {} });
        } else if (id !== "file") got.permitted.push(result.outcome.optionId);
        else {
          got.file = message.error.message;
          const text = JSON.stringify(got);
          send({ method: "session/update", params: { update: { sessionUpdate: "agent_message_chunk", content: { text } } } });
          send({ id: prompt, result: { stopReason: "end_turn", usage: { inputTokens: 7, outputTokens: 2 } } });
        }
      }`),
      { tell },
      model,
    );
  }
  const gotBy = async (does: Does): Promise<Record<string, unknown>> =>
    JSON.parse((await asked(does)).answer?.text ?? "{}") as Record<string, unknown>;

  test("gets its arguments, and no files", async () => {
    expect(await gotBy({})).toEqual({
      args: ["--acp", "two words"],
      ...{ set: [], permitted: [], file: "there is no fs/read_text_file" },
    });
  });

  test("is permitted our tools alone, however it names them", async () => {
    const other = { kind: "other" };
    const ours = [
      { title: "mcp__lectern__read_file", ...other },
      { title: "lectern_read_file", ...other },
      { title: "read_file (lectern MCP Server)", ...other },
      { title: "lectern/search_notes" },
      { title: "Tool: lectern/links", ...other },
    ];
    const others = [
      { title: "mcp__lectern__read_file", kind: "execute" },
      { title: "touch /home/lectern/read_file", ...other },
      { title: "lectern_read_file; rm -rf /", ...other },
      { title: "mcp__other__read_file", ...other },
      { title: "lectern_shell", ...other },
      { title: "read_file (other MCP Server)", ...other },
      { ...other },
    ];
    const { permitted } = await gotBy({ calls: [...ours, ...others] });
    expect(permitted).toEqual([...ours.map(() => "allow_once"), ...others.map(() => "reject_once")]);
  });

  test("is set to ask first, and to the user's model", async () => {
    const modes = { currentModeId: "auto", availableModes: [{ id: "auto" }, { id: "default" }] };
    const configOptions = [{ id: "how" }, { id: "which", category: "model" }];
    const sessionId = "1";
    expect((await gotBy({ session: { modes, configOptions }, model: "large" }))["set"]).toEqual([
      ["session/set_config_option", { sessionId, configId: "which", value: "large" }],
      ["session/set_mode", { sessionId, modeId: "default" }],
    ]);
    expect((await gotBy({ model: "large" }))["set"]).toEqual([["session/set_model", { sessionId, modelId: "large" }]]);
  });

  test("shows what it does with tools of its own, and its plan", async () => {
    const entries = [
      { content: "Look", status: "completed" },
      { content: "Read the notes", status: "in_progress" },
    ];
    const doing: unknown[] = [];
    const end = await asked(
      {
        updates: [
          { sessionUpdate: "plan", entries },
          { sessionUpdate: "agent_message_chunk", content: { text: "Look:" } },
          { sessionUpdate: "tool_call", title: "Read package.json", kind: "read" },
          { sessionUpdate: "tool_call", title: "lectern_links", kind: "other" },
        ],
      },
      (event) => event.type === "thinking" && doing.push(event.doing),
    );
    expect(doing).toEqual(["Read the notes", "Read package.json"]);
    expect(end.usage).toMatchObject({ inputTokens: 7, outputTokens: 2 });
  });

  test("that takes no tools over HTTP is not asked", async () => {
    expect((await asked({ http: false })).because).toBe("agent takes no tools over HTTP. Use another agent.");
  });
});
