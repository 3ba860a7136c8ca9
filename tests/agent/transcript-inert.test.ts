// What is judged to stand as it is, beside a real reader of Markdown: it loads nothing, and what stands behind it is read
// as if it stood alone.
import fc from "fast-check";
import MarkdownIt from "markdown-it";
import { expect, test } from "vitest";
import { standsAsItIs } from "../../js/agent/transcript-inert.ts";

const reader = new MarkdownIt({ html: true });
const PIECES = [
  ...[
    "\n",
    "\n",
    "\n\n",
    " ",
    "  ",
    "    ",
    "\t",
    "a",
    "text",
    "`",
    "``",
    "```",
    "````",
    "~~~",
    "```js",
    "> ",
    "- ",
    "1. ",
  ],
  ...["# ", "---", "|", "*", "\\", "[", "]", "(", ")", "!", "<", ">", "<b>", "<br>", "<div>", "<pre>", "<!--", "-->"],
  ...["<img src=http://a.invalid>", "![](http://a.invalid)", "![x][r]", "[r]: http://a.invalid", "<https://a.invalid>"],
];
const texts = fc.array(fc.constantFrom(...PIECES), { maxLength: 18 }).map((pieces) => pieces.join(""));

test("what stands as it is loads nothing and takes in nothing behind it", () => {
  let standing = 0;
  fc.assert(
    fc.property(texts, (text) => {
      if (!standsAsItIs(text)) return;
      standing++;
      const html = reader.render(`${text}\n\n<!-- lectern:answer {} -->\n\nNext *one*\n`);
      expect(html).not.toMatch(/<img|<div|<pre>(?!<code)/);
      expect(html.trimEnd().endsWith("<p>Next <em>one</em></p>")).toBe(true);
    }),
    { numRuns: 20_000 },
  );
  // Or nothing was shown by this.
  expect(standing).toBeGreaterThan(5000);
});
