// Lines from characters with positions, on generated pages: nothing is lost, whatever the layout. pdf.test.ts covers
// real pages.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { linesOf, MAX_RUNS, runsOf } from "../../js/documents/pdf-page.ts";
import type { PdfItem } from "../../js/documents/pdfjs.ts";

const item = fc.record<PdfItem>({
  str: fc.oneof(fc.stringMatching(/^[a-z0-9 ]{0,8}$/), fc.constantFrom("\u05d0\u05d1", "\u{1f468}", "\0", " ")),
  dir: fc.constantFrom("ltr", "rtl", "ttb"),
  transform: fc
    .tuple(
      fc.constantFrom([1, 0, 0, 1], [0, 1, -1, 0], [8, 0, 0, 8], [0, 0, 0, 0], [NaN, 1, 1, Infinity]),
      fc.double({ min: -600, max: 600 }),
      fc.double({ min: -600, max: 600 }),
    )
    .map(([matrix, x, y]) => [...matrix, x, y]),
  width: fc.oneof(fc.integer({ min: -9, max: 90 }), fc.constant(NaN)),
  height: fc.constantFrom(0, 8, 600),
  fontName: fc.constantFrom("F1", "vertical"),
});
const styles = { vertical: { vertical: true } };

/** All letters, whatever their order; what is raised or lowered as the digit that it is. */
function letters(texts: readonly string[]): string {
  const plain = texts
    .join("")
    .normalize("NFKC")
    .replace(/[\s\0]/g, "");
  return Array.from(plain).sort().join("");
}

describe("any page", () => {
  test("keeps every letter, on lines without line breaks", () => {
    fc.assert(
      fc.property(fc.array(item, { maxLength: 60 }), (items) => {
        const runs = runsOf({ items, styles });
        const lines = linesOf(runs);
        expect(letters(lines)).toBe(letters(runs.map(({ text }) => text)));
        expect(lines.join("")).not.toMatch(/[\n\r]/);
        expect(lines[0]).not.toBe("");
      }),
    );
  });

  test("with as many letters as there may be is done", () => {
    const one = { str: "ab", dir: "ltr", width: 10, height: 8, fontName: "F1" };
    const pages = [
      (index: number) => [8, 0, 0, 8, index * 20, 0],
      (index: number) => [8, 0, 0, 8, 0, -index * 20],
      (index: number) => [8, 0, 0, 8, 0, index * 20],
      (index: number) => [8, 0, 0, 8, (index % 100) * 40, -Math.floor(index / 100) * 10],
      (index: number) => [8, 0, 0, 8, (index * 7919) % 4000, (index * 104_729) % 4000],
    ];
    for (const place of pages) {
      const items = Array.from({ length: MAX_RUNS }, (_, index) => ({ ...one, transform: place(index) }));
      const lines = linesOf(runsOf({ items, styles }));
      expect(lines.reduce((sum, line) => sum + line.replace(/ /g, "").length, 0)).toBe(2 * MAX_RUNS);
    }
  });
});

test("Arabic letters are those that people write, not their shapes in a word", () => {
  // مرحبا سلام, as a font tells the shapes; the last is a ligature of two letters.
  const str = "\ufee3\ufeae\ufea3\ufe92\ufe8e \ufeb3\ufefc\ufee1";
  const items = [{ str, dir: "rtl", transform: [8, 0, 0, 8, 0, 0], width: 40, height: 8, fontName: "F1" }];
  expect(linesOf(runsOf({ items, styles }))).toStrictEqual(["مرحبا سلام"]);
});

test("letters of a font that does not tell how wide they are make words", () => {
  const items = Array.from("Fig", (str, at) => ({
    ...{ str, dir: "ltr", width: 9, height: 9, fontName: "F1" },
    transform: [9, 0, 0, 9, 35 + at * 4, 745],
  }));
  expect(linesOf(runsOf({ items, styles }))).toStrictEqual(["Fig"]);
});
