// `npm run build`: builds the plugin in dist/, the npm package in dist/npm/ and the command line in pkg/, even from a
// fresh clone.
import { statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setup } from "./setup.mjs";
import { main, root, tell } from "./tools.mjs";

/** The folder with the plugin's files, which users copy into `.obsidian/plugins/lectern/`. */
export const dist = join(root, "dist");

/** Sets up what is missing and builds everything. */
export async function buildAll() {
  await setup();
  // Imported here because they need node_modules, which `setup` may just have installed.
  const { RELEASED, buildCore, pkg } = await import("./wasm.mjs");
  const { writeLocales } = await import("./locales.mjs");
  const { writeTexAllowed } = await import("./shim-modules.mjs");
  const { NOTICES, bundlePlugin } = await import("./bundle.mjs");
  const { bundleCli } = await import("./command-line.mjs");
  const { writePackage } = await import("./npm-package.mjs");
  const { linkedCrates, noticesOf } = await import("./notices.mjs");
  await buildCore();
  writeLocales();
  writeTexAllowed(pkg);
  const npm = join(dist, "npm");
  const [plugin, cli, crates] = await Promise.all([bundlePlugin(dist), bundleCli(), linkedCrates(RELEASED)]);
  await writePackage(npm);
  writeFileSync(join(dist, NOTICES), noticesOf(plugin, crates));
  for (const folder of [pkg, npm]) writeFileSync(join(folder, NOTICES), noticesOf(cli, crates));
  const bytes = statSync(join(dist, "main.js")).size.toLocaleString("en");
  tell(`build: dist/main.js, ${bytes} bytes, manifest.json, styles.css, ${NOTICES}`);
}

await main(import.meta.url, buildAll);
