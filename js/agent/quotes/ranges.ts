// Chooses what to read of the notes that a search found: enough lines around each hit to include its heading and the
// whole paragraph or list.
import type { NoteFound } from "../../../pkg/lectern.js";
import type { ToolMessage } from "../message.ts";

/** Arguments of `read_file` for one file. */
export interface ReadRange {
  readonly path: string;
  readonly start_line?: number;
  readonly start_column?: number;
  readonly end_line?: number;
}

/** Lines to read before a hit, to include its heading, and after it, to include a list or the section of a heading. */
const BEFORE = 30;
const BEHIND = 22;

/** Maximum number of notes to read, and of ranges in all of them. */
const MAX_NOTES = 8;
const MAX_RANGES = 20;

/** A hit after this column is read from shortly before it, rather than with its whole line, which may be very long. */
const FAR = 4000;

/** The ranges to read of the notes that the searches in `replies` found, best notes first. */
export function rangesToRead(replies: readonly ToolMessage[]): ReadRange[] {
  const found = new Map<string, NoteFound>();
  // If there were several searches, takes the first note of each, then the second of each, and so on.
  const lists = replies.map(({ reply }) => (reply.isError ? [] : (reply.structuredContent.notes ?? [])));
  for (let rank = 0; rank < Math.max(0, ...lists.map(({ length }) => length)); rank++) {
    for (const list of lists) {
      const note = list[rank];
      if (note && !found.has(note.path)) found.set(note.path, note);
    }
  }
  return [...found.values()].slice(0, MAX_NOTES).flatMap(rangesOf).slice(0, MAX_RANGES);
}

function rangesOf({ path, hits }: NoteFound): ReadRange[] {
  const ranges: { path: string; start_line: number; end_line: number }[] = [];
  const far: ReadRange[] = [];
  for (const { line, spans } of hits) {
    const column = spans[0]?.[0] ?? 1;
    if (column > FAR) {
      far.push({ path, start_line: line, start_column: column - 400, end_line: line });
      continue;
    }
    const [start, end] = [Math.max(1, line - BEFORE), line + BEHIND];
    const last = ranges.at(-1);
    if (last && start <= last.end_line + 1) last.end_line = Math.max(last.end_line, end);
    else ranges.push({ path, start_line: start, end_line: end });
  }
  // Without hits, the note was found by its name: read its beginning.
  if (hits.length === 0) ranges.push({ path, start_line: 1, end_line: BEFORE + BEHIND });
  return [...ranges, ...far];
}
