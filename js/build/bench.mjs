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
// - `--documents` measures how long reading large workbooks holds up everything else (one minute).
// - `--local-model` asks a small language model on a real server 40 questions, with Lectern and without (ten minutes; the
//   first time, ten more to build the server; needs Python and a C++ compiler). `--json` prints each answer too.
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
import { Failure, main, root, run } from "./tools.mjs";

await main(async () => {
  const options = process.argv.slice(2);
  if (options.includes("--against")) return benchAgainst(options);
  const search = options[0] === "--search" ? options.splice(0, 2) : undefined;
  const unknown = options.find(
    (option) =>
      !["--json", "--full", "--meaning", "--chat", "--changes", "--documents", "--local-model", "--webkit"].includes(
        option,
      ),
  );
  if (unknown)
    throw new Failure(
      `unknown option ${unknown}; there are --against REV, --json, --full, --search [DIR], --meaning, --chat, --changes, --documents, --local-model, --webkit`,
    );
  if (search) return benchSearch(search[1]);
  for (const name of ["chat", "changes", "documents", "webkit"]) {
    if (!options.includes(`--${name}`)) continue;
    await setup({ browser: true });
    await buildAll();
    await run("vitest", ["run", "--config", "tests/bench/vitest.config.ts", `tests/bench/${name}.bench.ts`]);
    return;
  }
  if (options.includes("--meaning")) {
    await setup({ browser: true });
    await buildAll();
    const { benchMeaning } = await bundled("meaning.ts");
    return benchMeaning(root, console.log);
  }
  const json = options.includes("--json");
  const output = json ? "stderr" : "stdout";
  /** @param {string} line */
  const log = (line) => process[output].write(`${line}\n`);
  if (options.includes("--local-model")) {
    await setup({ localModel: true, output });
    await buildAll({ output });
    const { benchLocalModel, HEADING } = await bundled("local-model.ts");
    log(`\n${HEADING}`);
    const figures = await benchLocalModel(root, localModel(), log);
    if (json) process.stdout.write(`${JSON.stringify(figures, null, 2)}\n`);
    return;
  }
  await setup({ browser: true, output });
  await buildAll({ output });
  const { bench, HEADING } = await bundled("bench.ts");
  log(`\nFrom the host's bytes to the reply's text, each note read afresh. Medians; the baseline is a JavaScript plugin's
way: vault.read, split, slice, number, join. In "all pages" it reads ${options.includes("--full") ? "every page" : "20 pages, and the time is scaled"}.\n\n${HEADING}`);
  const figures = await bench(root, options.includes("--full"), log);
  if (json) process.stdout.write(`${JSON.stringify(figures, null, 2)}\n`);
});

/**
 * Compares this build with that of another commit.
 * @param {string[]} args
 */
async function benchAgainst(args) {
  const { against = "", max, only, json } = parseOptions(args);
  const highest = max === undefined ? Infinity : Number(max);
  if (!(highest > 0)) throw new Failure(`--max ${max} is no ratio; write --max 1.05`);
  const output = json ? "stderr" : "stdout";
  await setup({ browser: true, conformance: false, output });
  await buildAll({ output });
  const other = await builtCommit(against, output);
  const { compare } = await bundled("against.ts");
  const rows = await compare(root, other, only ?? "", (/** @type {string} */ line) =>
    process[output].write(`${line}\n`),
  );
  if (rows.length === 0) throw new Failure(`no row has "${only}" in its name`);
  if (json) process.stdout.write(`${JSON.stringify(rows, null, 2)}\n`);
  /** @type {{ name: string, ratio: number }[]} */
  const slower = rows.filter((/** @type {{ ratio: number }} */ { ratio }) => ratio > highest);
  if (slower.length > 0)
    throw new Failure(`slower than ${max} times ${other.name}: ${slower.map(({ name }) => name).join("; ")}`);
}

/** @param {string[]} args */
function parseOptions(args) {
  try {
    /** @type {{ type: "string" }} */
    const text = { type: "string" };
    return parseArgs({ args, options: { against: text, max: text, only: text, json: { type: "boolean" } } }).values;
  } catch (error) {
    throw new Failure(`${/** @type {Error} */ (error).message}; beside --against there are --max, --only and --json`);
  }
}

/**
 * Measures searching.
 * @param {string | undefined} given the folder of a vault; generated if undefined
 */
async function benchSearch(given) {
  await setup({ browser: true });
  await buildAll();
  const folder =
    given === undefined ? await mkdtemp(join(tmpdir(), "lectern-large-")) : resolve(process.env.INIT_CWD ?? ".", given);
  try {
    if (given === undefined) await run("node", [join(root, "tests/bench/large-vault.mjs"), folder], { quiet: true });
    const { benchInNode } = await bundled("search.ts");
    await benchInNode(folder, console.log);
    const { benchInApp } = await bundled("search-app.ts");
    await benchInApp(root, folder, console.log);
  } finally {
    if (given === undefined) await rm(folder, { recursive: true });
  }
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
