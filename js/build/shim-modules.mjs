// Writes what the shim imports from pkg/ beside what wasm-bindgen made: a fresh instance can be made at any time, the wasm
// is text in the bundle, and a model can be told of the tools without the wasm.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { env, root } from "./tools.mjs";

/**
 * Writes a module that the shim imports, and its types.
 * @param {string} file without its ending
 * @param {string} code
 * @param {string} types
 */
export function writeModule(file, code, types) {
  writeFileSync(`${file}.js`, code);
  writeFileSync(`${file}.d.ts`, types);
}

/**
 * Writes `glue.js`: wasm-bindgen's glue as a function, since the glue itself serves one instance only.
 * @param {string} folder
 */
export async function writeGlue(folder) {
  const { transform } = await import("esbuild");
  // No object is left to the garbage collector: after a trap, freeing it could fail, out of any call. A session is freed by
  // `Tools`, and an instance of the reader is given up as a whole.
  const { code } = await transform(readFileSync(join(folder, "lectern.js"), "utf8"), {
    format: "cjs",
    define: { "import.meta.url": "undefined", FinalizationRegistry: "undefined" },
  });
  const type = 'export declare function createGlue(): typeof import("./lectern.js");\n';
  writeModule(join(folder, "glue"), factory("createGlue", code), type);
}

/**
 * Writes `module.js`, the deflated unpacker as base93, and `inflate.js`: fflate as a function, since it makes tables when
 * it is evaluated, which would cost every start. `inflate.json` is its metafile, for notices.mjs.
 * @param {string} folder
 */
export async function writeUnpacker(folder) {
  const { build } = await import("esbuild");
  const wasm = readFileSync(join(folder, "lectern_bg.wasm"));
  writeModule(join(folder, "module"), packedAsText(packed(wasm, "deflate")), PACKED_TYPE);
  const { outputFiles, metafile } = await build({
    stdin: { contents: 'export { inflateSync } from "fflate";', resolveDir: root },
    absWorkingDir: root,
    bundle: true,
    write: false,
    metafile: true,
    format: "cjs",
    platform: "browser",
  });
  const type = 'export declare function createInflate(): Pick<typeof import("fflate"), "inflateSync">;\n';
  writeModule(join(folder, "inflate"), factory("createInflate", outputFiles[0]?.text ?? ""), type);
  writeFileSync(join(folder, "inflate.json"), JSON.stringify(metafile));
}

/**
 * `bytes` packed for the unpacker, or as a `deflate` stream, 5 % smaller than zlib's.
 * @param {Uint8Array} bytes
 * @param {"deflate"[]} format
 */
export function packed(bytes, ...format) {
  const pack = ["run", "--quiet", "--release", "--package", "lectern-unpacker", "--example", "pack", "--", ...format];
  return execFileSync("cargo", pack, { cwd: root, env: env(), input: bytes, maxBuffer: 2 ** 30 });
}

/**
 * Writes `modules.js`: the core and the reader, packed one after the other, since they have much in common: both together
 * are 4 % smaller. `ends` says where each ends in what is unpacked.
 * @param {string} file without its ending
 * @param {string[]} folders of the core and of the reader
 */
export function writeModules(file, folders) {
  const [core, reader] = folders.map((folder) => readFileSync(join(folder, "lectern_bg.wasm")));
  if (!core || !reader) return;
  const both = Buffer.concat([core, reader]);
  const ends = { core: core.length, reader: both.length };
  writeModule(
    file,
    `export const ends = ${JSON.stringify(ends)};\n${packedAsText(packed(both))}`,
    `${PACKED_TYPE}export declare const ends: { core: number; reader: number };\n`,
  );
}

/**
 * A function that returns `bytes` as base93: an engine only skims it until it is called.
 * @param {Uint8Array} bytes
 */
const packedAsText = (bytes) => `export function packed() {\n  return "${base93(bytes)}";\n}\n`;
const PACKED_TYPE = "export declare function packed(): string;\n";

/**
 * Writes `tex-allowed.js`: the words of js/agent/markdown/tex-allowed.txt, deflated, as base93.
 * @param {string} folder
 */
export function writeTexAllowed(folder) {
  const lines = readFileSync(join(root, "js/agent/markdown/tex-allowed.txt"), "utf8").split("\n");
  const words = lines.filter((line) => line !== "" && !line.startsWith("#")).join(" ");
  const code = `export const texAllowed = () => "${base93(packed(Buffer.from(words), "deflate"))}";\n`;
  writeModule(join(folder, "tex-allowed"), code, "export declare const texAllowed: () => string;\n");
}

/**
 * Writes `definitions.js`: what Rust says of the tools.
 * @param {string} folder of the core
 */
export async function writeDefinitions(folder) {
  const { createGlue } = await import(`${pathToFileURL(join(folder, "glue.js")).href}?${Date.now()}`);
  const core = createGlue();
  core.initSync({ module: readFileSync(join(folder, "lectern_bg.wasm")) });
  // The rest of the brief form is in the definitions themselves: see js/vault/tools.ts.
  const briefArguments = Object.fromEntries(
    core.briefTools().map((/** @type {any} */ { name, inputSchema }) => [name, argumentNames(inputSchema)]),
  );
  const values = { definitions: core.tools(), briefArguments, defaults: core.defaultConfig() };
  const code = Object.entries(values).map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};\n`);
  writeModule(
    join(folder, "definitions"),
    code.join(""),
    `import type { Config, ToolDefinition } from "./lectern.js";
export declare const definitions: ToolDefinition[];
export declare const briefArguments: Record<string, string[] | undefined>;
export declare const defaults: Config;
`,
  );
}

/**
 * The names of the arguments that `schema` has, at any depth.
 * @param {any} schema
 * @returns {string[]}
 */
function argumentNames({ properties = {}, items = {} }) {
  const nested = [...Object.values(properties), items].filter(({ properties, items }) => properties || items);
  return [...new Set([...Object.keys(properties), ...nested.flatMap(argumentNames)])];
}

/**
 * A module whose code runs when `name` is called, not when it is imported.
 * @param {string} name
 * @param {string} code as CommonJS
 */
function factory(name, code) {
  return `export function ${name}() {\nconst module = { exports: {} };\n${code}\nreturn module.exports;\n}\n`;
}

/**
 * `bytes` as js/wasm/base93.ts reads them.
 * @param {Uint8Array} bytes
 */
export function base93(bytes) {
  const digits = Array.from({ length: 95 }, (_, at) => String.fromCharCode(32 + at)).filter((c) => !'"\\'.includes(c));
  let [text, bits, count] = ["", 0, 0];
  /** @param {number} value */
  const write = (value) => (text += `${digits[value % 93]}${digits[Math.floor(value / 93)]}`);
  for (const byte of bytes) {
    bits |= byte << count;
    count += 8;
    if (count < 14) continue;
    const taken = (bits & 8191) > 456 ? 13 : 14;
    write(bits & ((1 << taken) - 1));
    bits >>>= taken;
    count -= taken;
  }
  if (count > 0) write(bits);
  return text;
}
