// `npm run bench`: builds the plugin and runs the benchmark in Chromium. `--json` prints the figures for machines,
// `--full` has the baseline read every page of every note instead of 20 of each (some ten minutes). `--search DIR` measures
// searching the vault in DIR instead, such as one that `node tests/bench/large-vault.mjs DIR` makes.
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { buildAll } from "./build.mjs";
import { setup } from "./setup.mjs";
import { Failure, main, root } from "./tools.mjs";

await main(async () => {
  const options = process.argv.slice(2);
  const [, folder] = options[0] === "--search" ? options.splice(0, 2) : [];
  const unknown = options.find((option) => option !== "--json" && option !== "--full");
  if (unknown) throw new Failure(`unknown option ${unknown}; there are --json, --full and --search DIR`);
  if (folder !== undefined) return benchSearch(folder);
  const json = options.includes("--json");
  const output = json ? "stderr" : "stdout";
  await setup({ browser: true, output });
  await buildAll({ output });
  const { bench, HEADING } = await bundled("bench.ts");
  /** @param {string} line */
  const log = (line) => process[output].write(`${line}\n`);
  log(`\nFrom the host's bytes to the reply's text, each note read afresh. Medians; the baseline is a JavaScript plugin's
way: vault.read, split, slice, number, join. In "all pages" it reads ${options.includes("--full") ? "every page" : "20 pages, and the time is scaled"}.\n\n${HEADING}`);
  const figures = await bench(root, options.includes("--full"), log);
  if (json) process.stdout.write(`${JSON.stringify(figures, null, 2)}\n`);
});

/**
 * Of the large vaults, Node alone.
 * @param {string} folder
 */
async function benchSearch(folder) {
  await setup({ browser: false });
  await buildAll();
  const { benchSearch } = await bundled("search.ts");
  await benchSearch(resolve(process.env.INIT_CWD ?? ".", folder), console.log);
}

/**
 * A benchmark, ready to run.
 * @param {string} name of its file
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
    // The page's side is bundled by the benchmark itself, from where it stands in the sources.
    define: { "import.meta.url": JSON.stringify(pathToFileURL(join(root, "tests/obsidian/browser.ts")).href) },
  });
  return import(pathToFileURL(outfile).href);
}
