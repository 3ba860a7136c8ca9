// How Markdown that is still being written is split into blocks, and how it is defused. Needs no page.
import fc from "fast-check";
import { expect, test } from "vitest";
import { firstBlock, openFence } from "../../js/chat/markdown-blocks.ts";
import { BREAK, defuse } from "../../js/chat/sanitize.ts";

/** The blocks of a text that comes in `pieces`, as the panel cuts them while it comes. */
function blocksOf(...pieces: string[]): string[] {
  const blocks = [""];
  for (const piece of pieces) {
    let last = (blocks.pop() ?? "") + piece;
    for (let length; (length = firstBlock(last)) !== undefined; last = last.slice(length)) {
      blocks.push(last.slice(0, length));
    }
    blocks.push(last);
  }
  return blocks;
}

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

test("a long list is cut between two items", () => {
  const items = Array.from({ length: 400 }, (_, index) => `${index + 1}. An item of a list\n`);
  const blocks = blocksOf(items.join(""));
  expect(blocks.length).toBeGreaterThan(2);
  expect(Math.max(...blocks.map(({ length }) => length))).toBeLessThan(4000);
  expect(blocks.every((block) => /^\d+\. /.test(block))).toBe(true);
});

test("a paragraph that does not end is cut between two lines", () => {
  const blocks = blocksOf("Some words that go on\n".repeat(5000));
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
