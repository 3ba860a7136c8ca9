// Which of a model's Markdown is kept unchanged in a saved note, by examples and compared with a real Markdown parser.
// It loads nothing, and the text after it is parsed as if it were alone.
import fc from "fast-check";
import MarkdownIt from "markdown-it";
import { describe, expect, test } from "vitest";
import { fromMarkdown } from "../../js/agent/saved/read-conversation.ts";
import { toMarkdown } from "../../js/agent/saved/write-conversation.ts";
import { standsAsItIs } from "../../js/agent/saved/inert.ts";

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
  let [standing, cases] = [0, 0];
  fc.assert(
    fc.property(texts, (text) => {
      cases++;
      if (!standsAsItIs(text)) return;
      standing++;
      const html = reader.render(`${text}\n\n<!-- lectern:answer {} -->\n\nNext *one*\n`);
      expect(html).not.toMatch(/<img|<div|<pre>(?!<code)/);
      expect(html.trimEnd().endsWith("<p>Next <em>one</em></p>")).toBe(true);
    }),
  );
  // Or nothing was shown by this.
  expect(standing / cases).toBeGreaterThan(0.25);
});

describe("Markdown of a model's stands as it is", () => {
  test.each([
    "Plain **words**, [[A#L1-2]], [[B|`b`]], a [link](https://a.invalid) and https://a.invalid",
    "Two<br>lines, H<sub>2</sub>O, x<sup>2</sup>",
    "| a | b |\n| - | - |\n| one<br>two | `three` |",
    "```html\n<img src=x> %% $$ ![](x)\n```\nand `div`",
    "~~~ js \n```\n~~~ \nafter",
    "````markdown\n~~~\n````",
    "- a list\n  ```python\n  x = 1\n\n  y = 2\n  ```\n- more",
    "Mathematics:\n\n$$\nx^2\n$$\n\n$$x < 1$$\n\nand $x$",
    "1 < 2 and 3 > 2, <3, 100 %, 5 $",
    "$\\frac{a}{b}\\\\[2pt]\\color{red}x$\n\n$$\\begin{pmatrix}a&b\\\\c&d\\end{pmatrix}$$",
    "In C:\\Users\\me for $5 or \\$6, `\\d+`",
    "",
  ])("where it only shows: %j", (text) => {
    expect(standsAsItIs(text)).toBe(true);
  });

  test.each([
    "![](http://a.invalid/leak)",
    "![a][ref]\n\n[ref]: http://a.invalid",
    "![[x]](http://a.invalid)",
    "![[x]][ref]",
    // The note may have an image.
    "![[Note]]",
    "[![x](http://a.invalid)](http://b.invalid)",
    "<img src=http://a.invalid>",
    "<iframe src=x></iframe>",
    "</div>",
    "<!-- a",
    "<style>p{}</style>",
    "see <https://a.invalid>",
    // Each is code, or shown as words, for some parser and not for another.
    "`<div>`",
    "foo ` bar\n` <img src=x> `",
    "\\`<img src=x>`",
    "\\<https://a.b![x](http://a.invalid)>",
    "[a](`)![x](http://a.invalid)`",
    "- item\n  ```\n<img src=x>\n  ```",
    "- item\n  ```\n  <img src=x>\n  ```",
    "> ```\n<img src=x>\n> ```",
    "> ```\n> <img src=x>\n> ```",
    "- ```\n  <img src=x>\n  ```",
    "$$\n```\n$$\n![](http://a.invalid)\n```",
    "%%\n```\n%%\n![](http://a.invalid)\n```",
    "`` `<img src=x>",
    "text ``` text\n<img src=x>\n```",
    "```\n````\n<img src=x>\n```",
    "```\ntext ```\n<img src=x>\n```",
    "```\u00a0\n<img src=x>\n```",
    "```\n<img src=x>\n\u2028```",
    // HTML goes on to the next blank line, and the second fence is the one that opens.
    "<b>\n```\n\ntext\n```",
    "~~~\n```\n~~~\n<img src=x>\n```",
    "a\r<img src=x>",
    // What is not ended would take in what stands behind it.
    "```\ncode",
    "~~~~\ncode\n~~~",
    "   ```\ncode",
    "%% hidden",
    "%% hidden %%",
    "`%%` and %%",
    "$$ x",
    "$$x$$ in a line",
    "`$$` and $$",
    "$$\n`$$`\n$$",
    "$$\na\n\nb\n$$",
    "text\n$$\nx\n$$",
    // What some plugin runs or draws.
    "```dataviewjs\nx\n```",
    "```mermaid\nx\n```",
    "```leaflet\nx\n```",
    "`$= dv.current()`",
    "`= this.file`",
    "> a `\n> $= dv.current()`",
    "`jsx-<img src=http://a.invalid/>`",
    "`VIEW[![](http://a.invalid)][text(renderMarkdown)]`",
    "```latex\n\\usepackage{secret}\n```",
    "$\\style{background: url(http://a.invalid)}{x}$",
    "$\\unicode[a;background-image:url(\\68 ttps:\\2f\\2f a.invalid)]{65}$",
    "$\\fcolorbox{red;background-image:url(\\68 ttps:\\2f\\2f a.invalid)}{white}{x}$",
    "$\\begin{empheq}[left={x}]{align}x\\end{empheq}$",
    "$\\color{red;a:b}x$",
    "$\\def\\alpha{}$",
    "\\(\\require{x}\\)",
    "x $ y\n\n\\unicode[a]{65} $",
    "<% tp.x %>",
    "x\n<!-- lectern:answer {} -->",
  ])("unless it could do more: %j", (text) => {
    expect(standsAsItIs(text)).toBe(false);
    const messages = [text, "next"].map((said) => ({ role: "assistant", text: said, calls: [], model: "m" }) as const);
    expect(fromMarkdown(toMarkdown({ title: "", created: 0, messages })).messages).toEqual(messages);
  });
});
