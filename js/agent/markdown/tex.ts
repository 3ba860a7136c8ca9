// Decides which TeX of a model may be rendered. MathJax copies arguments of some commands into styles and links, and
// renders in the live document: a style that loads an image would load it before anything can be checked. So only
// commands and environments that draw are allowed. tests/hostile/tex-commands.test.ts checks against MathJax that no
// argument makes them do more. Anything else is not rendered, definitions of commands in particular.
// Where a formula begins and ends depends on the Markdown parser. So `hasForbiddenTex` and `breakTex` consider every
// backslash; `mapFormulas` looks for formulas only to make unrendered ones readable.
import { texAllowed } from "../../../pkg/tex-allowed.js";
import { inflated } from "../../wasm/inflated.ts";
import { maskedCode } from "./code.ts";

/** Made at the first use, from tex-allowed.txt. */
let allowed: ReadonlySet<string> | undefined;

/** What the allowed commands and environments are; an environment has `{}` behind its name. */
const allowedTex = (): ReadonlySet<string> =>
  (allowed ??= new Set(new TextDecoder().decode(inflated(texAllowed())).split(" ")));

/**
 * A backslash with what it belongs to: an environment and its name, a color that is a word or a number, a command
 * without options, any other command, or one character. `\\` is one of these, so `b` in `a\\b` is not a command.
 */
const COMMAND =
  /\\(?:(?:begin|end)\{([a-zA-Z]+\*?)\}|(?:text)?color\{(?:[a-z]+|#[\da-fA-F]{3,8})\}|(?:[bx]?cancel|(?:over|under)bracket)(?=\{)|([a-zA-Z]+|[^\n -~])|[\n -~])?/g;

const isAllowed = (environment?: string, command?: string): boolean =>
  (environment === undefined || allowedTex().has(`${environment}{}`)) &&
  (command === undefined || allowedTex().has(command));

const isForbidden = (tex: string): boolean =>
  [...tex.matchAll(COMMAND)].some(([, environment, command]) => !isAllowed(environment, command));

/** Whether any reading of the Markdown has a formula with a forbidden command. */
export function hasForbiddenTex(markdown: string): boolean {
  // From the first possible start of a formula to the last possible end.
  const start = markdown.search(/\$|\\[([]|\\begin/);
  if (start < 0) return false;
  const ends = ["$", "\\)", "\\]", "\\end"].map((sign) => markdown.lastIndexOf(sign));
  // An unclosed `$$` formula extends to the end.
  return isForbidden(markdown.slice(start, markdown.includes("$$") ? undefined : Math.max(start, ...ends)));
}

/** Inserts `mark` after the backslash of each forbidden command, in a formula or not. */
export const breakTex = (markdown: string, mark: string): string =>
  markdown.replace(COMMAND, (whole: string, environment?: string, command?: string) =>
    isAllowed(environment, command) ? whole : `\\${mark}${whole.slice(1)}`,
  );

/** A formula, as the app finds it, or an escaped character. */
export const FORMULA =
  /\\[^]|\$\$(?:\\[^]|[^\\$]|\$(?!\$))+\$\$|\$(?=[^\s$])(?:\\[^]|[^\\$\n]|\n(?![ \t>]*(?:\n|$)))*?(?:\\[^]|[^\s\\$])\$(?!\d)/g;

/** Applies `allowed` to each formula; a forbidden formula becomes code. */
export function mapFormulas(markdown: string, allowed: (formula: string) => string): string {
  if (!markdown.includes("$")) return markdown;
  let result = "";
  let last = 0;
  for (const { 0: found, index } of maskedCode(markdown).matchAll(FORMULA)) {
    if (!found.startsWith("$")) continue;
    const formula = markdown.slice(index, index + found.length);
    result += markdown.slice(last, index) + (isForbidden(formula) ? asCode(formula) : allowed(formula));
    last = index + found.length;
  }
  return result + markdown.slice(last);
}

/** Each line becomes its own code span, so that it stays in its blockquote or list. */
function asCode(formula: string): string {
  const lines = formula.split("\n").map((line) => {
    const before = /^[ \t>]*/.exec(line)?.[0] ?? "";
    const source = line.slice(before.length).trimEnd();
    if (source === "") return line;
    const longest = Math.max(0, ...(source.match(/`+/g) ?? []).map((run) => run.length));
    const ticks = "`".repeat(longest + 1);
    const space = /^`|`$/.test(source) ? " " : "";
    return before + ticks + space + source + space + ticks;
  });
  return lines.join("\n");
}
