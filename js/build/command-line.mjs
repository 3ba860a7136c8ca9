// Bundles the command line for Node, in parts that are loaded when they are needed, with the wasm as files: into
// pkg/cli/, which pkg/cli.mjs starts, and which npm-package.mjs copies.
import { copyFileSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { build } from "esbuild";
import { lean } from "./lean.mjs";
import { root } from "./tools.mjs";
import { pkg } from "./wasm.mjs";

/** The folder with the parts. */
export const parts = join(pkg, "cli");

/** The wasm modules by their file names beside the parts. */
const MODULES = { "core.wasm": pkg, "reader.wasm": join(pkg, "reader") };

/**
 * Loads the wasm from files instead of text: nothing to decode, and nothing to parse at the start.
 * @type {import("esbuild").Plugin}
 */
const wasmFiles = {
  name: "wasm as files",
  setup(build) {
    build.onLoad({ filter: /[\\/]js[\\/]wasm[\\/]module\.ts$/ }, () => ({
      contents: `import { readFileSync } from "node:fs";
export const unpacked = (name) => readFileSync(new URL(\`\${name}.wasm\`, import.meta.url));
export const unpackedAside = unpacked;
export const requireWebAssembly = () => undefined;
`,
    }));
  },
};

/** The commands, and the modules for which they are not loaded. */
const COMMANDS = join(root, "js/cli/commands.ts");
const WITHOUT = [COMMANDS, join(root, "js/cli/help.ts")];

/**
 * Puts what `commands.ts` imports into one part: esbuild makes a part of the modules that are needed for the same others,
 * so all that are imported later import `commands.ts` too, which is loaded by then. Node takes 1 ms to load a part.
 * @type {import("esbuild").Plugin}
 */
const onePart = {
  name: "what commands need as one part",
  setup(build) {
    /** @type {Set<string>} */
    const later = new Set();
    build.onResolve({ filter: /^\.{1,2}\// }, ({ path, resolveDir, kind }) => {
      if (kind === "dynamic-import") later.add(join(resolveDir, path));
      return undefined;
    });
    build.onLoad({ filter: /[\\/]js[\\/].*\.ts$/ }, ({ path }) => {
      if (!later.has(path) || WITHOUT.includes(path)) return undefined;
      return { contents: `${readFileSync(path, "utf8")}\nimport ${JSON.stringify(COMMANDS)};`, loader: "ts" };
    });
  },
};

/** Bundles the command line. Returns its metafile. */
export async function bundleCli() {
  const { metafile } = await build({
    absWorkingDir: root,
    metafile: true,
    entryPoints: { lectern: join(root, "js/cli/cli.ts") },
    outdir: parts,
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
    plugins: [lean, wasmFiles, onePart],
    logLevel: "warning",
  });
  mkdirSync(parts, { recursive: true });
  for (const [name, folder] of Object.entries(MODULES))
    copyFileSync(join(folder, "lectern_bg.wasm"), join(parts, name));
  const names = new Set([...Object.keys(metafile.outputs).map((path) => basename(path)), ...Object.keys(MODULES)]);
  for (const old of readdirSync(parts)) if (!names.has(old)) rmSync(join(parts, old));
  writeFileSync(join(pkg, "cli.mjs"), '#!/usr/bin/env node\nimport "./cli/lectern.mjs";\n');
  return metafile;
}
