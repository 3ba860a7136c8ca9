// The lines of notes in a reply's text, by the layout that the core gives with the reply; and the reply of a search in
// parts (paths, line numbers, hits, notices), which the terminal and the side view style.
import type { HitLine, Layout, Reply } from "../../pkg/lectern.js";

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

/** What a part of the text is. */
export type SearchPartKind = "path" | "number" | "hit" | "notice" | "text";

/** A part of the text. All parts, joined, are the whole text. */
export interface SearchPart {
  readonly kind: SearchPartKind;
  readonly text: string;
}

/** Splits the reply of a search; one part if the call did not ask for the layout. */
export function searchParts(reply: Reply): SearchPart[] {
  const rows = rowsOf(reply);
  const parts = new Map<number, SearchPart[]>();
  const { notes = [] } = reply.structuredContent;
  for (const { hits, layout } of notes) {
    if (!layout) return [{ kind: "text", text: rows.flat().join("\n") }];
    const { header } = layout;
    if (header !== null) parts.set(header, [{ kind: "path", text: rows[layout.part]?.[header] ?? "" }]);
    for (const { row, line, prefix, text } of linesIn(rows, layout)) {
      const hit = hits.find((hit) => hit.line === line);
      const number = String(line);
      parts.set(row, [
        { kind: "number", text: number },
        { kind: "text", text: prefix.slice(number.length) },
        ...(hit ? marked(text, hit) : [{ kind: "text", text } as const]),
      ]);
    }
  }
  return rows.flat().flatMap((text, row): SearchPart[] => {
    const shown = parts.get(row) ?? [{ kind: "notice", text }];
    return row > 0 ? [{ kind: "text", text: "\n" }, ...shown] : shown;
  });
}

/** `words` with the spans of `hit` marked. Columns count characters. */
function marked(words: string, hit: HitLine): SearchPart[] {
  const characters = Array.from(words);
  const parts: SearchPart[] = [];
  let at = 0;
  const upTo = (end: number, kind: SearchPartKind): void => {
    if (end > at) parts.push({ kind, text: characters.slice(at, end).join("") });
    at = Math.max(at, end);
  };
  for (const [first, last] of hit.spans) {
    upTo(first - hit.column, "text");
    upTo(last - hit.column + 1, "hit");
  }
  upTo(characters.length, "text");
  return parts;
}
