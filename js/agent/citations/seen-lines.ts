// The lines of notes that a reply shows.
import type { Layout, Reply } from "../../../pkg/lectern.js";
import { linesIn, rowsOf } from "../../vault/layout.ts";

/** Lines of one note in one place of a reply. */
export interface SeenLines {
  /** The note's path. */
  readonly path: string;
  /** The page of a document that the lines are counted in; absent if in all of it. */
  readonly page?: number;
  /** By number. If a line was shown in part, that part. */
  readonly lines: ReadonlyMap<number, string>;
  /** Lines that were shown in part. */
  readonly parts: ReadonlySet<number>;
  /** The note's number of lines; absent if the reply does not say. */
  readonly totalLines?: number;
}

/** The structured reply's entry for each place. */
interface Placed {
  readonly path: string;
  readonly page?: number;
  readonly total_lines?: number;
  readonly layout?: Layout;
}

/** The lines that `reply` shows, in order: one entry for each note of a search, or each file with lines. */
export function seenLinesIn(reply: Reply): SeenLines[] {
  const { files, notes } = reply.structuredContent;
  const rows = rowsOf(reply);
  const places: readonly Placed[] = notes ?? files.filter(({ layout }) => layout);
  return places.map(({ path, page, total_lines, layout }) => {
    const shown = layout ? linesIn(rows, layout) : [];
    return {
      path,
      ...(page !== undefined && { page }),
      lines: new Map(shown.map(({ line, text }) => [line, text])),
      parts: new Set(shown.filter(({ isPart }) => isPart).map(({ line }) => line)),
      ...(total_lines !== undefined && { totalLines: total_lines }),
    };
  });
}
