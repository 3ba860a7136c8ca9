// `npm run build`: from a fresh clone to dist/, and the command line beside it.
import { realpathSync } from "node:fs";
import { join } from "node:path";
import { setup } from "./setup.mjs";
import { main, root } from "./tools.mjs";

/** What a person copies into `.obsidian/plugins/lectern/`. */
export const dist = join(root, "dist");

/**
 * @param {object} [options]
 * @param {"stdout" | "stderr"} [options.output] where the progress goes
 */
export async function buildAll({ output = "stdout" } = {}) {
  await setup({ output });
  // What is bundled with comes from node_modules, which was perhaps not there a moment ago.
  const { buildCore } = await import("./wasm.mjs");
  const { bundleCli, bundlePlugin } = await import("./bundle.mjs");
  await buildCore({ output });
  const [bytes] = await Promise.all([bundlePlugin(dist), bundleCli()]);
  process[output].write(`build: dist/main.js, ${bytes.toLocaleString("en")} bytes, manifest.json, styles.css\n`);
}

// The name as npm gives it may lead through a link.
if (import.meta.filename === realpathSync(process.argv[1] ?? "")) await main(() => buildAll());
