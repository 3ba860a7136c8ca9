// Splits a line of Markdown into code and text, and drops what is not shown. Both comparing and quoting a line use
// this, so that a quote matches its line. code.ts finds code.
import { codeSpans } from "./code.ts";

/** A visible part of a line. */
export interface InlinePiece {
  readonly isCode: boolean;
  readonly isEmbed: boolean;
  /** As written, with links replaced by their text. */
  readonly text: string;
}

/** A parsed line. */
export interface InlineLine {
  /** What precedes the text: blockquote marks, a task's checkbox. */
  readonly prefix: string;
  readonly pieces: readonly InlinePiece[];
  /** Ranges of the line that must not be split, as offsets. */
  readonly wholes: readonly (readonly [start: number, end: number])[];
  /** Ranges of the embeds among them. */
  readonly embeds: readonly (readonly [start: number, end: number])[];
}

// The mask has one character for each of the line: itself, or one of these for what it belongs to. So offsets are the
// same.
const [CODE, LITERAL, DROPPED, SPACE, STEP, EMBED] = ["\uE000", "\uE001", "\uE002", "\uE003", "\uE004", "\uE005"];
const MASKS = /[\uE000-\uE005]/g;

/**
 * Backticks farther apart than this many characters are literal: otherwise part of the text between them could not be
 * quoted.
 */
const MOST_CODE = 300;

/** An escaped character. In a table, a backslash before `|` belongs to the table. */
const ESCAPE = /\\[!-/:-@[-`{}~]/g;
/** An image or embed, and HTML that shows one. An address may be in `<>`, have parentheses, and a title behind it. */
const IMAGE =
  /!\[\[[^[\]\n]*\]\]|!\[[^[\]\n]*\]\((?:<[^<>\n]*>|(?:[^()\s<]|\([^()\s]*\))*)(?:[ \t]+"[^"\n]*")?\)|<(?:img|picture|video|audio|iframe|embed|object)\b[^<>]*>/gi;
const LINK = /(\[\[(?:[^[\]|\n]*\|)?)([^[\]|\n]*)\]\]/g;
const ADDRESS = /\[([^[\]\n]*)\](\([^()\s]*\))/g;
const TAG = /<\/?[a-z][^<>]*>/gi;

/** A block id at the end of a line; text after it may have been omitted. */
export const BLOCK_ID = /(^|[ \t])\^[\p{L}\p{N}-]+(?=[ \t]*…?[ \t]*$)/u;

/** The type of a callout, and the checkbox of a task. */
const CALLOUT = /^[ \t]*\[![\w-]+\][-+]?/;
const TASK = /^[ \t]*[-*+][ \t]+\[[^`]\](?:[ \t]|$)/;

/** Parses `line`. */
export function inlineOf(line: string): InlineLine {
  // The start of the line may have been omitted.
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
  const embeds = inLine.filter((_, index) => mask[wholes[index]?.[0] ?? 0] === EMBED);
  return { prefix: omission + marks + box, pieces: piecesOf(text, mask), wholes: [[0, at], ...inLine], embeds };
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
  mask = masked(mask, IMAGE, wholes, (image) => EMBED.repeat(image.length));
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

/** The text of a link without an alias: the note and its headings. */
function named(name: string): string {
  const bare = name.replace(/#\^.*$/, dropped);
  return bare.replace(/^#/, DROPPED).replaceAll("#", STEP);
}

function piecesOf(text: string, mask: string): InlinePiece[] {
  const pieces: InlinePiece[] = [];
  let words = "";
  const endWords = (): void => {
    if (words !== "") pieces.push({ isCode: false, isEmbed: false, text: words });
    words = "";
  };
  let at = 0;
  for (const [run] of mask.matchAll(/\uE000+|\uE002+|\uE003|\uE004|\uE005+|[^\uE000\uE002-\uE005]+/g)) {
    const written = text.slice(at, at + run.length);
    at += run.length;
    if (run.startsWith(CODE) || run.startsWith(EMBED)) {
      endWords();
      pieces.push({ isCode: run.startsWith(CODE), isEmbed: run.startsWith(EMBED), text: written });
    } else if (run === SPACE) words += " ";
    else if (run === STEP) words += " › ";
    else if (!run.startsWith(DROPPED)) words += written;
  }
  endWords();
  return pieces;
}

/** The visible text after rendering: links by their text, no block ids, and `shown` of each image or embed. */
export function withoutMarkdown(text: string, shown: (embed: string) => string = () => ""): string {
  const read = (line: string): string => {
    const { prefix, pieces } = inlineOf(line);
    // An omission separates words.
    const start = prefix.includes("…") ? "… " : "";
    return start + pieces.map(({ isEmbed, text }) => (isEmbed ? shown(text) : text)).join("");
  };
  // List numbers stay: a number at the start of a line may be text.
  return text.split("\n").map(read).join("\n");
}

/** Characters that would start code, a link, markup or a comment. */
const OPENING = /\\[!-/:-@[-`{-~]|`|~{3,}|%{2,}|\[(?=\[)|\](?=\()|<(?=[/a-z!?])/gi;

/** Marks that may be dropped, unless escaped. Before a number they separate it from what precedes. */
const MARK = /\\[!-/:-@[-`{-~]|(?:\*\*|==)(?![-−.,\p{N}])/gu;

/**
 * A line in quotable form: links replaced by their text, images in HTML by "…", without block ids and `marks` (`**` or
 * `==`). Code and embeds are complete, comments are text.
 */
export function quotable(line: string, marks: readonly string[] = []): string {
  const { prefix, pieces } = inlineOf(line);
  const escaped = (text: string): string =>
    text
      .replace(MARK, (found) => (marks.includes(found) ? "" : found))
      .replace(OPENING, (found) => (found.startsWith("\\") ? found : found.replace(/./g, "\\$&")));
  let text = "";
  let words = "";
  let isBehindCode = false;
  for (const { isCode, isEmbed, text: written } of pieces) {
    const between = escaped(words);
    const isHtml = isEmbed && written.startsWith("<");
    // Adjacent code spans would merge.
    if ((isEmbed && !isHtml) || (isCode && (between !== "" || !isBehindCode))) {
      text += between + written;
      isBehindCode = isCode;
      words = "";
    } else words += isHtml ? "…" : written;
  }
  text += escaped(words);
  // Escapes what would now be read as a mark of the line.
  text = text.replace(/^[ \t]*(?=\[!|>)/, "$&\\").replace(BLOCK_ID, (id) => id.replace("^", "\\^"));
  return (prefix + text).trimEnd();
}
