// What to select in the lines that a citation leads to: the quoted words, or of a long text the sentence that is meant.
import { spokenWords, UNSPACED } from "./wording.ts";

/** Longer lines are not selected as a whole. */
const LONG = 500;

/** How many words at either end of a quote are looked for. Between them, a note may have links and other marks. */
const ENDS = 6;

/** A sentence, or as much of it as is selected at once. `Intl.Segmenter` takes 8 s for a line of 140,000 characters. */
const SENTENCE = /.{1,500}?(?:[.!?…؟।]["”’»)\]]*(?=\s)|[。！？｡]["」』）]*|$)|.{1,500}(?=\s)|.{1,500}/gsu;

/** Offsets in a text, in UTF-16 units. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * The part of `text` to select for a citation that quotes `quote` or stands behind `claim`; undefined for all of it.
 * `The bell weighs 900 kg.` with the quote `weighs 900 kg` gives 9–22.
 */
export function selectionIn(text: string, quote: string | undefined, claim = ""): Span | undefined {
  const quoted = quote === undefined ? undefined : spanOf(text, quote);
  if (quoted ?? text.length <= LONG) return quoted;
  return bestSentence(text, `${quote ?? ""} ${claim}`);
}

/** Where `quote` is in `text`: as it is, or from its first to its last words, whatever marks are between them. */
function spanOf(text: string, quote: string): Span | undefined {
  const exact = text.indexOf(quote.trim());
  if (exact >= 0 && quote.trim() !== "") return { start: exact, end: exact + quote.trim().length };
  const words = spokenWords(text);
  const sought = spokenWords(quote).map(({ word }) => word);
  if (sought.length === 0) return undefined;
  const first = runAt(words, sought.slice(0, ENDS), 0);
  const last = sought.slice(-ENDS);
  const end = first < 0 ? -1 : runAt(words, last, first + sought.length - last.length);
  const [from, to] = [words[first], words[end + last.length - 1]];
  return end < 0 || !from || !to ? undefined : { start: from.start, end: to.end };
}

function runAt(words: readonly { word: string }[], run: readonly string[], from: number): number {
  for (let at = from; at + run.length <= words.length; at++) {
    if (run.every((word, index) => words[at + index]?.word === word)) return at;
  }
  return -1;
}

/** The sentence with the most of these words, the first of several. A longer one is cut. */
function bestSentence(text: string, meant: string): Span {
  const sought = piecesOf(meant);
  let [best, most] = [{ start: 0, end: 0 }, -1];
  for (const { 0: sentence, index } of text.matchAll(SENTENCE)) {
    const shared = [...piecesOf(sentence)].filter((word) => sought.has(word)).length;
    const start = index + sentence.length - sentence.trimStart().length;
    if (shared > most) [best, most] = [{ start, end: index + sentence.trimEnd().length }, shared];
  }
  return best;
}

/** The words of a text; where a script has no spaces, every two letters. */
function piecesOf(text: string): Set<string> {
  return new Set(
    spokenWords(text).flatMap(({ word }) =>
      UNSPACED.test(word) ? Array.from(word, (letter, at) => letter + (word[at + 1] ?? "")) : word,
    ),
  );
}
