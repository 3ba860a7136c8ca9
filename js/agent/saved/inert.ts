// Whether Markdown that a model or the person wrote can stand in a note as it is: opened in the app, it loads nothing, no plugin
// runs it, and it hides nothing of what follows. If that is not plain to see, the answer is no, and it goes into a fence.
//
// Parsers disagree on what is code in a line: a link, a cell of a table, an escape or mathematics may claim a backtick first. So
// nothing in a line counts as code here. Only fences do, and only those that every parser reads alike.
import { hasForbiddenTex } from "../markdown/tex.ts";

/** What may load, run or hide something: images and embeds, markup, comments of the app, mathematics, code that a plugin runs. */
const ACTIVE = /!\[|<[a-z!?/%]|%%|\$\$|`[\s>]*(?:\$?=|jsx|(?:input|view|button)\[)/i;
/** Markup without attributes that only changes how words look. */
const HARMLESS = /<\/?(?:b|br|em|i|kbd|mark|s|small|strong|sub|sup|u) ?\/?>/gi;
/** Mathematics that is a paragraph of its own, so that it ends there for every parser. */
const DISPLAYED = /(^|\n\n)\$\$((?:(?!\n\n)[^$`])+)\$\$(?=\n\n|$)/g;
/**
 * Languages that are shown. Others may be a plugin's, which draws or runs them: maps, diagrams with images, scripts. LaTeX
 * is compiled by one that loads every package that is named there.
 */
const SHOWN = new RegExp(
  "^(?:te?xt|plain|md|markdown|jsonc?|ya?ml|toml|ini|csv|xml|html|css|scss|diff|jsx?|javascript|tsx?|typescript|" +
    "py|python|rs|rust|go|java|kotlin|swift|c|cpp|c\\+\\+|cs|csharp|php|rb|ruby|sh|bash|zsh|shell|console|powershell|" +
    "sql|r|lua|haskell|scala|perl|dockerfile|makefile)?$",
  "i",
);

/** The line that opens a fence. */
const FENCE = /^([ \t]*)(`{3,}|~{3,})(?:[ \t]*([\w+]+))?[ \t]*$/;

/** Whether `text` can stand between other parts of a note, unchanged. */
export function standsAsItIs(text: string): boolean {
  if (text.includes("\r") || /^<!-- lectern:/m.test(text)) return false;
  const outside = outsideFences(text);
  // Only a formula between two dollar signs each goes over the lines of a fence.
  if (outside === undefined || hasForbiddenTex(outside.includes("$$") ? text : outside)) return false;
  // A tag alone in its line makes HTML of the lines behind it, even of a fence. Without fences, that is harmless.
  const shown = outside === text ? text.replace(HARMLESS, " ") : outside;
  return !ACTIVE.test(shown.replace(DISPLAYED, "$1$2"));
}

/**
 * `text` without the fences that every parser sees; undefined if there are others. A fence is closed by the line that opened
 * it, without its language. If it is indented, the parser must see the same list: its lines are indented as it is, and count.
 */
function outsideFences(text: string): string | undefined {
  const outside: string[] = [];
  let open: { line: string; indent: string; mark: string } | undefined;
  for (const line of text.split("\n")) {
    if (!open) {
      const [, indent = "", mark = "", language = ""] = FENCE.exec(line) ?? [];
      if (mark === "" ? /`{3}|~{3}/.test(line) : !SHOWN.test(language)) return undefined;
      if (mark !== "") open = { line: indent + mark, indent, mark: mark.slice(0, 3) };
      outside.push(mark === "" ? line : "");
    } else if (line.startsWith(open.line) && /^[ \t]*$/.test(line.slice(open.line.length))) {
      open = undefined;
      outside.push("");
    } else {
      if (line.includes(open.mark) || (/[^ \t]/.test(line) && !line.startsWith(open.indent))) return undefined;
      if (open.indent !== "") outside.push(line);
    }
  }
  return open ? undefined : outside.join("\n");
}
