// What is read of the notes that a search found: the lines around its hits, so that headings, paragraphs and lists are whole.
import type { NoteFound } from "../../../pkg/lectern.js";
import type { ToolMessage } from "../message.ts";

/** What `read_file` is asked for. */
export interface ReadRange {
  readonly path: string;
  readonly start_line?: number;
  readonly start_column?: number;
  readonly end_line?: number;
}

/** Lines before a hit: its heading is seldom further; and behind: a list, or the section of a heading. */
const BEFORE = 30;
const BEHIND = 22;

/** Notes that are read, and places in them. */
const MAX_NOTES = 8;
const MAX_RANGES = 20;

/** A hit this far into a line is read from there on: the line may be a book. */
const FAR = 4000;

/** What to read of all that the searches among `replies` found, the best notes first. */
export function rangesToRead(replies: readonly ToolMessage[]): ReadRange[] {
  const found = new Map<string, NoteFound>();
  // Of several searches the first notes of each come first.
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
  // Found by its name alone, it is shown from its beginning.
  if (hits.length === 0) ranges.push({ path, start_line: 1, end_line: BEFORE + BEHIND });
  return [...ranges, ...far];
}
