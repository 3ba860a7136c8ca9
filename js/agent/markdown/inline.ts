// A line of Markdown taken apart: its code, its words, and what of it nobody reads. Both what is read of a line and how it
// is quoted come from here, so that what is quoted is read as the line was. Where code is, code.ts says.
import { codeSpans } from "./code.ts";

/** A part of a line that is read. */
export interface InlinePiece {
  readonly isCode: boolean;
  /** As it is written, links by their names. */
  readonly text: string;
}

/** A line, taken apart. */
export interface InlineLine {
  /** What stands before its words: marks of quotations, the box of a task. */
  readonly prefix: string;
  readonly pieces: readonly InlinePiece[];
  /** Stretches of the whole line that mean something only as a whole, as offsets. */
  readonly wholes: readonly (readonly [start: number, end: number])[];
}

// Each sign of a line has one in its mask: itself, or what it is a part of. Of the same length, they are read by offsets.
const [CODE, LITERAL, DROPPED, SPACE, STEP] = ["\uE000", "\uE001", "\uE002", "\uE003", "\uE004"];
const MASKS = /[\uE000-\uE004]/g;

/**
 * Backticks further apart than this, in characters, are taken for themselves: what is between could not be quoted in part
 * without being read otherwise.
 */
const MOST_CODE = 300;

/** A sign that is taken for itself. In a table, the one before `|` is not the line's. */
const ESCAPE = /\\[!-/:-@[-`{}~]/g;
const IMAGE = /!\[\[[^[\]\n]*\]\]|!\[[^[\]\n]*\]\([^()\s]*\)/g;
const LINK = /(\[\[(?:[^[\]|\n]*\|)?)([^[\]|\n]*)\]\]/g;
const ADDRESS = /\[([^[\]\n]*)\](\([^()\s]*\))/g;
const TAG = /<\/?[a-z][^<>]*>/gi;

/** What names a block, behind its text; what follows may have been left out. */
export const BLOCK_ID = /(^|[ \t])\^[\p{L}\p{N}-]+(?=[ \t]*…?[ \t]*$)/u;

/** What a callout is, and the box of a task. */
const CALLOUT = /^[ \t]*\[![\w-]+\][-+]?/;
const TASK = /^[ \t]*[-*+][ \t]+\[[^`]\][ \t]/;

/** `line` taken apart. */
export function inlineOf(line: string): InlineLine {
  // What stood before in the line may have been left out.
  const [omission = ""] = /^[ \t…]*…/.exec(line) ?? [];
  const [marks = ""] = /^[ \t>]*>/.exec(line.slice(omission.length)) ?? [];
  const unmarked = line.slice(omission.length + marks.length);
  const open = unmarked.replace(CALLOUT, "");
  const [box = ""] = TASK.exec(open) ?? [];
  const text = open.slice(box.length);
  const code: [number, number][] = [];
  codeSpans(text, 0, text.length, code, MOST_CODE);
  const { mask, wholes } = maskOf(text, code);
  const at = line.length - text.length;
  const inLine = wholes.map(([start, end]) => [start + at, end + at] as const);
  return { prefix: omission + marks + box, pieces: piecesOf(text, mask), wholes: [[0, at], ...inLine] };
}

function maskOf(text: string, code: readonly (readonly [number, number])[]): MaskedLine {
  let mask = "";
  let last = 0;
  for (const [start, end] of code) {
    mask += text.slice(last, start).replace(MASKS, LITERAL) + CODE.repeat(end - start);
    last = end;
  }
  mask += text.slice(last).replace(MASKS, LITERAL);
  const wholes = [...code];
  mask = masked(mask, ESCAPE, wholes, () => LITERAL.repeat(2));
  mask = masked(mask, IMAGE, wholes, (image) => dropped(image));
  mask = masked(mask, LINK, wholes, (_, opening, name) => dropped(opening) + named(name) + dropped("]]"));
  mask = masked(mask, ADDRESS, wholes, (_, name, address) => dropped("[") + name + dropped(`]${address}`));
  mask = masked(mask, TAG, wholes, (tag) => SPACE + dropped(tag.slice(1)));
  return { mask: mask.replace(BLOCK_ID, dropped), wholes };
}

interface MaskedLine {
  readonly mask: string;
  readonly wholes: (readonly [start: number, end: number])[];
}

function masked(
  mask: string,
  pattern: RegExp,
  wholes: (readonly [number, number])[],
  by: (found: string, first: string, second: string) => string,
): string {
  let result = "";
  let last = 0;
  for (const { 0: found, 1: first = "", 2: second = "", index } of mask.matchAll(pattern)) {
    result += mask.slice(last, index) + by(found, first, second);
    last = index + found.length;
    wholes.push([index, last]);
  }
  return result + mask.slice(last);
}

function dropped(found: string): string {
  return DROPPED.repeat(found.length);
}

/** What is read of a link without an alias: the note, and its headings. */
function named(name: string): string {
  const bare = name.replace(/#\^.*$/, dropped);
  return bare.replace(/^#/, DROPPED).replaceAll("#", STEP);
}

function piecesOf(text: string, mask: string): InlinePiece[] {
  const pieces: InlinePiece[] = [];
  let words = "";
  const endWords = (): void => {
    if (words !== "") pieces.push({ isCode: false, text: words });
    words = "";
  };
  let at = 0;
  for (const [run] of mask.matchAll(/\uE000+|\uE002+|\uE003|\uE004|[^\uE000\uE002-\uE004]+/g)) {
    const written = text.slice(at, at + run.length);
    at += run.length;
    if (run.startsWith(CODE)) {
      endWords();
      pieces.push({ isCode: true, text: written });
    } else if (run === SPACE) words += " ";
    else if (run === STEP) words += " › ";
    else if (!run.startsWith(DROPPED)) words += written;
  }
  endWords();
  return pieces;
}

/** What is read of a text once it is rendered: links by their names, no pictures, no marks of blocks. */
export function withoutMarkdown(text: string): string {
  const read = (line: string): string => {
    const { prefix, pieces } = inlineOf(line);
    // What is left out parts the words around it, and is no word.
    return (prefix.includes("…") ? "… " : "") + pieces.map((piece) => piece.text).join("");
  };
  // Numbers of lists stay: nothing says whether one at the beginning of a line is one.
  return text.split("\n").map(read).join("\n");
}

/** Signs that would begin code, a link or markup. */
const OPENING = /\\[!-/:-@[-`{-~]|`|~{3,}|\[(?=\[)|\](?=\()|<(?=[/a-z])/gi;

/** Marks that may be left out; what is escaped is none. Before a number they part it from what is before. */
const MARK = /\\[!-/:-@[-`{-~]|(?:\*\*|==)(?![-−.,\p{N}])/gu;

/**
 * A line as it can be quoted: as it is, but links by their names, no pictures, no marks of blocks, and none of `marks`, which
 * are `**` or `==`. No code begins or ends outside of it.
 */
export function quotable(line: string, marks: readonly string[] = []): string {
  const { prefix, pieces } = inlineOf(line);
  const escaped = (text: string): string =>
    text
      .replace(MARK, (found) => (marks.includes(found) ? "" : found))
      .replace(OPENING, (found) => (found.startsWith("\\") ? found : found.replace(/./g, "\\$&")));
  let text = "";
  let words = "";
  for (const { isCode, text: written } of pieces) {
    const between = escaped(words);
    // Backticks of code and of code right behind it would be one mark.
    if (isCode && (text === "" || between !== "")) {
      text += between + written;
      words = "";
    } else words += written;
  }
  text += escaped(words);
  // What would now be taken for a mark of the line is none.
  text = text.replace(/^[ \t]*(?=\[!|>)/, "$&\\").replace(BLOCK_ID, (id) => id.replace("^", "\\^"));
  return (prefix + text).trimEnd();
}
