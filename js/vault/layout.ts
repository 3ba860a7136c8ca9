// The lines of notes in a reply's text, by the layout that the core gives with the reply.
import type { Layout, Reply } from "../../pkg/lectern.js";

/** A line of a note in a reply. */
export interface ShownLine {
  /** The row in the text, counted from 0. */
  readonly row: number;
  /** The line number in the note, counted from 1. */
  readonly line: number;
  /** What precedes the text, such as `12: `. Empty before a blank line without a number. */
  readonly prefix: string;
  readonly text: string;
  /** Whether the reply shows only part of the line. */
  readonly isPart: boolean;
}

/** The text of a reply, for a model that takes only text. */
export function textOf(reply: Reply): string {
  return reply.content.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n");
}

/** The rows of each part of `reply`. */
export function rowsOf(reply: Reply): string[][] {
  return reply.content.map((part) => (part.type === "text" ? part.text.split("\n") : []));
}

/**
 * The lines of one note in `rows`. A saved reply may be truncated or edited by hand: reading stops at the first row
 * that does not match.
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
