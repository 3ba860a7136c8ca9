// A conversation saved without what the model read and thought: it reads well, names no note that the answer does not
// name, can be loaded again, and tells the model what is missing.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Reply } from "../../pkg/lectern.js";
import type { Message } from "../../js/agent/message.ts";
import { LEFT_OUT } from "../../js/agent/message.ts";
import { fromMarkdown } from "../../js/agent/saved/read-conversation.ts";
import { toMarkdown } from "../../js/agent/saved/write-conversation.ts";
import { namedIn } from "../../js/agent/context/redact.ts";
import { Desk } from "./desk.ts";

const NOTHING = { replies: false, reasoning: false };
const saved = (messages: Message[], keeps = NOTHING): string =>
  toMarkdown({ title: "How heavy?", created: 0, messages }, keeps);
const again = (messages: Message[], keeps = NOTHING): readonly Message[] =>
  fromMarkdown(saved(messages, keeps)).messages;

const REPLY: Reply = {
  content: [{ type: "text", text: "1: The [[Bell]] weighs 310 kg." }],
  isError: false,
  structuredContent: {
    display: "Read Projects/Zinnober",
    files: [{ path: "Projects/Zinnober.md", start_line: 1, end_line: 1, total_lines: 1 }],
    links: [{ from: "Projects/Zinnober.md", to: "Quillon.md" }],
  } as unknown as Reply["structuredContent"],
};
const CALL = {
  id: "c1",
  tool: "read_file",
  args: '{"path":"Projects/Zinnober.md"}',
  opaque: { thought: "a signature" },
};
const MESSAGES: Message[] = [
  { role: "user", text: "How heavy?", attachments: [{ path: "Attached.md", reply: REPLY }] },
  { role: "assistant", text: "", calls: [CALL], model: "m", opaque: { thought: "Let me think." } },
  { role: "tool", id: "c1", tool: "read_file", reply: REPLY },
  { role: "assistant", text: "It weighs **310 kg** [[Bell#L1]].", calls: [], model: "m" },
];

describe("without what the model read", () => {
  test("the note has the questions and answers, and names no other note", () => {
    const shown = saved(MESSAGES)
      .split("\n")
      .filter((line) => !line.startsWith("<!--") && line !== "");
    expect(shown).toEqual([
      ...["---", "lectern-conversation: 1", "lectern: false", "created: 1970-01-01T00:00:00", "---"],
      ...["> [!question] You asked", "> How heavy?", "> [!note] Attached Attached.md", "*Model: m*"],
      "It weighs **310 kg** [[Bell#L1]].",
    ]);
    expect(saved(MESSAGES)).not.toMatch(/Zinnober|Quillon|310 kg\.|Let me think|signature/);
  });

  test("the model is told so, and the notes that were read are still known", () => {
    const [question, call, reply, answer] = again(MESSAGES);
    expect(question).toMatchObject({
      attachments: [{ path: "Attached.md", reply: { content: [{ text: LEFT_OUT }] } }],
    });
    expect(call).toEqual({ ...MESSAGES[1], opaque: undefined, calls: [{ ...CALL, opaque: undefined }] });
    expect(reply).toMatchObject({ id: "c1", reply: { content: [{ type: "text", text: LEFT_OUT }] } });
    expect(answer).toEqual(MESSAGES[3]);
    const names = (messages: readonly Message[]): object[] =>
      namedIn(messages).map(({ path, isShown }) => ({ path, isShown }));
    expect(names(again(MESSAGES))).toEqual(names(MESSAGES));
  });

  test("notes that a question tells of are kept, but not named", () => {
    const told = { undone: ["Zinnober.md"], leftOut: ["Quillon.md"], instructedBy: ["Rules.md"] };
    const question: Message = { role: "user", text: "How heavy?", attachments: [], ...told };
    expect(saved([question])).not.toMatch(/Zinnober|Quillon|Rules/);
    expect(again([question])).toEqual([question]);
  });

  test("saving it again changes nothing, even if all is to be kept", () => {
    const loaded = [...again(MESSAGES)];
    expect(saved(loaded)).toBe(saved(MESSAGES));
    expect(again(loaded, { replies: true, reasoning: true })).toEqual(loaded);
  });

  test("what was read can be kept without the reasoning, and the other way round", () => {
    const [, thinking, reply] = again(MESSAGES, { replies: true, reasoning: false });
    expect(reply).toEqual(MESSAGES[2]);
    expect(thinking).not.toHaveProperty("opaque");
    const [, thought, left] = again(MESSAGES, { replies: false, reasoning: true });
    expect(thought).toEqual(MESSAGES[1]);
    expect(left).not.toEqual(MESSAGES[2]);
  });

  test("a changed comment is an error with its line", () => {
    const broken = saved(MESSAGES).replace('"packed":"', '"packed":"?');
    expect(() => fromMarkdown(broken)).toThrow(/^line \d+: /);
  });
});

describe("links in what an answer quotes", () => {
  const answer = (text: string): Message[] => [{ role: "assistant", text, calls: [], model: "m" }];

  test("are no links of the note, but citations are", () => {
    const note = saved(
      answer("As [[Mine]] says:\n\n> The [[Bell|bell]] and [it](Bell.md) hang. [[Log#L3-4]] [w](https://a.example)"),
    );
    expect(note).toContain("As [[Mine]] says:");
    expect(note).toContain("> The [\\[Bell|bell]] and [it]\\(Bell.md) hang. [[Log#L3-4]] [w](https://a.example)");
  });

  test("come back exactly", () => {
    const part = fc.constantFrom(
      "!",
      "[",
      "[[",
      "\\",
      "]",
      "](",
      "(",
      "a",
      "#L1",
      "|",
      ")",
      "\n",
      "> ",
      "\n> ",
      "https:",
    );
    const text = fc.array(part, { maxLength: 20 }).map((parts) => `> ${parts.join("")}`);
    fc.assert(
      fc.property(text, (text) => {
        expect(again(answer(text))).toEqual(answer(text));
      }),
    );
  });
});

test("a citation of a conversation that was saved without replies is found in the note, or called unknown", async () => {
  const desk = await new Desk().called("read_file", { path: "Projects/Bell.md" });
  desk.messages.splice(0, Infinity, ...again(desk.messages));
  expect(await desk.check('"310 kg" [[Bell#L3]]')).toMatchObject({ state: "verified", startLine: 3, endLine: 3 });
  expect(await desk.check("[[Bell#L3]]")).toMatchObject({ state: "unverified", isUnknown: true });
  expect(await desk.check("[[Log#L1]]")).toMatchObject({ state: "unverified" });
});
