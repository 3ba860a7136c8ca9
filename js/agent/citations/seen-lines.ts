// What replies showed: the numbered lines of each note, taken out of the text that a model read. What they mean, citations
// and quotations are others' to say.
import type { Reply } from "../../../pkg/lectern.js";

/** Lines of one note, as one place of a reply showed them. */
export interface ShownLines {
  /** The note's own path. */
  readonly path: string;
  /** By number. Of a line that was shown in part, that part. */
  readonly lines: ReadonlyMap<number, string>;
  /** Lines of which only a part was shown. */
  readonly parts: ReadonlySet<number>;
  /** Of the whole note; absent where the reply does not say. */
  readonly totalLines?: number;
}

/** A line with its number; `+` where it begins in the middle. */
const NUMBERED = /^([0-9]{1,10})(\+?): ?(.*)$/s;

/** What stands above the lines of one note among several. */
const HEADER = /^== .* ==$/;

/** What says that the line before it was not shown whole. */
const CUT = /^\[(?:line [0-9]+ (?:up to|from|columns?) |\.\.\. truncated, showing line )/;

/** What `reply` of `read_file` or `search_notes` showed, in its order. Of anything else it is empty. */
export function shownIn(reply: Reply): ShownLines[] {
  const { files, notes } = reply.structuredContent;
  if (reply.isError) return [];
  // A listing shows lines, but none of a note's.
  if (notes) return linesOf(textIn(reply), notes, false);
  return linesOf(textIn(reply), files, true).filter(({ lines }) => lines.size > 0);
}

function linesOf(text: string, of: readonly Placed[], areWhole: boolean): ShownLines[] {
  const shown = of.map((place) => ({
    path: place.path,
    lines: new Map<number, string>(),
    parts: new Set<number>(),
    ...(place.total_lines !== undefined && { totalLines: place.total_lines }),
  }));
  const [first] = text.split("\n", 1);
  let index = HEADER.test(first ?? "") ? -1 : 0;
  let last = 0;
  for (const line of text.split("\n")) {
    const { lines, parts } = shown[index] ?? {};
    const [, digits, plus, content] = NUMBERED.exec(line) ?? [];
    if (digits !== undefined && content !== undefined) {
      last = Number(digits);
      lines?.set(last, content);
      if (plus) parts?.add(last);
    } else if (HEADER.test(line)) {
      index++;
      last = 0;
    } else if (CUT.test(line)) {
      parts?.add(last);
    } else if (line === "" && areWhole && last > 0 && last < (of[index]?.end_line ?? 0)) {
      // Numbered compactly, blank lines have no number.
      lines?.set(++last, "");
    }
  }
  return shown;
}

/** What the structured reply says of each place. */
interface Placed {
  readonly path: string;
  readonly end_line?: number;
  readonly total_lines?: number;
}

/** All text of a reply. */
export function textIn(reply: Reply): string {
  return reply.content.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n");
}
