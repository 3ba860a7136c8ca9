// A conversation saved as a note and loaded again: exact, whatever it contains; readable; and harmless wherever the
// note is opened.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Reply } from "../../pkg/lectern.js";
import type { AssistantMessage, Cut, Message, ToolMessage } from "../../js/agent/message.ts";
import { fromMarkdown } from "../../js/agent/saved/read-conversation.ts";
import type { SavedConversation } from "../../js/agent/saved/message-comments.ts";
import { toMarkdown } from "../../js/agent/saved/write-conversation.ts";

const replyOf = (text: string, more: Partial<Reply> = {}): Reply => ({
  content: [{ type: "text", text }],
  isError: false,
  structuredContent: { display: "Read Projects/Alpha, lines 1–2 of 2", files: [] },
  ...more,
});
const conversation = (...messages: Message[]): SavedConversation => ({ title: "A question", created: 0, messages });
const answerOf = (text: string, more: Partial<AssistantMessage> = {}): AssistantMessage => ({
  ...{ role: "assistant", text, calls: [], model: "quotes" },
  ...more,
});
const tool = (reply: Reply): ToolMessage => ({ role: "tool", id: "c1", tool: "read_file", reply });
const again = (messages: Message[]): readonly Message[] => fromMarkdown(toMarkdown(conversation(...messages))).messages;

/** What could be mistaken for a part of the note, or for Markdown that goes on. */
const TRAPS = [
  ..."\n|\r|\r\n|\n\n|\u2028|\u0085|%%|$$|`|```|````|~~~|```js|> |> [!note]- x|# |---|---\n|<!--|-->|- |  ```|\t|".split(
    "|",
  ),
  ...["<!-- lectern:answer {} -->", "<!-- lectern:", "lectern-conversation: 1", "<% x %>", "<\\%", "`$= x`", "$\\="],
  ...[
    "![](http://a.invalid/x)",
    "![[Note]]",
    "<img src=x>",
    "␍",
    "␐",
    "\\",
    "👩‍👩‍👧",
    "שלום",
    "\u202e",
    "\ufeff",
    "[[A#L1-2]]",
  ],
];
const words = fc.oneof(
  fc.string({ unit: "binary", maxLength: 20 }),
  fc
    .array(fc.oneof(fc.constantFrom(...TRAPS), fc.string({ maxLength: 4 })), { maxLength: 14 })
    .map((parts) => parts.join("")),
);
const json = fc
  .jsonValue({ maxDepth: 2, noUnicodeString: false })
  .map((value) => JSON.parse(JSON.stringify(value)) as unknown);
const maybe = <T>(name: string, value: fc.Arbitrary<T>): fc.Arbitrary<Record<string, T>> =>
  fc.oneof(
    fc.constant({}),
    value.map((one) => ({ [name]: one })),
  );
const merged = (...parts: fc.Arbitrary<object>[]): fc.Arbitrary<object> =>
  fc.tuple(...parts).map((all) => Object.assign({}, ...all) as object);
const lines = fc.integer({ min: 1, max: 9999 });
const replies = fc.record({
  content: fc.array(fc.record({ type: fc.constant("text"), text: words }), { maxLength: 3 }),
  isError: fc.boolean(),
  structuredContent: merged(
    fc.record({
      display: words,
      files: fc.array(fc.record({ path: words, start_line: lines, end_line: lines, total_lines: lines }), {
        maxLength: 2,
      }),
    }),
    maybe("notes", fc.array(fc.record({ path: words, lines, hits: fc.constant([]) }), { maxLength: 2 })),
    maybe("error", fc.record({ code: fc.constant("denied"), message: words, help: words })),
  ),
});
const callsOf = merged(fc.record({ id: words, tool: words, args: words }), maybe("opaque", json));
const attachments = merged(
  fc.record({ path: words, reply: replies }),
  maybe("startLine", lines),
  maybe("endLine", lines),
  ...["isPasted", "isConversation", "isOfFolder", "isPinned", "isForOneAnswer"].map((flag) =>
    maybe(flag, fc.boolean()),
  ),
);
const cuts = fc.constantFrom<Cut[]>("cancelled", "length", "filtered", "failed", "turns");
const messages = fc.array(
  fc.oneof(
    merged(
      fc.record({ role: fc.constant("user"), text: words, attachments: fc.array(attachments, { maxLength: 2 }) }),
      maybe("undone", fc.array(words, { maxLength: 2 })),
      maybe("leftOut", fc.array(words, { maxLength: 2 })),
      maybe("instructedBy", fc.array(words, { maxLength: 2 })),
    ),
    merged(
      fc.record({
        role: fc.constant("assistant"),
        text: words,
        model: words,
        calls: fc.array(callsOf, { maxLength: 2 }),
      }),
      maybe("cut", cuts),
      maybe("opaque", json),
    ),
    merged(
      fc.record({ role: fc.constant("tool"), id: words, tool: words, reply: replies }),
      maybe("isShortened", fc.boolean()),
    ),
  ),
  { maxLength: 5 },
) as unknown as fc.Arbitrary<Message[]>;
const conversations = fc.record({ title: words, created: fc.integer({ min: 0, max: 4e12 }), messages });

describe("what was said comes back exactly", () => {
  test("whatever it was", { timeout: 60_000 }, () => {
    fc.assert(
      fc.property(conversations, (one) => {
        expect(fromMarkdown(toMarkdown(one))).toEqual(one);
      }),
    );
  });

  test("from a file whose line endings somebody changed", () => {
    fc.assert(
      fc.property(conversations, (one) => {
        expect(fromMarkdown(toMarkdown(one).replace(/\n/g, "\r\n"))).toEqual(one);
      }),
    );
  });
});

describe("the note", () => {
  const note = toMarkdown({
    title: "What did we decide?",
    created: Date.UTC(2026, 10, 21, 10, 0, 32),
    messages: [
      { role: "user", text: "What did we\n\n- decide?", attachments: [] },
      answerOf("", { calls: [{ id: "c1", tool: "read_file", args: '{"path":"A.md"}' }] }),
      tool(replyOf("1: ```\n2: code\n3: ```\n4: ````")),
      answerOf("To **wait** [[A#L2]].\n\n```js\nlet x;\n```"),
    ],
  });

  test("is read by anybody: callouts, the answer as it is, and what the model saw folded and fenced", () => {
    const shown = note
      .split("\n")
      .filter((line) => !line.startsWith("<!--"))
      .join("\n");
    expect(shown).toBe(
      [
        ...["---", "lectern-conversation: 1", "lectern: false", "created: 2026-11-21T10:00:32", "---", ""],
        ...["> [!question] You asked", "> What did we", "> ", "> - decide?", ""],
        "",
        ...["> [!note]- Read Projects/Alpha, lines 1–2 of 2", "> `````text"],
        ...["> 1: ```", "> 2: code", "> 3: ```", "> 4: ````", "> `````", ""],
        ...["", "*Quotes · no AI*", "", "To **wait** [[A#L2]].", "", "```js", "let x;", "```", ""],
      ].join("\n"),
    );
  });

  test("has nothing of the model's in a comment that could end it", () => {
    const text = toMarkdown(conversation(answerOf("x", { model: "--> <img src=x> %% \u2028", opaque: "-->" })));
    expect(text.match(/-->/g)).toHaveLength(2);
    expect(text).not.toMatch(/<img|%%|\u2028/);
  });

  test("shows a title of somebody else's as words", () => {
    const structuredContent = { display: "Read [[x]] #tag\n![](http://a.invalid) `b`", files: [] };
    const text = toMarkdown(conversation(tool(replyOf("1: x", { structuredContent }))));
    const title = "> [!note]- Read \\[\\[x\\]\\] \\#tag \\!\\[\\](http\\://a.invalid) \\`b\\`";
    expect(text.split("\n")).toContain(title);
  });

  test.each([
    ["denied", "> [!warning]- "],
    ["not_found", "> [!failure]- "],
  ] as const)("marks a call that came to nothing (%s)", (code, sign) => {
    const error = { code, message: "m", help: "h" };
    const structuredContent = { display: "Could not read", files: [], error };
    expect(toMarkdown(conversation(tool(replyOf("error: m", { isError: true, structuredContent }))))).toContain(sign);
  });

  test("says of an answer that it is not whole", () => {
    const text = toMarkdown(conversation(answerOf("Half", { cut: "cancelled" })));
    expect(text).toContain("\n> [!warning] This answer is not whole: it was stopped\n\n*Quotes · no AI*\n\nHalf\n");
  });

  test("holds nothing that Templater or Dataview would run, and still says it", () => {
    const text = "1: <% tp.system() %> `$= dv.io` <\\%";
    const written = toMarkdown(conversation(tool(replyOf(text))));
    expect(written).not.toMatch(/<%|\$=/);
    expect(again([tool(replyOf(text))])).toEqual([tool(replyOf(text))]);
  });

  test("is as long as the conversation at most twice, whatever is in it", () => {
    const lines = Array.from({ length: 200 }, (_, at) => answerOf(`Line ${at} [[A#L${at}]].\n`.repeat(20)));
    const said = lines.reduce((sum, { text }) => sum + text.length, 0);
    expect(toMarkdown(conversation(...lines)).length).toBeLessThan(2 * said);
  });
});

describe("a long reply", () => {
  const long = Array.from({ length: 5000 }, (_, at) => `${at + 1}: some words`).join("\n");

  test("is shortened at the end of a line, says so, and is shortened no further", () => {
    const [saved] = again([tool(replyOf(long))]) as [ToolMessage];
    const text = saved.reply.content[0]?.type === "text" ? saved.reply.content[0].text : "";
    const [, kept = "", left] =
      /^([^]*)\n\[\.\.\. (\d+) more characters were left out when this was saved\]$/.exec(text) ?? [];
    expect(text.length).toBeLessThanOrEqual(12_000);
    expect(long.startsWith(`${kept}\n`)).toBe(true);
    expect(kept.length + Number(left)).toBe(long.length);
    expect(again([saved])).toEqual([saved]);
  });

  test("is not cut in the middle of a letter", () => {
    const [saved] = again([tool(replyOf("👍".repeat(20_000)))]) as [ToolMessage];
    const text = saved.reply.content[0]?.type === "text" ? saved.reply.content[0].text : "";
    expect(text).toMatch(/^(?:👍)+\n\[/u);
  });

  test("leaves images out, with a line", () => {
    const image = replyOf("", { content: [{ type: "image", data: "x".repeat(99), mimeType: "image/png" }] });
    const [saved] = again([tool(image)]) as [ToolMessage];
    expect(saved.reply.content).toEqual([
      { type: "text", text: "[an image (image/png) was left out when this was saved]" },
    ]);
  });

  test("keeps which files it showed where it knows more than a note can hold", () => {
    const files = [{ path: "A.md", start_line: 1, end_line: 2, total_lines: 2 }];
    const hits = Array.from({ length: 3000 }, (_, line) => ({ line, column: 1, spans: [] }));
    const structuredContent = { display: "Found", files, notes: [{ path: "A.md", lines: 3000, hits }] };
    const [saved] = again([tool(replyOf("x", { structuredContent } as unknown as Partial<Reply>))]) as [ToolMessage];
    // Without what it knew of each hit but the first.
    const notes = [{ path: "A.md", hits: hits.slice(0, 1) }];
    expect(saved.reply.structuredContent).toEqual({ display: "Found", files, notes });
  });
});

describe("a note that was edited by hand", () => {
  const note = toMarkdown(
    conversation({ role: "user", text: "Why?", attachments: [] }, tool(replyOf("1: One")), answerOf("So.")),
  );
  const lineOf = (start: string): number => note.split("\n").findIndex((line) => line.startsWith(start)) + 1;

  test("can have other words, other properties, and no white space at the ends of lines", () => {
    const edited = note
      .replace("Why?", "Why not?\n> ")
      .replace("So.", "So.\n\nMore.")
      .replace("lectern: false\n", "tags:\n  - chat\n")
      .replace(/ +$/gm, "");
    const [question, , answer] = fromMarkdown(edited).messages;
    expect(question).toMatchObject({ text: "Why not?\n" });
    expect(answer).toMatchObject({ text: "So.\n\nMore." });
  });

  test.each([
    ["", "line 1: this note is not a conversation: it lacks the property lectern-conversation"],
    ["# A note\n", "line 1: this note is not a conversation: it lacks the property lectern-conversation"],
    [note.replace("conversation: 1", "conversation: 2"), /^line 2: .* later version of Lectern \(format 2\)$/],
    [note.replace("conversation: 1", "conversation: x"), "line 2: lectern-conversation is not a number"],
    [note.replace(/<!-- lectern:conversation.*\n/, ""), /^line \d+: the conversation's first comment is missing$/],
    [note.replace('"title"', '"titel"'), /^line \d+: "title" is not a string$/],
    [
      note.replace("lectern:question {", 'lectern:question {"undone":[1]'),
      /^line \d+: "undone" is not a list of strings$/,
    ],
    [note.replace("> ```text", "> text"), `line ${lineOf("> ```text")}: expected a fence, such as > \`\`\`text`],
    [note.replace("> 1: One\n> ```", "> 1: One"), `line ${lineOf("> ```text")}: this fence is not closed`],
    [note.replace("> Why?\n", "> Why?\n\nMine.\n"), `line ${lineOf("> Why?") + 2}: this text belongs to no message`],
    [note.replace("> [!question] You asked\n> Why?\n", ""), /expected a callout/],
    [note.replace('{"model"', '{"model'), `line ${lineOf("<!-- lectern:answer")}: this comment of Lectern is invalid`],
    [note.replace("lectern:answer", "lectern:song"), /^line \d+: "lectern:song" is unknown to this version$/],
    [note.replace('"files":[]', '"files":[{"path":"A"}]'), /^line \d+: "start_line" is not a number$/],
    [
      note.replace('"files":[]', '"files":[],"notes":[{"path":"A","hits":[{"line":1,"column":1}]}]'),
      /^line \d+: "spans" is not a list of columns$/,
    ],
    [note.replace('"files":[]', '"files":7'), /^line \d+: "files" is not a list$/],
    [note.replace("lectern:reply", "lectern:attachment").replace("lectern:question", "lectern:reply"), /^line \d+: /],
  ])("says which line cannot be understood (%#)", (text, message) => {
    expect(() => fromMarkdown(text)).toThrow(message);
  });

  test("gives a conversation or an error that names a line, never anything else", () => {
    fc.assert(
      fc.property(conversations, fc.nat(), fc.nat({ max: 40 }), words, (one, at, length, put) => {
        const text = toMarkdown(one);
        const from = at % (text.length + 1);
        try {
          fromMarkdown(text.slice(0, from) + put + text.slice(from + length));
        } catch (error) {
          expect((error as Error).message).toMatch(/^line \d+: /);
        }
      }),
    );
  });
});
