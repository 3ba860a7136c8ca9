// Which replies are shortened when the context is full, and what replaces them.
import { describe, expect, test } from "vitest";
import type { FileShown } from "../../pkg/lectern.js";
import type { Message, ToolMessage } from "../../js/agent/message.ts";
import { outgoing, shortenOldest } from "../../js/agent/context/outgoing.ts";
import { tokensOfMessages } from "../../js/agent/context/token-estimate.ts";

const LONG = "Words of a note. ".repeat(100);

const user = (text: string): Message => ({ role: "user", text, attachments: [] });
const calls = (...ids: string[]): Message => ({
  role: "assistant",
  text: "",
  calls: ids.map((id) => ({ id, tool: "search_notes", args: `{"query":\n"${id}"}` })),
  model: "m",
});
const shown = (path: string, start_line = 0, end_line = 0): FileShown => ({
  ...{ path, start_line, end_line, total_lines: 99, truncated: false, final_newline: true, eol: "lf", next: null },
});
const reply = (id: string, text = LONG, ...files: FileShown[]): ToolMessage => {
  const tool = files.length > 0 ? "read_file" : "search_notes";
  const structuredContent = { display: "", files };
  return { role: "tool", id, tool, reply: { content: [{ type: "text", text }], isError: false, structuredContent } };
};

describe("older replies", () => {
  const messages = [user("?"), calls("a", "b"), reply("a"), reply("b"), calls("c"), reply("c"), calls("d"), reply("d")];

  test("are shortened from the oldest on, as many as are needed", () => {
    const each = tokensOfMessages([reply("a")]);
    expect(shortenOldest(messages, 1).ids).toStrictEqual(["a"]);
    expect(shortenOldest(messages, each + 1).ids).toStrictEqual(["a", "b"]);
    expect(shortenOldest(messages, 0).ids).toStrictEqual([]);
  });

  test("free what is asked for, by the same estimate", () => {
    const excess = 600;
    const after = shortenOldest(messages, excess);
    const size = (all: readonly Message[]): number => tokensOfMessages(outgoing(all, { seesImages: true }));
    expect(size(messages) - size(after.messages)).toBeGreaterThanOrEqual(excess);
  });

  test("are all there is to shorten: what the model has not seen yet stays", () => {
    expect(shortenOldest(messages, Infinity).ids).toStrictEqual(["a", "b", "c"]);
    expect(shortenOldest([...messages, user("And?")], Infinity).ids).toStrictEqual(["a", "b", "c", "d"]);
    expect(shortenOldest([], Infinity).ids).toStrictEqual([]);
  });

  test("are shortened once", () => {
    const once = shortenOldest(messages, 1);
    expect(shortenOldest(once.messages, 1).ids).toStrictEqual(["b"]);
  });

  test("that are short themselves stay", () => {
    const short = [user("?"), calls("a"), reply("a", "No notes found."), calls("b"), reply("b"), user("?")];
    expect(shortenOldest(short, Infinity).ids).toStrictEqual(["b"]);
  });

  test("keep what the person sees of them, and nothing else changes", () => {
    const after = shortenOldest(messages, 1).messages;
    expect(after).toStrictEqual(
      messages.map((message, index) => (index === 2 ? { ...message, isShortened: true } : message)),
    );
  });
});

describe("in its place the model is sent", () => {
  const line = (message: ToolMessage): unknown => {
    const all = outgoing([user("?"), calls("a"), { ...message, isShortened: true }], { seesImages: true });
    const last = all[2];
    return last?.role === "tool" && last.reply.content[0]?.type === "text" ? last.reply.content[0].text : undefined;
  };

  test("what was read", () => {
    expect(line(reply("a", LONG, shown("Projects/Alpha.md", 1, 80)))).toBe(
      "[shortened: read_file Projects/Alpha.md lines 1-80; call it again if you need it]",
    );
    expect(line(reply("a", LONG, shown("Map.png")))).toBe(
      "[shortened: read_file Map.png; call it again if you need it]",
    );
  });

  test("the first of many files", () => {
    const files = [1, 2, 3, 4, 5, 6, 7].map((number) => shown(`${number}.md`, 1, 2));
    expect(line(reply("a", LONG, ...files))).toBe(
      "[shortened: read_file 1.md lines 1-2, 2.md lines 1-2, 3.md lines 1-2, 4.md lines 1-2, 5.md lines 1-2 and 2 more; " +
        "call it again if you need it]",
    );
  });

  test("what was called, on one line", () => {
    expect(line(reply("a"))).toBe('[shortened: search_notes {"query": "a"}; call it again if you need it]');
    expect(line(reply("other"))).toBe("[shortened: search_notes; call it again if you need it]");
    expect(line(reply("a", LONG, shown("a\nb.md", 1, 2)))).toMatch(/^\[shortened: read_file a b\.md lines 1-2;/);
  });

  test("no more of long arguments than is needed to know them", () => {
    const args = `{"query":"${"word ".repeat(200)}"}`;
    const long: Message = {
      ...calls(),
      role: "assistant",
      text: "",
      calls: [{ id: "a", tool: "search_notes", args }],
      model: "m",
    };
    const [, , message] = outgoing([user("?"), long, { ...reply("a"), isShortened: true }], { seesImages: true });
    expect(tokensOfMessages(message ? [message] : [])).toBeLessThan(100);
  });

  test("nothing that says that it was ever longer, for a provider to mind", () => {
    const [, , message] = outgoing([user("?"), calls("a"), { ...reply("a"), isShortened: true }], { seesImages: true });
    expect(message && Object.keys(message).sort()).toStrictEqual(["id", "reply", "role", "tool"]);
  });
});

test("what is sent whole is sent as it is", () => {
  const messages = [user("?"), calls("a"), reply("a")];
  for (const [index, message] of outgoing(messages, { seesImages: false }).entries())
    expect(message).toBe(messages[index]);
});

describe("what a question has attached", () => {
  const attached = (text: string, more: object) => ({
    ...{ path: "Bell.md", reply: reply("", text, shown("Bell.md", 1, 9)).reply },
    ...more,
  });
  const asked = (...attachments: ReturnType<typeof attached>[]): Message => ({ role: "user", text: "?", attachments });
  const answer: Message = { role: "assistant", text: "!", calls: [], model: "m" };
  const sent = (messages: readonly Message[]): string[] =>
    outgoing(messages, { seesImages: true }).flatMap((message) =>
      message.role === "user"
        ? message.attachments.map(({ reply: { content } }) => (content[0]?.type === "text" ? content[0].text : ""))
        : [],
    );

  test("and is pinned is sent again only if it has changed", () => {
    const pinned = (text: string) => asked(attached(text, { isPinned: true }));
    const all = [pinned("14"), answer, pinned("14"), answer, pinned("15"), answer, pinned("14")];
    const same = "[unchanged: it is shown with an earlier question]";
    expect(sent(all)).toStrictEqual(["14", same, "15", "14"]);
    // Without the question that showed it first, it is sent again.
    expect(sent(all.slice(2))).toStrictEqual(["14", "15", "14"]);
    const plain = [asked(attached("14", {})), answer, asked(attached("14", {}))];
    expect(sent(plain)).toStrictEqual(["14", "14"]);
  });

  test("and only its answer needs is sent once, and again if it is asked again", () => {
    const all = [asked(attached("talk", { isForOneAnswer: true })), answer, user("And?")];
    expect(sent(all)).toStrictEqual(["[left out: the answer sums it up]"]);
    expect(sent(all.slice(0, 1))).toStrictEqual(["talk"]);
    // An answer that was stopped, or only called a tool, sums nothing up.
    for (const more of [{ cut: "cancelled" as const }, { calls: [{ id: "a", tool: "links", args: "{}" }] }])
      expect(sent([...all.slice(0, 1), { ...answer, ...more }, user("And?")])).toStrictEqual(["talk"]);
  });
});
