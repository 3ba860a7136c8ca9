// Removes an API key from a server's message. Some servers repeat it in errors: whole, in part, in another case, or
// encoded.

/** Any run of this many characters of the key is removed. A shorter key is removed only as a whole. */
const SHARED = 8;

/** A key shorter than this is not a secret but a placeholder such as "x" that a local server requires. */
const LEAST_KEY = 4;

/** An escaped character in a URL, JSON or HTML. */
const ESCAPED = /%([0-9a-f]{2})|\\u00([0-9a-f]{2})|\\x([0-9a-f]{2})|&#x0*([0-9a-f]{2});|&#0*([0-9]{2,3});|\\(["\\/])/gi;

/** `text` with each part of `key` in it replaced by "…". */
export function withoutKey(text: string, key: string): string {
  if (key.length < LEAST_KEY) return text;
  const pieces = piecesOf(key);
  let left = text;
  for (;;) {
    const shared = [...sharedIn(lettersOf(left), pieces), ...sharedIn(unescapedOf(left), pieces)];
    // Repeats until nothing is found: a removal may cut an escape in half, and the rest may then match.
    if (shared.length === 0) return left;
    left = without(left, shared);
  }
}

/** One character of a text, normalized for comparison, and its range in the text. */
interface Letter {
  readonly letter: string;
  readonly start: number;
  readonly end: number;
}

type Range = readonly [start: number, end: number];

/** The parts of the key and of its encodings that a text must not contain, by length. */
function piecesOf(key: string): Map<number, Set<string>> {
  const pieces = new Map<number, Set<string>>();
  for (const form of [key, ...encoded(key)].map(folded)) {
    const length = Math.min(SHARED, form.length);
    if (length < LEAST_KEY) continue;
    const all = pieces.get(length) ?? new Set();
    for (let at = 0; at + length <= form.length; at++) all.add(form.slice(at, at + length));
    pieces.set(length, all);
  }
  return pieces;
}

/** The key in hexadecimal, and in Base64 after any other text, as in `Bearer KEY` and `name:KEY`. */
function encoded(key: string): string[] {
  const hex = Array.from(key, (letter) => letter.charCodeAt(0).toString(16).padStart(2, "0")).join("");
  const base64 = [0, 1, 2].map((before) => {
    // Leaves out the characters at either end that also encode bits of the surrounding text.
    const [start, end] = [Math.ceil((before * 8) / 6), Math.floor(((before + key.length) * 8) / 6)];
    return btoa("\0".repeat(before) + key).slice(start, end);
  });
  return [hex, ...base64, ...base64.map((form) => form.replace(/\+/g, "-").replace(/\//g, "_"))];
}

function folded(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/** The letters of a text that begins at `from`. */
function lettersOf(text: string, from = 0): Letter[] {
  return Array.from(folded(text).split(""), (letter, at) => ({ letter, start: from + at, end: from + at + 1 }));
}

function unescapedOf(text: string): Letter[] {
  const letters: Letter[] = [];
  let end = 0;
  for (const { 0: escape, index, ...codes } of text.matchAll(ESCAPED)) {
    letters.push(...lettersOf(text.slice(end, index), end));
    end = index + escape.length;
    const [hex, decimal, plain] = [codes[1] ?? codes[2] ?? codes[3] ?? codes[4], codes[5], codes[6]];
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    letters.push({ letter: folded(plain ?? String.fromCharCode(code)), start: index, end });
  }
  return [...letters, ...lettersOf(text.slice(end), end)];
}

/** The ranges of `letters` that match one of `pieces`, in order for each length. */
function sharedIn(letters: readonly Letter[], pieces: Map<number, Set<string>>): Range[] {
  const text = letters.map(({ letter }) => letter).join("");
  const shared: Range[] = [];
  for (const [length, all] of pieces) {
    for (let at = 0; at + length <= text.length; at++) {
      const [first, last] = [letters[at], letters[at + length - 1]];
      if (first && last && all.has(text.slice(at, at + length))) shared.push([first.start, last.end]);
    }
  }
  return shared;
}

/** `text` with `ranges` replaced by "…". Ranges that touch or overlap become one. */
function without(text: string, ranges: Range[]): string {
  let left = "";
  let end = -1;
  for (const [start, to] of ranges.sort(([a], [b]) => a - b)) {
    if (start > end) left += `${text.slice(Math.max(end, 0), start)}…`;
    end = Math.max(end, to);
  }
  return left + text.slice(Math.max(end, 0));
}
