// Notices that a model writes the same again and again, as small models do until their context is full. Takes linear
// time and little memory.

/** Characters that are looked back at. */
const LOOKED_AT = 12_000;
/** Characters after which the text is looked at again. */
const EVERY = 400;
/** How often something must come, and how many characters it must take in all, to be a repetition. */
const LEAST_TIMES = 4;
const LEAST = 1200;
/** The same for text that is not in a list or in code. A slow model needs a minute for 1,200 characters. */
const LEAST_TIMES_IN_PROSE = 10;
const LEAST_IN_PROSE = 400;
/** The characters where it may be meant: rules, rows of a table, encoded data, and lists that only count. */
const LEAST_MEANT = 4000;
/** A few sentences in any order are a repetition if so many take these characters. */
const LEAST_SENTENCES = 25;
const MOST_DISTINCT = 5;

/** The end of a text that repeats itself. */
interface Repeated {
  readonly length: number;
  /** The length of what comes again. */
  readonly period: number;
}

/** Looks for repetitions in one text while it comes. */
export class Repetition {
  #tail = "";
  #length = 0;
  #unseen = 0;

  /** Adds `text`. If the text repeats itself, returns how long it is up to where what repeats has come once. */
  add(text: string): number | undefined {
    this.#length += text.length;
    this.#unseen += text.length;
    this.#tail += text;
    if (this.#unseen < EVERY) return undefined;
    this.#unseen = 0;
    this.#tail = this.#tail.slice(-LOOKED_AT);
    const found = repeatedIn(this.#tail) ?? countingIn(this.#tail) ?? fewSentencesIn(this.#tail);
    return found && this.#length - found.length + found.period;
  }
}

function repeatedIn(text: string): Repeated | undefined {
  const isCode = (text.match(/^[ \t]*(?:```|~~~)/gm)?.length ?? 0) % 2 === 1;
  return longest(text, (pattern) => {
    if (pattern.trim() === "") return LEAST;
    if (pattern.length < 3 || pattern.includes("|")) return LEAST_MEANT;
    if (!(isCode ? /\p{L}\P{L}*\p{L}/u : /[\p{L}\p{N}]/u).test(pattern)) return LEAST_MEANT;
    const isList = /^[ \t]*(?:[-*+>#]|\d+[.)])[ \t]/m.test(pattern);
    if (isCode || isList) return LEAST;
    return Math.min(LEAST, Math.max(LEAST_IN_PROSE, pattern.length * LEAST_TIMES_IN_PROSE));
  });
}

/** What repeats but for numbers that count: `1. The same. 2. The same.` */
function countingIn(text: string): Repeated | undefined {
  const numbers = text.match(/\d+/g) ?? [];
  const plain = text.replace(/\d+/g, "0");
  const found = longest(plain, (pattern) => (/\p{L}\P{L}*\p{L}/u.test(pattern) ? LEAST_MEANT : Infinity));
  if (!found) return undefined;
  const { length, period } = found;
  const each = count(plain.slice(-period));
  const before = count(plain.slice(0, -length));
  const doCount = numbers.every((number, index) => {
    const step = index < before + each ? 0 : Number(number) - Number(numbers[index - each]);
    return step === 0 || step === 1;
  });
  if (!doCount) return undefined;
  // The numbers may be longer in the text than here.
  const longer = (from: number, to?: number): number =>
    numbers.slice(from, to).reduce((sum, number) => sum + number.length - 1, 0);
  return { length: length + longer(before), period: period + longer(before, before + each) };
}

/** The end that is a few sentences, in any order. */
function fewSentencesIn(text: string): Repeated | undefined {
  const all: string[] = text.match(/[^.!?\n。！？]+[.!?\n。！？]*\s*/g) ?? [];
  const known = new Set<string>();
  let length = 0;
  let from = all.length - 1;
  // The last may not be whole.
  for (; from > 0; from--) {
    const sentence = all[from - 1] ?? "";
    const isWord = !sentence.includes("|") && /\p{L}\P{L}*\p{L}/u.test(sentence);
    if (!isWord || (!known.has(sentence.trim()) && known.size === MOST_DISTINCT)) break;
    known.add(sentence.trim());
    length += sentence.length;
  }
  const run = all.slice(from, -1);
  if (length < LEAST || run.length < LEAST_SENTENCES) return undefined;
  const once = Math.max(...Array.from(known, (sentence) => run.findIndex((one) => one.trim() === sentence)));
  return { length: length + (all[all.length - 1] ?? "").length, period: run.slice(0, once + 1).join("").length };
}

const count = (plain: string): number => plain.split("0").length - 1;

/** The longest end of `text` that repeats itself over as many characters as `least` says of what comes again. */
function longest(text: string, least: (pattern: string) => number): Repeated | undefined {
  // For each beginning of the reversed text, the longest part at both of its ends (Knuth, Morris and Pratt).
  const size = text.length;
  const borders = new Uint16Array(size);
  const at = (index: number): number => text.charCodeAt(size - 1 - index);
  for (let index = 1, border = 0; index < size; index++) {
    while (border > 0 && at(index) !== at(border)) border = borders[border - 1] ?? 0;
    if (at(index) === at(border)) border++;
    borders[index] = border;
  }
  let known = { period: 0, least: 0 };
  for (let length = size; length >= LEAST_IN_PROSE; length--) {
    const period = length - (borders[length - 1] ?? 0);
    if (length < period * LEAST_TIMES) continue;
    if (known.period !== period) known = { period, least: least(text.slice(size - period)) };
    if (length >= known.least) return { length, period };
  }
  return undefined;
}
