// Citations in an answer, and the quotes that belong to them.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { citationsIn } from "../../js/agent/citations/citations.ts";

/** The citations of `text`, each as it is written, with what was made of it. */
function found(text: string): unknown[] {
  return citationsIn(text).map(({ start, end, ...rest }) => [text.slice(start, end), rest]);
}

/** Of no type: strings have a `link` too. */
const made = (of: unknown): unknown => of;

describe("a citation", () => {
  test.each<[string, string, unknown]>([
    ["has lines", "So it is [[Notes/Bell#L12-18]].", { link: "Notes/Bell", startLine: 12, endLine: 18 }],
    ["has one line", "[[Bell#L12]]", { link: "Bell", startLine: 12, endLine: 12 }],
    ["has no line", "[[Bell]]", { link: "Bell" }],
    ["has an alias", "[[Bell#L3|the bell]]", { link: "Bell", startLine: 3, endLine: 3 }],
    ["has an alias in a table", "[[Bell#L3\\|the bell]]", { link: "Bell", startLine: 3, endLine: 3 }],
    ["has an L before both lines, and a dash", "[[Bell#L3–L5]]", { link: "Bell", startLine: 3, endLine: 5 }],
    ["has lines the wrong way round", "[[Bell#L5-3]]", { link: "Bell", startLine: 3, endLine: 5 }],
    ["has two ranges: the first", "[[Bell#L3-5, L9]]", { link: "Bell", startLine: 3, endLine: 5 }],
    ["has a heading", "[[Bell#The clapper]]", { link: "Bell#The clapper" }],
    ["has a name with a number sign", "[[C# notes#L4]]", { link: "C# notes", startLine: 4, endLine: 4 }],
    ["has a name that ends in a bracket", "[[Draft [2]]]", { link: "Draft [2]" }],
    ["has an ending", "[[Papers/a.pdf#L7]]", { link: "Papers/a.pdf", startLine: 7, endLine: 7 }],
  ])("%s", (_, text, expected) => {
    expect(found(text).map((one) => (one as unknown[])[1])).toEqual([expected]);
  });

  test("is an embedded note too, with its mark", () => {
    expect(found("![[Bell#L2]]")).toEqual([["![[Bell#L2]]", made({ link: "Bell", startLine: 2, endLine: 2 })]]);
  });

  test.each([
    ["in a code span", "`[[Bell#L1]]`"],
    ["in a span of two backticks", "`` a ` [[Bell#L1]] ``"],
    ["in a span over a line break", "`a\n[[Bell#L1]]`"],
    ["in a fence", "```\n[[Bell#L1]]\n```"],
    ["in a fence that nothing closes", "~~~md\n[[Bell#L1]]\n\n[[Bell#L2]]"],
    ["in a fence of a list and a quotation", "> - ```\n>   [[Bell#L1]]\n>   ```"],
    ["indented as code", "a\n\n    [[Bell#L1]]"],
    ["escaped", "\\[[Bell#L1]]"],
    ["over two lines", "[[Bell\n#L1]]"],
    ["empty", "[[]] and [[ |x]] and [[#L3]]"],
    ["an address", "[[https://example.org]]"],
  ])("is nothing %s", (_, text) => {
    expect(found(text)).toEqual([]);
  });

  test.each([
    ["behind a backtick alone", "a ` b [[Bell#L1]]"],
    ["behind an escaped backtick", "\\`a [[Bell#L1]] `"],
    ["in the next paragraph of an open backtick", "`a\n\n[[Bell#L1]]`"],
    ["below a quotation with a fence that nothing closes", "> ```\n> a\nSo [[Bell#L1]]"],
    ["behind a closed fence", "```\na\n```\n[[Bell#L1]]"],
    ["in a list below a blank line", "- a\n\n    [[Bell#L1]]"],
    ["of three brackets", "[[[Bell#L1]]"],
  ])("is one %s", (_, text) => {
    expect(found(text)).toEqual([["[[Bell#L1]]", made({ link: "Bell", startLine: 1, endLine: 1 })]]);
  });

  test.each([
    ["behind code with the fence of a quotation in it", "> ~~~\n> > ~~~\n> ~~~\n> [[Bell#L1]]"],
    ["below a quotation in a quotation, with an open fence", "> > ```\n> > a\n> [[Bell#L1]]"],
  ])("is one in a quotation, %s", (_, text) => {
    expect(citationsIn(text)).toMatchObject([{ link: "Bell", startLine: 1 }]);
  });
});

describe("the quote of a citation", () => {
  const quotes = (text: string): unknown[] => citationsIn(text).map(({ quote }) => quote);

  test.each<[string, string, unknown[]]>([
    ["in marks", 'He said "it rings" [[Bell#L1]].', ["it rings"]],
    ["in typographic marks", "He said “it rings” ([[Bell#L1]]).", ["it rings"]],
    ["in German marks", "Er sagte „sie läutet“ [[Bell#L1]].", ["sie läutet"]],
    ["in French marks", "Il dit « elle sonne » [[Bell#L1]].", [" elle sonne "]],
    ["in Japanese marks", "「鐘が鳴る」[[Bell#L1]]", ["鐘が鳴る"]],
    ["before a full stop", '"It rings". [[Bell#L1]]', ["It rings"]],
    ["only of the first of two", '"It rings" [[Bell#L1]] [[Log#L2]]', ["It rings", undefined]],
    ["of each its own", '"a b" [[Bell#L1]] and "c d" [[Log#L2]]', ["a b", "c d"]],
    ["not from the paragraph before", '"It rings"\n\n[[Bell#L1]]', [undefined]],
    ["not where words stand between", '"It rings" is what he said [[Bell#L1]]', [undefined]],
    ["in a quotation", "> It rings.\n> Often.\n>\n> [[Bell#L1-2]]", ["It rings.\nOften."]],
    ["in the same line of a quotation", "> It rings. — [[Bell#L1]]", ["It rings."]],
    ["below a quotation", "> It rings.\n\n— [[Bell#L1]]", ["It rings."]],
    ["below a quotation, with a word", "> It rings.\n\nSource: [[Bell#L1]]", ["It rings."]],
    ["of the second part of a quotation", "> a b [[Bell#L1]]\n> c d\n> [[Bell#L2]]", ["a b", "c d"]],
    [
      "in a nested quotation, without the text around it",
      "> [!quote]- Show 2 more\n> **Bell**\n>\n> > It rings.\n> >\n> > [[Bell#L1]]\n>\n> **Log**\n>\n> > Often.\n> >\n> > [[Log#L1]]",
      ["It rings.", "Often."],
    ],
    ["not above other text", "> It rings.\n\nBut why, says [[Bell#L1]]", [undefined]],
  ])("is found %s", (_, text, expected) => {
    expect(quotes(text)).toEqual(expected);
  });

  test("holds the links that stand in it, which are no citations of their own", () => {
    expect(found("> See [[Log]] and [[Tide|tides]].\n>\n> [[Bell#L3]]")).toEqual([
      ["[[Bell#L3]]", made({ link: "Bell", startLine: 3, endLine: 3, quote: "See [[Log]] and [[Tide|tides]]." })],
    ]);
    expect(found('"see [[Log]] there" [[Bell#L3]]').map((one) => (one as unknown[])[0])).toEqual(["[[Bell#L3]]"]);
  });
});

describe("hostile answers", () => {
  test.each([
    ["brackets that open", "[".repeat(100_000)],
    ["links", "[[a#L1]]".repeat(12_500)],
    ["quotation marks and links", '"a" [[b#L1]]'.repeat(8_000)],
    ["quotation marks", '"'.repeat(100_000) + "[[a#L1]]"],
    ["links without lines in one quotation", `> ${"[[a]] ".repeat(16_000)}[[b#L1]]`],
    ["backticks", Array.from({ length: 440 }, (_, length) => "`".repeat(length)).join(" ")],
    ["escaped backticks", "\\``".repeat(33_000)],
    ["quotations", "> ".repeat(50_000)],
    ["lines of quotations", `${">\n".repeat(50_000)}> [[a#L1]]`],
    ["spaces", `# ${" ".repeat(100_000)}x`],
    ["backslashes", `${"\\".repeat(100_000)}[[a#L1]]`],
    ["digits", `[[a#${"1".repeat(100_000)}]]`],
  ])("of %s are read in no time", (_, text) => {
    const began = performance.now();
    expect(citationsIn(text)).toBeInstanceOf(Array);
    // A hundred times what it takes; a quadratic reader takes minutes.
    expect(performance.now() - began).toBeLessThan(2000);
  });

  const piece = fc.constantFrom(
    ...'[[ ]] [ ] ` `` ``` ~~~ > - " “ ” « # L1 -3 | ! \\ a b é 鐘 🔔 \n \n\n'.split(" "),
    " ",
    "    ",
    "[[Bell#L2]]",
    "\n> ",
  );

  test("give citations in order, each a link of the text, whatever they are made of", () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        const text = pieces.join("");
        let before = 0;
        for (const { start, end, link, startLine = 1, endLine = 1 } of citationsIn(text)) {
          expect(start).toBeGreaterThanOrEqual(before);
          expect(text.slice(start, end)).toMatch(/^!?\[\[[^\n]+\]\]$/);
          expect(text.slice(start, end)).toContain(link);
          expect(startLine).toBeLessThanOrEqual(endLine);
          before = end;
        }
      }),
    );
  });
});
