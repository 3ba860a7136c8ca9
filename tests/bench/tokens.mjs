// How far `estimate_tokens` is from o200k's true counts; with --fit, also fits its costs anew and writes them. With
// --fit-scripts, only the costs of the letters of scripts such as Thai, and only of those that the corpora have.
//
//   npm install --prefix /tmp/o200k gpt-tokenizer@4
//   node tests/bench/tokens.mjs [--fit | --fit-scripts] /tmp/o200k/node_modules/gpt-tokenizer english=../vault code=src@2 …
//
// A corpus is a name and a folder, of which every UTF-8 file counts, and how much the fit minds it (1). Each is read
// twice: as it is, and with its lines numbered as replies show them. --fit learns from one half of the files (by a hash
// of their paths); the table is always that of the other half. Not a part of `npm test`: the tokenizer has 30 MB.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));
/** The estimate leans to the high side: a chunk that is under its true count pulls this many times harder. */
const UNDER_PULLS = 4;
/** And all costs are raised by this much in the end. It leaves about one chunk in a hundred more than 5 % under. */
const MARGIN = 1.03;
/** Thousandths of a token: the least with which the dearest character, three tokens, has a byte's worth of units. */
const UNIT = 12;
/** So that a row of pairs fits a line. No two Latin letters come near it. */
const MOST_OF_PAIR = 99;
/** Bytes of the chunks that are learnt from, and of those that are checked. Replies have up to 100 KB. */
const LEARNT = 3000;
const CHECKED = [2500, 10_000, 100_000];

/**
 * @typedef {{ text: string, corpus: string, form: string, size: number, tokens: number, estimate: number,
 *   weight: number, counts: number[] }} Chunk
 */

/** @param {string} message @returns {never} */
function fail(message) {
  console.error(message);
  process.exit(2);
}

/** Whole lines of about `size` bytes, or parts of lines where they are longer. The rest counts only where it is large.
 * @param {string} text @param {number} size */
function chunksOf(text, size) {
  const parts = [];
  for (let start = 0, end = 0; end < text.length; start = end) {
    for (let bytes = 0; end < text.length && bytes < size;) {
      const newline = text.indexOf("\n", end) + 1 || text.length;
      const next = newline - end > 2 * size ? end + size : newline;
      bytes += Buffer.byteLength(text.slice(end, next));
      end = next;
    }
    parts.push(text.slice(start, end).toWellFormed());
  }
  if (parts.length > 1 && Buffer.byteLength(parts.at(-1) ?? "") < size / 2) parts.pop();
  return parts;
}

/** @param {string} text */
const ended = (text) => (text.endsWith("\n") ? text : `${text}\n`);
/** @param {string} text */
const numbered = (text) =>
  ended(text)
    .split("\n")
    .slice(0, -1)
    .map((line, index) => `${index + 1}: ${line}\n`)
    .join("");

/** @param {string} folder @returns {string[][]} texts, in two halves: to learn from, to check with */
function halves(folder) {
  /** @type {string[][]} */
  const texts = [[], []];
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isFile() || path.slice(folder.length).includes("/.")) continue;
    try {
      const text = new TextDecoder("utf-8", { fatal: true }).decode(readFileSync(path));
      const half = createHash("md5").update(path.slice(folder.length)).digest()[0] ?? 0;
      if (!text.includes("\0")) texts[half & 1]?.push(ended(text));
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
    }
  }
  return texts;
}

/** What the core says of each text: its estimate in thousandths of a token, and how often it met which cost. And the
 * costs it has, in its units.
 * @param {string[]} texts */
function ask(texts) {
  const test = "text::tokens::tests::places_are_counted_for_the_bench";
  const args = ["test", "--quiet", "--package", "lectern", "--lib", "--", "--ignored", "--exact", "--nocapture", test];
  const { stdout, stderr, status } = spawnSync("cargo", args, {
    cwd: root,
    input: JSON.stringify(texts),
    maxBuffer: 2 ** 32,
  });
  if (status !== 0) fail(`cargo test failed:\n${stderr}`);
  /** @type {number[]} */
  let shape = [];
  /** @type {number[]} */
  let costs = [];
  const found = [];
  for (let start = 0, end = 0; (end = stdout.indexOf(10, start)) >= 0; start = end + 1) {
    const [, word, figures] = /(shape|costs|places) (.*)/.exec(stdout.toString("latin1", start, end)) ?? [];
    if (word === "shape") shape = JSON.parse(figures ?? "");
    if (word === "costs") costs = JSON.parse(figures ?? "");
    if (word === "places") found.push(JSON.parse(figures ?? ""));
  }
  if (found.length !== texts.length) fail(`the core answered ${found.length} of ${texts.length} texts`);
  return { shape, costs, found };
}

/** Non-negative least squares of the relative error, by coordinate descent; what is under is weighted again each round.
 * @param {Chunk[]} chunks @param {number[]} shape @param {number[]} [present] the costs there are, to change only those
 * of scripts @returns {Uint8Array} */
function fit(chunks, [befores = 0, kinds = 0, runs = 0, steps = 0, pairs = 0, script = 0], present) {
  const places = befores * kinds + runs * steps;
  const size = places + pairs;
  /** @param {number} index */
  const isOfScript = (index) =>
    index < befores * kinds
      ? index % kinds >= kinds - runs + script
      : index >= befores * kinds + script * steps && index < places;
  // What a cost is taken for as long as next to nothing is known of it.
  const known = present ? 1e-3 : 1e-4;
  const guess = Float64Array.from({ length: size }, (_, index) =>
    present ? ((present[index] ?? 0) * UNIT) / 1000 / MARGIN : index < befores * kinds ? 1 : 0.1,
  );
  const costs = guess.slice();
  /** @param {Chunk} chunk */
  const estimate = ({ counts }) => {
    let sum = 0;
    for (let at = 0; at < counts.length; at += 2) sum += (costs[counts[at] ?? 0] ?? 0) * (counts[at + 1] ?? 0);
    return sum;
  };
  for (let round = 0; round < 8; round++) {
    const matrix = new Float64Array(size * size);
    const target = guess.map((value) => value * known);
    for (const chunk of chunks) {
      const { counts, tokens } = chunk;
      const weight = (chunk.weight * (round > 0 && estimate(chunk) < tokens ? UNDER_PULLS : 1)) / tokens ** 2;
      for (let i = 0; i < counts.length; i += 2) {
        const [row, count] = [counts[i] ?? 0, weight * (counts[i + 1] ?? 0)];
        target[row] = (target[row] ?? 0) + count * tokens;
        for (let j = 0; j < counts.length; j += 2) {
          const cell = row * size + (counts[j] ?? 0);
          matrix[cell] = (matrix[cell] ?? 0) + count * (counts[j + 1] ?? 0);
        }
      }
    }
    for (let index = 0; index < size; index++)
      matrix[index * size + index] = (matrix[index * size + index] ?? 0) + known;
    for (let sweep = 0; sweep < 150; sweep++) {
      for (let index = 0; index < size; index++) {
        if (present && !isOfScript(index)) continue;
        const row = matrix.subarray(index * size, (index + 1) * size);
        let rest = target[index] ?? 0;
        for (let other = 0; other < size; other++) rest -= (row[other] ?? 0) * (costs[other] ?? 0);
        const most = ((index < places ? 255 : MOST_OF_PAIR) * UNIT) / 1000 / MARGIN;
        costs[index] = Math.min(Math.max((costs[index] ?? 0) + rest / (row[index] ?? 1), 0), most);
      }
    }
  }
  // The last pair is that of no letters, and so of every character that is none: what it costs is in the places.
  costs[size - 1] = 0;
  return Uint8Array.from(costs, (cost) => Math.round((cost * MARGIN * 1000) / UNIT));
}

/** @param {Uint8Array} costs @param {number[]} shape @returns {string} the source of src/text/tokens/costs.rs */
function source(costs, [befores = 0, kinds = 0, runs = 0, steps = 0, pairs = 0]) {
  const letters = 27;
  const places = befores * kinds + runs * steps;
  /** @param {number} start @param {number} end @param {number} width */
  const rows = (start, end, width) => {
    let lines = "";
    for (let at = start; at < end; at += width)
      lines += `    ${costs.slice(at, Math.min(at + width, end)).join(", ")},\n`;
    return lines;
  };
  return `//! What places and pairs of letters cost. Written by \`node tests/bench/tokens.mjs --fit\`, not by hand.

use super::place::{PAIRS, PLACES};

/// The thousandths of a token that the costs below are counted in.
pub const UNIT: u64 = ${UNIT};

/// The costs of places: of the first in a run, a row of kinds for each thing before it; then of those after it, a
/// row of steps for each run.
#[rustfmt::skip]
pub static PLACE_COSTS: [u8; PLACES] = [
${Array.from({ length: befores }, (_, row) => rows(row * kinds, (row + 1) * kinds, 20)).join("")}
${rows(befores * kinds, places, steps)}];

/// The costs of pairs of letters: for each first letter, and for the start of a word, a row of second letters. Last,
/// that of no letters.
#[rustfmt::skip]
pub static PAIR_COSTS: [u8; PAIRS] = [
${rows(places, places + pairs, letters)}];
`;
}

/** @param {Chunk[]} chunks */
function report(chunks) {
  console.log(
    "| corpus | form | KB | total | 2.5 KB: under … over | 5 % under | 10 KB | 5 % under | 100 KB | 5 % under |",
  );
  console.log("| --- | --- | ---: | ---: | --- | ---: | --- | ---: | --- | ---: |");
  /** @param {number} ratio */
  const percent = (ratio) => `${ratio < 0 ? "−" : "+"}${Math.abs(100 * ratio).toFixed(1)} %`;
  /** @param {Chunk} chunk */
  const error = ({ tokens, estimate }) => estimate / tokens - 1;
  /** @param {string} corpus @param {string} form */
  const line = (corpus, form) => {
    const own = chunks.filter((chunk) => (corpus === "all" || chunk.corpus === corpus) && chunk.form === form);
    const all = own.filter(({ size }) => size === CHECKED[0]);
    /** @param {(chunk: Chunk) => number} of */
    const sum = (of) => all.reduce((total, chunk) => total + of(chunk), 0);
    const total = percent(sum((chunk) => chunk.estimate) / sum((chunk) => chunk.tokens) - 1);
    const cells = CHECKED.flatMap((size) => {
      const errors = own
        .filter((chunk) => chunk.size === size)
        .map(error)
        .sort((a, b) => a - b);
      if (!errors.length) return ["", ""];
      const under = errors.filter((value) => value < -0.05).length;
      return [`${percent(errors[0] ?? 0)} … ${percent(errors.at(-1) ?? 0)}`, `${under} of ${errors.length}`];
    });
    const kilobytes = Math.round(sum(({ text }) => Buffer.byteLength(text)) / 1000);
    console.log(`| ${[corpus, form, kilobytes, total, ...cells].join(" | ")} |`);
  };
  for (const corpus of [...new Set(chunks.map((chunk) => chunk.corpus)), "all"])
    ["raw", "numbered"].forEach((form) => line(corpus, form));
}

const [tokenizer, ...corpora] = process.argv.slice(2).filter((argument) => !argument.startsWith("--fit"));
if (!tokenizer || !corpora.length)
  fail("usage: node tests/bench/tokens.mjs [--fit | --fit-scripts] <gpt-tokenizer> <name=folder[@weight]> …");
const encoding = resolve(tokenizer, "esm/encoding/o200k_base.js");
if (!existsSync(encoding)) fail(`no gpt-tokenizer at ${tokenizer}: npm install --prefix /tmp/o200k gpt-tokenizer@4`);
const { countTokens } = await import(pathToFileURL(encoding).href);

/** @type {Chunk[]} */
const learnt = [];
/** @type {Chunk[]} */
const checked = [];
for (const argument of corpora) {
  const [, corpus = "", folder = "", given = "1"] =
    /^([^=]+)=(.+?)(?:@([\d.]+))?$/.exec(argument) ?? fail(`not name=folder: ${argument}`);
  const [first = [], second = []] = halves(resolve(folder));
  /** @param {string[]} texts @param {string} form @param {number} size @returns {Chunk[]} */
  const chunks = (texts, form, size) =>
    chunksOf(texts.map(form === "raw" ? ended : numbered).join(""), size).map((text) => {
      const tokens = countTokens(text, { allowedSpecial: new Set(), disallowedSpecial: new Set() });
      return { text, corpus, form, size, tokens, estimate: 0, weight: 0, counts: [] };
    });
  const own = ["raw", "numbered"].flatMap((form, odd) =>
    chunks(first, form, LEARNT).filter((_, index) => index % 2 === odd),
  );
  for (const chunk of own) learnt.push({ ...chunk, weight: Number(given) / own.length });
  for (const form of ["raw", "numbered"]) for (const size of CHECKED) checked.push(...chunks(second, form, size));
}
const onlyScripts = process.argv.includes("--fit-scripts");
if (onlyScripts || process.argv.includes("--fit")) {
  const { shape, costs, found } = ask(learnt.map(({ text }) => text));
  learnt.forEach((chunk, index) => (chunk.counts = found[index].slice(1)));
  writeFileSync(
    join(root, "src/text/tokens/costs.rs"),
    source(fit(learnt, shape, onlyScripts ? costs : undefined), shape),
  );
}
ask(checked.map(({ text }) => text)).found.forEach(([estimate], index) => {
  const chunk = checked[index];
  if (chunk) chunk.estimate = estimate / 1000;
});
report(checked);
