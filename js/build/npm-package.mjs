// Writes the npm package, which `npx lectern …` runs without a build: the command line in parts, each loaded when it is
// needed, and the wasm as files.
import { chmodSync, copyFileSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as esbuild from "esbuild";
import { lean } from "./lean.mjs";
import { manPage } from "./man-page.mjs";
import { root, run } from "./tools.mjs";
import { pkg } from "./wasm.mjs";

/** The wasm modules by their file names in the package. */
const MODULES = { "core.wasm": pkg, "reader.wasm": join(pkg, "reader") };

/**
 * Loads the wasm from files instead of text: nothing to decode, and nothing to parse at the start.
 * @type {import("esbuild").Plugin}
 */
const wasmFiles = {
  name: "wasm as files",
  setup(build) {
    // The glue also takes a module from the network, and Node loads all of that, 13 ms, when it is asked for.
    build.onLoad({ filter: /[\\/]pkg[\\/](?:reader[\\/])?glue\.js$/ }, ({ path }) => {
      const contents = readFileSync(path, "utf8").replace(/typeof (?:Response|Request) === "function"/g, "false");
      return { contents };
    });
    build.onLoad({ filter: /[\\/]js[\\/]wasm[\\/]module\.ts$/ }, () => ({
      contents: `import { readFileSync } from "node:fs";
export const unpacked = (name) => readFileSync(new URL(\`\${name}.wasm\`, import.meta.url));
export const unpackedAside = unpacked;
export const requireWebAssembly = () => undefined;
`,
    }));
  },
};

/**
 * Writes everything in the package but the notices.
 * @param {string} packaged the package's folder
 * @returns {Promise<import("esbuild").Metafile>}
 */
export async function writePackage(packaged) {
  const lib = join(packaged, "lib");
  for (const name of ["lib", "docs", "schemas", "skills", "man"])
    rmSync(join(packaged, name), { recursive: true, force: true });
  const { metafile } = await esbuild.build({
    absWorkingDir: root,
    metafile: true,
    entryPoints: { lectern: join(root, "js/cli/cli.ts") },
    outdir: lib,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    splitting: true,
    minify: true,
    legalComments: "none",
    format: "esm",
    platform: "node",
    target: "node20",
    banner: { js: "#!/usr/bin/env node" },
    external: ["pdfjs-dist"],
    plugins: [lean, wasmFiles],
    logLevel: "warning",
  });
  chmodSync(join(lib, "lectern.mjs"), 0o755);
  for (const [name, folder] of Object.entries(MODULES)) copyFileSync(join(folder, "lectern_bg.wasm"), join(lib, name));
  writeFileSync(join(packaged, "package.json"), `${JSON.stringify(manifest(), null, 2)}\n`);
  copyFileSync(join(root, "LICENSE"), join(packaged, "LICENSE"));
  for (const name of ["schemas", "skills"]) cpSync(join(root, name), join(packaged, name), { recursive: true });
  mkdirSync(join(packaged, "docs"));
  for (const name of readdirSync(join(root, "docs")))
    if (name.endsWith(".md")) copyFileSync(join(root, "docs", name), join(packaged, "docs", name));
  writeFileSync(join(packaged, "README.md"), readme());
  const usage = await run(process.execPath, [join(lib, "lectern.mjs"), "--help"], { quiet: true });
  mkdirSync(join(packaged, "man"));
  writeFileSync(join(packaged, "man", "lectern.1"), manPage(usage, manifest().version));
  return metafile;
}

/** The package.json. pdf.js, 40 MB, is not installed until the user asks for it: see js/host/node-pdf.ts. */
function manifest() {
  const { name, version, license, engines, devDependencies } = JSON.parse(
    readFileSync(join(root, "package.json"), "utf8"),
  );
  return {
    ...{ name, version, license, engines, type: "module" },
    description: "Ask the notes of an Obsidian vault in a terminal: exactly, and never what is excluded.",
    bin: { lectern: "lib/lectern.mjs" },
    man: ["man/lectern.1"],
    files: ["lib", "man", "docs", "schemas", "skills", "THIRD-PARTY-NOTICES.txt"],
    peerDependencies: { "pdfjs-dist": `~${devDependencies["pdfjs-dist"]}` },
    peerDependenciesMeta: { "pdfjs-dist": { optional: true } },
  };
}

/** The README: docs/command-line.md, with links that are right in the package's root. */
function readme() {
  const text = readFileSync(join(root, "docs/command-line.md"), "utf8");
  return text
    .replace("# The command line", "# Lectern")
    .replace(/\]\((?!\w+:|#)([^)]+)\)/g, (_, target) =>
      target.startsWith("../") ? `](${target.slice(3)})` : `](docs/${target})`,
    );
}
