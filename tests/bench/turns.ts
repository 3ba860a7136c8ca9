// Times two ways of doing the same, in turns, so that neither has a quieter machine.

/** Milliseconds a call: medians, and the median of the ratios of each turn. */
export interface Timing {
  ours: number;
  baseline: number;
  ratio: number;
}

/** Times `ours` and `theirs` in `rounds` turns of `batch` calls each. */
export async function inTurns(
  rounds: number,
  batch: number,
  ours: () => Promise<unknown>,
  theirs: () => Promise<unknown>,
): Promise<Timing> {
  const turns: Timing[] = [];
  for (let round = 0; round < rounds; round++) {
    const [mine, baseline] = [await timed(batch, ours), await timed(batch, theirs)];
    turns.push({ ours: mine, baseline, ratio: baseline / mine });
  }
  const of = (key: keyof Timing): number => median(turns.map((turn) => turn[key]));
  return { ours: of("ours"), baseline: of("baseline"), ratio: of("ratio") };
}

/** Milliseconds a call of `work`, of `batch` calls. */
export async function timed(batch: number, work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  for (let call = 0; call < batch; call++) await work();
  return (performance.now() - start) / batch;
}

export const median = (numbers: readonly number[]): number =>
  [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? NaN;

/** As plugins in JavaScript show a note, from line `first` to line `last`: 1-indexed; negative from the end. */
export function numbered(text: string, first = 1, last?: number): string {
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  const start = first < 0 ? Math.max(lines.length + first, 0) : first - 1;
  return atHand(
    lines
      .slice(start, last)
      .map((line, index) => `${start + index + 1}: ${line}`)
      .join("\n"),
  );
}

/** An engine may put off joining strings until someone looks: both ways end with text that has been looked at. */
export function atHand(text: string): string {
  text.charCodeAt(text.length - 1);
  return text;
}
