// How Markdown that is still being written is split into blocks, and how it is defused. Needs no page.
import fc from "fast-check";
import MarkdownIt from "markdown-it";
import { expect, test } from "vitest";
import { firstBlock, MIDDLE, openFence } from "../../js/chat/answer/markdown-blocks.ts";
import { BREAK, defuse } from "../../js/chat/answer/sanitize.ts";

interface Part {
  source: string;
  /** Set if it goes on with the list or table before it. */
  head?: string;
}

/** The parts of a text that comes in `pieces`, as the panel cuts them while it comes. */
function partsOf(...pieces: string[]): Part[] {
  const parts: Part[] = [];
  let last: Part = { source: "" };
  for (const piece of pieces) {
    last.source += piece;
    for (let end; (end = firstBlock(last.source, last.head));) {
      const rest = last.source.slice(end.length);
      parts.push({ ...last, source: last.source.slice(0, end.length) });
      last = { source: rest, ...(end.head !== undefined && { head: end.head }) };
    }
  }
  return [...parts, last];
}

const blocksOf = (...pieces: string[]): string[] => partsOf(...pieces).map(({ source }) => source);

test.each([
  ["paragraphs", ["One\ntwo\n\n", "Three\n\n", "Four"]],
  ["a heading", ["# Head\n\n", "Text"]],
  ["a list, loose or not, is one", ["Before\n\n", "- a\n\n- b\n  more\n\n  - c\n\n", "After"]],
  ["numbers go on", ["1. a\n\n2. b\n\n10. c\n\n", "After"]],
  ["a fence with blank lines is one", ["```js\na\n\n\nb\n```\n\n", "After"]],
  ["a fence in a fence", ["````md\n```\n\na\n```\n\n````\n\n", "After"]],
  ["tildes do not end what backticks began", ["```\n\n~~~\n\n```\n\n", "After"]],
  ["formulas with blank lines", ["$$\na\n\nb\n$$\n\n", "After"]],
  ["a formula in one line", ["$$ a $$\n\n", "After"]],
  ["a quote", ["> a\n>\n> b\n\n", "After"]],
  ["what is indented belongs to what is above", ["Text\n\n    code\n\n    more\n\n", "After"]],
  ["a footnote stays with its text", ["Text[^1]\n\n[^1]: Note\n\n", "After"]],
])("%s", (_, blocks) => expect(blocksOf(blocks.join(""))).toEqual(blocks));

test.each([
  ["list", (at: number) => `${at + 1}. An item of a list\n`, "", /^\d+\. /],
  ["list with marks", () => "- An item\n  of two lines\n", "", /^- /],
  ["table", (at: number) => `| a row | ${at} |\n`, "| a | b |\n| --- | :-: |\n", /^\| a/],
  ["table without bars around it", (at: number) => `a row | ${at}\n`, "a | b\n--- | ---\n", /^a/],
])("a long %s is cut between two lines, and goes on", (_, line, head, start) => {
  const parts = partsOf(head + Array.from({ length: 400 }, (_, index) => line(index)).join(""));
  expect(parts.length).toBeGreaterThan(4);
  expect(Math.max(...parts.map(({ source }) => source.length))).toBeLessThan(1200);
  expect(parts.every(({ source }) => start.test(source))).toBe(true);
  expect(parts.slice(1).every((part) => part.head === head)).toBe(true);
});

test("a line that is nearly one under the head of a table is read in one go", () => {
  const line = `-${"| ".repeat(5000)}x`;
  expect(partsOf(`a | b\n${line}\n`)).toStrictEqual([{ source: `a | b\n${line}\n` }]);
});

const library = new MarkdownIt({ breaks: true });
/** The one paragraph of the parts, as the panel joins them. */
const joined = (parts: readonly Part[]): string =>
  parts.map(({ source, head = "" }) => library.render(head + source).slice(3 + head.length, -5)).join("");
const SPANS = [
  ...["*some words*", "**more of them**", "***both***", "`code * with` marks", "``a ` b``", "[[My_note#L2|of it]]"],
  ...[
    "[a link](there 'its title')",
    "(in brackets)",
    "snake_case_name",
    "5 \\* 3",
    "5 * 3",
    "~~it is gone~~",
    "“said”",
  ],
  ...["1.", "#", "-", "+", ">", "次の文。", "。1.", "a\n", "*over a\nline*", "**a *b* `c`**", "word", "words."],
];

test("a long paragraph is cut between words where no markup is open, and is the same once it is joined", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...SPANS), { minLength: 150, maxLength: 400 }), (spans) => {
      const text = `So ${spans.join(" ").replace(/\n /g, "\nand ")}`;
      const parts = partsOf(text);
      expect(parts.map(({ source }) => source).join("")).toBe(text);
      expect(`<p>${joined(parts)}</p>\n`).toBe(library.render(text));
      expect(partsOf(...(text.match(/[^]{1,7}/g) ?? []))).toEqual(parts);
    }),
    { numRuns: 300 },
  );
});

test("one stray mark does not keep a paragraph in one piece", () => {
  const parts = partsOf(`It costs 5 $. ${"Nothing more is known of it. ".repeat(400)}`);
  expect(parts.length).toBeGreaterThan(8);
  expect(Math.max(...parts.map(({ source }) => source.length))).toBeLessThan(4100);
  expect(parts.slice(1).every(({ head }) => head === MIDDLE)).toBe(true);
});

test.each(["# A heading", "> A quotation", "- An item", "1. An item", "| a | b |", "    code", "[^1]: A footnote"])(
  "%s is not cut between words",
  (start) => expect(partsOf(`${start} ${"and so on ".repeat(500)}`)).toHaveLength(1),
);

test("what follows a long list or table is a block of its own", () => {
  const item = `- ${"An item of a list ".repeat(60)}\n`;
  for (const next of ["* Another list\n", "1. Another list\n", "\nText\n"]) {
    expect(partsOf(`${item}${next}`).slice(-1)).toStrictEqual([{ source: next.trimStart() }]);
  }
  const table = `| a |\n| - |\n${"| b |\n".repeat(300)}`;
  expect(partsOf(`${table}\nText`).slice(-1)).toStrictEqual([{ source: "Text" }]);
});

test("a quotation that does not end is cut between two lines", () => {
  const blocks = blocksOf("> Some words that go on\n".repeat(5000));
  expect(Math.max(...blocks.map(({ length }) => length))).toBeLessThan(25_000);
  expect(blocks.slice(0, -1).every((block) => block.endsWith("on\n"))).toBe(true);
});

const pieces = fc.array(
  fc.constantFrom("a", " ", "\n", "\n\n", "- ", "1. ", "```", "```\n", "~~~js\n", "> ", "$$", "$$\n", "# ", "    "),
);

test("no letter is lost, whatever comes and in whichever pieces; and the last block may still grow", () => {
  fc.assert(
    fc.property(pieces, (pieces) => {
      expect(blocksOf(...pieces).join("")).toBe(pieces.join(""));
      expect(blocksOf(...pieces)).toEqual(blocksOf(pieces.join("")));
    }),
  );
});

test("the lines of a fence that is still open", () => {
  expect(openFence("```js\na\nb")).toBe("a\nb");
  expect(openFence("~~~")).toBe("");
  expect(openFence("text\n```js\na")).toBeUndefined();
});

test("nothing but breaks is put into a text, so that it can be shown as it was", () => {
  fc.assert(
    fc.property(
      fc.string({
        unit: fc.constantFrom("`", "!", "[", "<", "a", "/", ":", "&", "#", "\\", "\n", " ", "http:", "$=", "style"),
      }),
      (text) => {
        // A formula gets spaces instead, or is code.
        const bare = (markdown: string): string => (text.includes("$") ? markdown.replace(/[ `]/g, "") : markdown);
        expect(bare(defuse(text).replaceAll(BREAK, ""))).toBe(bare(text));
      },
    ),
  );
});

test.each([
  "\\style{background:url(x)}{a}",
  "\\href{https://x}{a}",
  "\\bbox[background:url(x)]{a}",
  "\\require{html}",
  "\\csname style\\endcsname",
  "\\mmlToken{mi}[style=x]{a}",
  "\\class{a}{b}",
])("a formula sets no styles and no links: %s", (formula) => expect(defuse(`$${formula}$`)).toContain(`$\\${BREAK}`));

test("a formula that only counts is left as it is", () => {
  expect(defuse("$\\frac{a}{b} < \\sqrt{c}$")).toBe("$\\frac{a}{b} < \\sqrt{c}$");
});

test("an image, an embed and HTML are broken wherever they stand", () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom("![", "![[", "<img ", "</a", "<!--", "`", "```\n", "\n", "    ", "x", "\\", "~~~\n")),
      (parts) => {
        expect(defuse(parts.join(""))).not.toMatch(/!\[|<[a-z/!?]/i);
      },
    ),
  );
});
