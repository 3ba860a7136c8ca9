// Makes the text of one line of a PDF from its positioned text runs. pdf-page.ts decides which runs form a line.

/** Characters drawn in one operation, measured along their baseline. */
export interface TextRun {
  readonly text: string;
  readonly isRightToLeft: boolean;
  /** Start and end along the baseline. */
  readonly start: number;
  readonly end: number;
  /** Height of the baseline, growing upwards. */
  readonly level: number;
  /** Font size. */
  readonly size: number;
  /** Rotation of the baseline, in degrees. */
  readonly angle: number;
  /** Whether pdf.js saw a space before it. */
  readonly isSpaced: boolean;
}

/** Text runs on one baseline, and their extent. */
export interface Line {
  readonly runs: TextRun[];
  readonly angle: number;
  level: number;
  size: number;
  start: number;
  end: number;
}

/** A line of one run. */
export function lineOf(run: TextRun): Line {
  const { angle, level, size, start, end } = run;
  return { runs: [run], angle, level, size, start, end };
}

/** How much baselines in one line may differ, in font sizes: superscripts, and programs that round. */
export const SAME_LEVEL = 0.2;
/** The same for text of another size, which may be raised or lowered. */
const SCRIPT_LEVEL = 0.6;
/** How much characters may overlap, in font sizes: kerning, slanted type. */
const OVERLAP = 0.4;
/**
 * A gap of this many font sizes separates words. A space is 0.2 to 0.35 wide in most fonts, and pdf.js reports those
 * itself; this is for words that were placed one by one.
 */
const SPACE = 0.18;
/**
 * Where two parts overlap by this many font sizes, each is a word: a scan's text is placed word by word, and its font is
 * wider than the letters on paper. Kerning is less, and an accent is one sign.
 */
const WORD_OVERLAP = -0.15;
/** A gap of this many font sizes separates cells. A justified line stretches its spaces to 1.5. */
const CELL = 2;
/** The separator of cells. */
const CELL_GAP = "   ";
/** A superscript or subscript is at most this large relative to its line. TeX uses 0.7 and 0.5, Word 0.65. */
const SCRIPT_SIZE = 0.85;
/** How far it is raised, in font sizes of the line. */
const RAISED = 0.2;
const LOWERED = -0.08;

const PLAIN = "0123456789+-=()";
const SUPERSCRIPT = "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾";
const SUBSCRIPT = "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎";

/** The runs as lines, in the order of the runs. */
export function grouped(runs: readonly TextRun[]): Line[] {
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

/** How many letters runs have. */
export function lettersOf(runs: readonly TextRun[]): number {
  return runs.reduce((sum, { text }) => sum + text.length, 0);
}

/** The text of one line, in reading order. */
export function lineText(line: readonly TextRun[]): string {
  const runs = line.length > 1 ? [...line].sort((one, other) => one.start - other.start) : line;
  const main = runs.reduce((largest, run) => (run.size > largest.size ? run : largest), runs[0] ?? NONE);
  const rightToLeft = runs.reduce((sum, run) => sum + (run.isRightToLeft ? run.text.length : -run.text.length), 0) > 0;
  const ordered = inReadingOrder(runs, rightToLeft);
  let text = "";
  let before: TextRun | undefined;
  for (const run of ordered) {
    if (before) text += between(before, run);
    text += scripted(run, main);
    before = run;
  }
  return text.replace(/\s+$/, "");
}

const NONE: Pick<TextRun, "size" | "level"> = { size: 1, level: 0 };

/**
 * Keeps runs of one direction together: a number in an Arabic line is read from the left. `runs` are ordered from the
 * left.
 */
function inReadingOrder(runs: readonly TextRun[], rightToLeft: boolean): readonly TextRun[] {
  if (!runs.some((run) => run.isRightToLeft)) return runs;
  const groups: TextRun[][] = [];
  for (const run of runs) {
    const group = groups[groups.length - 1];
    if (group?.[0]?.isRightToLeft === run.isRightToLeft) group.push(run);
    else groups.push([run]);
  }
  for (const group of groups) if (group[0]?.isRightToLeft) group.reverse();
  return (rightToLeft ? groups.reverse() : groups).flat();
}

function between(before: TextRun, run: TextRun): string {
  const [left, right] = before.start <= run.start ? [before, run] : [run, before];
  const gap = (right.start - left.end) / Math.max(left.size, right.size);
  if (gap > CELL) return CELL_GAP;
  if (gap < WORD_OVERLAP && /.{2}/u.test(before.text) && /.{2}/u.test(run.text)) return " ";
  // Right-to-left text may be stored from the left. Then the later run precedes.
  return gap > SPACE || run.isSpaced || (run.isRightToLeft && before.isSpaced) ? " " : "";
}

/** Keeps superscript and subscript digits apart: 10² is not 102. */
function scripted(run: TextRun, main: Pick<TextRun, "size" | "level">): string {
  if (run.size > main.size * SCRIPT_SIZE || !/^[\d+\-=()]+$/.test(run.text)) return run.text;
  const raise = (run.level - main.level) / main.size;
  const letters = raise >= RAISED ? SUPERSCRIPT : raise <= LOWERED ? SUBSCRIPT : undefined;
  return letters ? run.text.replace(/./g, (letter) => letters.charAt(PLAIN.indexOf(letter))) : run.text;
}
