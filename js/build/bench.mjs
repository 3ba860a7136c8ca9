// `npm run bench`: builds the plugin and runs the benchmark in Chromium. `--json` prints the figures for machines,
// `--full` has the baseline read every page of every note instead of 20 of each (some ten minutes).
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { buildAll } from "./build.mjs";
import { setup } from "./setup.mjs";
import { Failure, main, root } from "./tools.mjs";

await main(async () => {
  const options = process.argv.slice(2);
  const unknown = options.find((option) => option !== "--json" && option !== "--full");
  if (unknown) throw new Failure(`unknown option ${unknown}; there are --json and --full`);
  const json = options.includes("--json");
  const output = json ? "stderr" : "stdout";
  await setup({ browser: true, output });
  await buildAll({ output });
  const { build } = await import("esbuild");
  const outfile = join(root, "pkg", "bench.mjs");
  await build({
    entryPoints: [join(root, "tests/bench/bench.ts")],
    outfile,
    bundle: true,
    packages: "external",
    platform: "node",
    format: "esm",
    // The page's side is bundled by the benchmark itself, from where it stands in the sources.
    define: { "import.meta.url": JSON.stringify(pathToFileURL(join(root, "tests/obsidian/browser.ts")).href) },
  });
  const { bench, HEADING } = await import(pathToFileURL(outfile).href);
  /** @param {string} line */
  const log = (line) => process[output].write(`${line}\n`);
  log(`\nFrom the host's bytes to the reply's text, each note read afresh. Medians; the baseline is a JavaScript plugin's
way: vault.read, split, slice, number, join. In "all pages" it reads ${options.includes("--full") ? "every page" : "20 pages, and the time is scaled"}.\n\n${HEADING}`);
  const figures = await bench(root, options.includes("--full"), log);
  if (json) process.stdout.write(`${JSON.stringify(figures, null, 2)}\n`);
});
