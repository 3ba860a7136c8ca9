// Words that no language has, in the scripts that notes are written in: what `large-vault.mjs` fills its notes with.
// Common words are short, rare ones long, and many share a stem, as in real text; meaning there is none.
import { between, pick, seeded, zipf } from "./random.mjs";

/**
 * @typedef {object} Table words one after the other in UTF-8; word `n` is from `starts[n]` to `starts[n + 1]`
 * @property {Uint8Array} bytes
 * @property {Uint32Array} starts
 */
/**
 * @typedef {object} Vocabulary
 * @property {string} script
 * @property {number} share of the notes, that are written in it
 * @property {string[]} words the commonest first, none twice
 * @property {Table} plain the same
 * @property {Table} capital the same as at the start of a sentence
 * @property {(random: () => number) => number} draw an index, common words more often
 * @property {Uint8Array} used 1 for each word that was written
 * @property {string} space what stands between words
 * @property {string} comma with the space behind it, as the next two
 * @property {string} stop
 */

/** @param {string} list @returns {string[]} */
const split = (list) => list.split(" ");
/** @typedef {(random: () => number, syllables: number) => string} Maker a word, not always a new one */

/** Words of syllables, half of them with an ending.
 * @param {string} onsets @param {string} vowels @param {string} codas @param {string} endings @returns {Maker} */
function alphabetic(onsets, vowels, codas, endings) {
  const [onset, vowel, coda, ending] = [split(onsets), split(vowels), split(codas), split(endings)];
  return (random, syllables) => {
    let word = "";
    for (let n = 0; n < syllables; n++)
      word += pick(random, onset) + pick(random, vowel) + (random() < 0.3 ? pick(random, coda) : "");
    if (syllables > 1 && random() < 0.5) word += pick(random, ending);
    return random() < 0.04 ? capitalised(word) : word;
  };
}

/** Roots of three consonants, long vowels between them, articles and endings around; few with their short vowels.
 * @type {Maker} */
function arabic(random, syllables) {
  const consonants = "بتثجحخدذرزسشصضطظعغفقكلمنه";
  let word = syllables > 1 ? pick(random, ["", "", "ال", "و", "ب", "م", "ت", "ي", "لل"]) : "";
  const pointed = random() < 0.03;
  for (let n = 0; n < Math.max(2, syllables + 1); n++) {
    word += consonants.charAt(between(random, 0, consonants.length - 1));
    if (pointed) word += pick(random, ["\u064e", "\u064f", "\u0650", "\u0651"]);
    if (random() < 0.3) word += pick(random, ["ا", "و", "ي", "ى", "أ"]);
  }
  return syllables > 1 ? word + pick(random, ["", "", "ة", "ون", "ات", "ها", "ين", "ي"]) : word;
}

/** @type {Maker} */
function thai(random, syllables) {
  const consonants = "กขคงจชซญดตถทธนบปผพฟมยรลวศสหอ";
  const finals = "กงดนบมยว";
  /** @param {string} letters */
  const letter = (letters) => letters.charAt(between(random, 0, letters.length - 1));
  let word = "";
  for (let n = 0; n < syllables; n++) {
    const tone = random() < 0.25 ? letter("่้") : "";
    const kind = random();
    if (kind < 0.3) word += letter("เแโไ") + letter(consonants) + tone;
    else if (kind < 0.6) word += letter(consonants) + tone + letter("ะา");
    else word += letter(consonants) + letter("ิีึืุู") + tone;
    if (random() < 0.4) word += letter(finals);
  }
  return word;
}

/** Ideographs are spread over their block, and some are much more common than others.
 * @param {() => number} random @param {number} step @param {number} length */
function ideographs(random, step, length) {
  const [first, last] = [0x4e00, 0x9fa5];
  let word = "";
  for (let n = 0; n < length; n++) {
    const at = random();
    word += String.fromCodePoint(first + step * Math.floor((at * at * (last - first)) / step));
  }
  return word;
}

/** @type {Maker} */
function japanese(random, syllables) {
  const kind = syllables === 1 ? 0 : random();
  if (kind >= 0.45) return ideographs(random, 10, between(random, 1, syllables));
  const first = kind >= 0.2 ? 0x30a2 : 0x3042;
  const length = syllables === 1 ? between(random, 1, 2) : between(random, 2, syllables + 2);
  let word = "";
  for (let n = 0; n < length; n++) word += String.fromCodePoint(first + between(random, 0, 0x4b));
  return word;
}

/** @type {Maker} */
function korean(random, syllables) {
  let word = "";
  for (let n = 0; n < syllables; n++) {
    const final = random() < 0.6 ? 0 : pick(random, [1, 4, 8, 16, 17, 21]);
    word += String.fromCodePoint(0xac00 + (between(random, 0, 18) * 21 + between(random, 0, 20)) * 28 + final);
  }
  return random() < 0.5 ? word + pick(random, split("은 는 이 가 을 를 에 에서 의 로 와 하다 했다")) : word;
}

/** The forms add up to 200,000, which is what a large vault of several languages has; the shares to 1.
 * @type {[script: string, share: number, forms: number, make: Maker, space: string, comma: string, stop: string][]} */
const SCRIPTS = [
  [
    "Latin",
    0.44,
    84_000,
    alphabetic(
      `${"b c d f g h j k l m n p r s t v w z br ch cl cr dr fr gr pl pr qu sch sp st th tr ".repeat(3)}ñ ç š`,
      `${"a e i o u ".repeat(24)}ai ea ee io ou y à á ä å é è ê í ó ö ø ú ü`,
      `${"l m n r s t nd ng nt rs ss st ".repeat(3)}ß x`,
      "s e en er ed es ing ion ment ly able té ción ung heit",
    ),
    " ",
    ", ",
    ". ",
  ],
  [
    "Greek",
    0.06,
    20_000,
    alphabetic(
      "β γ δ ζ θ κ λ μ ν ξ π ρ σ τ φ χ ψ πρ στ τρ",
      "α ε η ι ο υ ω ά έ ή ί ό ύ ώ αι ει ου",
      "ν ρ λ ς",
      "ος ης α ο ους εις ων είναι",
    ),
    " ",
    ", ",
    ". ",
  ],
  [
    "Cyrillic",
    0.12,
    36_000,
    alphabetic(
      "б в г д ж з к л м н п р с т ф х ц ч ш щ пр ст тр вз",
      "а е и о у ы я ю а е и о ё э",
      "й л м н р с т ст ть",
      "а и ов ами ого ый ение ться ла",
    ),
    " ",
    ", ",
    ". ",
  ],
  ["Arabic", 0.08, 22_000, arabic, " ", "، ", ". "],
  ["Thai", 0.06, 9000, thai, "", " ", " "],
  ["Japanese", 0.1, 11_000, japanese, "", "、", "。"],
  ["Chinese", 0.08, 8000, (random, syllables) => ideographs(random, 6, Math.min(3, syllables)), "", "，", "。"],
  ["Korean", 0.06, 10_000, korean, " ", ", ", ". "],
];

/** @param {string} word */
const capitalised = (word) => word.charAt(0).toUpperCase() + word.slice(1);

/** How many syllables a word of this rank has.
 * @param {() => number} random @param {number} rank */
function syllables(random, rank) {
  if (rank < 60) return 1;
  if (rank < 1000) return between(random, 1, 2);
  return rank < 20_000 ? between(random, 2, 3) : between(random, 2, 4);
}

/** @param {string[]} words @returns {Table} */
function table(words) {
  const encoder = new TextEncoder();
  const starts = new Uint32Array(words.length + 1);
  const parts = words.map((word, index) => {
    const part = encoder.encode(word);
    starts[index + 1] = (starts[index] ?? 0) + part.length;
    return part;
  });
  return { bytes: new Uint8Array(Buffer.concat(parts)), starts };
}

/** @param {number} seed @returns {Vocabulary[]} */
export function vocabularies(seed) {
  return SCRIPTS.map(([script, share, forms, make, space, comma, stop]) => {
    const random = seeded(seed);
    /** @type {Set<string>} */
    const known = new Set();
    while (known.size < forms) {
      // A short word may exist already, and there are only so many of them.
      for (let more = 0, rank = known.size; known.size === rank; more++)
        known.add(make(random, syllables(random, rank) + Math.floor(more / 4)));
    }
    const words = [...known];
    const plain = table(words);
    const capital = table(words.map(capitalised));
    const used = new Uint8Array(forms);
    return { script, share, words, plain, capital, draw: zipf(forms), used, space, comma, stop };
  });
}
