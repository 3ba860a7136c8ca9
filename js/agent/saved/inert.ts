// Decides whether Markdown from a model or user can be saved as it is: opened in the app, it must load nothing, run no
// plugin, and hide nothing that follows. If in doubt, it goes into a fence.
// Parsers disagree on inline code: a link, a table cell, an escape or math may claim a backtick first. So inline code
// does not count here. Only fences do, and only those that every parser reads alike.
//
// A saved conversation holds nothing that the app would load or run, and is closed to models. Only fences count as
// code; a text with anything outside them that could load goes into a fence as a whole.
import { hasForbiddenTex } from "../markdown/tex.ts";

/** What may load, run or hide something: images and embeds, HTML, the app's comments, math, code that a plugin runs. */
const ACTIVE = /!\[|<[a-z!?/%]|%%|\$\$|`[\s>]*(?:\$?=|jsx|(?:input|view|button)\[)/i;
/** HTML without attributes that only styles text. */
const HARMLESS = /<\/?(?:b|br|em|i|kbd|mark|s|small|strong|sub|sup|u) ?\/?>/gi;
/** Math in its own paragraph, where it ends for every parser. */
const DISPLAYED = /(^|\n\n)\$\$((?:(?!\n\n)[^$`])+)\$\$(?=\n\n|$)/g;
/**
 * Languages that are only displayed. Plugins may draw or run others: maps, diagrams with images, scripts. A LaTeX
 * plugin loads every package named in the code.
 */
const SHOWN = new RegExp(
  "^(?:te?xt|plain|md|markdown|jsonc?|ya?ml|toml|ini|csv|xml|html|css|scss|diff|jsx?|javascript|tsx?|typescript|" +
    "py|python|rs|rust|go|java|kotlin|swift|c|cpp|c\\+\\+|cs|csharp|php|rb|ruby|sh|bash|zsh|shell|console|powershell|" +
    "sql|r|lua|haskell|scala|perl|dockerfile|makefile)?$",
  "i",
);

/** The opening line of a fence. */
const FENCE = /^([ \t]*)(`{3,}|~{3,})(?:[ \t]*([\w+]+))?[ \t]*$/;

/** Whether `text` can be part of a note unchanged. */
export function standsAsItIs(text: string): boolean {
  if (text.includes("\r") || /^<!-- lectern:/m.test(text)) return false;
  const outside = outsideFences(text);
  // Only a `$$` formula can extend across the lines of a fence.
  if (outside === undefined || hasForbiddenTex(outside.includes("$$") ? text : outside)) return false;
  // A tag alone in its line turns the following lines into HTML, even a fence. Without fences, it is harmless.
  const shown = outside === text ? text.replace(HARMLESS, " ") : outside;
  return !ACTIVE.test(shown.replace(DISPLAYED, "$1$2"));
}

/**
 * `text` without the fences that every parser sees; undefined if there are others. The closing line must match the
 * opening one. The lines of an indented fence must be indented alike, and are kept, because parsers may see the list
 * differently.
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
