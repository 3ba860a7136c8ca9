// Bundles the plugin into dist/, which users copy into `.obsidian/plugins/lectern/`.
//
// What the start does not need is evaluated when it is first used: what is imported by `import()`, and the views and
// dialogs, which `main.ts` requires. esbuild puts such modules into arrow functions, `build/bundle.mjs` into functions,
// which V8 skims instead of parsing them. The settings tab and the commands in Obsidian's own command line are added
// once the app's layout is there.
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { lean } from "./lean.mjs";
import { root } from "./tools.mjs";

/** The file with the licences of the packages in a bundle. It is written beside the bundle and part of each release. */
export const NOTICES = "THIRD-PARTY-NOTICES.txt";
const BANNER = `/* Lectern (MIT). Source: see the repository. Licences of the packages inside: see ${NOTICES} in the release. */`;

/** What the app gives to plugins. */
export const FROM_APP = ["obsidian", "@codemirror/state", "@codemirror/view"];

/**
 * Bundles the plugin, minified except for a first comment that says where the source and the licences are.
 * @param {string} dist the folder to fill
 * @returns {Promise<import("esbuild").Metafile>} the metafile of main.js
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
    // The oldest engines that Obsidian runs on: Electron of its oldest installer, iOS 15, Android's web view.
    target: ["safari15", "chrome96"],
    external: FROM_APP,
    plugins: [lean],
    minify: true,
    legalComments: "none",
    banner: { js: BANNER },
    logLevel: "warning",
  });
  // One character outside Latin-1 makes the engine store and scan the whole source with two bytes per character.
  // esbuild escapes such characters everywhere except in regular expressions.
  const text = readFileSync(outfile, "utf8").replace(/[\u0080-\uffff]/g, escaped);
  if (text.includes("(void 0)(")) throw new Error("a library uses what js/agent/providers/schemas.ts has not of zod");
  writeFileSync(outfile, skimmed(text));
  for (const name of ["manifest.json", "styles.css"]) copyFileSync(join(root, name), join(dist, name));
  return metafile;
}

/**
 * `text` with functions in place of the arrow functions in which esbuild puts modules that are evaluated when they are
 * first used. V8 parses an arrow function inside a function fully, and skims a function.
 * @param {string} text
 */
function skimmed(text) {
  const [, name] = /\b(\w+)=\((\w+),\w+,\w+\)=>\(\)=>\{[^{}]*\btry\{return \2&&/.exec(text) ?? [];
  if (name === undefined) throw new Error("esbuild no longer evaluates modules as it did");
  return text.replaceAll(
    new RegExp(`=${name.replace("$", "\\$")}\\(\\(\\)=>\\{("use strict";)?`, "g"),
    `=${name}(function(){`,
  );
}

/**
 * The escape of a character, such as `\u2026` for `…`.
 * @param {string} unit a UTF-16 code unit
 */
function escaped(unit) {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
