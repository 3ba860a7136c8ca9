// Whether Markdown that a model wrote can stand in a note as it is: opened in the app, it loads nothing from the network, no
// plugin runs it, and it hides nothing of what stands behind it. Where that is not plain to see, the answer is no, and it
// stands in a fence.
import { hasForbiddenTex } from "./tex.ts";

/** Markup without attributes that only changes how words look; and addresses, which lead somewhere only when clicked. */
const HARMLESS = /<\/?(?:b|br|em|i|kbd|mark|s|small|strong|sub|sup|u) ?\/?>|<(?:https?:\/\/|mailto:)[^\s<>]*>/gi;
/** An image that is no embed of a note; markup. */
const LOADS = /!\[(?!\[[^[\]\n]*\]\](?![([]))|<[a-z!?/%]/i;
/** Code in a line that Dataview, Meta Bind or React Components run; in a quote it may begin in the next line. */
const RUNS = /`[\s>]*(?:\$?=|jsx|(?:input|view|button)\[)/i;
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

/** Whether `text` can stand between other parts of a note, unchanged. */
export function standsAsItIs(text: string): boolean {
  if (text.includes("\r") || /^<!-- lectern:/m.test(text) || RUNS.test(text) || hasForbiddenTex(text)) return false;
  const outside = outsideFences(text);
  if (outside === undefined) return false;
  // A comment of the app's, or mathematics, that is not ended would go on in the next message.
  if ([/%%/g, /\$\$/g].some((sign) => (text.match(sign) ?? []).length % 2 > 0)) return false;
  if (!LOADS.test(text.replace(HARMLESS, ""))) return true;
  // Code may show markup. What is code is certain only where nothing else could claim it.
  if (/%%|\$\$/.test(text)) return false;
  const words = outside.map(outsideCode);
  return words.every((line) => line !== undefined && !LOADS.test(line));
}

/**
 * The lines outside fences at the left margin; undefined where a fence stays open, is of a language that may not be shown,
 * or may be read in several ways. One that is indented may be a list's: it has to be whole, and its lines count.
 */
function outsideFences(text: string): string[] | undefined {
  const outside: string[] = [];
  let open: { indent: string; run: string } | undefined;
  for (const line of text.split("\n")) {
    const [, before = "", run = "", info = ""] = /^([\s>*+\-\d.)]*?)(`{3,}|~{3,})(.*)$/.exec(line) ?? [];
    // A run of backticks with others behind it is code within the line.
    const isFence = run !== "" && !(run.startsWith("`") && info.includes("`"));
    if (open) {
      const { indent } = open;
      // Its list would end here, and the fence with it.
      if (line.trim() !== "" && !line.startsWith(indent)) return undefined;
      if (indent !== "") outside.push(line.replace(/[`~]{3,}/, ""));
      if (isFence && run.startsWith(open.run) && info.trim() === "" && before.trim() === "") {
        if (before === indent) open = undefined;
        // Indented by up to three it would end the fence, by more it would not.
        else return undefined;
      }
    } else if (isFence) {
      if (before.trim() !== "" || !SHOWN.test(info.trim())) return undefined;
      open = { indent: before, run };
    } else {
      outside.push(line);
    }
  }
  return open ? undefined : outside;
}

/** `line` without code; undefined where code may go over its end, so that where it begins and ends is not sure. */
function outsideCode(line: string): string | undefined {
  if (line.includes("\\`")) return undefined;
  // Words and runs of backticks, in turns.
  const parts = line.split(/(`+)/);
  let words = parts[0] ?? "";
  for (let at = 1; at < parts.length;) {
    const end = parts.indexOf(parts[at] ?? "", at + 2);
    if (end < 0) return undefined;
    words += ` ${parts[end + 1] ?? ""}`;
    at = end + 2;
  }
  return words;
}
