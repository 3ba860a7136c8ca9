// Finds the quote before a citation: words in quotation marks, or a blockquote.
import { quoteDepth, unquoted } from "../markdown/code.ts";

/** Quoted words and their offset. */
export interface Quoted {
  readonly start: number;
  readonly text: string;
}

/** Closing quotation marks, and the marks that may open them. */
const MARKS: Record<string, string> = {
  '"': '"“„',
  "”": '“„”"',
  "“": "„“",
  "»": "«",
  "«": "»",
  "」": "「",
  "』": "『",
  "’": "‘‚",
  "‘": "‚",
};

/** Characters allowed between the quote and the citation. */
const BETWEEN = " \t\n.,;:()—–-*_…。、，؛،";

/** A label before a citation below a blockquote, such as `Source:`. */
const LABEL = /^[\p{L}\p{M}]{1,12}:$/u;

/** The quote that ends at `end`, in the line that begins at `lineStart`, not reaching before `floor`. */
export function quoteBefore(text: string, floor: number, lineStart: number, end: number): Quoted | undefined {
  const marked = inMarks(text, floor, end);
  if (isQuotation(text.slice(lineStart, lineStart + 4))) return marked ?? inQuotation(text, floor, end);
  if (marked || lineStart <= floor) return marked;
  const line = text.slice(lineStart, end);
  const isAlone = trimmedEnd(line, line.length) === 0 || LABEL.test(line.trim());
  return isAlone ? inQuotation(text, floor, lineStart) : undefined;
}

/** Whether `line` is in a blockquote. */
export function isQuotation(line: string): boolean {
  return /^ {0,3}>/.test(line);
}

/** The words in quotation marks that end before `end`, without crossing a blank line. */
function inMarks(text: string, floor: number, end: number): Quoted | undefined {
  const gap = text.slice(floor, end).lastIndexOf("\n\n");
  const segment = text.slice(gap < 0 ? floor : floor + gap, end);
  const close = trimmedEnd(segment, segment.length) - 1;
  const openers = MARKS[segment[close] ?? ""];
  if (openers === undefined) return undefined;
  const open = Math.max(...Array.from(openers, (opener) => segment.lastIndexOf(opener, close - 1)));
  if (open < 0 || close - open < 2) return undefined;
  return { start: end - segment.length + open, text: segment.slice(open + 1, close) };
}

/** The blockquote that ends before `end`, from the blank line or citation before it. */
function inQuotation(text: string, floor: number, end: number): Quoted | undefined {
  const lines = text.slice(floor, end).split("\n");
  let at = lines.length;
  // A blank line and the start of the citation's line may follow the blockquote.
  while (at > 0 && (lines[at - 1] ?? "").trim() === "") at--;
  const last = at;
  // A nested quotation, such as one in a folded callout, ends where its level ends.
  const depth = quoteDepth(lines[last - 1] ?? "");
  const isQuoted = (line: string | undefined, index: number): boolean =>
    line !== undefined &&
    ((isQuotation(line) && quoteDepth(line) >= depth) || (index === 0 && floor > 0 && text[floor - 1] !== "\n"));
  while (at > 0 && isQuoted(lines[at - 1], at - 1)) at--;
  if (at === last) return undefined;
  const start = floor + lines.slice(0, at).reduce((sum, line) => sum + line.length + 1, 0);
  const inside = lines
    .slice(at, last)
    .map((line) => unquoted(line))
    .join("\n");
  const words = inside.slice(0, trimmedEnd(inside, inside.length, " \t\n—–-(")).trim();
  return words === "" ? undefined : { start, text: words };
}

/** The end of `text`, up to `end`, without trailing `signs`. */
function trimmedEnd(text: string, end: number, signs = BETWEEN): number {
  let at = end;
  while (at > 0 && signs.includes(text[at - 1] ?? "")) at--;
  return at;
}
