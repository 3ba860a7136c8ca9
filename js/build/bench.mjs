// `npm run bench`: builds the plugin and runs a benchmark. By default it compares reading notes with a baseline in
// Chromium.
// - `--json` prints the figures as JSON.
// - `--full` makes the baseline read every page of every note instead of 20 pages of each (about ten minutes).
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
import { buildAll } from "./build.mjs";
import { localModel } from "./local-model.mjs";
import { setup } from "./setup.mjs";
import { Failure, main, root, run } from "./tools.mjs";

await main(async () => {
  const options = process.argv.slice(2);
  const search = options[0] === "--search" ? options.splice(0, 2) : undefined;
  const unknown = options.find(
    (option) =>
      !["--json", "--full", "--meaning", "--chat", "--changes", "--documents", "--local-model", "--webkit"].includes(
        option,
      ),
  );
  if (unknown)
    throw new Failure(
      `unknown option ${unknown}; there are --json, --full, --search [DIR], --meaning, --chat, --changes, --documents, --local-model, --webkit`,
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
