// Makes pkg/: the core as wasm, and beside it the reader of documents and the unpacker of both. cargo compiles, wasm-bindgen
// writes the glue, and shim-modules.mjs the form in which the shim takes it in.
//
// Each wasm module is in `main.js` once, as base93, in a function that an engine skims until it is called: the core and
// the reader behind it, packed by LZMA as one, and the unpacker (`unpacker/`, a crate of its own) deflated. The core is
// unpacked at first use, in the app part by part, without holding it up; for the first document, both are. The tools'
// definitions, in full and in few words, are taken from it at build time, so that `tools()` needs no wasm.
import { createHash } from "node:crypto";
import { copyFileSync, existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join, sep } from "node:path";
import { setUpBindgen } from "./setup.mjs";
import { writeDefinitions, writeGlue, writeModules, writeUnpacker } from "./shim-modules.mjs";
import { Failure, root, run, tell, versions } from "./tools.mjs";

/** Where the core lies, ready to be bundled. */
export const pkg = join(root, "pkg");

/**
 * One way to build a crate.
 * @typedef {object} Package
 * @property {string} crate its name
 * @property {string[]} sources the folders of what it is made from
 * @property {string} [without] the folder in them that it is not made from
 * @property {string} target where cargo compiles it: two processes of cargo can't share a folder at the same time
 * @property {string} folder where it goes
 * @property {string} what it is, in words
 * @property {string} rustc its `opt-level`
 * @property {string[]} wasmOpt the flags of wasm-opt
 * @property {string[]} [small] packages with `opt-level` "s"
 * @property {string[]} [fast] packages with `opt-level` 2
 * @property {number} [inline] how large a function may be that LLVM copies to where it is called; 225 is its default
 */

/** Functions stay apart that are called in one place: what is alike is packed better. 2 % of main.js, and not slower. */
const APART = ["--one-caller-inline-max-function-size=20"];

/** Unpacks the others, so it is deflated. @type {Package} */
const UNPACKER = {
  crate: "lectern-unpacker",
  sources: [join("unpacker", "src")],
  target: "target",
  folder: join(pkg, "unpacker"),
  what: "the unpacker",
  rustc: '"z"',
  wasmOpt: ["-Oz", ...APART],
  fast: ["lzma-rust2"],
};

/** With fewer functions copied, it is 27 KB smaller in main.js, and reads as fast. @type {Package} */
const CORE = {
  crate: "lectern",
  sources: ["src"],
  without: join("src", "document"),
  target: "target",
  folder: pkg,
  what: "the core",
  rustc: "2",
  wasmOpt: ["-O3", ...APART],
  // Packages that are seldom called.
  small: ["imagesize", "regex-syntax", "serde-wasm-bindgen", "serde_json", "strsim", "tsify"],
  inline: 60,
};

/** Large, and each of its instances does little: "z" is 15 % smaller in main.js than 3, and not slower. @type {Package} */
const READER = {
  crate: "lectern-document",
  sources: [join("src", "document"), join("src", "base")],
  target: join("target", "reader"),
  folder: join(pkg, "reader"),
  what: "the reader",
  rustc: '"z"',
  wasmOpt: ["-Oz", ...APART],
};

/** What is bundled. */
export const RELEASED = [UNPACKER, CORE, READER];

/** The core and the reader, packed. */
const MODULES = join(pkg, "modules");

/** What rustc uses, and what iOS 15 has. Not --all-features: V8 rejects the module. */
export const WASM_FEATURES = [
  "bulk-memory",
  "multivalue",
  "mutable-globals",
  "nontrapping-float-to-int",
  "reference-types",
  "sign-ext",
].map((name) => `--enable-${name}`);

/** Builds the core and the reader side by side, unless they stand as their sources say. */
export async function buildCore() {
  await Promise.all([buildPackage(UNPACKER).then(() => buildPackage(CORE)), buildPackage(READER)]);
  if (!existsSync(`${MODULES}.js`)) writeModules(MODULES, [CORE.folder, READER.folder]);
}

/** @param {Package} what */
async function buildPackage(what) {
  const { crate, folder, rustc, wasmOpt, small = [], fast = [] } = what;
  const stamp = join(folder, "sources.sha256");
  // The level as an option, not as a profile in Cargo.toml: only the compiled macros are common to all.
  const levels = [
    `profile.release.opt-level=${rustc}`,
    ...small.map((name) => `profile.release.package.${name}.opt-level="s"`),
    ...fast.map((name) => `profile.release.package.${name}.opt-level=2`),
  ];
  const cargo = levels.flatMap((level) => ["--config", level]);
  const sources = [hashOfSources(what), ...cargo].join(" ");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === sources) return;
  for (const old of [stamp, `${MODULES}.js`]) rmSync(old, { force: true });
  tell(`build: ${what.what}, a minute the first time`);
  const bindgen = setUpBindgen();
  const target = ["--release", "--target", "wasm32-unknown-unknown", "--target-dir", what.target];
  await run("cargo", ["build", "--package", crate, "--lib", ...target, ...cargo], {
    env: { CARGO_ENCODED_RUSTFLAGS: await flagsOf(what) },
  });
  await bindgen;
  const compiled = join(what.target, "wasm32-unknown-unknown", "release", `${crate.replaceAll("-", "_")}.wasm`);
  await run("wasm-bindgen", [compiled, "--target", "web", "--out-dir", folder, "--out-name", "lectern"]);
  const wasm = join(folder, "lectern_bg.wasm");
  // For a test that looks for the functions of each crate: wasm-opt takes their names.
  copyFileSync(wasm, join(folder, "named.wasm"));
  await run("wasm-opt", [...wasmOpt, ...WASM_FEATURES, wasm, "-o", wasm]);
  await writeGlue(folder);
  if (what === UNPACKER) await writeUnpacker(folder);
  if (what === CORE) await writeDefinitions(folder);
  writeFileSync(stamp, sources);
}

/**
 * Paths of this machine do not enter the module: the same sources make the same bytes everywhere. Encoded, since a path
 * may hold a space.
 * @param {Package} released
 */
async function flagsOf({ inline }) {
  const sysroot = (await run("rustc", ["--print", "sysroot"])).trim();
  const cargoHome = process.env.CARGO_HOME ?? join(process.env.HOME ?? "", ".cargo");
  const remapped = { [cargoHome]: "/cargo", [sysroot]: "/rust", [root]: "/lectern" };
  const flags = Object.entries(remapped).map(([from, to]) => `--remap-path-prefix=${from}=${to}`);
  if (inline !== undefined) flags.push(`-Cllvm-args=-inline-threshold=${inline}`);
  return flags.join("\x1f");
}

/**
 * Of everything that a module is made from.
 * @param {Package} released
 */
function hashOfSources({ sources: folders, without }) {
  const sources = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => /(^|[\\/])Cargo\.toml$|\.rs$/.test(name))
      .map((name) => join(folder, name)),
  );
  const used = sources.filter((name) => !without || !name.startsWith(join(without, sep)));
  if (!used.some((name) => name.endsWith(".rs"))) throw new Failure(`there is no ${folders.join(", ")} to build from`);
  const shim = [
    "js/build/wasm.mjs",
    "js/build/shim-modules.mjs",
    "js/wasm/base93.ts",
    "unpacker/Cargo.toml",
    "unpacker/examples/pack.rs",
  ];
  const hash = createHash("sha256");
  for (const name of ["Cargo.toml", "Cargo.lock", ...used.sort(), ...shim])
    hash
      .update(`${name}\0`)
      .update(readFileSync(join(root, name)))
      .update("\0");
  return hash.update(versions.wasmBindgen).digest("hex");
}
