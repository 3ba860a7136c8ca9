// Which notes a reply shows something of: what an answer says that it read, while it is made and when it is loaded again.
import type { Reply } from "../../../pkg/lectern.js";

/** Vault paths of the files that `reply` shows something of, in order: a search shows lines, too. */
export function pathsIn({ structuredContent: { files, notes = [] } }: Reply): string[] {
  const read = files.filter(({ error }) => !error);
  const found = notes.filter(({ hits }) => hits.length > 0);
  return [...read, ...found].map(({ path }) => path);
}
