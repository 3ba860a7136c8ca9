// `npm run bench`: builds the plugin and runs a benchmark. By default it compares reading notes with a baseline in
// Chromium.
// - `--json` prints the figures as JSON.
// - `--full` makes the baseline read every page of every note instead of 20 pages of each (about ten minutes).
// - `--against REV` measures this build and that of another commit alternately, and prints the ratio of the medians
//   (about ten minutes, and five more the first time, to build the other one). `--max 1.05` makes a row above that ratio
//   an error. `--only TEXT` measures the rows that have TEXT in their names.
// - `--search [DIR]` measures searching instead, in Node and in Chromium (about four minutes): in the vault at DIR, or
//   in a generated one of 20,000 notes.
// - `--meaning` measures searching 100,000 passages by meaning, in Node and in Chromium (one minute).
// - `--chat` measures how long the chat panel blocks the app (about one minute).
// - `--changes` measures how long it takes to propose changes of 1 MB notes (half a minute).
// - `--documents` measures how long reading large documents holds up everything else, and how long a terminal takes for
//   PDFs (two minutes).
// - `--local-model` asks a small language model on a real server 40 questions, with Lectern and without (ten minutes; the
//   first time, ten more to build the server; needs Python and a C++ compiler). `--json` prints each answer too.
// - `--agents` asks the programs that answer in the panel 40 questions, whose models follow a script, and compares what
//   came of their citations with what comes of a provider's (five minutes).
// - `--questions [tuning | locked]` asks Quotes the questions of tests/bench/questions/quotes.tsv, or a half of them
//   (ten seconds). `--json` prints each answer too.
// - `--related DIR` takes the links out of a copy of the vault at DIR, and counts how often `related_notes` finds what a
//   note linked to, beside BM25 (half a minute for 200 notes).
// - `--webkit` measures start, a window of a large note and the first search in WebKit and in Chromium (one minute).
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { buildAll } from "./build.mjs";
import { localModel } from "./local-model.mjs";
import { builtCommit } from "./other-commit.mjs";
import { setup } from "./setup.mjs";
import { Failure, keepStandardOutput, main, root, run, tell } from "./tools.mjs";

const TEXT = /** @type {const} */ ({ type: "string" });
const FLAG = /** @type {const} */ ({ type: "boolean" });

/**
 * The benchmarks beside the default one, by their options. Each prints its figures, and returns them for `--json`.
 * @type {Record<string, (folder: string | undefined) => Promise<unknown>>}
 */
const BENCHMARKS = {
  search: benchSearch,
  meaning: async () => (await bundled("meaning.ts")).benchMeaning(root, tell),
  chat: () => inVitest("chat"),
  changes: () => inVitest("changes"),
  documents: () => inVitest("documents", "pdf"),
  questions: async (half) => (await bundled("quoted-answers.ts")).benchQuestions(root, half ?? "all", tell),
  agents: () => inVitest("agents"),
  related: async (given) => {
    if (given === undefined) throw new Failure("--related needs the folder of a vault");
    const folder = resolve(process.env.INIT_CWD ?? ".", given);
    return (await bundled("related.ts")).benchRelated(folder, tell);
  },
  webkit: () => inVitest("webkit"),
  "local-model": async () => {
    const { benchLocalModel, HEADING } = await bundled("local-model.ts");
    tell(`\n${HEADING}`);
    return benchLocalModel(root, localModel(), tell);
  },
};

/** Those that take an argument, and those that need no browser. */
const WITH_ARGUMENT = new Set(["search", "questions", "related"]);
const WITHOUT_BROWSER = new Set(["local-model", "agents", "questions", "related"]);

await main(import.meta.url, async () => {
  const { values, positionals } = parsed();
  const { against, max, only = "", json, full = false } = values;
  const [name, ...others] = Object.keys(BENCHMARKS).filter((name) => name in values);
  if (others.length > 0 || (name !== undefined && against !== undefined)) throw new Failure("one benchmark at a time");
  if (against === undefined && (max !== undefined || only)) throw new Failure("--max and --only go with --against");
  if (positionals.length > Number(WITH_ARGUMENT.has(name ?? "")))
    throw new Failure(`unknown argument ${positionals.at(-1)}`);
  const highest = max === undefined ? Infinity : Number(max);
  if (!(highest > 0)) throw new Failure(`--max ${max} is no ratio; write --max 1.05`);
  if (json) keepStandardOutput();
  const isLocal = name === "local-model";
  await setup({ browser: !WITHOUT_BROWSER.has(name ?? ""), localModel: isLocal });
  await buildAll();
  const run =
    against !== undefined ? () => benchAgainst(against, only) : (BENCHMARKS[name ?? ""] ?? (() => benchReading(full)));
  const figures = await run(positionals[0]);
  if (json) process.stdout.write(`${JSON.stringify(figures, null, 2)}\n`);
  if (max !== undefined) requireFast(figures, highest);
});

function parsed() {
  const benchmarks = Object.fromEntries(Object.keys(BENCHMARKS).map((name) => [name, FLAG]));
  const options = { against: TEXT, max: TEXT, only: TEXT, json: FLAG, full: FLAG, ...benchmarks };
  try {
    return parseArgs({ options, allowPositionals: true });
  } catch (error) {
    throw new Failure(/** @type {Error} */ (error).message);
  }
}

/**
 * Compares reading notes with a baseline.
 * @param {boolean} full
 */
async function benchReading(full) {
  const { bench, HEADING } = await bundled("bench.ts");
  tell(`\nFrom the host's bytes to the reply's text, each note read afresh. Medians; the baseline is a JavaScript plugin's
way: vault.read, split, slice, number, join. In "all pages" it reads ${full ? "every page" : "20 pages, and the time is scaled"}.\n\n${HEADING}`);
  return bench(root, full, tell);
}

/**
 * Compares this build with that of another commit.
 * @param {string} revision
 * @param {string} only
 */
async function benchAgainst(revision, only) {
  const other = await builtCommit(revision);
  const { compare } = await bundled("against.ts");
  const rows = await compare(root, other, only, tell);
  if (rows.length === 0) throw new Failure(`no row has "${only}" in its name`);
  return rows;
}

/**
 * @param {{ name: string, ratio: number }[]} rows
 * @param {number} highest
 * @throws {Failure} when a row is above that ratio
 */
function requireFast(rows, highest) {
  const slower = rows.filter(({ ratio }) => ratio > highest).map(({ name }) => name);
  if (slower.length > 0) throw new Failure(`slower than ${highest} times the other commit: ${slower.join("; ")}`);
}

/**
 * Measures searching.
 * @param {string | undefined} given the folder of a vault; generated if undefined
 */
async function benchSearch(given) {
  const folder =
    given === undefined ? await mkdtemp(join(tmpdir(), "lectern-large-")) : resolve(process.env.INIT_CWD ?? ".", given);
  try {
    if (given === undefined) await run("node", [join(root, "tests/bench/large-vault.mjs"), folder]);
    const { benchInNode } = await bundled("search.ts");
    await benchInNode(folder, tell);
    const { benchInApp } = await bundled("search-app.ts");
    await benchInApp(root, folder, tell);
  } finally {
    if (given === undefined) await rm(folder, { recursive: true });
  }
}

/** @param {string[]} names of the files in tests/bench/ */
function inVitest(...names) {
  const files = names.map((name) => `tests/bench/${name}.bench.ts`);
  return run("vitest", ["run", "--config", "tests/bench/vitest.config.ts", ...files], { isShown: true });
}

/**
 * Bundles a benchmark and imports it.
 * @param {string} name its file name in tests/bench/
 */
async function bundled(name) {
  const { build } = await import("esbuild");
  const outfile = join(root, "pkg", name.replace(".ts", ".mjs"));
  await build({
    entryPoints: [join(root, "tests/bench", name)],
    outfile,
    bundle: true,
    packages: "external",
    platform: "node",
    format: "esm",
    // The benchmark itself bundles the page's code, by paths relative to its own source folder.
    define: { "import.meta.url": JSON.stringify(pathToFileURL(join(root, "tests/obsidian/browser.ts")).href) },
  });
  return import(pathToFileURL(outfile).href);
}
