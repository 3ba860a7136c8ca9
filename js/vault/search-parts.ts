// Splits the reply of a search into paths, line numbers, hits and notices, which the terminal and the side view style.
import type { HitLine, Reply } from "../../pkg/lectern.js";
import { linesIn, rowsOf } from "./layout.ts";

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
