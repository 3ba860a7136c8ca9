// Files that were excluded after they had been shown: nothing of them is sent again, wherever it appears, and the rest
// of the conversation stays.
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Attachment } from "../../js/agent/message.ts";
import { type ClosedNow, namedIn, redacted } from "../../js/agent/context/redact.ts";
import { Conversation } from "../../js/agent/loop/conversation.ts";
import { fromMarkdown } from "../../js/agent/saved/read-conversation.ts";
import { toMarkdown } from "../../js/agent/saved/write-conversation.ts";
import { Loop, reads } from "./loop.ts";

let loop: Loop;
let closed: string[];
beforeEach(async () => {
  closed = [];
  loop = await Loop.start({
    "Open.md": "A pear is a fruit.\n",
    "Diary.md": "The marmalade is in the cellar.\n",
    "Folder/Secret plan.md": "quince\n",
  });
});
afterEach(() => loop.close());

const closedNow: ClosedNow = (named) => Promise.resolve(named.filter(({ path }) => closed.includes(path)));
const ask = (text: string, attachments: readonly Attachment[] = []) =>
  loop.ask(text, { attachments, surroundings: { closedNow } });
const wire = (): string => JSON.stringify(loop.server.last.body);

test("a note that is closed after it was read is not sent again, nor what was answered with it", async () => {
  loop.server.script(
    { parts: [reads("Open.md", "a"), reads("Diary.md", "b")] },
    { parts: ["In the cellar [[Diary#L1]]."] },
  );
  await ask("Where is it?");
  expect(wire()).toContain("marmalade");
  closed = ["Diary.md"];
  loop.server.script({ parts: ["I do not know."] });
  const end = await ask("Once more?");
  expect(wire()).not.toMatch(/marmalade|cellar|Diary/i);
  // What is open stays.
  expect(wire()).toContain("A pear is a fruit.");
  expect(end.withheld).toEqual(["Diary.md"]);
  // The person still has all of it.
  expect(JSON.stringify(loop.messages)).toContain("cellar");
  closed = [];
  await loop.goesOn();
});

test("replies that repeat what was asked for are not sent again, after a note that is closed", async () => {
  const call = (tool: string, args: Record<string, string>, id: string) => ({ call: tool, args, id });
  loop.server.script(
    { parts: [reads("Diary.md", "a")] },
    {
      parts: [
        call("read_file", { path: "marmalade in the cellar" }, "b"),
        call("list_files", { path: "the marmalade" }, "c"),
        call("links", { path: "a cellar" }, "d"),
        call("search_notes", { query: "marmalade-cellar-7" }, "e"),
        reads("Open.md", "f"),
      ],
    },
    { parts: ["I see."] },
  );
  await ask("Where is it?");
  closed = ["Diary.md"];
  loop.server.script({ parts: ["I do not know."] });
  await ask("Once more?");
  expect(wire()).not.toMatch(/marmalade|cellar/);
  expect(wire()).toContain("A pear is a fruit.");
});

test("what is not sent is a reply, and another one of the same path may be", async () => {
  loop.server.script({ parts: [reads("Diary.md", "a")] }, { parts: ["Read."] });
  await ask("Where is it?");
  const [first] = namedIn(loop.messages);
  loop.server.script({ parts: [reads("Diary.md", "b")] }, { parts: ["Read anew."] });
  const before: ClosedNow = (named) => Promise.resolve(named.filter(({ reply }) => reply === first?.reply));
  const end = await loop.ask("Once more?", { surroundings: { closedNow: before } });
  expect(end.withheld).toEqual(["Diary.md"]);
  expect(wire().match(/marmalade/g)).toHaveLength(1);
});

test("a note in which the user undid changes is not named once it is closed, even if nothing else names it", async () => {
  loop.server.script({ parts: ["I see."] }, { parts: ["I do."] });
  await loop.ask("Now?", { undone: ["Diary.md", "Open.md"], surroundings: { closedNow } });
  expect(wire()).toContain("Diary.md");
  closed = ["Diary.md"];
  const end = await ask("Once more?");
  expect(wire()).not.toContain("Diary");
  expect(wire()).toContain('changes that you made in \\"Open.md\\"');
  expect(end.withheld).toEqual(["Diary.md"]);
});

test("what was answered with instructions from a note is not sent once that note is closed", async () => {
  const own = { path: "Diary.md", text: "Speak of marmalade." };
  const instructions = () => Promise.resolve(closed.length === 0 ? [own] : []);
  const asked = (text: string) => loop.ask(text, { surroundings: { closedNow, instructions } });
  loop.server.script(
    { parts: [reads("Open.md", "a")] },
    { parts: ["Of orange jam, then."] },
    { parts: ["A pear."] },
    { parts: ["Yes."] },
  );
  await asked("Who are you?");
  expect(wire()).toContain("Speak of marmalade.");
  const saved = toMarkdown({ title: "t", created: 0, messages: loop.messages });
  loop.conversation = new Conversation(fromMarkdown(saved).messages, loop.clock);
  closed = ["Diary.md"];
  const end = await asked("And?");
  expect(wire()).not.toMatch(/marmalade|orange jam|Diary/);
  expect(wire()).toContain("A pear is a fruit.");
  expect(end.withheld).toEqual(["Diary.md"]);
  // Nothing of the note was in this request.
  expect(namedIn(loop.messages.slice(-2))).toEqual([]);
  // The user still has all of it.
  expect(JSON.stringify(loop.messages)).toContain("orange jam");
  closed = [];
  await asked("Now?");
  expect(wire()).toContain("orange jam");
});

test("a path without a name is found in no answer", async () => {
  loop.server.script({ parts: [reads("Open.md", "a")] }, { parts: ["A pear."] });
  await ask("What?");
  const [first] = namedIn(loop.messages);
  if (!first) throw new Error("nothing is named");
  expect(redacted(loop.messages, [{ ...first, path: ".md", isShown: false }]).at(-1)).toBe(loop.messages.at(-1));
});

test("a note that is closed in the middle of an answer is not sent with its next turn", async () => {
  loop.server.script(
    { parts: [reads("Diary.md", "a")] },
    () => {
      closed = ["Diary.md"];
      return { parts: [reads("Open.md", "b")] };
    },
    { parts: ["Done."] },
  );
  await ask("Where?");
  expect(wire()).not.toMatch(/marmalade|Diary/);
  expect(wire()).toContain("pear");
});

test("what a search found and what was attached is not sent either, and a name in a listing is not told", async () => {
  const reply = await loop.call("read_file", { path: "Diary.md" });
  loop.server.script(
    { parts: [{ call: "search_notes", args: { query: "quince" }, id: "s" }] },
    { parts: [{ call: "list_files", args: { path: "Folder" }, id: "l" }] },
    { parts: ["There is the Secret plan."] },
  );
  await ask("What is there?", [{ path: "Diary.md", reply }]);
  expect(wire()).toMatch(/marmalade[^]*quince/);
  closed = ["Diary.md", "Folder/Secret plan.md"];
  loop.server.script({ parts: ["Nothing."] });
  await ask("And now?");
  expect(wire()).not.toMatch(/marmalade|quince|Diary|Secret plan/);
});

test("a name that was only listed takes away the answers that name it, and no others", async () => {
  loop.server.script(
    { parts: [{ call: "list_files", args: { path: "Folder" }, id: "l" }] },
    { parts: ["There is the Secret plan."] },
    { parts: ["A pear is green."] },
  );
  await ask("What is there?");
  await ask("And a pear?");
  closed = ["Folder/Secret plan.md"];
  loop.server.script({ parts: ["Yes."] });
  await ask("Sure?");
  expect(wire()).not.toContain("Secret plan");
  expect(wire()).toContain("A pear is green.");
});

test("a saved conversation still knows what its longest replies were of", async () => {
  // Listed by the hundreds, the structured part is longer than what is saved of it.
  const files = Object.fromEntries(
    Array.from({ length: 600 }, (_, index) => [
      `Many/A note with quite a long name, longer than others, number ${index}.md`,
      "word quince\n",
    ]),
  );
  const many = await Loop.start({ ...files, "Zebra.md": "quince quince quince\n" });
  many.server.script(
    {
      parts: [
        { call: "search_notes", args: { query: "quince", limit: 50 }, id: "s" },
        { call: "list_files", args: { path: "Many", limit: 600 }, id: "l" },
      ],
    },
    { parts: ["So."] },
  );
  await many.ask("Find all", { choice: { contextTokens: 400_000 } });
  const [path] = many.messages
    .flatMap((one) => (one.role === "tool" ? (one.reply.structuredContent.notes ?? []) : []))
    .map(({ path }) => path);
  const lengths = many.messages.map((one) =>
    one.role === "tool" ? JSON.stringify(one.reply.structuredContent).length : 0,
  );
  expect(Math.max(...lengths)).toBeGreaterThan(20_000);
  const saved = fromMarkdown(toMarkdown({ title: "t", created: 0, messages: many.messages }));
  many.conversation = new Conversation(saved.messages, many.clock);
  closed = [path ?? "", "Many/A note with quite a long name, longer than others, number 17.md"];
  many.server.script({ parts: ["So."] });
  await many.ask("Again", { surroundings: { closedNow } });
  const sent = JSON.stringify(many.server.last.body);
  for (const one of closed) expect(sent).not.toContain(one);
  await many.close();
});
