// A line of Markdown: how it is read and how it is quoted.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { citationsIn } from "../../js/agent/citations/citations.ts";
import { codeIn } from "../../js/agent/markdown/code.ts";
import { quotable, withoutMarkdown } from "../../js/agent/markdown/inline.ts";
import { Wording } from "../../js/agent/citations/wording.ts";

describe("what is read of a line", () => {
  test.each([
    ["a link, by its alias", "See [[Frame#Oak|the frame]].", "See the frame."],
    ["a link to a heading, by both", "See [[Frame#Oak]].", "See Frame › Oak."],
    ["a link to a block, by its note", "See [[Frame#^oak]].", "See Frame."],
    ["a link in a table", "| [[Frame\\|the frame]] |", "| the frame |"],
    ["a link with code in it", "Run [`tune`](https://x.y) now", "Run `tune` now"],
    ["code as it is, links in it and all", "Write `[[Frame|x]] <br>` so", "Write `[[Frame|x]] <br>` so"],
    ["what is escaped as it is", "\\[[Frame|x]] and \\`[[Frame|y]]`", "\\[[Frame|x]] and \\`y`"],
    ["no picture", "A bell ![[bell.png]] and ![bell](b.png).", "A bell  and ."],
    ["no markup", "Two<br/>lines", "Two lines"],
    ["no mark of a block, of a quotation, of a callout or of a task", "> > [!note]- Bell ^id", " Bell"],
    ["no box of a task", "- [x] Ring", "Ring"],
    ["no box of a task without words", "* [x]", ""],
    ["backticks that are far apart as signs", `\` ${"a".repeat(300)} [[Frame|x]] \``, `\` ${"a".repeat(300)} x \``],
  ])("is %s", (_, line, read) => {
    expect(withoutMarkdown(line)).toBe(read);
  });
});

describe("a line is quoted", () => {
  test.each([
    [
      "as it is",
      "- [x] Ring *the* **bell**, `[[a]]` and all: [1] <3",
      "- [x] Ring *the* **bell**, `[[a]]` and all: [1] <3",
    ],
    ["with its links by their names", "See [[Frame|the frame]] and [oak](https://x.y)", "See the frame and oak"],
    [
      "with what would begin code or a link taken for itself",
      "a `` b [[ c ](d e) <e",
      "a \\`\\` b \\[[ c \\](d e) \\<e",
    ],
    ["with no fence", "~~~ `a``", "\\~\\~\\~ \\`a\\`\\`"],
    ["with a link that is left when another is gone taken for itself", "[[[[x]][Frame]]", "\\[[x[Frame]]"],
    ["with code that comes to stand beside code taken for words", "`a`[[x|]]`b`", "`a`\\`b\\`"],
    ["with its embeds", "`a`![[x.png]]`b` ![[y#^3|z]]", "`a`![[x.png]]`b` ![[y#^3|z]]"],
    ["with a sign for HTML that shows a picture", 'a <img src="b.png">', "a …"],
    ["with its comments as text", "a %%b%% <!-- c -->", "a \\%\\%b\\%\\% \\<!-- c -->"],
    ["with all marks of blocks but the last", "Bell ^a ^b", "Bell \\^a"],
  ])("%s", (_, line, quoted) => {
    expect(quotable(line)).toBe(quoted);
  });

  test("without marks that it is to be without, but for those that part a number", () => {
    expect(quotable("a **b \\** ==c **1", ["**", "=="])).toBe("a b \\** c **1");
  });

  test("without a link, whole, and the same when it is quoted again", () => {
    const signs = Array.from("`[]!()<a>\\~^ |#x*…-");
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...signs), { maxLength: 30 }), (written) => {
        const quoted = quotable(written.join(""));
        expect(citationsIn(`> ${quoted}`)).toEqual([]);
        expect(quotable(quoted)).toBe(quoted);
        // Nothing in it goes on behind it.
        const text = `> ${quoted}\n> [[Note#L1]] \` \`\` \`\`\``;
        const last = codeIn(text).at(-1);
        expect(last === undefined || last[1] <= quoted.length + 3, text).toBe(true);
      }),
    );
  });
});

describe("words of code", () => {
  const shown = new Wording([[1, "Write `[[Frame|x]]` or `<br>` here."]]);

  test.each([
    ["with its backticks", "Write `[[Frame|x]]` or `<br>` here"],
    ["without them, as it is rendered", "Write [[Frame|x]] or <br> here"],
  ])("are found %s", (_, quote) => {
    expect(shown.find(quote)).toEqual({ startLine: 1, endLine: 1 });
  });

  test("are not found where one is another", () => {
    expect(shown.find("Write [[Frame|y]] or <br> here")).toBeUndefined();
  });
});

test.each(["`", "[", "[[", "![", "<a", "\\`", "` `` ", "[[a|", "[a](", " ^a", "…", "> ", "a` "])(
  "a line of half a megabyte of %j takes no longer for each of its signs",
  (sign) => {
    const line = sign.repeat(500_000 / sign.length);
    const before = performance.now();
    quotable(line);
    // A quarter of a second at the most when this was written; each sign's looking at all the others would take
    // minutes.
    expect(performance.now() - before).toBeLessThan(5_000);
  },
);
