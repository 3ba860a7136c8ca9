// A large vault to measure with, the same bytes for the same arguments on every machine:
//
//   node tests/bench/large-vault.mjs DIR [--notes 20000] [--bytes 200000000] [--seed 1]
//
// Notes in eight scripts, of words that no language has, as frequent as in real text (Zipf) and 200,000 in all; from a
// line to hundreds of kilobytes long (log-normal); in nested folders, two of which hold a quarter of the notes each.
// `--notes` and `--bytes` are of the open ones. Closed ones come on top: `.obsidian`, `.trash`, and what `.lecternignore`
// closes. Prints what there is as JSON.
import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { noteWriter } from "./large-note.mjs";
import { between, exponential, normal, pick, seeded, seedOf, zipf } from "./random.mjs";
import { vocabularies } from "./vocabulary.mjs";
/** @typedef {import("./vocabulary.mjs").Vocabulary} Vocabulary */
/** @typedef {{ folder: string, title: string, vocabulary: Vocabulary, weight: number, closed: boolean }} Plan */

/** How far sizes are apart: with it, of 20,000 notes with 10 KB on average, half have under 5 KB and one has some 600. */
const SPREAD = 1.3;
/** Closed notes, for each open one. */
const CLOSED = 0.02;
const DEEPEST = 5;
/** Notes of a small folder, on average. */
const FOLDER = 40;
const IGNORE = "# What the model is not to see\nPrivate/\n*.secret.md\n";
/** A longer name than this fits no file system, once it has its ending. */
const NAME_BYTES = 120;
/** The last change to any note, and how long before it they began: 2026-01-01, five years. */
const NEWEST = 1_767_225_600;
const YEARS = 5 * 365 * 24 * 60 * 60;

/** A name that lies where no other does, on file systems that ignore case too.
 * @param {Set<string>} taken @param {string} folder @param {string} name @param {string} [ending] */
function free(taken, folder, name, ending = "") {
  for (let count = 1; ; count++) {
    const own = count === 1 ? name : `${name} ${count}`;
    const key = `${folder}${own}${ending}`.toLowerCase();
    if (!taken.has(key)) {
      taken.add(key);
      return own;
    }
  }
}

/** @param {() => number} random @param {Vocabulary} vocabulary */
function title(random, { words, draw, space }) {
  // A frequent word says nothing of a note, so names have few of them.
  const named = Array.from({ length: between(random, 1, 4) }, () => words[Math.max(draw(random), draw(random))] ?? "");
  while (named.length > 1 && Buffer.byteLength(named.join(space)) > NAME_BYTES) named.pop();
  const name = named.join(space);
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** @param {() => number} random @param {Vocabulary[]} scripts */
function script(random, scripts) {
  let left = random();
  return scripts.find(({ share }) => (left -= share) < 0) ?? /** @type {Vocabulary} */ (scripts[0]);
}

/** Where every note is to be, and of what size in proportion.
 * @param {number} notes @param {Vocabulary[]} scripts @param {() => number} random */
function plan(notes, scripts, random) {
  /** @type {Set<string>} */
  const taken = new Set();
  /** @type {string[]} each with a slash at its end, but the root, which is nothing */
  const folders = [""];
  const depth = (/** @type {string} */ folder) => folder.split("/").length - 1;
  while (folders.length < 1 + notes / 2 / FOLDER) {
    const parent = pick(random, folders);
    if (depth(parent) === DEEPEST) continue;
    folders.push(`${parent}${free(taken, parent, title(random, script(random, scripts)))}/`);
  }
  // A few small folders have most of their notes.
  const common = zipf(folders.length);
  /** @type {Plan[]} */
  const plans = [];
  const closed = Math.ceil(notes * CLOSED);
  for (let index = 0; index < notes + closed; index++) {
    const vocabulary = script(random, scripts);
    const secret = index >= notes && index % 3 === 0;
    let folder = folders[common(random)] ?? "";
    if (index < Math.floor(notes / 4)) folder = "Inbox/";
    else if (index < Math.floor(notes / 4) * 2) folder = "Archive/Clippings/";
    else if (index >= notes && !secret) folder = index % 3 === 1 ? "Private/" : "Private/Journal/";
    const ending = secret ? ".secret.md" : ".md";
    const name = free(taken, folder, title(random, vocabulary), ending);
    const weight = exponential(SPREAD * normal(random));
    plans.push({ folder, title: name + ending.slice(0, -3), vocabulary, weight, closed: index >= notes });
  }
  return plans;
}

/** What the app keeps beside the notes, and one note that was thrown away.
 * @param {string} text of that note @returns {[path: string, text: string][]} */
const appFiles = (text) => [
  [".lecternignore", IGNORE],
  [".obsidian/app.json", '{ "alwaysUpdateLinks": true }\n'],
  [".obsidian/appearance.json", '{ "theme": "obsidian" }\n'],
  [".obsidian/plugins/example/main.js", `${"module.exports = class {};\n".repeat(200)}`],
  [".obsidian/plugins/example/notes.md", text],
  [".trash/Thrown away.md", text],
];

/** @param {string} root @param {number} notes @param {number} bytes @param {number} seed */
function write(root, notes, bytes, seed) {
  const scripts = vocabularies(seed);
  const plans = plan(notes, scripts, seeded(seedOf(seed, 0)));
  const open = plans.filter(({ closed }) => !closed);
  const scale = bytes / open.reduce((sum, { weight }) => sum + weight, 0);
  const most = plans.reduce((most, { weight }) => Math.max(most, weight), 0) * scale;
  const noteOf = noteWriter(Math.ceil(most));
  const names = open.map(({ title }) => title);
  const counts = { notes: 0, bytes: 0, closedFiles: 0, closedBytes: 0, folders: 0, longest: 0, shortest: Infinity };
  /** @type {Record<string, { notes: number, distinctWords: number }>} */
  const byScript = {};
  for (const folder of new Set(plans.map(({ folder }) => folder))) {
    mkdirSync(join(root, folder), { recursive: true });
    counts.folders++;
  }
  plans.forEach(({ folder, title, vocabulary, weight, closed }, index) => {
    const chance = seeded(seedOf(seed, index + 1));
    const size = Math.max(16, Math.round(weight * scale));
    const second = script(chance, scripts);
    const note = noteOf({ size, title, vocabulary, second, links: names, chance });
    const path = join(root, folder, `${title}.md`);
    writeFileSync(path, note);
    const changed = NEWEST - Math.floor(chance() * YEARS);
    utimesSync(path, changed, changed);
    if (closed) {
      counts.closedFiles++;
      counts.closedBytes += note.length;
      return;
    }
    counts.notes++;
    counts.bytes += note.length;
    counts.longest = Math.max(counts.longest, note.length);
    counts.shortest = Math.min(counts.shortest, note.length);
    const of = (byScript[vocabulary.script] ??= { notes: 0, distinctWords: 0 });
    of.notes++;
  });
  for (const [path, text] of appFiles(`${names[0] ?? ""}\n`)) {
    mkdirSync(join(root, path, ".."), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  for (const { script, used } of scripts) {
    const of = byScript[script];
    if (of) of.distinctWords = used.reduce((sum, one) => sum + one, 0);
  }
  return { ...counts, byScript };
}

/** @param {string} message @returns {never} */
function fail(message) {
  console.error(message);
  process.exit(2);
}

function options() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        notes: { type: "string", default: "20000" },
        bytes: { type: "string", default: "200000000" },
        seed: { type: "string", default: "1" },
      },
    });
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error));
  }
}

const { values, positionals } = options();
const [root] = positionals;
if (root === undefined || positionals.length > 1)
  fail("usage: node tests/bench/large-vault.mjs DIR [--notes 20000] [--bytes 200000000] [--seed 1]");
for (const [name, value] of Object.entries(values))
  if (!/^[0-9]{1,10}$/.test(value) || (name !== "seed" && Number(value) === 0))
    fail(`--${name} is "${value}"; give a whole number`);
if (existsSync(root) && readdirSync(root).length > 0) fail(`${root} is not empty`);
const start = performance.now();
const counts = write(root, Number(values.notes), Number(values.bytes), Number(values.seed));
console.log(JSON.stringify({ ...counts, seconds: Number(((performance.now() - start) / 1000).toFixed(1)) }, null, 2));
