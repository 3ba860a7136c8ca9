// One note as a conversation showed it: locates a citation in it, and compares it with the current note.
import type { Citation } from "./citations.ts";
import type { SeenLines } from "./seen-lines.ts";
import { hasWords, isExact, Wording, type LineRange } from "./wording.ts";
import { t } from "../../base/translate.ts";

/** Everything shown of one note in all replies. If a line changed meanwhile, all its versions, the latest last. */
export interface SeenNote {
  readonly path: string;
  /** The page of a document that the lines are counted in; undefined if in all of it. */
  readonly page: number | undefined;
  readonly lines: Map<number, string[]>;
  readonly parts: Set<number>;
  totalLines: number | undefined;
}

/** The lines that `citation` refers to, or why there are none. */
export function placeIn(note: SeenNote, { startLine, endLine, quote }: Citation): LineRange | string {
  const isQuoted = quote !== undefined && hasWords(quote);
  if (startLine === undefined || endLine === undefined) {
    const found = isQuoted ? foundIn(note, quote) : undefined;
    if (isQuoted && !found) return t("These words weren't in what was read of it.");
    return found ?? { startLine: 1, endLine: 1 };
  }
  const total = note.totalLines ?? Infinity;
  if (startLine < 1 || startLine > total) return t("There is no line {line}.", { line: String(startLine) });
  const last = Math.min(endLine, total);
  if (isQuoted) {
    const here = foundIn(note, quote, startLine, last);
    if (here && isShown(note, startLine, last)) return { startLine, endLine: last };
    // Found words are more reliable than the model's line numbers.
    const found = here ?? foundIn(note, quote);
    if (found) return found;
  }
  if (!isShown(note, startLine, last)) {
    return startLine === last
      ? t("Line {line} wasn't read.", { line: String(startLine) })
      : t("Lines {first}–{last} weren't all read.", { first: String(startLine), last: String(last) });
  }
  return isQuoted ? t("These words aren't in these lines.") : { startLine, endLine: last };
}

function isShown(note: SeenNote, startLine: number, endLine: number): boolean {
  if (endLine - startLine >= note.lines.size) return false;
  for (let line = startLine; line <= endLine; line++) if (!note.lines.has(line)) return false;
  return true;
}

/** Whether `quote`, which is in the lines of `place`, leaves out nothing between its words. */
export function isQuotedExactly({ lines, parts }: SeenNote, { startLine, endLine }: LineRange, quote: string): boolean {
  const numbers = [...lines.keys()].filter((line) => line >= startLine && line <= endLine).sort((a, b) => a - b);
  // Other lines, which were added since, have the words.
  if (numbers.length === 0) return isExact(quote, [quote.replaceAll("…", "")], false);
  const isWhole = numbers.length === endLine - startLine + 1 && !numbers.some((line) => parts.has(line));
  return [-1, 0].some((state) =>
    isExact(
      quote,
      numbers.map((line) => lines.get(line)?.at(state) ?? ""),
      isWhole,
    ),
  );
}

/** Finds `quote` in what was shown: in the latest versions of the lines, or else the first. */
export function foundIn({ lines }: SeenNote, quote: string, from = 1, to = Infinity): LineRange | undefined {
  const numbers = [...lines.keys()].filter((line) => line >= from && line <= to).sort((a, b) => a - b);
  const wording = (state: number): Wording => {
    return new Wording(numbers.map((line) => [line, lines.get(line)?.at(state) ?? ""] as const));
  };
  const place = wording(-1).find(quote, from);
  const hasStates = numbers.some((line) => (lines.get(line)?.length ?? 0) > 1);
  return place ?? (hasStates ? wording(0).find(quote, from) : undefined);
}

/** The lines of `place` as they were shown last. */
export function linesOf({ lines }: SeenNote, { startLine, endLine }: LineRange): string[] {
  const numbers = [...lines.keys()].filter((line) => line >= startLine && line <= endLine).sort((a, b) => a - b);
  return numbers.map((line) => lines.get(line)?.at(-1) ?? "");
}

/** Whether the lines of `place` are the same now. */
export function isSame(note: SeenNote, { startLine, endLine }: LineRange, now: SeenLines, isCut: boolean): boolean {
  for (let line = startLine; line <= endLine; line++) {
    const [text, texts] = [now.lines.get(line), note.lines.get(line)];
    // Lines that were not shown can't have been cited.
    if (!texts) continue;
    if (text === undefined && isCut) return true;
    if (text === undefined) return false;
    const isPart = note.parts.has(line) || now.parts.has(line);
    const fits = (before: string): boolean =>
      text === before || (isPart && (text.includes(before) || before.includes(text)));
    if (!texts.some(fits)) return false;
  }
  return true;
}

/** The first and last line of `place` with words; what is between may have changed. */
export function endsOf({ lines }: SeenNote, { startLine, endLine }: LineRange): string {
  const texts: string[] = [];
  for (let line = startLine; line <= endLine; line++) texts.push(lines.get(line)?.at(-1) ?? "");
  const written = texts.filter(hasWords);
  const [first = ""] = written;
  return written.length < 2 ? first : `${first}\n…\n${written.at(-1) ?? ""}`;
}
