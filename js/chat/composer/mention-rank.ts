// How well a name fits what was typed after `@`.

/** A file's or folder's name and path, prepared for comparing: lower case, and the path without the name. */
export interface Named {
  readonly name: string;
  readonly path: string;
}

/** Lower case in one Unicode form. */
export function comparable(text: string): string {
  const lower = text.toLowerCase();
  // Most names are ASCII, and 5,000 are compared at each key.
  return /^[\0-\x7f]*$/.test(lower) ? lower : lower.normalize("NFC");
}

/**
 * 0 being best; undefined if there is no match. `query` is comparable. Of the note “Fog bell”: `fog`, `bell`, `og`, `bel
 * fog`, words of its path, and last `fgbell`, whose letters are in order.
 */
export function rankOf({ name, path }: Named, query: string): number | undefined {
  const at = name.indexOf(query);
  if (at >= 0) return at === 0 ? 0 : isStart(name, at) ? 1 : 2;
  const words = query.split(/\s+/).filter(Boolean);
  if (words.every((word) => startsWord(name, word))) return 3;
  if (words.every((word) => name.includes(word))) return 4;
  if (words.every((word) => path.includes(word))) return 5;
  const letters = words.join("");
  return letters.length > 1 && hasInOrder(name, letters) ? 6 : undefined;
}

const isStart = (name: string, at: number): boolean => at === 0 || !/[\p{L}\p{N}]/u.test(name.charAt(at - 1));

function startsWord(name: string, word: string): boolean {
  for (let at = name.indexOf(word); at >= 0; at = name.indexOf(word, at + 1)) if (isStart(name, at)) return true;
  return false;
}

function hasInOrder(name: string, letters: string): boolean {
  let at = 0;
  for (const letter of letters) {
    at = name.indexOf(letter, at) + 1;
    if (at === 0) return false;
  }
  return true;
}
