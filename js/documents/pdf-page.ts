// Turns the positioned text of one PDF page into lines in reading order. A PDF stores neither lines nor columns, so
// this is a guess based on storage order: nearly every program stores text as it is read, a table row by row, columns
// one after another. The page is sorted only if that order is jumbled.
import { NO_MARKS, type PageMarks } from "./pdf-annotations.ts";
import { lineOf, lineText, type Line, type TextRun } from "./pdf-line.ts";
import { notesByLine, withValues } from "./pdf-marks.ts";
import { claimedSize, isAsWideAsHigh, sizeFactors } from "./pdf-sizes.ts";
import { asStored, isTangled } from "./pdf-stored-order.ts";
import type { PdfText } from "./pdfjs.ts";

/** How much baselines in one line may differ, in font sizes: superscripts, and programs that round. */
const SAME_LEVEL = 0.2;
/** The same for text of another size, which may be raised or lowered. */
const SCRIPT_LEVEL = 0.6;
/** How much characters may overlap, in font sizes: kerning, slanted type. */
const OVERLAP = 0.4;
/** The maximum number of columns: a newspaper has six. Each is one level of recursion. */
const MAX_COLUMNS = 6;
/** A gutter is at least this wide, in font sizes, and at least this many lines long. */
const GUTTER = 0.9;
const GUTTER_LINES = 4;
/** Columns of text have at least this many characters a line on average; table cells have fewer. */
const COLUMN_LETTERS = 20;
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
  lines = isAsStored ? grouped(asStored(all)) : inColumns(lines, MAX_COLUMNS);
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

function grouped(runs: readonly TextRun[]): Line[] {
  const lines: Line[] = [];
  for (const run of runs) {
    const line = lines[lines.length - 1];
    if (!line || !goesOn(line, run)) {
      lines.push(lineOf(run));
      continue;
    }
    line.runs.push(run);
    // The largest characters define the line's baseline.
    if (run.size > line.size) [line.size, line.level] = [run.size, run.level];
    line.start = Math.min(line.start, run.start);
    line.end = Math.max(line.end, run.end);
  }
  return lines;
}

/** Whether `run` is on the line, before or after its other runs. */
function goesOn(line: Line, run: TextRun): boolean {
  const size = Math.max(line.size, run.size);
  const isScript = Math.min(line.size, run.size) < size * 0.9;
  const last = line.runs[line.runs.length - 1];
  // A font may not tell how wide its letters are.
  const isNextLetter = last?.text.length === 1 && run.start > last.start + size * 0.1;
  const apart = run.start >= line.end - size * OVERLAP || run.end <= line.start + size * OVERLAP || isNextLetter;
  // Superscripts are close to their neighbor. Farther away, it is a small line beside a large one.
  const gap = Math.max(run.start - line.end, line.start - run.end);
  const reach = isScript && gap < size ? SCRIPT_LEVEL : SAME_LEVEL;
  return apart && line.angle === run.angle && Math.abs(line.level - run.level) <= size * reach;
}

/** Whether lines are not stored in reading order: several are above the line before them. */
function isJumbled(lines: readonly Line[]): boolean {
  let upwards = 0;
  lines.forEach((line, index) => {
    const before = lines[index - 1];
    if (before?.angle !== line.angle) return;
    const isAbove = line.level > before.level + line.size * SAME_LEVEL;
    if (isAbove && line.start < before.end && before.start < line.end) upwards++;
  });
  // A header and a footer that are stored last do not count.
  return upwards > Math.max(3, lines.length / 4);
}

/** Sorts from top to bottom, and each row from left to right. */
function sorted(runs: readonly TextRun[]): TextRun[] {
  const order = [...runs].sort((one, other) => one.angle - other.angle || other.level - one.level);
  const rows: TextRun[][] = [];
  for (const run of order) {
    const row = rows[rows.length - 1];
    const first = row?.[0];
    if (row && first?.angle === run.angle && first.level - run.level <= run.size * SAME_LEVEL) row.push(run);
    else rows.push([run]);
  }
  return rows.flatMap((row) => row.sort((one, other) => one.start - other.start));
}

/** Splits lines that cross a gutter: the left column comes first, as far down as both columns go. */
function inColumns(lines: readonly Line[], columns: number): Line[] {
  const gutter = columns > 1 ? gutterOf(lines) : undefined;
  if (gutter === undefined) return [...lines];
  const ordered: Line[] = [];
  let [left, right]: [Line[], Line[]] = [[], []];
  const flush = (): void => {
    // Not `push(...lines)`: there may be more lines than a call takes arguments.
    for (const side of [left, right]) for (const line of inColumns(side, columns - 1)) ordered.push(line);
    [left, right] = [[], []];
  };
  for (const line of lines) {
    const [before, behind] = [
      line.runs.filter((run) => run.end <= gutter),
      line.runs.filter((run) => run.start >= gutter),
    ];
    if (before.length + behind.length < line.runs.length) {
      flush();
      ordered.push(line);
      continue;
    }
    for (const part of grouped(before)) left.push(part);
    for (const part of grouped(behind)) right.push(part);
  }
  flush();
  return ordered;
}

/** The position of a gap through many lines with text on both sides. */
function gutterOf(lines: readonly Line[]): number | undefined {
  const edges: { at: number; opens: number }[] = [];
  for (const { runs, size } of lines) {
    const row = [...runs].sort((one, other) => one.start - other.start);
    row.forEach((run, index) => {
      const next = row[index + 1];
      if (!next || next.start - run.end < size * GUTTER) return;
      edges.push({ at: run.end, opens: 1 }, { at: next.start, opens: -1 });
    });
  }
  edges.sort((one, other) => one.at - other.at || one.opens - other.opens);
  let [open, most, gutter] = [0, 0, 0];
  edges.forEach(({ at, opens }, index) => {
    open += opens;
    const next = edges[index + 1];
    if (open > most && next) [most, gutter] = [open, (at + next.at) / 2];
  });
  if (most < GUTTER_LINES || most < lines.length / 3) return undefined;
  const letters = (side: (run: TextRun) => boolean): number => {
    const texts = lines.map(({ runs }) => runs.filter(side).reduce((sum, run) => sum + run.text.length, 0));
    const filled = texts.filter((length) => length > 0);
    return filled.reduce((sum, length) => sum + length, 0) / Math.max(filled.length, 1);
  };
  const isText =
    Math.min(
      letters((run) => run.end <= gutter),
      letters((run) => run.start >= gutter),
    ) >= COLUMN_LETTERS;
  return isText ? gutter : undefined;
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
