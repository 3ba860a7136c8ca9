// Bundles the shim: dist/ is what a person copies into `.obsidian/plugins/lectern/`, pkg/cli.mjs what a terminal runs.
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { lean } from "./lean.mjs";
import { root } from "./tools.mjs";
import { pkg } from "./wasm.mjs";

/** The licences of the packages in a bundle, beside it and in each release. */
export const NOTICES = "THIRD-PARTY-NOTICES.txt";
const BANNER = `/* Lectern (MIT). Source: see the repository. Licences of the packages inside: see ${NOTICES} in the release. */`;

/**
 * Minified, except the comment at the top, which says where the source is and whose work is inside.
 * @param {string} dist the folder to fill
 * @returns {Promise<import("esbuild").Metafile>} of main.js
 */
export async function bundlePlugin(dist) {
  mkdirSync(dist, { recursive: true });
  const outfile = join(dist, "main.js");
  const { metafile } = await build({
    absWorkingDir: root,
    metafile: true,
    entryPoints: [join(root, "js/main.ts")],
    outfile,
    bundle: true,
    format: "cjs",
    platform: "browser",
    // Obsidian runs on these at the least: Electron of its oldest installer, iOS 15, Android's web view.
    target: ["safari15", "chrome96"],
    external: ["obsidian"],
    plugins: [lean],
    minify: true,
    legalComments: "none",
    banner: { js: BANNER },
    logLevel: "warning",
  });
  // A single character outside Latin-1 makes the engine hold and scan the whole source as two bytes a character. esbuild
  // escapes them everywhere but in regular expressions.
  writeFileSync(outfile, readFileSync(outfile, "utf8").replace(/[\u0080-\uffff]/g, escaped));
  for (const name of ["manifest.json", "styles.css"]) copyFileSync(join(root, name), join(dist, name));
  return metafile;
}

/**
 * `"…"` as `"\\u2026"`.
 * @param {string} unit of UTF-16
 */
function escaped(unit) {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/** The command line, as one file for Node. */
export async function bundleCli() {
  const { metafile } = await build({
    absWorkingDir: root,
    metafile: true,
    entryPoints: [join(root, "js/cli/cli.ts")],
    outfile: join(pkg, "cli.mjs"),
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20",
    external: ["pdfjs-dist"],
    plugins: [lean],
    logLevel: "warning",
  });
  return metafile;
}
