// Whether words are in a text, whatever the marks around them: what a model quotes comes without the note's Markdown, with
// other quotation marks, other spaces, and with parts left out. What the note's Markdown is, inline.ts knows.
import { withoutMarkdown } from "../markdown/inline.ts";

/** Where words were found, in lines. */
export interface LineRange {
  readonly startLine: number;
  readonly endLine: number;
}

/** Longer than any quotation that anybody reads. What is behind is not compared. */
const MAX_QUOTE = 4000;

/** How often words that begin or end inside others are passed over. */
const MAX_TRIES = 100;

/** What is left out of a quotation. */
const OMISSION = /\[(?:…|\.{3,})\]|\((?:…|\.{3,})\)|…|\.{3,}/;

/** Words, with numbers as they are counted: 1.5 is not 15, and 5 % is not 5. */
const WORD = /[-−]?\p{N}(?:[\p{N}.,]*\p{N})?|[\p{L}\p{M}]+|[%‰€$£¥]/gu;

/** Scripts that write no spaces: where a word begins in them nothing says. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Hangul}]/u;

/** Lines of a text, by their words alone. */
export class Wording {
  readonly #text: string;
  /** Where each line begins in it. */
  readonly #starts: { at: number; line: number }[] = [];
  /** Where a word begins, and where one ends. */
  readonly #edges = new Set<number>();

  /** Lines with their numbers, in order. Numbers that are missing part what is quoted. */
  constructor(lines: Iterable<readonly [number, string]>) {
    let text = "";
    let before: number | undefined;
    for (const [line, content] of lines) {
      // No word holds this sign, so nothing is found across it.
      if (before !== undefined && line !== before + 1) text += "\n";
      before = line;
      this.#starts.push({ at: text.length, line });
      for (const word of wordsOf(withoutMarkdown(content))) {
        this.#edges.add(text.length);
        text += word;
        this.#edges.add(text.length);
      }
    }
    this.#text = text;
  }

  /** Where `quote` is, the place next to `near` where there are several; its parts one behind the other. */
  find(quote: string, near = 0): LineRange | undefined {
    // Code comes without its backticks, too: what looks like a link in it is none.
    return (
      this.#find(partsOf(quote), near) ??
      this.#find(
        partsOf(quote, (line) => line),
        near,
      )
    );
  }

  #find(parts: readonly string[], near: number): LineRange | undefined {
    const [first] = parts;
    if (first === undefined) return undefined;
    let best: LineRange | undefined;
    let from = 0;
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const start = this.#indexOf(first, from);
      if (start < 0) break;
      const end = this.#endOf(parts, start);
      if (end < 0) break;
      const place = { startLine: this.#lineAt(start), endLine: this.#lineAt(end - 1) };
      if (!best || Math.abs(place.startLine - near) < Math.abs(best.startLine - near)) best = place;
      else if (place.startLine > near) break;
      from = start + first.length;
    }
    return best;
  }

  /** Where the last of `parts` ends, of which the first begins at `start`; -1 where one is missing. */
  #endOf(parts: readonly string[], start: number): number {
    let at = start;
    for (const part of parts) {
      const found = this.#indexOf(part, at);
      if (found < 0) return -1;
      at = found + part.length;
    }
    return at;
  }

  /** Where `part` is from `from` on, as whole words. */
  #indexOf(part: string, from: number): number {
    let at = from;
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const found = this.#text.indexOf(part, at);
      if (found < 0) return -1;
      if (this.#isEdge(found) && this.#isEdge(found + part.length)) return found;
      at = found + 1;
    }
    return -1;
  }

  #isEdge(at: number): boolean {
    return this.#edges.has(at) || (UNSPACED.test(this.#text.charAt(at)) && UNSPACED.test(this.#text.charAt(at - 1)));
  }

  #lineAt(at: number): number {
    let [low, high] = [0, this.#starts.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((this.#starts[middle]?.at ?? 0) <= at) low = middle;
      else high = middle - 1;
    }
    return this.#starts[low]?.line ?? 0;
  }
}

/** The words of `quote`, without spaces, between what was left out. Empty where it holds no word. */
function partsOf(quote: string, read = withoutMarkdown): string[] {
  const parts: string[] = [];
  let left = MAX_QUOTE;
  for (const text of quote.split("\n").map(read).join("\n").split(OMISSION)) {
    let part = "";
    for (const word of wordsOf(text)) if ((left -= word.length) >= 0) part += word;
    if (part !== "") parts.push(part);
  }
  return parts;
}

/** Whether a word of `text` goes over the offset `at`, so that a quotation cannot end there. */
export function isInWord(text: string, at: number): boolean {
  const [before, after] = [text.charAt(at - 1), text.charAt(at)];
  if (UNSPACED.test(before) || UNSPACED.test(after)) return false;
  return /[\p{L}\p{M}\p{N}]{2}|[-−.,]\p{N}|\p{N}[.,]/u.test(before + after);
}

/** Whether `quote` holds a word at all. */
export function hasWords(quote: string): boolean {
  return partsOf(quote).length > 0;
}

/** The words of what is read, as they are compared. None goes over what a quotation would leave out. */
function wordsOf(read: string): string[] {
  return read.split(OMISSION).flatMap((part) => {
    const text = part.normalize("NFKC").toLowerCase();
    return Array.from(text.matchAll(WORD), ({ 0: word, index }) => {
      if (!/^[-−]/.test(word)) return word;
      // A sign before a number is one; between two of them it is a dash.
      return (/[\p{L}\p{N}]/u.test(text.charAt(index - 1)) ? "" : "-") + word.slice(1);
    });
  });
}
