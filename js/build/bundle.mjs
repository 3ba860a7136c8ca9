// Bundles the shim: dist/ is what a person copies into `.obsidian/plugins/lectern/`, pkg/cli.mjs what a terminal runs.
import { copyFileSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { lean } from "./lean.mjs";
import { root } from "./tools.mjs";
import { pkg } from "./wasm.mjs";

/**
 * Minified, except the comment at the top, which says where the source is and whose work is inside.
 * @param {string} dist the folder to fill
 * @returns {Promise<number>} the bytes of main.js
 */
export async function bundlePlugin(dist) {
  mkdirSync(dist, { recursive: true });
  await build({
    entryPoints: [join(root, "js/main.ts")],
    outfile: join(dist, "main.js"),
    bundle: true,
    format: "cjs",
    platform: "browser",
    // Obsidian runs on these at the least: Electron of its oldest installer, iOS 15, Android's web view.
    target: ["safari15", "chrome96"],
    external: ["obsidian"],
    plugins: [lean],
    minify: true,
    legalComments: "none",
    banner: { js: "/* Lectern (MIT). Source, and the licences of what is bundled: see the repository. */" },
    logLevel: "warning",
  });
  for (const name of ["manifest.json", "styles.css"]) copyFileSync(join(root, name), join(dist, name));
  return readFileSync(join(dist, "main.js")).length;
}

/** The command line, as one file for Node. */
export async function bundleCli() {
  await build({
    entryPoints: [join(root, "js/cli.ts")],
    outfile: join(pkg, "cli.mjs"),
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20",
    external: ["pdfjs-dist"],
    plugins: [lean],
    logLevel: "warning",
  });
}
