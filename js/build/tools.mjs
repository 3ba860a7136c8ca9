// The programs that building and testing need: which versions, where they are kept, and how they are run. Node's
// own modules only, for node_modules may be missing. Getting the programs is setup.mjs's work.
import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The repository's root folder, without a slash at the end. */
export const root = fileURLToPath(new URL("../..", import.meta.url)).replace(/[\\/]$/, "");

/** A failure that its message explains in full: shown without a stack trace. */
export class Failure extends Error {}

export const versions = {
  /** The oldest Node that everything in package.json runs on. */
  node: "20.19",
  wasmPack: "0.15.1",
  /** wasm-bindgen's program and crate must be of one version, so the crate's in Cargo.lock decides. */
  get wasmBindgen() {
    const lock = join(root, "Cargo.lock");
    const text = existsSync(lock) ? readFileSync(lock, "utf8") : "";
    const version = /^name = "wasm-bindgen"\r?\nversion = "([^"]+)"/m.exec(text)?.[1];
    if (version === undefined) throw new Failure(`no wasm-bindgen in ${lock}; "cargo generate-lockfile" makes it`);
    return version;
  },
};

/** Outside the work tree, so that a fresh checkout or `git clean` costs no new compilation. */
export function cacheFolder() {
  const { LECTERN_CACHE, XDG_CACHE_HOME } = process.env;
  return LECTERN_CACHE || join(XDG_CACHE_HOME || join(homedir(), ".cache"), "lectern");
}

/**
 * Where one version of a crate's programs is kept, installed or not: they lie in its `bin`.
 * @param {string} crate
 * @param {string} version
 */
export function toolFolder(crate, version) {
  return join(cacheFolder(), `${crate}-${version}`);
}

/** PATH with our tools first (wasm-opt lies in node_modules/.bin), and last rustup's folder, which a bare shell lacks. */
export function toolPath() {
  return [
    join(toolFolder("wasm-pack", versions.wasmPack), "bin"),
    join(toolFolder("wasm-bindgen-cli", versions.wasmBindgen), "bin"),
    join(root, "node_modules", ".bin"),
    process.env.PATH ?? "",
    join(process.env.CARGO_HOME || join(homedir(), ".cargo"), "bin"),
  ].join(delimiter);
}

/**
 * @param {string[]} names
 * @returns {string | undefined} the first of these programs that is on `toolPath()`
 */
export function find(...names) {
  const folders = toolPath().split(delimiter).filter(Boolean);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find((file) => existsSync(file));
}

/** This process's environment, with `toolPath()` as its PATH. */
export function env() {
  return { ...process.env, PATH: toolPath() };
}

/** @type {Set<import("node:child_process").ChildProcess>} */
const running = new Set();
process.on("exit", () => running.forEach((child) => void child.kill()));

/** How much of what a program wrote is in the error if it fails. */
const MOST_LINES = 300;

/**
 * Runs a program to its end, with nothing on its standard input: that may belong to somebody else's client.
 * @param {string} command a path, or a name to look up on `toolPath()`
 * @param {string[]} args
 * @param {object} [options]
 * @param {string} [options.cwd] the repository's root unless given
 * @param {NodeJS.ProcessEnv} [options.env] `env()` unless given
 * @param {boolean} [options.quiet] show nothing; what it wrote is in the error if it fails
 * @param {"stdout" | "stderr"} [options.output] where its standard output goes. Its standard error goes to ours
 * @returns {Promise<string>} its standard output if `quiet`, else ""
 * @throws {Failure} when it cannot be started, or ends with anything but 0
 */
export function run(command, args, options = {}) {
  const { cwd = root, quiet = false, output = "stdout" } = options;
  const shown = [command, ...args].join(" ");
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      env: options.env ?? env(),
      stdio: ["ignore", quiet ? "pipe" : output === "stdout" ? 1 : 2, quiet ? "pipe" : 2],
    });
    running.add(child);
    let written = "";
    let everything = "";
    child.stdout?.setEncoding("utf8").on("data", (/** @type {string} */ text) => {
      written += text;
      everything += text;
    });
    child.stderr?.setEncoding("utf8").on("data", (/** @type {string} */ text) => {
      everything += text;
    });
    child.on("error", (error) => reject(new Failure(`cannot run ${shown}: ${error.message}`)));
    child.on("close", (code, signal) => {
      running.delete(child);
      if (code === 0) resolve(written);
      const end = everything.trimEnd().split("\n").slice(-MOST_LINES).join("\n");
      reject(new Failure(`${shown}: ended with ${signal ?? code}${end && `\n${end}`}`));
    });
  });
}

/**
 * Runs a script's work, and ends the process as a command line tool should: a `Failure` is its message on standard
 * error and exit code 1, anything else is a defect and keeps its stack trace.
 * @param {() => Promise<void>} work
 */
export async function main(work) {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    console.error(`error: ${error.message}`);
    process.exitCode = 1;
  }
}
