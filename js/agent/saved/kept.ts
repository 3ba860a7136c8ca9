// What is saved of a reply: all of it, or only the paths that it named, so that what was answered with a note that is
// excluded later is not sent again.
import type { Structured } from "../../../pkg/lectern.js";

/** What a saved conversation keeps besides questions and answers. */
export interface Kept {
  /** What the model read: the replies of tools, and what the user attached. */
  readonly replies: boolean;
  /** What the provider wants back: signed reasoning. */
  readonly reasoning: boolean;
}

/** Maximum paths that are kept: more than a reply that is saved can name, at twelve characters each. */
const MOST_PATHS = 1000;

/** `data` with little more than the paths that it names; with the layout if the text of the reply is kept. */
export function onlyPaths(data: Structured, isTextKept: boolean): object {
  const { display, files, notes, entries, links, error, change } = data;
  const most = <T>(list: readonly T[]): T[] => list.slice(0, MOST_PATHS);
  const place = isTextKept ? {} : { layout: undefined };
  return {
    display,
    files: most(files).map((file) => ({ ...file, ...place })),
    // Whether it has hits tells whether lines of it were shown.
    ...(notes && {
      notes: most(notes).map(({ path, hits, layout }) => ({ path, hits: hits.slice(0, 1), layout, ...place })),
    }),
    ...(entries && {
      entries: most(entries).map((entry) => ({ path: entry.path, ...("size" in entry && { size: entry.size }) })),
    }),
    ...(links && { links: most(links).map(({ from, to }) => ({ from, to })) }),
    ...(error && { error }),
    ...(change && { change }),
  };
}

/** `value` as base 64, in which neither a search nor the app's unlinked mentions find the name of a note. */
export function packed(value: object): string {
  const bytes = new TextEncoder().encode(JSON.stringify(value));
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}

/** What `packed` made of a value. Throws if it is something else. */
export function unpacked(text: string): unknown {
  const bytes = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
  return JSON.parse(new TextDecoder().decode(bytes));
}
