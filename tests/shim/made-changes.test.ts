// The changes of a journal as the list of changes shows them.
import { expect, test } from "vitest";
import type { Replaced } from "../../pkg/lectern.js";
import { changedFiles, hunksOf, kindOf } from "../../js/chat/changes/made-changes.ts";
import type { JournalEntry } from "../../js/vault/changes.ts";

let count = 0;
const entry = (path: string, more: Partial<JournalEntry> = {}): JournalEntry => ({
  id: String(++count),
  time: new Date(count * 1000).toISOString(),
  path,
  version: "1",
  newVersion: "2",
  replaced: [],
  conversation: "one",
  ...more,
});

const part = (line: number, old: string, made: string): Replaced => ({
  at: 0,
  line,
  old,
  new: made,
  above: "",
  below: "",
});

test("changes are listed by note, the last first, under the note's present name", () => {
  const first = entry("a.md");
  const other = entry("b.md", { conversation: "two" });
  const second = entry("b.md");
  const move = entry("a.md", { movedTo: "c.md" });
  const link = entry("b.md", { move: move.id });
  const last = entry("c.md", { newVersion: null });
  const all = [first, other, second, move, link, last];
  const listed = (conversation?: string): unknown =>
    changedFiles(all, conversation).map(({ path, changes }) => [path, ...changes.map((change) => change.entry)]);
  expect(listed("one")).toStrictEqual([
    ["c.md", last, move, first],
    ["b.md", second],
  ]);
  expect(listed()).toStrictEqual([
    ["c.md", last, move, first],
    ["b.md", second, other],
  ]);
  expect(changedFiles(all, "one")[0]?.changes[1]?.links).toStrictEqual([link]);
  expect([first, move, last, entry("d.md", { version: null })].map(kindOf)).toStrictEqual([
    "Changed",
    "Moved from a.md",
    "Moved to trash",
    "New note",
  ]);
});

test("parts are hunks with the numbers of their lines before and after", () => {
  expect(hunksOf([part(3, "x\r\n", "1\n2\n"), part(9, "y", ""), part(12, "", "z\n")])).toStrictEqual([
    { line: 3, removed: "x\r\n", removedLines: 1, newLine: 3, added: "1\n2\n", addedLines: 2 },
    { line: 9, removed: "y", removedLines: 1, newLine: 10, added: "", addedLines: 0 },
    { line: 12, removed: "", removedLines: 0, newLine: 12, added: "z\n", addedLines: 1 },
  ]);
});
