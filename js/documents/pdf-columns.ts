// Finds the order of a page's lines where that of the storage is not the order of reading: text that jumps upwards is
// sorted, and columns that are stored row by row are taken apart at the white space between them.
import { grouped, lettersOf, SAME_LEVEL, type Line, type TextRun } from "./pdf-line.ts";

/** The maximum number of columns: a newspaper has six. Each is one level of recursion. */
const MAX_COLUMNS = 6;
/** Pieces of a line are this far apart, in font sizes, and a gutter is at least this many lines long. */
const GUTTER = 0.9;
const GUTTER_LINES = 4;
/** Columns of text have at least this many characters a line on average, besides digits; table cells have fewer. */
const COLUMN_LETTERS = 20;

/** Whether text is not stored in reading order: much of it is above the line before it. */
export function isJumbled(lines: readonly Line[]): boolean {
  let [upwards, letters, all] = [0, 0, 0];
  lines.forEach((line, index) => {
    const length = lettersOf(line.runs);
    all += length;
    const before = lines[index - 1];
    if (before?.angle !== line.angle) return;
    const isAbove = line.level > before.level + line.size * SAME_LEVEL;
    if (!isAbove || line.start >= before.end || before.start >= line.end) return;
    upwards++;
    letters += length;
  });
  // A header and a footer that are stored last do not count, nor the numbers along the axes of a plot.
  return upwards > 3 && letters > all / 4;
}

/** Sorts from top to bottom, and each row from left to right. */
export function sorted(runs: readonly TextRun[]): TextRun[] {
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

/** Text of one line without a wide gap. */
interface Piece {
  readonly start: number;
  readonly end: number;
}

/** Takes lines apart that are stored across a gutter: the left column comes first, as far down as both columns go. */
export function inColumns(lines: readonly Line[], columns = MAX_COLUMNS): Line[] {
  const pieces = lines.map(piecesOf);
  const gutter = columns > 1 ? deepestGap(pieces.flat()) : undefined;
  if (gutter === undefined) return [...lines];
  const crosses = ({ start, end }: Piece): boolean => start < gutter && end > gutter;
  const ordered: Line[] = [];
  let [rows, left, right, changes, wasLeft] = [[] as Line[], [] as Line[], [] as Line[], 0, true];
  const flush = (): void => {
    const isAcross =
      changes >= Math.max(GUTTER_LINES, Math.min(left.length, right.length)) && isText(left) && isText(right);
    // Not `push(...lines)`: there may be more lines than a call takes arguments.
    for (const part of isAcross ? [left, right].map((side) => inColumns(side, columns - 1)) : [rows])
      for (const line of part) ordered.push(line);
    [rows, left, right, changes, wasLeft] = [[], [], [], 0, true];
  };
  lines.forEach((line, index) => {
    if (pieces[index]?.some(crosses)) {
      flush();
      ordered.push(line);
      return;
    }
    rows.push(line);
    for (const isLeft of [true, false]) {
      const parts = grouped(line.runs.filter(({ end }) => end <= gutter === isLeft));
      if (parts.length === 0) continue;
      if (isLeft !== wasLeft) changes++;
      wasLeft = isLeft;
      for (const part of parts) (isLeft ? left : right).push(part);
    }
  });
  flush();
  return ordered;
}

/** Whether lines are those of a column of text. */
function isText(lines: readonly Line[]): boolean {
  const text = lines.flatMap(({ runs }) => runs.map(({ text }) => text)).join("");
  return text.replace(/[\d.]+/g, "").length >= lines.length * COLUMN_LETTERS;
}

function piecesOf({ runs, size }: Line): Piece[] {
  const pieces: { start: number; end: number }[] = [];
  for (const { start, end } of [...runs].sort((one, other) => one.start - other.start)) {
    const last = pieces[pieces.length - 1];
    if (last && start - last.end < size * GUTTER) last.end = Math.max(last.end, end);
    else pieces.push({ start, end });
  }
  return pieces;
}

/** The position that far fewer pieces cross than are to the left and to the right of it. */
function deepestGap(pieces: readonly Piece[]): number | undefined {
  const edges = pieces.flatMap(({ start, end }): [number, number][] => [
    [start, 1],
    [end, -1],
  ]);
  edges.sort(([one, opens], [other, more]) => one - other || opens - more);
  let [open, most] = [0, 0];
  const gaps = edges.map(([at, opens], index) => {
    const before = most;
    open += opens;
    most = Math.max(most, open);
    return { open, before, at: (at + (edges[index + 1]?.[0] ?? at)) / 2 };
  });
  let [depth, found, behind] = [GUTTER_LINES - 1, undefined as number | undefined, 0];
  for (const gap of gaps.reverse()) {
    const below = Math.min(gap.before, behind) - gap.open;
    if (below > depth && below >= gap.open) [depth, found] = [below, gap.at];
    behind = Math.max(behind, gap.open);
  }
  return found;
}
