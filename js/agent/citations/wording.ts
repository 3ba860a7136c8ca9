// Finds quoted words in lines, ignoring Markdown, quotation marks and spaces, and allowing omissions. inline.ts removes
// the Markdown.
import { withoutMarkdown } from "../markdown/inline.ts";

/** The lines where words were found. */
export interface LineRange {
  readonly startLine: number;
  readonly endLine: number;
}

/** The maximum length of a quote. The rest is not compared. */
const MAX_QUOTE = 4000;

/** How many matches inside other words are skipped. */
const MAX_TRIES = 100;

/** Marks of an omission. */
const OMISSION = /\[(?:…|\.{3,})\]|\((?:…|\.{3,})\)|…|\.{3,}/;

/** Words and numbers: 1.5 is not 15, and 5 % is not 5. */
const WORD = /[-−]?\p{N}(?:[\p{N}.,]*\p{N})?|[\p{L}\p{M}]+|[%‰€$£¥]/gu;

/** Scripts without spaces, where a match may begin at any character. */
export const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Hangul}]/u;

/** Lines, reduced to their words. */
export class Wording {
  readonly #text: string;
  /** Where each line begins in the text. */
  readonly #starts: { at: number; line: number }[] = [];
  /** Offsets where words begin or end. */
  readonly #edges = new Set<number>();

  /** Numbered lines, in order. A quote can't span missing numbers. */
  constructor(lines: Iterable<readonly [number, string]>) {
    let text = "";
    let before: number | undefined;
    for (const [line, content] of lines) {
      // No word contains a line feed, so no match crosses it.
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

  /** Finds `quote`, the match nearest to `near` if there are several. Its parts may be apart, but in order. */
  find(quote: string, near = 0): LineRange | undefined {
    // Also tried unchanged: code may be quoted without its backticks, and then what looks like a link is not one.
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

  /** Where the last of `parts` ends if the first begins at `start`; -1 if one is missing. */
  #endOf(parts: readonly string[], start: number): number {
    let at = start;
    for (const part of parts) {
      const found = this.#indexOf(part, at);
      if (found < 0) return -1;
      at = found + part.length;
    }
    return at;
  }

  /** Finds `part` from offset `from`, as whole words. */
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

/** The words of `quote` without spaces, split at omissions. Empty if there are none. */
function partsOf(quote: string, read = withoutMarkdown): string[] {
  const parts: string[] = [];
  let left = MAX_QUOTE;
  for (const text of quote
    .split("\n")
    .map((line) => read(line))
    .join("\n")
    .split(OMISSION)) {
    let part = "";
    for (const word of wordsOf(text)) if ((left -= word.length) >= 0) part += word;
    if (part !== "") parts.push(part);
  }
  return parts;
}

/** Whether offset `at` is inside a word, so that a quote can't end there. */
export function isInWord(text: string, at: number): boolean {
  const [before, after] = [text.charAt(at - 1), text.charAt(at)];
  if (UNSPACED.test(before) || UNSPACED.test(after)) return false;
  return /[\p{L}\p{M}\p{N}]{2}|[-−.,]\p{N}|\p{N}[.,]/u.test(before + after);
}

/** An embed, as `wordsAndSigns` marks it, or an omission. */
const SIGN = /(\uE000[^\uE000]*\uE000|\[(?:…|\.{3,})\]|\((?:…|\.{3,})\)|…|\.{3,})/;

/** The name in the target of an embed, without its folder, and the part of it. */
const TARGET = /^!\[(?:\[|[^\]]*\]\(<?)(?:[^\]|)>#\\]*\/)?([^\]|)>#\\]*)(?:#([^\]|)>]*))?/;

/** The words of `text` without spaces, with "…" for omissions. Of an embed the part, or else the name: all may differ. */
function wordsAndSigns(text: string): string {
  const sign = (embed: string): string => {
    const [, name = embed, part = name] = TARGET.exec(embed) ?? [];
    return `\uE000${part}\uE000`;
  };
  const pieces = withoutMarkdown(text.replaceAll("\uE000", ""), sign).split(SIGN);
  return pieces
    .map((piece, at) => (at % 2 === 0 ? wordsOf(piece).join("") : piece.startsWith("\uE000") ? piece : "…"))
    .join("");
}

/**
 * Whether `quote`, whose words are in `lines`, leaves out nothing between its first and its last word. `isWhole`: these
 * are the lines that it is said to be. An omission before or behind all of them leaves out nothing of them.
 */
export function isExact(quote: string, lines: readonly string[], isWhole: boolean): boolean {
  const [quoted, written] = [wordsAndSigns(quote), wordsAndSigns(lines.join("\n"))];
  return written.includes(quoted) || (isWhole && written === quoted.replace(/^…+|…+$/g, ""));
}

/** Whether `quote` contains a word. */
export function hasWords(quote: string): boolean {
  return partsOf(quote).length > 0;
}

/** The words of a text as it is written, normalized for comparison, and their offsets. */
export function spokenWords(text: string): { word: string; start: number; end: number }[] {
  return Array.from(text.matchAll(WORD), ({ 0: word, index }) => {
    return { word: word.normalize("NFKC").toLowerCase(), start: index, end: index + word.length };
  });
}

/** The words of a text, normalized for comparison. No word continues across an omission. */
function wordsOf(read: string): string[] {
  return read.split(OMISSION).flatMap((part) => {
    const text = part.normalize("NFKC").toLowerCase();
    return Array.from(text.matchAll(WORD), ({ 0: word, index }) => {
      if (!/^[-−]/.test(word)) return word;
      // A minus before a number is a sign; between words or numbers it is a dash.
      return (/[\p{L}\p{N}]/u.test(text.charAt(index - 1)) ? "" : "-") + word.slice(1);
    });
  });
}
