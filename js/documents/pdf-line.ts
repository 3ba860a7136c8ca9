// One line of a PDF: runs of letters with places become text. Which runs make a line is pdf-page.ts's to say.

/** Letters that were set in one go, seen along their own baseline. */
export interface TextRun {
  readonly text: string;
  readonly isRightToLeft: boolean;
  /** Where it begins and ends along the baseline. */
  readonly start: number;
  readonly end: number;
  /** How high the baseline lies, growing upwards. */
  readonly level: number;
  /** Of the font. */
  readonly size: number;
  /** How the baseline is turned, in degrees. */
  readonly angle: number;
  /** Whether pdf.js saw a space before it. */
  readonly isSpaced: boolean;
}

/**
 * From this gap on, in font sizes, letters are two words. A space is 0.2 to 0.35 wide in most fonts, and pdf.js reports
 * those itself; this is for words that were placed one by one.
 */
const SPACE = 0.18;
/** From this gap on, in font sizes, they are two cells. A justified line stretches its spaces to 1.5. */
const CELL = 2;
/** What stands between two cells. */
const CELL_GAP = "   ";
/** How small a raised or lowered letter is, beside its line. TeX sets 0.7 and 0.5, Word 0.65. */
const SCRIPT_SIZE = 0.85;
/** How far it is raised, in font sizes of the line. */
const RAISED = 0.2;
const LOWERED = -0.08;

const PLAIN = "0123456789+-=()";
const SUPERSCRIPT = "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾";
const SUBSCRIPT = "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎";

/** The text of the runs of one line, in the order of reading. */
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

/** Runs of one direction keep together: a number in an Arabic line is read from its left. `runs` are from the left. */
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
  // What is read from the right may be stored from the left: then the later run is the one that stands before.
  return gap > SPACE || run.isSpaced || (run.isRightToLeft && before.isSpaced) ? " " : "";
}

/** Digits that are raised or lowered say something else than the same digits on the line: 10² is not 102. */
function scripted(run: TextRun, main: Pick<TextRun, "size" | "level">): string {
  if (run.size > main.size * SCRIPT_SIZE || !/^[\d+\-=()]+$/.test(run.text)) return run.text;
  const raise = (run.level - main.level) / main.size;
  const letters = raise >= RAISED ? SUPERSCRIPT : raise <= LOWERED ? SUBSCRIPT : undefined;
  return letters ? run.text.replace(/./g, (letter) => letters.charAt(PLAIN.indexOf(letter))) : run.text;
}
