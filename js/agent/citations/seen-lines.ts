// What replies showed: the lines of each note. What they mean for citations and quotations is decided elsewhere.
import type { Layout, Reply } from "../../../pkg/lectern.js";
import { linesIn, rowsOf } from "../../vault/layout.ts";

/** Lines of one note, as one place of a reply showed them. */
export interface SeenLines {
  /** The note's own path. */
  readonly path: string;
  /** By number. Of a line that was shown in part, that part. */
  readonly lines: ReadonlyMap<number, string>;
  /** Lines of which only a part was shown. */
  readonly parts: ReadonlySet<number>;
  /** Of the whole note; absent where the reply does not say. */
  readonly totalLines?: number;
}

/** What the structured reply says of each place. */
interface Placed {
  readonly path: string;
  readonly total_lines?: number;
  readonly layout?: Layout;
}

/** What `reply` showed, in its order: one for each note of a search, and for each file of which lines are shown. */
export function seenLinesIn(reply: Reply): SeenLines[] {
  const { files, notes } = reply.structuredContent;
  const rows = rowsOf(reply);
  const places: readonly Placed[] = notes ?? files.filter(({ layout }) => layout);
  return places.map(({ path, total_lines, layout }) => {
    const shown = layout ? linesIn(rows, layout) : [];
    return {
      path,
      lines: new Map(shown.map(({ line, text }) => [line, text])),
      parts: new Set(shown.filter(({ isPart }) => isPart).map(({ line }) => line)),
      ...(total_lines !== undefined && { totalLines: total_lines }),
    };
  });
}
