// Which backslashes before brackets are formulas, and which are Markdown's escapes.
import fc from "fast-check";
import { expect, test } from "vitest";
import { withDollars } from "../../js/agent/markdown/dollars.ts";

test.each([
  ["It is \\(x^2\\).", "It is $x^2$."],
  ["where \\( m \\) is its mass, \\(2n\\) and \\(\\alpha\\)", "where $m$ is its mass, $2n$ and $\\alpha$"],
  ["So \\[ E = mc^2 \\] holds.", "So $$ E = mc^2 $$ holds."],
  ["\\[\ny = x\n\\]", "$$\ny = x\n$$"],
  ["\\[\n\\text{speed} = \\frac{d}{t}\n\\]", "$$\n\\text{speed} = \\frac{d}{t}\n$$"],
  ["\\[\nspeed\n\\]", "$$\nspeed\n$$"],
  ["\\[ a \\\\[4pt] b = \\left[c\\right] \\]", "$$ a \\\\[4pt] b = \\left[c\\right] $$"],
  ["\\[ \\text{if \\(x\\)} \\]", "$$ \\text{if \\(x\\)} $$"],
  ["> \\[\n> y = x\n> \\]", "> $$\n> y = x\n> $$"],
  ["- one:\n\n  \\[ y = x \\]\n- \\(x\\)", "- one:\n\n  $$ y = x $$\n- $x$"],
  ["\\[see \\(x\\)\\]", "\\[see $x$\\]"],
  ["| \\(a\\) | \\(b\\) |", "| $a$ | $b$ |"],
  ["**\\(x\\)**, \\(y\\), [[Bell#L1]] “\\(z\\)”", "**$x$**, $y$, [[Bell#L1]] “$z$”"],
])("a formula: %j", (written, expected) => expect(withDollars(written)).toBe(expected));

test.each([
  "\\[not math\\]",
  "\\(x\\ \\) for $2 or $3",
  "\\[1\\] and \\[1-3\\]",
  "\\[^1\\]",
  "- \\[ \\] open\n- \\[x\\] done",
  "\\[[Bell]\\]",
  "\\[text\\](https://a.invalid/?a=b)",
  "\\[a = b\\](https://a.invalid/)",
  "[text]\\(x\\)",
  "\\(see below\\)",
  "\\(на русском\\)",
  "\\(未知\\)",
  "\\(\\)",
  "\\[key=value\\], \\[my_file\\], \\[and/or\\]",
  "`\\(x\\)` and ``\\[ y = x \\]``",
  "```latex\n\\[ y = x \\]\n```",
  "> ```\n> \\(x\\)\n> ```",
  "Text:\n\n    \\(x\\)\n",
  "\\\\(x\\\\) and \\\\[ y = x \\\\]",
  "\\[ y = x",
  "\\[ y\n\n= x \\]",
  "\\(x and \\)",
  "\\(x\n= y\\)",
  "\\(x\\)2",
  "it costs $\\(x\\)",
  "$$\\text{where \\(x\\)}$$ and $\\text{\\(x\\)}$",
  "\\(a$b\\) and \\(a`b\\)",
])("no formula: %j", (written) => expect(withDollars(written)).toBe(written));

test("nothing is lost, and rewriting twice does no more than once", () => {
  const pieces = ["\\(", "\\)", "\\[", "\\]", "\\\\", "x", " ", "\n", "=", "`", "$", "word", "> ", "- "];
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 24 }), (all) => {
      const text = all.join("");
      const bare = (markdown: string): string => markdown.replace(/\\[()[\]]|\$| /g, "");
      expect(bare(withDollars(text))).toBe(bare(text));
      expect(withDollars(withDollars(text))).toBe(withDollars(text));
    }),
  );
});

test("a long text of openings comes to an end", () => {
  const text = "\\[ ( \\( x ".repeat(20_000);
  expect(withDollars(text)).toBe(text);
});
