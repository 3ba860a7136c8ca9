// The pin of a saved conversation: a property that comes and goes without a trace.
import { expect, test } from "vitest";
import { fromMarkdown } from "../../js/agent/saved/read-conversation.ts";
import { isPinned, withPin } from "../../js/agent/saved/pinned.ts";
import { toMarkdown } from "../../js/agent/saved/write-conversation.ts";

const conversation = {
  title: "Why?",
  created: 0,
  messages: [{ role: "user" as const, text: "---\npinned: true\n---", attachments: [] }],
};
const note = toMarkdown(conversation);

test("a conversation is pinned and unpinned, and reads the same", () => {
  const pinned = withPin(note, true);
  expect([isPinned(note), isPinned(pinned)]).toEqual([false, true]);
  expect(pinned.replace("pinned: true\n---", "---")).toBe(note);
  expect(withPin(pinned, true)).toBe(pinned);
  expect(withPin(pinned, false)).toBe(note);
  expect(fromMarkdown(pinned)).toEqual(conversation);
});

test("other line ends and a false pin", () => {
  const other = note.replaceAll("\n", "\r\n").replace("lectern: false\r\n", "pinned: false\r\nlectern: false\r\n");
  expect(isPinned(other)).toBe(false);
  expect(isPinned(withPin(other, true))).toBe(true);
  expect(withPin(other, false)).toBe(note.replaceAll("\n", "\r\n"));
});

test.each([
  "",
  "text",
  "---\ntitle: x\n---\n",
  "---\nlectern-conversation: 1\n",
  "# x\n---\nlectern-conversation: 1\n---\n",
])("a note that is no conversation stays as it is: %j", (text) => {
  expect(withPin(text, true)).toBe(text);
  expect(isPinned(text)).toBe(false);
});
