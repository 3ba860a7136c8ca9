// What a search found, taken apart for a person to see: paths, line numbers, hits, and what is no note's. The text stays as
// a model reads it; how the parts are set apart is the terminal's and the side view's to say.
import type { HitLine, Reply } from "../../pkg/lectern.js";
import { textOf } from "../vault/tools.ts";

/** What a part of the text is. */
export type Kind = "path" | "number" | "hit" | "notice" | "text";

/** A part of the text, which all of them make up in their order. */
export interface Part {
  readonly kind: Kind;
  readonly text: string;
}

/** The text of `reply`, which is of a search. */
export function partsOf(reply: Reply): Part[] {
  const notes = reply.structuredContent.notes ?? [];
  let index = -1;
  return textOf(reply)
    .split("\n")
    .flatMap((line, before) => {
      const seam: Part[] = before > 0 ? [{ kind: "text", text: "\n" }] : [];
      const [, number, onward, words] = /^([0-9]+)(\+?: )(.*)$/s.exec(line) ?? [];
      if (number === undefined || onward === undefined || words === undefined) {
        const isPath = /^== .* ==$/.test(line);
        if (isPath) index++;
        return [...seam, { kind: isPath ? "path" : "notice", text: line }];
      }
      const hit = notes[index]?.hits.find((hit) => hit.line === Number(number));
      const content: Part[] = hit ? marked(words, hit) : [{ kind: "text", text: words }];
      return [...seam, { kind: "number", text: number }, { kind: "text", text: onward }, ...content];
    });
}

/** `words`, which begin at a column of their line, with the spans of `hit` set apart. Columns count characters. */
function marked(words: string, hit: HitLine): Part[] {
  const characters = Array.from(words);
  const parts: Part[] = [];
  let at = 0;
  const upTo = (end: number, kind: Kind): void => {
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
