// `npm run build`: builds the plugin in dist/, the npm package in dist/npm/ and the command line in pkg/, even from a
// fresh clone.
import { realpathSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setup } from "./setup.mjs";
import { main, root } from "./tools.mjs";

/** The folder with the plugin's files, which users copy into `.obsidian/plugins/lectern/`. */
export const dist = join(root, "dist");

/**
 * Sets up what is missing and builds everything.
 * @param {object} [options]
 * @param {"stdout" | "stderr"} [options.output] where the progress is printed
 */
export async function buildAll({ output = "stdout" } = {}) {
  await setup({ output });
  // Imported here because they need node_modules, which `setup` may just have installed.
  const { RELEASED, buildCore, pkg } = await import("./wasm.mjs");
  const { writeLocales } = await import("./locales.mjs");
  const { NOTICES, bundlePlugin } = await import("./bundle.mjs");
  const { bundleCli } = await import("./command-line.mjs");
  const { writePackage } = await import("./npm-package.mjs");
  const { linkedCrates, noticesOf } = await import("./notices.mjs");
  await buildCore({ output });
  writeLocales();
  const crates = linkedCrates(RELEASED);
  const npm = join(dist, "npm");
  const [plugin, cli] = await Promise.all([bundlePlugin(dist), bundleCli(), crates]);
  await writePackage(npm);
  writeFileSync(join(dist, NOTICES), noticesOf(plugin, await crates));
  for (const folder of [pkg, npm]) writeFileSync(join(folder, NOTICES), noticesOf(cli, await crates));
  const bytes = statSync(join(dist, "main.js")).size.toLocaleString("en");
  process[output].write(`build: dist/main.js, ${bytes} bytes, manifest.json, styles.css, ${NOTICES}\n`);
}

// The path in argv may contain a symbolic link.
if (import.meta.filename === realpathSync(process.argv[1] ?? "")) await main(() => buildAll());
