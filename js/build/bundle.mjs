// Bundles the shim: dist/ is what a person copies into `.obsidian/plugins/lectern/`, pkg/cli.mjs what a terminal runs.
import { copyFileSync, mkdirSync } from "node:fs";
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
  const { metafile } = await build({
    absWorkingDir: root,
    metafile: true,
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
    banner: { js: BANNER },
    logLevel: "warning",
  });
  for (const name of ["manifest.json", "styles.css"]) copyFileSync(join(root, name), join(dist, name));
  return metafile;
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
