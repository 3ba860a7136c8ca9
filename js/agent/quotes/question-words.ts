// Splits a question into words, and finds them in texts. The core searches the notes; this only helps to choose among
// the passages that it found.
import { functionWords } from "./function-words.ts";

/** Maximum number of words of a question that are searched for. */
export const MAX_WORDS = 24;

/** Scripts without spaces between words. A word in them may be found anywhere in the text. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** A word in a script with spaces, after `fold`. */
const TOKEN = /[\p{L}\p{N}\p{M}]+(?:'[\p{L}\p{M}]+)*/gu;

/** Endings that two forms of a word may differ in, for languages with short endings: "bell" and "bells". */
const ENDING = /^(?:'?s|es|e|en|n|er|ers|ern|r|em|ed|d|ing|ings|ung|ungen|ly|in|innen|a|as|o|os|x)$/;

/** The Arabic article, with the prefixes written together with it. */
const ARTICLE = /^[وفبكل]?ال(?=\p{L}{3})|^لل(?=\p{L}{3})/u;

/** Normalizes `text` for comparison: ignores case, accents, vowel marks and variants of letters. */
export function fold(text: string): string {
  const bare = text.normalize("NFKD").replace(/[\u0300-\u036f]|\u0640|[\u064b-\u065f]|\u0670/g, "");
  return bare.normalize("NFKC").toLowerCase().replaceAll("ى", "ي").replaceAll("ة", "ه").replaceAll("’", "'");
}

let notAsked: Set<string> | undefined;

/**
 * The words of `text` to search for, as written and without duplicates. Leaves out function words, single letters, and
 * words of one or two hiragana.
 */
export function wordsOf(text: string): string[] {
  const all = segments(text.slice(0, 4000));
  notAsked ??= functionWords(fold);
  const isAsked = (word: string): boolean =>
    !notAsked?.has(fold(word)) &&
    (UNSPACED.test(word) ? !/^\p{Script=Hiragana}{1,2}$/u.test(word) : !/^\p{L}$/u.test(word));
  return unique(all.filter(isAsked)).slice(0, MAX_WORDS);
}

function unique(words: readonly string[]): string[] {
  return [...new Map(words.map((word) => [fold(word), word] as const).reverse()).values()].reverse();
}

/** Splits `text` into words, in any script. */
function segments(text: string): string[] {
  const parts = text.match(/[\p{L}\p{N}\p{M}]+(?:['’][\p{L}\p{M}]+)*/gu) ?? [];
  // Without a segmenter, as on older devices, the core's index still matches such text by pairs of characters.
  if (typeof Intl.Segmenter === "undefined") return parts;
  let segmenter: Intl.Segmenter | undefined;
  return parts.flatMap((part) => {
    if (!UNSPACED.test(part)) return [part];
    segmenter ??= new Intl.Segmenter(undefined, { granularity: "word" });
    const words: string[] = [];
    for (const { segment } of segmenter.segment(part)) {
      // In these scripts, a single letter is part of a word that the dictionary lacks. A single ideograph is a word.
      const isLeft = /^[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]\p{M}*$/u.test(segment);
      if (isLeft && words.length > 0) words.push((words.pop() ?? "") + segment);
      else words.push(segment);
    }
    return words;
  });
}

/** The words of a question, with the forms in which the core found them. */
export class QuestionWords {
  readonly written: readonly string[];
  /** How many of the words, from the first, are the question's own. The rest count less (scoring.ts). */
  readonly own: number;
  readonly #folded: string[];
  /** Known forms of each word. */
  readonly #forms: Set<string>[];
  /** For each word, the parts that may also be found inside longer words. */
  readonly #parts: Set<string>[];

  constructor(written: readonly string[], own = written.length) {
    this.written = written.slice(0, MAX_WORDS);
    this.own = own;
    this.#folded = this.written.map(fold);
    this.#parts = this.#folded.map(() => new Set());
    // A Japanese verb is inflected after its ideographs, so these alone are also a form.
    this.#forms = this.#folded.map(
      (word) => new Set([word, word.replace(/(\p{Script=Han})\p{Script=Hiragana}+$/u, "$1")]),
    );
  }

  /**
   * Adds text that the core marked as a hit to the forms of the most similar word. If `isPart` is set, it may also be
   * found inside longer words.
   */
  learn(found: string, isPart = false): void {
    const form = fold(found).trim();
    if (form.length < 2 || form.length > 40 || /\s/.test(form)) return;
    let [best, most] = [-1, 0];
    this.#folded.forEach((word, index) => {
      const shared = longestShared(word, form);
      if (shared > most && shared >= Math.min(UNSPACED.test(form) ? 2 : 3, word.length) && shared * 2 >= word.length) {
        [best, most] = [index, shared];
      }
    });
    (isPart ? this.#parts : this.#forms)[best]?.add(form);
  }

  /** The indexes of the words that `text` contains. */
  in(text: string): Set<number> {
    const folded = fold(text);
    const tokens = new Set(folded.match(TOKEN) ?? []);
    const found = new Set<number>();
    this.#parts.forEach((parts, index) => {
      for (const part of parts) if (folded.includes(part)) found.add(index);
    });
    this.#forms.forEach((forms, index) => {
      for (const form of forms) {
        if (tokens.has(form) || (UNSPACED.test(form) && folded.includes(form))) found.add(index);
      }
    });
    if (found.size < this.#forms.length) {
      for (const token of tokens) {
        this.#folded.forEach((word, index) => {
          if (!found.has(index) && isFormOf(word, token)) found.add(index);
        });
      }
    }
    return found;
  }
}

/** Whether both seem to be forms of one word, judged by their spelling. */
function isFormOf(word: string, token: string): boolean {
  if (UNSPACED.test(word)) return false;
  const [a, b] = [word.replace(ARTICLE, ""), token.replace(ARTICLE, "")];
  if (a === b) return true;
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  if (short.length < 3) return /\p{Script=Hangul}/u.test(short) && short.length === 2 && long.startsWith(short);
  if (long.startsWith(short)) return ENDING.test(long.slice(short.length)) || /\p{Script=Hangul}/u.test(short);
  // Such as "copy" and "copies", or "schedule" and "scheduling".
  const stem = short.slice(0, -1);
  const [of, and] = [short.slice(-1), long.slice(stem.length)];
  return (
    stem.length >= 3 &&
    long.startsWith(stem) &&
    ((of === "y" && /^ie[sdr]$/.test(and)) || (of === "e" && and === "ing"))
  );
}

/** The length of the longest common substring. */
function longestShared(a: string, b: string): number {
  let most = 0;
  let above = new Array<number>(b.length + 1).fill(0);
  for (const sign of a) {
    const row = [0];
    for (let at = 0; at < b.length; at++) {
      const length = b[at] === sign ? (above[at] ?? 0) + 1 : 0;
      row.push(length);
      most = Math.max(most, length);
    }
    above = row;
  }
  return most;
}
