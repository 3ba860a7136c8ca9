// `npm run build`: from a fresh clone to dist/, and the command line beside it.
import { realpathSync, statSync, writeFileSync } from "node:fs";
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
  const { RELEASED, buildCore, pkg } = await import("./wasm.mjs");
  const { NOTICES, bundleCli, bundlePlugin } = await import("./bundle.mjs");
  const { linkedCrates, noticesOf } = await import("./notices.mjs");
  await buildCore({ output });
  const crates = linkedCrates(RELEASED.map(({ features }) => features));
  const [plugin, cli] = await Promise.all([bundlePlugin(dist), bundleCli(), crates]);
  writeFileSync(join(dist, NOTICES), noticesOf(plugin, await crates));
  writeFileSync(join(pkg, NOTICES), noticesOf(cli, await crates));
  const bytes = statSync(join(dist, "main.js")).size.toLocaleString("en");
  process[output].write(`build: dist/main.js, ${bytes} bytes, manifest.json, styles.css, ${NOTICES}\n`);
}

// The name as npm gives it may lead through a link.
if (import.meta.filename === realpathSync(process.argv[1] ?? "")) await main(() => buildAll());
