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

/** The words of lines as pdf.js gives them: each letter half as wide as the font is high, and `matrix` what the font says. */
function wordsOf(lines: readonly string[], matrix: readonly number[], size: number, fontName = "F1"): PdfItem[] {
  return lines.flatMap((line, row) => {
    let x = 72;
    return line.split(" ").flatMap((word) => {
      // TeX draws the first letter apart, a bit nearer.
      const parts = [word.slice(0, 1), word.slice(1)].filter(Boolean);
      const items = parts.map((str) => {
        const width = (str.length * size) / 2;
        const item = {
          str,
          dir: "ltr",
          transform: [...matrix, x, 700 - row * size * 1.2],
          width,
          height: 120,
          fontName,
        };
        x += width - size * 0.03;
        return item;
      });
      const space = { ...items[0], str: " ", height: 0, width: 0.3, fontName } as PdfItem;
      x += size * 0.36;
      return [...items, space];
    });
  });
}

describe("letters that are not as large as their font says", () => {
  const SENTENCES = ["The harbor master keeps a list", "of all the boats that stay", "there over winter or longer"];

  test.each([
    ["ten times as high", [0.12, 0, 0, 120]],
    ["ten times as high, and upside down", [0.12, 0, 0, -120]],
    ["not as high as a dot", [0.24, 0, 0, 0.24]],
    ["ten times as large", [120, 0, 0, 120]],
  ])("are words on their own lines: %s", (_, matrix) => {
    const page = { items: wordsOf(SENTENCES, matrix, 12), styles };
    expect(linesOf(runsOf(page))).toStrictEqual({ lines: SENTENCES, isAsStored: false });
  });

  test("are no words where pdf.js sees spaces by the width of the font's matrix", () => {
    const items = wordsOf(SENTENCES, [0.12, 0, 0, 12], 12).flatMap((item) =>
      item.str.length === 1 ? [item, { ...item, str: " ", width: 0.3 }] : item,
    );
    expect(linesOf(runsOf({ items, styles })).lines).toStrictEqual(SENTENCES);
  });

  test("are as large as their lines say if their widths are wrong, too", () => {
    const items = wordsOf(SENTENCES, [12, 0, 0, 12], 12).map((item) => ({ ...item, width: item.width / 4 }));
    expect(runsOf({ items, styles }).every(({ size }) => size === 12)).toBe(true);
  });

  test("are shown as they are stored if nothing tells how large they are", () => {
    const hebrew = SENTENCES.map((line) =>
      line.replace(/[a-z]/gi, (letter) => String.fromCharCode(0x5d0 + (letter.charCodeAt(0) % 26))),
    );
    const { lines, isAsStored } = linesOf(runsOf({ items: wordsOf(hebrew, [0.12, 0, 0, 120], 12), styles }));
    expect(isAsStored).toBe(true);
    expect(lines.join(" ").replace(/\s/g, "")).toBe(hebrew.join("").replace(/\s/g, ""));
  });
});

describe("any page", () => {
  test("keeps every letter, on lines without line breaks", () => {
    fc.assert(
      fc.property(fc.array(item, { maxLength: 60 }), (items) => {
        const runs = runsOf({ items, styles });
        const { lines } = linesOf(runs);
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
      const { lines } = linesOf(runsOf({ items, styles }));
      expect(lines.reduce((sum, line) => sum + line.replace(/ /g, "").length, 0)).toBe(2 * MAX_RUNS);
    }
  });
});

test("Arabic letters are those that people write, not their shapes in a word", () => {
  // مرحبا سلام, as a font tells the shapes; the last is a ligature of two letters.
  const str = "\ufee3\ufeae\ufea3\ufe92\ufe8e \ufeb3\ufefc\ufee1";
  const items = [{ str, dir: "rtl", transform: [8, 0, 0, 8, 0, 0], width: 40, height: 8, fontName: "F1" }];
  expect(linesOf(runsOf({ items, styles })).lines).toStrictEqual(["مرحبا سلام"]);
});

test("words that a scan places one by one are words, even if their font is wider than the paper's letters", () => {
  const items = ["the", "keeper", "wrote"].map((str, at) => ({
    ...{ str, dir: "ltr", width: 34, height: 9, fontName: "F1" },
    transform: [9, 0, 0, 9, 35 + at * 32, 745],
  }));
  expect(linesOf(runsOf({ items, styles })).lines).toStrictEqual(["the keeper wrote"]);
});

test("letters of a font that does not tell how wide they are make words", () => {
  const items = Array.from("Fig", (str, at) => ({
    ...{ str, dir: "ltr", width: 9, height: 9, fontName: "F1" },
    transform: [9, 0, 0, 9, 35 + at * 4, 745],
  }));
  expect(linesOf(runsOf({ items, styles })).lines).toStrictEqual(["Fig"]);
});

describe("two columns", () => {
  const put = (str: string, x: number, y: number): PdfItem => ({
    ...{ str, dir: "ltr", width: str.length * 5, height: 10, fontName: "F1" },
    transform: [10, 0, 0, 10, x, y],
  });
  const LEFT = [
    "the keeper of the northern light",
    "rows out to the quay at dawn and",
    "counts the boats that came in by",
  ];
  const RIGHT = [
    "night, and writes them in a book",
    "that nobody else on the island is",
    "allowed to read before the winter",
  ];
  const column = (texts: readonly string[], x: number, y: number): PdfItem[] =>
    texts.map((text, row) => put(text, x, y - row * 12));
  const [left, right] = [
    [...LEFT, ...LEFT],
    [...RIGHT, ...RIGHT],
  ];
  const linesIn = (items: PdfItem[]): string[] => linesOf(runsOf({ items, styles })).lines.filter(Boolean);

  test("are read one by one if they are stored row by row, with lines at different heights", () => {
    const rows = [...column(left, 72, 700), ...column(right, 320, 695)];
    rows.sort((one, other) => (other.transform[5] ?? 0) - (one.transform[5] ?? 0));
    expect(
      linesIn([put("A title above the two columns of the page, as wide as both", 80, 730), ...rows]),
    ).toStrictEqual(["A title above the two columns of the page, as wide as both", ...left, ...right]);
  });

  test("stay as they are stored below a plot whose numbers are drawn upwards", () => {
    const axis = Array.from({ length: 9 }, (_, at) => put(`0.${at}`, 72, 720 + at * 8));
    const lines = linesIn([...axis, ...column(left, 72, 700), ...column(right, 320, 695)]);
    expect(lines.slice(axis.length)).toStrictEqual([...left, ...right]);
  });

  test("of a table are read row by row", () => {
    const cells = ["the keeper", "a list of boats", "dawn"];
    const rows = Array.from({ length: 8 }, (_, row) =>
      cells.map((cell, at) => put(cell, 72 + at * 130, 700 - row * 12)),
    );
    expect(linesIn(rows.flat())).toStrictEqual(rows.map(() => cells.join("   ")));
  });

  test("of numbers are read row by row", () => {
    const cells = ["88.4 90.2 90.7 91.6 88.6 90.5", "91.4 93.5 87.9 91.3 91.6 92.5"];
    const rows = Array.from({ length: 8 }, (_, row) =>
      cells.map((cell, at) => put(cell, 72 + at * 250, 700 - row * 12)),
    );
    expect(linesIn(rows.flat())).toStrictEqual(rows.map(() => cells.join("   ")));
  });
});
