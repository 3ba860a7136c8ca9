// Tells whether the letters of a PDF page are probably not those that people see: its fonts do not say which letter each
// sign is, or say it wrongly. Only Latin letters are judged by the words that they make; other scripts never are.

/**
 * The 74 most frequent pairs of letters, on average over 109 languages (the messages of Linux programs). In 40 different
 * words of any of these they are at least 32 % of the pairs; in 95 % of texts whose letters are swapped, at most 20 %.
 */
const PAIRS =
  "an in er en ar ta re te ra al ti on st li ma le at es nt la ri tr or na et el de me se is ng ka ne nd as ni it pa to " +
  "ro il da ch di lo si ik pe ad am ru co ve ha ba om ic ir ol un he ko ge em do sa os ll ke ue ak ca po ur";
const FREQUENT = new Set(PAIRS.split(" "));
const LEAST_FREQUENT = 0.25;
/** Fewer different words tell nothing; nor do letters of so small an alphabet, such as those of DNA. */
const MIN_WORDS = 40;
const MIN_ALPHABET = 12;
/** The share of words without a vowel is at most 15 % in these languages. */
const MOST_WITHOUT_VOWEL = 0.35;
/** Bullets and icons are signs of no known letter, too; a page of them is not text. */
const MOST_UNKNOWN = 0.3;
const MIN_UNKNOWN = 20;
/**
 * Of control characters, fewer tell: one stands where each space should be, so that there are no words to judge. Those
 * in place of ligatures and signs are at most 5 % of a page.
 */
const MOST_CONTROLS = 0.1;

/** Whether a page is garbled. `raw` is its text as stored, `lines` as it is shown. */
export function isGarbled(raw: string, lines: readonly string[]): boolean {
  const count = (pattern: RegExp): number => raw.match(pattern)?.length ?? 0;
  const [signs, controls] = [count(/\S/gu), count(/(?![\t\n\f\r])\p{Cc}/gu)];
  const unknown = controls + count(/[\p{Co}\p{Cn}\ufffd]/gu);
  if (unknown >= MIN_UNKNOWN && (unknown > MOST_UNKNOWN * signs || controls > MOST_CONTROLS * signs)) return true;
  const words = [...new Set(lines.flatMap(wordsIn))];
  const vowelless = words.filter((word) => !/[aeiouy]/i.test(word)).length;
  if (words.length >= MIN_WORDS && vowelless > MOST_WITHOUT_VOWEL * words.length) return true;
  // Words in capitals may be names of parts, or the letters of a protein.
  const small = [...new Set(words.filter((word) => word !== word.toUpperCase()).map((word) => word.toLowerCase()))];
  if (small.length < MIN_WORDS || new Set(small.join("")).size < MIN_ALPHABET) return false;
  let [pairs, frequent] = [0, 0];
  for (const word of small) {
    for (let at = 0; at + 1 < word.length; at++, pairs++) if (FREQUENT.has(word.slice(at, at + 2))) frequent++;
  }
  return frequent < LEAST_FREQUENT * pairs;
}

/** Words of Latin letters, as prose has them: `Word`, `word` or `WORD`; no identifiers and no keys. */
function wordsIn(line: string): string[] {
  const words = line.split(/\s+/).map((word) => word.replace(/^[^\p{L}\p{N}_]+|[^\p{L}\p{N}_]+$/gu, ""));
  return words.filter((word) => /^(?:[A-Z]?[a-z]{3,13}|[A-Z]{4,14})$/.test(word));
}
