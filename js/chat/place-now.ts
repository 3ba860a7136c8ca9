// Finds the place of a change in the note as it is now, to show it. Whether a change can be undone there, the core
// decides.
import type { Replaced } from "../../pkg/lectern.js";

/** The lines of a note at a place. */
export interface PlaceNow {
  /** Counted from 1. */
  readonly startLine: number;
  readonly lines: readonly string[];
  /** Whether they are what the change wrote. */
  readonly isAsWritten: boolean;
}

/** How many lines above and below are compared, most certain first. */
const CONTEXTS = [3, 2, 1];

/** `text` as lines with their ends. */
export const linesIn = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];

/** Where `part` is in `text`: as it was written, or else what is now between the lines around it. */
export function placeNow(text: string, part: Replaced): PlaceNow | undefined {
  const lines = linesIn(text);
  const [above, written, below] = [linesIn(part.above), linesIn(part.new), linesIn(part.below)];
  for (const count of CONTEXTS) {
    const before = above.slice(-count);
    const [at, other] = starts(lines, [...before, ...written, ...below.slice(0, count)]);
    if (at === undefined || other !== undefined) continue;
    return { startLine: at + before.length + 1, lines: written, isAsWritten: true };
  }
  const start = edge(above, (count) =>
    starts(lines, above.slice(-count)).map((at) => at + Math.min(count, above.length)),
  );
  const end = edge(below, (count) => starts(lines, below.slice(0, count)));
  const length = Math.max(written.length, 1);
  let [from, to] = [start ?? (above.length === 0 ? 0 : undefined), end];
  if (to === undefined && below.length === 0) to = lines.length;
  if (from === undefined && to === undefined) return undefined;
  from ??= Math.max((to ?? 0) - length, 0);
  to ??= from + length;
  if (to < from) return undefined;
  return { startLine: from + 1, lines: lines.slice(from, to), isAsWritten: false };
}

/** Where the lines on one side meet the place, if that is certain. */
function edge(side: readonly string[], find: (count: number) => number[]): number | undefined {
  if (side.length === 0) return undefined;
  for (const count of CONTEXTS) {
    const [at, other] = find(count);
    if (at !== undefined && other === undefined) return at;
  }
  return undefined;
}

/** The indices at which `wanted` begins in `lines`; none if it is empty. */
function starts(lines: readonly string[], wanted: readonly string[]): number[] {
  const [first] = wanted;
  if (first === undefined) return [];
  return lines.flatMap((line, at) =>
    line === first && wanted.every((one, index) => lines[at + index] === one) ? [at] : [],
  );
}
