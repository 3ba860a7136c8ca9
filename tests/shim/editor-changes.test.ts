// What an editor has to replace for a change: it makes the new text, is as small as it can be, and splits no character.
import fc from "fast-check";
import { expect, test } from "vitest";
import type { EditorChange } from "obsidian";
import type { Replaced } from "../../pkg/lectern.js";
import { editorChanges } from "../../js/host/editor-changes.ts";

const place = (at: number, old: string, text: string): Replaced => ({
  at,
  line: 1,
  old,
  new: text,
  above: "",
  below: "",
});

/** `text` after `changes`, as an editor makes them. */
function changed(text: string, changes: readonly EditorChange[]): string {
  const lines = text.split("\n");
  const offset = ({ line, ch }: EditorChange["from"]): number =>
    lines.slice(0, line).reduce((sum, { length }) => sum + length + 1, ch);
  return changes.reduceRight(
    (result, { from, to = from, text: put }) => result.slice(0, offset(from)) + put + result.slice(offset(to)),
    text,
  );
}

test("a change within a line replaces only what differs", () => {
  expect(editorChanges("é\none two\n", "é\none 2 two\n", [place(3, "one two\n", "one 2 two\n")])).toEqual([
    { from: { line: 1, ch: 4 }, to: { line: 1, ch: 4 }, text: "2 " },
  ]);
});

test("a character outside the basic plane is replaced as a whole", () => {
  expect(editorChanges("🎉", "🎈", [place(0, "🎉", "🎈")])).toEqual([
    { from: { line: 0, ch: 0 }, to: { line: 0, ch: 2 }, text: "🎈" },
  ]);
  // The same second half.
  expect(editorChanges("\u{1f389}", "\u{1f789}", [])).toEqual([
    { from: { line: 0, ch: 0 }, to: { line: 0, ch: 2 }, text: "\u{1f789}" },
  ]);
});

test.each([
  ["in another place", [place(2, "one\n", "two\n")]],
  ["in the wrong order", [place(4, "b", "c"), place(0, "one", "two")]],
  ["not all of it", []],
])("what is told %s still makes the new text", (_, replaced) => {
  expect(changed("one\nb\n", editorChanges("one\nb\n", "two\nb\n", replaced))).toBe("two\nb\n");
});

test("any changes make the new text, and split no character", () => {
  const text = fc.string({ unit: fc.constantFrom("a", "b", "\n", "é", "🎉", "🎈", "\u{1f789}"), maxLength: 8 });
  fc.assert(
    fc.property(fc.array(fc.tuple(text, text, text), { maxLength: 5 }), text, (parts, end) => {
      let [old, now, at] = ["", "", 0];
      const replaced = parts.map(([same, was, text]) => {
        const here = place(at + Buffer.byteLength(same), was, text);
        old += same + was;
        now += same + text;
        at += Buffer.byteLength(same + was);
        return here;
      });
      const changes = editorChanges(old + end, now + end, replaced);
      expect(changed(old + end, changes)).toBe(now + end);
      for (const { text } of changes) expect(text).not.toMatch(/[\ud800-\udfff]/u);
    }),
  );
});
