// The config of a session: the front end's, and what the vault's settings add to it.
import { expect, test } from "vitest";
import { effective } from "../../js/vault/effective-config.ts";

const rules = (...settings: object[]) => ({ ignoreFile: "", excluded: [], settings });

test("read-only files of the front end and of all settings add up", () => {
  const config = effective({ readOnly: ["a/"] }, rules({ readOnly: ["b/", "c/"] }, {}, { readOnly: ["d/"] }));
  expect(config.readOnly).toEqual(["a/", "b/", "c/", "d/"]);
});

test("a list does not open what another list closes", () => {
  const { readOnly, patterns } = effective(
    { readOnly: ["*.md", "!b.md"], patterns: ["x"] },
    rules({ readOnly: ["b.md"], patterns: ["y", "!x"] }),
  );
  expect([readOnly, patterns]).toEqual([
    ["*.md", "b.md"],
    ["x", "y"],
  ]);
});

test("one list alone stays as it is", () => {
  expect(effective({}, rules({ readOnly: ["*.md", "!b.md"] })).readOnly).toEqual(["*.md", "!b.md"]);
  expect(effective({ readOnly: ["*.md", "!b.md"] }).readOnly).toEqual(["*.md", "!b.md"]);
});

test("documents are not searched if any of the vault's settings say so, unless the front end says otherwise", () => {
  const off = rules({ searchDocuments: false, maxDocumentBytes: 9 }, { maxDocumentBytes: 5 });
  expect(effective({}, off)).toMatchObject({ searchDocuments: false, maxDocumentBytes: 5 });
  expect(effective({ searchDocuments: true }, off).searchDocuments).toBe(true);
  expect(effective({}, rules({})).searchDocuments).toBe(true);
});

test("only the front end allows changes", () => {
  expect(effective({}, rules({ changes: true })).changes).toBe(false);
  expect(effective({ changes: true }, rules({ changes: false })).changes).toBe(true);
});

test("the index is kept over the lowest number of notes, and never if one says so", () => {
  expect(effective({ keepIndexOver: 2000 }, rules({ keepIndexOver: 0 })).keepIndexOver).toBe(0);
  expect(effective({ keepIndexOver: 2000 }, rules({ keepIndexOver: 5000 })).keepIndexOver).toBe(2000);
  expect(effective({ keepIndexOver: 0 }, rules({ keepIndexOver: null })).keepIndexOver).toBe(null);
  expect(effective({ keepIndexOver: null }, rules({ keepIndexOver: 0 })).keepIndexOver).toBe(null);
  expect(effective({}, rules({ keepIndexOver: 0 })).keepIndexOver).toBe(0);
  expect(effective({}, rules({})).keepIndexOver).toBe(null);
  expect(effective({ keepIndexOver: 2000 }).keepIndexOver).toBe(2000);
});
