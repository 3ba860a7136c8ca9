// Checks whether the lines made of a PDF page are words drawn into one another: its fonts say that they are larger than
// they are, in letters that pdf-sizes.ts does not measure. The order in which they are stored is better then.
import { lettersOf, type Line, type TextRun } from "./pdf-line.ts";

/** The share of letters on top of others, or dropped as if drawn twice. A page of formulas has at most 4 %. */
const MOST_TANGLED = 0.06;
/** The width of a letter, in font sizes. */
const LETTER = 0.5;

/** Whether many letters of `lines` are drawn over others, or were dropped from `all` so that `runs` were left. */
export function isTangled(lines: readonly Line[], all: readonly TextRun[], runs: readonly TextRun[]): boolean {
  const kept = new Set(runs);
  const letters = lettersOf(all);
  // What is drawn twice to make it bold is whole words.
  let tangled = lettersOf(all.filter((run) => run.text.length < 3 && !kept.has(run)));
  for (const line of lines) {
    let end = -Infinity;
    for (const { text, start, end: last } of [...line.runs].sort((one, other) => one.start - other.start)) {
      if (end > start && last > start) tangled += (text.length * (Math.min(end, last) - start)) / (last - start);
      end = Math.max(end, last);
    }
  }
  return tangled > letters * MOST_TANGLED;
}

/** The runs, with font sizes so small that text on different baselines stays in different lines. */
export function asStored(runs: readonly TextRun[]): TextRun[] {
  return runs.map((run) => {
    const width = (run.end - run.start) / run.text.length;
    return width > 0 ? { ...run, size: Math.min(run.size, width / LETTER) } : run;
  });
}
