// Makes pkg/: the core as wasm, and beside it the reader of documents and the unpacker of both, each in the form in which
// the shim takes it in.
// cargo compiles, wasm-bindgen writes the glue; what is added here is that a fresh instance can be made at any time, and
// that a model can be told of the tools without the wasm.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { deflateRawSync } from "node:zlib";
import { setUpBindgen } from "./setup.mjs";
import { Failure, env, root, run, versions } from "./tools.mjs";

/** Where the core lies, ready to be bundled. */
export const pkg = join(root, "pkg");

/**
 * One way to build a crate.
 * @typedef {object} Package
 * @property {string} crate its name
 * @property {string} sources its folder
 * @property {string} target where cargo compiles it: two processes of cargo can't share a folder at the same time
 * @property {string} folder where it goes
 * @property {string} what it is, in words
 * @property {string[]} features of cargo
 *
 * @property {string} rustc its `opt-level`
 * @property {string[]} wasmOpt the flags of wasm-opt
 * @property {string[]} [small] packages with `opt-level` "s"
 * @property {string[]} [fast] packages with `opt-level` 2
 * @property {number} [inline] how large a function may be that LLVM copies to where it is called; 225 is its default
 */

/** Of the core, what is not called often. */
const SMALL = ["imagesize", "serde-wasm-bindgen", "serde_json", "strsim", "tsify"];

/** Functions stay apart that are called in one place: what is alike is packed better. 2 % of main.js, and not slower. */
const APART = ["--one-caller-inline-max-function-size=20"];

/** Unpacks the others, so it is deflated. @type {Package} */
const UNPACKER = {
  crate: "lectern-unpacker",
  sources: join(root, "unpacker"),
  target: "target",
  folder: join(pkg, "unpacker"),
  what: "the unpacker",
  features: [],
  rustc: '"z"',
  wasmOpt: ["-Oz", ...APART],
  fast: ["lzma-rust2"],
};

/** With fewer functions copied, it is 27 KB smaller in main.js, and reads as fast. @type {Package} */
const CORE = {
  crate: "lectern",
  sources: root,
  target: "target",
  folder: pkg,
  what: "the core",
  features: [],
  rustc: "2",
  wasmOpt: ["-O3", ...APART],
  small: SMALL,
  inline: 60,
};

/** Large, and each of its instances does little: "z" is 15 % smaller in main.js than 3, and not slower. @type {Package} */
const READER = {
  crate: "lectern",
  sources: root,
  target: join("target", "reader"),
  folder: join(pkg, "reader"),
  what: "the reader",
  features: ["reader"],
  rustc: '"z"',
  wasmOpt: ["-Oz", ...APART],
};

/** What is bundled. */
export const RELEASED = [UNPACKER, CORE, READER];

/** The core and the reader, packed. */
const MODULES = "modules.js";

/** What rustc uses, and what iOS 15 has. Not --all-features: V8 rejects the module. */
export const WASM_FEATURES = [
  "bulk-memory",
  "multivalue",
  "mutable-globals",
  "nontrapping-float-to-int",
  "reference-types",
  "sign-ext",
].map((name) => `--enable-${name}`);

/**
 * Builds the core and the reader side by side, unless they stand as their sources say.
 * @param {object} [options]
 * @param {"stdout" | "stderr"} [options.output] where the progress goes
 */
export async function buildCore({ output = "stdout" } = {}) {
  const others = buildPackage(UNPACKER, output).then(() => buildPackage(CORE, output));
  await Promise.all([others, buildPackage(READER, output)]);
  if (!existsSync(join(pkg, MODULES))) writeModules();
}

/**
 * @param {Package} what
 * @param {"stdout" | "stderr"} output
 */
async function buildPackage(what, output) {
  const { crate, folder, features, rustc, wasmOpt, small = [], fast = [] } = what;
  const stamp = join(folder, "sources.sha256");
  // The level as an option, not as a profile in Cargo.toml: only the compiled macros are common to all.
  const levels = [
    `profile.release.opt-level=${rustc}`,
    ...small.map((name) => `profile.release.package.${name}.opt-level="s"`),
    ...fast.map((name) => `profile.release.package.${name}.opt-level=2`),
  ];
  const cargo = ["--features", features.join(","), ...levels.flatMap((level) => ["--config", level])];
  const sources = [hashOfSources(what.sources), ...cargo].join(" ");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === sources) return;
  for (const old of [stamp, join(pkg, MODULES)]) rmSync(old, { force: true });
  process[output].write(`build: ${what.what}, a minute the first time\n`);
  const bindgen = setUpBindgen({ output });
  const target = ["--release", "--target", "wasm32-unknown-unknown", "--target-dir", what.target];
  await run("cargo", ["build", "--package", crate, "--lib", ...target, ...cargo], {
    quiet: true,
    env: { ...env(), CARGO_ENCODED_RUSTFLAGS: await flagsOf(what) },
  });
  await bindgen;
  const compiled = join(what.target, "wasm32-unknown-unknown", "release", `${crate.replaceAll("-", "_")}.wasm`);
  const glue = ["--target", "web", "--out-dir", folder, "--out-name", "lectern"];
  await run("wasm-bindgen", [compiled, ...glue], { quiet: true });
  const wasm = join(folder, "lectern_bg.wasm");
  // For a test that looks for the functions of each crate: wasm-opt takes their names.
  copyFileSync(wasm, join(folder, "named.wasm"));
  await run("wasm-opt", [...wasmOpt, ...WASM_FEATURES, wasm, "-o", wasm], { quiet: true });
  await writeShimSide(folder);
  if (what === CORE) await writeDefinitions(folder);
  writeFileSync(stamp, sources);
}

/**
 * Paths of this machine do not enter the module: the same sources make the same bytes everywhere. Encoded, since a path
 * may hold a space.
 * @param {Package} released
 */
async function flagsOf({ inline }) {
  const sysroot = (await run("rustc", ["--print", "sysroot"], { quiet: true })).trim();
  const cargoHome = process.env.CARGO_HOME ?? join(process.env.HOME ?? "", ".cargo");
  const remapped = { [cargoHome]: "/cargo", [sysroot]: "/rust", [root]: "/lectern" };
  const flags = Object.entries(remapped).map(([from, to]) => `--remap-path-prefix=${from}=${to}`);
  if (inline !== undefined) flags.push(`-Cllvm-args=-inline-threshold=${inline}`);
  return flags.join("\x1f");
}

/**
 * Writes what the shim imports beside what wasm-bindgen made: `glue.js`, wasm-bindgen's glue as a function, since the glue
 * itself serves one instance only. For the unpacker also `module.js`, the deflated module as base93, and `inflate.js`:
 * fflate as a function, since it makes tables when it is evaluated, which would cost every start. `inflate.json` is its
 * metafile, for notices.mjs.
 * @param {string} folder
 */
async function writeShimSide(folder) {
  const { build, transform } = await import("esbuild");
  // No object is left to the garbage collector: after a trap, freeing it could fail, out of any call. A session is freed by
  // `Tools`, and an instance of the reader is given up as a whole.
  const glue = await transform(readFileSync(join(folder, "lectern.js"), "utf8"), {
    format: "cjs",
    define: { "import.meta.url": "undefined", FinalizationRegistry: "undefined" },
  });
  /** @type {Record<string, string>} */
  const files = {
    "glue.js": factory("createGlue", glue.code),
    "glue.d.ts": `export declare function createGlue(): typeof import("./lectern.js");\n`,
  };
  if (folder === UNPACKER.folder) {
    const wasm = readFileSync(join(folder, "lectern_bg.wasm"));
    files["module.js"] = packedAsText(deflateRawSync(wasm, { level: 9 }));
    files["module.d.ts"] = PACKED_TYPE;
    const inflate = await build({
      stdin: { contents: 'export { inflateSync } from "fflate";', resolveDir: root },
      absWorkingDir: root,
      bundle: true,
      write: false,
      metafile: true,
      format: "cjs",
      platform: "browser",
    });
    files["inflate.js"] = factory("createInflate", inflate.outputFiles[0]?.text ?? "");
    files["inflate.json"] = JSON.stringify(inflate.metafile);
    files["inflate.d.ts"] = `export declare function createInflate(): Pick<typeof import("fflate"), "inflateSync">;\n`;
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
}

/**
 * Writes the core and the reader, packed one after the other: they have much in common, so that both together are 4 %
 * smaller. `ends` says where each ends in what is unpacked.
 */
function writeModules() {
  const [core, reader] = [pkg, join(pkg, "reader")].map((folder) => readFileSync(join(folder, "lectern_bg.wasm")));
  if (!core || !reader) return;
  const both = Buffer.concat([core, reader]);
  const ends = { core: core.length, reader: both.length };
  writeFileSync(
    join(pkg, "modules.d.ts"),
    `${PACKED_TYPE}export declare const ends: { core: number; reader: number };\n`,
  );
  writeFileSync(join(pkg, MODULES), `export const ends = ${JSON.stringify(ends)};\n${packedAsText(lzma(both))}`);
}

/**
 * A function that returns `bytes` as base93: an engine only skims it until it is called.
 * @param {Uint8Array} bytes
 */
const packedAsText = (bytes) => `export function packed() {\n  return "${base93(bytes)}";\n}\n`;
const PACKED_TYPE = "export declare function packed(): string;\n";

/**
 * Packed as the unpacker takes it.
 * @param {Uint8Array} bytes
 */
function lzma(bytes) {
  const args = ["run", "--quiet", "--release", "--package", "lectern-unpacker", "--example", "pack"];
  return execFileSync("cargo", args, { cwd: root, env: env(), input: bytes, maxBuffer: 2 ** 30 });
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
 * Writes `definitions.js`: what Rust says of the tools.
 * @param {string} folder of the core
 */
async function writeDefinitions(folder) {
  const url = pathToFileURL(join(folder, "glue.js")).href + `?${Date.now()}`;
  const { createGlue } = await import(url);
  const core = createGlue();
  core.initSync({ module: readFileSync(join(folder, "lectern_bg.wasm")) });
  // The rest of the brief form is in the definitions themselves: see js/vault/tools.ts.
  const briefArguments = Object.fromEntries(
    core.briefTools().map((/** @type {any} */ { name, inputSchema }) => [name, argumentNames(inputSchema)]),
  );
  writeFileSync(
    join(folder, "definitions.js"),
    `export const definitions = ${JSON.stringify(core.tools())};\nexport const briefArguments = ${JSON.stringify(briefArguments)};\nexport const defaults = ${JSON.stringify(core.defaultConfig())};\n`,
  );
  writeFileSync(
    join(folder, "definitions.d.ts"),
    `import type { Config, ToolDefinition } from "./lectern.js";\nexport declare const definitions: ToolDefinition[];\nexport declare const briefArguments: Record<string, string[] | undefined>;\nexport declare const defaults: Config;\n`,
  );
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

/**
 * A module whose code runs when `name` is called, not when it is imported.
 * @param {string} name
 * @param {string} code as CommonJS
 */
function factory(name, code) {
  return `export function ${name}() {\nconst module = { exports: {} };\n${code}\nreturn module.exports;\n}\n`;
}

/**
 * Of everything that a module is made from.
 * @param {string} crate its folder
 */
function hashOfSources(crate) {
  const hash = createHash("sha256");
  const folder = relative(root, join(crate, "src"));
  const sources = readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".rs"),
  );
  if (sources.length === 0) throw new Failure(`there is no ${folder}/ to build from`);
  const shim = ["js/build/wasm.mjs", "js/wasm/base93.ts", "unpacker/Cargo.toml", "unpacker/examples/pack.rs"];
  const files = ["Cargo.toml", "Cargo.lock", ...sources.sort().map((name) => join(folder, name)), ...shim];
  for (const name of files)
    hash
      .update(name)
      .update("\0")
      .update(readFileSync(join(root, name)))
      .update("\0");
  return hash.update(versions.wasmBindgen).digest("hex");
}
