// A conversation from question to answer: turns, calls and replies, the model's mistakes, and the events on the way.
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { ConversationEvent } from "../../js/agent/events.ts";
import { textOf } from "../../js/vault/tools.ts";
import { Loop, reads } from "./loop.ts";

let loop: Loop;
beforeEach(async () => {
  loop = await Loop.start(
    { "Alpha.md": "Alpha is first.\n", "Sub/Beta.md": "Beta is second.\n", "Shut/Key.md": "secret\n" },
    ["Shut"],
  );
});
afterEach(() => loop.close());

/** The types of what was told, pieces of text as one. */
const types = (events: readonly ConversationEvent[]): string[] =>
  events
    .map((event) => (event.type === "message" ? `message ${event.message.role}` : event.type))
    .filter((type, index, all) => type !== "thinking" && (type !== "text" || all[index - 1] !== "text"));

describe("a question", () => {
  test("is answered at once where the model needs nothing", async () => {
    loop.server.script({ parts: ["Hel", "lo."], usage: { input: 900, output: 5, cached: 800 } });
    const end = await loop.ask("Hi");
    expect(loop.messages).toStrictEqual([
      { role: "user", text: "Hi", attachments: [] },
      { role: "assistant", text: "Hello.", calls: [], model: "qwen3:8b" },
    ]);
    expect(end).toStrictEqual({
      answer: loop.messages[1],
      usage: { inputTokens: 900, outputTokens: 5, cachedTokens: 800 },
      read: [],
      isUngrounded: true,
      milliseconds: 0,
    });
    expect(loop.events.slice(0, -1)).toStrictEqual([
      { type: "message", message: loop.messages[0] },
      { type: "turn", number: 1 },
      { type: "text", text: "Hel" },
      { type: "text", text: "lo." },
      { type: "message", message: loop.messages[1] },
    ]);
  });

  test("goes with what the model is told of itself, and with the tools", async () => {
    loop.server.script({ parts: ["Hello."] });
    await loop.ask("Hi");
    expect(loop.sent[0]).toMatchObject({ role: "system" });
    expect(loop.sent[0]?.content).toContain('vault, "Test". Today is Sunday, 2026-03-01.');
    expect(loop.sent.slice(1)).toStrictEqual([{ role: "user", content: "Hi" }]);
    const { tools } = loop.server.last.body as { tools: { function: { name: string } }[] };
    expect(tools.map((tool) => tool.function.name)).toStrictEqual(["read_file", "list_files", "search_notes", "links"]);
  });

  test("is answered turn after turn; calls of one turn are answered in their order", async () => {
    loop.server.script(
      { parts: ["Let me see.", reads("Sub/Beta.md", "b"), reads("Alpha.md", "a")], usage: { input: 1000, output: 20 } },
      { parts: [{ call: "search_notes", args: { query: "first" }, id: "s" }], usage: { input: 1100, output: 10 } },
      { parts: ["Alpha [[Alpha#L1]]."], usage: { input: 1200, output: 9, cached: 1100 } },
    );
    const end = await loop.ask("Which is first?");
    expect(loop.told).toStrictEqual([
      "user: Which is first?",
      "assistant: Let me see. read_file#b read_file#a",
      "tool b: 1: Beta is second.",
      "tool a: 1: Alpha is first.",
      "assistant:  search_notes#s",
      "tool s: == Alpha.md ==",
      "assistant: Alpha [[Alpha#L1]].",
    ]);
    expect(end.answer).toBe(loop.messages[6]);
    expect(end.usage).toStrictEqual({ inputTokens: 3300, outputTokens: 39, cachedTokens: 1100 });
    expect(end.read).toStrictEqual(["Sub/Beta.md", "Alpha.md"]);
    expect(loop.sent.slice(1).map(({ role, tool_call_id = "" }) => role + tool_call_id)).toStrictEqual([
      "user",
      "assistant",
      "toolb",
      "toola",
      "assistant",
      "tools",
    ]);
  });

  test("tells which notes were read for it: what was shown, once each, and not what was missing", async () => {
    const files = [{ path: "Sub/Beta.md" }, { path: "None.md" }, { path: "Sub/Beta.md" }];
    const calls = (...all: [string, Record<string, unknown>][]) => ({
      parts: all.map(([call, args], index) => ({ call, args, id: `${index}` })),
    });
    loop.server.script(calls(["list_files", {}], ["search_notes", { query: "nowhere" }]), { parts: ["None."] });
    expect((await loop.ask("Hi")).read).toStrictEqual([]);
    loop.server.script(calls(["read_file", { files }], ["search_notes", { query: "first" }]), { parts: ["Two."] });
    const attached = loop.messages.flatMap((message) => (message.role === "tool" ? [message.reply] : []));
    const [reply] = attached;
    if (!reply) throw new Error("there was no reply");
    const file = { path: "Own.md", start_line: 1, end_line: 1, total_lines: 1, truncated: false };
    const shown = { ...file, final_newline: true, eol: null, next: null };
    const own = { ...reply, structuredContent: { display: "", files: [shown] } };
    const end = await loop.ask("Hi", { attachments: [{ path: "Own.md", reply: own }] });
    expect(end.read).toStrictEqual(["Own.md", "Sub/Beta.md", "Alpha.md"]);
  });

  test("asks for all calls of a turn before any is answered", async () => {
    loop.server.script({ parts: [reads("Alpha.md", "a"), reads("Sub/Beta.md", "b")] }, { parts: ["Done."] });
    await loop.ask("Go");
    expect(types(loop.events)).toStrictEqual([
      ...["message user", "turn", "message assistant", "call", "call", "reply", "reply"],
      ...["message tool", "message tool", "turn", "text", "message assistant", "end"],
    ]);
  });

  test("goes on where the model stopped asking", async () => {
    loop.server.script({ parts: ["One."] }, { parts: ["Two."] });
    await loop.ask("First?");
    await loop.ask("Second?");
    expect(loop.sent.slice(1)).toStrictEqual([
      { role: "user", content: "First?" },
      { role: "assistant", content: "One." },
      { role: "user", content: "Second?" },
    ]);
  });

  test("is not asked while another is answered; that one goes on", async () => {
    let refused: unknown;
    const meanwhile = { model: undefined as never, tools: [], call: undefined as never, maxTurns: 1 };
    loop.server.script({ parts: ["One."] });
    await loop.ask("First?", {
      on: ({ type }) => {
        if (type !== "text") return;
        const second = { text: "Second?", attachments: [] };
        refused = loop.conversation.answer(second, meanwhile, new AbortController().signal, () => undefined);
        expect(() => loop.conversation.rewind(0)).toThrow("stopped first");
      },
    });
    expect(await refused).toMatchObject({ cut: "failed", because: expect.stringContaining("in progress") as string });
    expect(loop.told).toStrictEqual(["user: First?", "assistant: One."]);
  });

  test("is answered even if whoever listens fails", async () => {
    const errors: unknown[] = [];
    const { error } = console;
    console.error = (...all: unknown[]) => void errors.push(all);
    try {
      loop.server.script({ parts: ["One."] });
      await loop.ask("First?", {
        on: ({ type }) => {
          if (type === "turn") throw new Error("a row too many");
        },
      });
    } finally {
      console.error = error;
    }
    expect(loop.told).toStrictEqual(["user: First?", "assistant: One."]);
    expect(errors).toHaveLength(1);
  });
});

describe("a call", () => {
  test("is bound to a share of what is left, numbered compactly", async () => {
    loop.server.script({ parts: [reads("Alpha.md", "a"), reads("Sub/Beta.md", "b")] }, { parts: ["Done."] });
    await loop.ask("Go", { choice: { contextTokens: 16_384 } });
    const [first, second] = loop.bounds;
    expect(second).toStrictEqual(first);
    expect(first).toMatchObject({ tokenFactor: 1, numbering: "compact" });
    // A quarter of the context is the answer's; half of what is left of the rest, shared by two. The tools take 2,000.
    expect(first?.maxTokens).toBeGreaterThan(1500);
    expect(first?.maxTokens).toBeLessThan((16_384 * 3) / 4 / 4);
  });

  test("is bound by what the provider counted", async () => {
    loop.server.script({ parts: [reads("Alpha.md", "a")], usage: { input: 100_000, output: 1 } }, { parts: ["Done."] });
    await loop.ask("Go");
    expect(loop.bounds).toStrictEqual([
      { tokenFactor: 4, numbering: "compact", maxTokens: expect.any(Number) as number, layout: true },
    ]);
  });

  test("without arguments may have an empty text for them", async () => {
    loop.server.script({ parts: [{ call: "list_files", args: " ", id: "l" }] }, { parts: ["Done."] });
    await loop.ask("Go");
    expect(loop.told[2]).toMatch(/^tool l: Sub\/Beta\.md/);
  });

  test("gets an id of its own where the server counts anew in each turn", async () => {
    const call = reads("Alpha.md", "call_0");
    loop.server.script({ parts: [call, call] }, { parts: [call] }, { parts: ["Done."] });
    await loop.ask("Go");
    const ids = loop.messages.flatMap((message) => (message.role === "tool" ? [message.id] : []));
    expect(new Set(ids).size).toBe(3);
  });
});

describe("a mistake of the model's goes back to it", () => {
  const replied = async (call: { call: string; args: string | Record<string, unknown> }): Promise<string> => {
    loop.server.script({ parts: [{ ...call, id: "x" }] }, { parts: ["Sorry."] });
    await loop.ask("Go");
    expect(loop.told.at(-1)).toBe("assistant: Sorry.");
    const reply = loop.messages[2];
    return reply?.role === "tool" && reply.reply.isError ? textOf(reply.reply) : "no error";
  };

  test("when there is no such tool: it is told which there are", async () => {
    expect(await replied({ call: "write_file", args: {} })).toBe(
      'error[invalid_arguments]: there is no tool "write_file"\nhelp: the tools are read_file, list_files, search_notes, links',
    );
    expect(loop.bounds).toStrictEqual([]);
  });

  test("when its JSON is broken", async () => {
    expect(await replied({ call: "read_file", args: '{"path": "Alp' })).toMatch(
      /^error\[\w+\]: .*JSON.*\nhelp: give one JSON object/,
    );
  });

  test("when an argument is wrong", async () => {
    expect(await replied({ call: "read_file", args: { file: "Alpha.md" } })).toMatch(/^error\[\w+\]: .*file.*\nhelp: /);
  });

  test("when it asks for what is closed, which then counts as read by nobody", async () => {
    expect(await replied({ call: "read_file", args: { path: "Shut/Key.md" } })).toMatch(/is excluded/);
    const end = loop.events.at(-1);
    expect(end?.type === "end" && end.end.read).toStrictEqual([]);
  });

  test("with the word that the same call has failed three times; spaces make no difference", async () => {
    const call = (args: string, id: string) => ({ parts: [{ call: "read_file", args, id }] });
    loop.server.script(
      call('{"path": "No.md"}', "1"),
      { parts: [reads("Nor.md", "2"), { call: "read_file", args: '{"path":"No.md"}', id: "3" }] },
      call('{ "path": "No.md" }', "4"),
      { parts: ["There is none."] },
    );
    await loop.ask("Go");
    const helps = loop.messages.flatMap((message) =>
      message.role === "tool" ? [message.reply.structuredContent.error?.help.includes("failed 3 times")] : [],
    );
    expect(helps).toStrictEqual([false, false, false, true]);
    expect(loop.sent.at(-1)?.content).toMatch(/this same call has now failed 3 times: change it, or go on without$/);
  });
});
