// Turns the positioned text of one PDF page into lines in reading order. A PDF stores neither lines nor columns, so
// this is a guess based on storage order: nearly every program stores text as it is read, a table row by row, columns
// one after another. The page is sorted only if that order is jumbled.
import { NO_MARKS, type PageMarks } from "./pdf-annotations.ts";
import { inColumns, isJumbled, sorted } from "./pdf-columns.ts";
import { grouped, lineText, SAME_LEVEL, type Line, type TextRun } from "./pdf-line.ts";
import { notesByLine, withValues } from "./pdf-marks.ts";
import { claimedSize, isAsWideAsHigh, sizeFactors } from "./pdf-sizes.ts";
import { asStored, isTangled } from "./pdf-stored-order.ts";
import type { PdfText } from "./pdfjs.ts";

/** A line spacing of this many times the usual one starts a paragraph. */
const PARAGRAPH = 1.35;
/** The assumed line spacing, in font sizes, if there are too few lines to measure. */
const USUAL_PITCH = 1.4;

/** Arabic letters by the shape that they have in a word, as some fonts tell them; nobody writes or searches for these. */
const ARABIC_FORMS = /[\ufb50-\ufdff\ufe70-\ufefc]+/g;
const plainLetters = (forms: string): string => forms.normalize("NFKC");

/** The maximum number of text runs on a page. A dense dictionary page has about 10,000; these take half a second. */
export const MAX_RUNS = 50_000;

/** The text runs of a page, in storage order. */
export function runsOf(page: PdfText): TextRun[] {
  const { items, styles } = page;
  const runs: TextRun[] = [];
  const factors = sizeFactors(page);
  let isSpaced = false;
  for (const item of items) {
    const [a = 1, b = 0, , , x = 0, y = 0] = item.transform;
    const factor = factors.get(item.fontName);
    // Control characters come from fonts without a proper encoding.
    const text = item.str
      .replace(/\p{Cc}+/gu, "")
      .replace(ARABIC_FORMS, plainLetters)
      .trim();
    if (text === "") {
      isSpaced ||= item.str !== "" && factor === undefined && isAsWideAsHigh(item.transform);
      continue;
    }
    const vertical = styles[item.fontName]?.vertical === true;
    const angle = Math.round((Math.atan2(b, a) * 180) / Math.PI) - (vertical ? 90 : 0);
    const [along, across] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
    const start = x * along + y * across;
    const length = Math.abs(vertical ? item.height : item.width);
    const run: TextRun = {
      text,
      isRightToLeft: item.dir === "rtl",
      start,
      end: start + length,
      level: y * along - x * across,
      size: ((vertical ? Math.hypot(a, b) : claimedSize(item.transform)) || 1) * (factor ?? 1),
      angle,
      isSpaced: isSpaced || /^\s/.test(item.str),
    };
    isSpaced = /\s$/.test(item.str);
    runs.push(run);
  }
  return runs;
}

/** The runs without those that are drawn again. */
function withoutShadows(all: readonly TextRun[]): TextRun[] {
  const runs: TextRun[] = [];
  for (const run of all) {
    const last = runs[runs.length - 1];
    if (last && isShadow(run, last)) continue;
    if (last && isShadow(last, run)) runs.pop();
    runs.push(run);
  }
  return runs;
}

/**
 * Whether `run` is a part of `whole` again, slightly offset: some programs make text bold by drawing it several times.
 */
function isShadow(run: TextRun, whole: TextRun): boolean {
  const at = whole.text.indexOf(run.text);
  if (at < 0 || Math.abs(run.level - whole.level) >= run.size * 0.15) return false;
  const isSame = run.text.length === whole.text.length;
  // Letters differ in width.
  const start = whole.start + ((whole.end - whole.start) * at) / whole.text.length;
  return Math.abs(run.start - start) < run.size * (isSame ? 0.15 : 0.6) && run.end < whole.end + run.size * 0.15;
}

/** The lines of a page. */
export interface PageLines {
  /** With `""` between paragraphs. */
  readonly lines: string[];
  /** Whether they are in the order in which they are stored, because their places make no sense. */
  readonly isAsStored: boolean;
}

/** The lines of a page with its marks. */
export function linesOf(all: readonly TextRun[], marks: PageMarks = NO_MARKS): PageLines {
  const runs = withoutShadows(all);
  let lines = grouped(runs);
  if (isJumbled(lines)) lines = grouped(sorted(runs));
  const isAsStored = isTangled(lines, all, runs);
  lines = isAsStored ? grouped(asStored(all)) : inColumns(lines);
  return { lines: textOf(withValues(lines, marks.values), marks), isAsStored };
}

function textOf(lines: readonly Line[], marks: PageMarks): string[] {
  const notes = notesByLine(lines, marks);
  const pitch = usualPitch(lines);
  const text: string[] = [];
  let before: Line | undefined;
  for (const line of lines) {
    if (before && isParagraph(before, line, pitch)) text.push("");
    text.push(lineText(line.runs), ...(notes.get(line) ?? []));
    before = line;
  }
  return [...text, ...(notes.get(undefined) ?? [])];
}

/** The line spacing, in font sizes; undefined if the lines are not below each other. */
function pitchOf(before: Line, line: Line): number | undefined {
  const pitch = (before.level - line.level) / Math.max(before.size, line.size);
  return before.angle === line.angle && pitch > 0 ? pitch : undefined;
}

function usualPitch(lines: readonly Line[]): number {
  const pitches = lines
    .flatMap((line, index) => {
      const before = lines[index - 1];
      return (before && pitchOf(before, line)) ?? [];
    })
    .filter((pitch) => pitch < 4)
    .sort((one, other) => one - other);
  const median = pitches[Math.floor(pitches.length / 2)] ?? USUAL_PITCH;
  return pitches.length < 5 ? Math.min(median, USUAL_PITCH) : median;
}

function isParagraph(before: Line, line: Line, pitch: number): boolean {
  if (before.angle === line.angle && Math.abs(before.level - line.level) <= line.size * SAME_LEVEL) return false;
  const apart = pitchOf(before, line);
  return apart === undefined || apart > pitch * PARAGRAPH;
}
