// Most models write formulas as in LaTeX: `\(x^2\)` and `\[ y = x \]`. The app renders formulas in dollar signs only, so
// they are rewritten as `$x^2$` and `$$ y = x $$` where an answer is shown, copied, saved or added to a note. The message
// itself stays as the model wrote it.
// The same signs are Markdown's escapes of brackets, as in `\[not math\]` and `\[1\]`, so what is between them decides.
import { maskedCode } from "./code.ts";
import { FORMULA } from "./tex.ts";

/**
 * `\(…\)` in one line or `\[…\]` in one paragraph, else a formula in dollar signs or an escaped character. A formula with
 * dollar signs or code in it stays as it is.
 */
const LATEX = new RegExp(
  [
    /\\\(((?:\\[^)\n]|[^\\\n$`\0]){1,1000})\\\)(?!\d)/.source,
    /\\\[((?:\\[^\]\n]|\\?\n(?![ \t>]*(?:\n|$))|[^\\\n$`\0]){1,4000})\\\](?!\()/.source,
    FORMULA.source,
  ].join("|"),
  "g",
);

/** Rewrites the formulas of `markdown`. */
export function withDollars(markdown: string): string {
  if (!/\\[([]/.test(markdown)) return markdown;
  const masked = maskedCode(markdown);
  let [result, last] = ["", 0];
  const latex = new RegExp(LATEX);
  for (let found = latex.exec(masked); found; found = latex.exec(masked)) {
    const { 0: written, 1: inline, 2: display, index } = found;
    const formula = written.startsWith("\\") ? inDollars(inline, display) : written;
    if (formula === undefined || /[\]$]/.test(masked.charAt(index - 1))) {
      // A formula may be inside, as in `\[see \(x\)\]`.
      latex.lastIndex = index + 2;
      continue;
    }
    result += markdown.slice(last, index) + formula;
    last = index + written.length;
  }
  return result + markdown.slice(last);
}

function inDollars(inline: string | undefined, display: string | undefined): string | undefined {
  // A backslash before the last dollar sign would make it a letter, as of `\(x\ \)`.
  if (inline !== undefined && /(?:^|[^\\])(?:\\\\)*\\$/.test(inline.trim())) return undefined;
  if (inline !== undefined) return isInline(inline) ? `$${inline.trim()}$` : undefined;
  return display !== undefined && isDisplay(display) ? `$$${display}$$` : undefined;
}

/** A command of TeX, such as `\frac`. */
const COMMAND = /\\[a-zA-Z]/;
const SIGN = /[=^_+<>]/;
/** Three letters in a row, or one that no formula has. */
const WORDS = /\p{L}{3}|(?=\p{L})[^\p{Script=Latin}\p{Script=Greek}]/u;

const isWordless = (tex: string): boolean => !WORDS.test(tex) && /[\p{L}\p{N}]/u.test(tex);

/** `x`, `2n` and `\alpha`, but not `see below`. */
const isInline = (tex: string): boolean => COMMAND.test(tex) || isWordless(tex);

/**
 * `y = x`, `\frac{a}{b}` and whatever has lines of its own, but not the text `key=value`, the citation `1`, the footnote
 * `^1` or the checkbox `x`.
 */
function isDisplay(tex: string): boolean {
  if (/^\s*\n[^]*\n[ \t>]*$/.test(tex) || COMMAND.test(tex)) return true;
  return isWordless(tex) && SIGN.test(tex) && !/^[\^[]/.test(tex);
}
