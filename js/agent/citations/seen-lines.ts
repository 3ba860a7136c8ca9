// What a reply shows of notes: their lines, and which notes they are.
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

/** All lines in `replies`, by note and line number. If a line was shown several times, the longest text. */
export function linesOf(replies: readonly Reply[]): Map<string, Map<number, string>> {
  const notes = new Map<string, Map<number, string>>();
  for (const { lines, ...seen } of replies.flatMap(seenLinesIn)) {
    const path = pageName(seen);
    const all = notes.get(path) ?? new Map<number, string>();
    notes.set(path, all);
    for (const [line, text] of lines) if (text.length >= (all.get(line)?.length ?? 0)) all.set(line, text);
  }
  return notes;
}

/** Vault paths of the files that `reply` shows part of, in order; search results count. */
export function pathsIn({ structuredContent: { files, notes = [] } }: Reply): string[] {
  const read = files.filter(({ error }) => !error);
  const found = notes.filter(({ hits }) => hits.length > 0);
  return [...read, ...found].map(({ path }) => path);
}

/** A file, or a page of it. */
interface FilePlace {
  readonly path: string;
  readonly page?: number | undefined;
}

/** The path, with the page if there is one. */
export const pageName = ({ path, page }: FilePlace): string => (page === undefined ? path : `${path}#page=${page}`);

/** The file and the page that a name says. */
export function placeNamed(name: string): { path: string; page?: number } {
  const [, path, page] = /^(.*)#page=(\d{1,9})$/is.exec(name) ?? [];
  return path === undefined ? { path: name } : { path, page: Number(page) };
}
