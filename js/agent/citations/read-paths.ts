// The notes that a reply shows, for the list of notes read.
import type { Reply } from "../../../pkg/lectern.js";

/** Vault paths of the files that `reply` shows part of, in order; search results count. */
export function pathsIn({ structuredContent: { files, notes = [] } }: Reply): string[] {
  const read = files.filter(({ error }) => !error);
  const found = notes.filter(({ hits }) => hits.length > 0);
  return [...read, ...found].map(({ path }) => path);
}
