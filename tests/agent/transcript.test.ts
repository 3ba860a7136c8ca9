// A conversation as a note and back: exact, whatever it says; readable, and inert, wherever the note is opened.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Reply } from "../../pkg/lectern.js";
import type { AssistantMessage, Cut, Message, ToolMessage } from "../../js/agent/message.ts";
import { fromMarkdown, type SavedConversation, toMarkdown } from "../../js/agent/transcript.ts";
import { standsAsItIs } from "../../js/agent/transcript-inert.ts";

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
);
const cuts = fc.constantFrom<Cut[]>("cancelled", "length", "filtered", "failed", "turns");
const messages = fc.array(
  fc.oneof(
    fc.record({ role: fc.constant("user"), text: words, attachments: fc.array(attachments, { maxLength: 2 }) }),
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
  test("whatever it was", () => {
    fc.assert(
      fc.property(conversations, (one) => {
        expect(fromMarkdown(toMarkdown(one))).toEqual(one);
      }),
      { numRuns: 3000 },
    );
  });

  test("from a file whose line endings somebody changed", () => {
    fc.assert(
      fc.property(conversations, (one) => {
        expect(fromMarkdown(toMarkdown(one).replace(/\n/g, "\r\n"))).toEqual(one);
      }),
      { numRuns: 500 },
    );
  });
});
