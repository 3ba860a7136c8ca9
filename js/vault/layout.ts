// The lines of notes in a reply's text, by the layout that the core gives with the reply.
import type { Layout, Reply } from "../../pkg/lectern.js";

/** A line of a note as a reply shows it. */
export interface ShownLine {
  /** Its row in the text, counted from 0. */
  readonly row: number;
  /** Its number in the note, counted from 1. */
  readonly line: number;
  /** What stands before its text, such as `12: `. Empty before a blank line without a number. */
  readonly prefix: string;
  readonly text: string;
  /** Whether only a part of the line is shown. */
  readonly isPart: boolean;
}

/** The rows of each part of `reply`. */
export function rowsOf(reply: Reply): string[][] {
  return reply.content.map((part) => (part.type === "text" ? part.text.split("\n") : []));
}

/**
 * The lines of one note in `rows`. A saved reply may have been cut off, or changed by hand: from the first row that does not
 * fit, nothing is taken for a line.
 */
export function linesIn(rows: readonly (readonly string[])[], { part, lines }: Layout): ShownLine[] {
  const shown: ShownLine[] = [];
  for (const { row: first, line: number, count, starts_inside, is_cut } of lines) {
    for (let index = 0; index < count; index++) {
      const [row, line] = [first + index, number + index];
      const whole = rows[part]?.[row];
      const startsInside = index === 0 && starts_inside;
      const prefix = whole === "" ? "" : `${line}${startsInside ? "+" : ""}: `;
      if (!whole?.startsWith(prefix)) break;
      const isPart = startsInside || (index === count - 1 && is_cut);
      shown.push({ row, line, prefix, text: whole.slice(prefix.length), isPart });
    }
  }
  return shown;
}
