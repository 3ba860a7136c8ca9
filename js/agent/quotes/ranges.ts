// Chooses what to read of the passages that a search found: enough lines around each to include its heading and the
// whole list or table.
import { placeNamed } from "../citations/page-name.ts";
import type { Candidate } from "./candidates.ts";

/** Arguments of `read_file` for one file. */
export interface ReadRange {
  readonly path: string;
  readonly page?: number;
  readonly start_line?: number;
  readonly start_column?: number;
  readonly end_line?: number;
}

/** Lines to read before a passage, to include its heading, and after it, to include a list or what it introduces. */
const BEFORE = 30;
const BEHIND = 22;

/** The ranges to read around `candidates`, by note. Of a part of a long line only this line, which may be very long. */
export function rangesAround(candidates: readonly Candidate[]): ReadRange[] {
  const notes = new Map<string, Candidate[]>();
  for (const candidate of candidates) {
    const { path } = candidate;
    notes.set(path, [...(notes.get(path) ?? []), candidate]);
  }
  return [...notes].flatMap(([name, of]) => {
    const ranges: { path: string; page?: number; start_line: number; end_line: number }[] = [];
    for (const { startLine, endLine, found } of of.sort((a, b) => a.startLine - b.startLine)) {
      const isPart = startLine === endLine && (found.starts_inside || found.ends_inside);
      const [start, end] = isPart ? [startLine, endLine] : [Math.max(1, startLine - BEFORE), endLine + BEHIND];
      const last = ranges.at(-1);
      if (last && start <= last.end_line + 1) last.end_line = Math.max(last.end_line, end);
      else ranges.push({ ...placeNamed(name), start_line: start, end_line: end });
    }
    return ranges;
  });
}
