// Runs cargo's and Vitest's tests, for `npm test` and `npm run test:thorough`, and keeps how long each test took.
import { mkdirSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { Failure, find, root, run } from "./tools.mjs";

/** How many tests `slowest` names. */
const SHOWN = 30;

/** Where Vitest's reports lie. */
const REPORTS = join(root, "target", "vitest");

/** @type {{ name: string, seconds: number }[]} */
const times = [];

/**
 * Runs cargo with Clippy as the compiler of our own crates, so that nothing is compiled once for the lints and once more
 * for the tests. `cargo clippy` does the same with `cargo check`. A warning is an error.
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [more]
 */
export function linted(args, more = {}) {
  const clippy = find("clippy-driver");
  if (!clippy) throw new Failure("Clippy is needed, which `rustup component add clippy` installs");
  // The second is how cargo-clippy passes arguments on.
  const mark = "__CLIPPY_HACKERY__";
  const lints = { RUSTC_WORKSPACE_WRAPPER: clippy, CLIPPY_ARGS: ["-D", "warnings", ""].join(mark) };
  return run("cargo", args, { env: { ...lints, ...more } });
}

/**
 * All tests of Rust but those in its docs, which can't be timed.
 * @param {NodeJS.ProcessEnv} [more]
 */
export async function cargoTests(more = {}) {
  const args = ["test", "--workspace", "--all-targets"];
  if (process.platform === "win32") return linted(args, more);
  const host = /^host: (.+)$/m.exec(await run("rustc", ["-vV"]))?.[1] ?? "";
  // The option is not stable. Only the tests get the variable, so nothing is compiled for it.
  const runner = { [`CARGO_TARGET_${host.toUpperCase().replaceAll("-", "_")}_RUNNER`]: "env RUSTC_BOOTSTRAP=1" };
  const output = await linted([...args, "--", "-Zunstable-options", "--report-time"], { ...runner, ...more });
  for (const [, name = "", time] of output.matchAll(/^test (\S+).* <([\d.]+)s>$/gm))
    times.push({ name, seconds: Number(time) });
}

/** All files with tests of TypeScript. A file that needs a browser says so itself. */
export function testFiles() {
  const files = readdirSync(join(root, "tests"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".test.ts"))
    .map((name) => `tests/${name.replaceAll("\\", "/")}`);
  const opensOne = (/** @type {string} */ file) =>
    /\/(?:obsidian\/browser|page)\.ts"|\bWebKit\.launch\(/.test(readFileSync(join(root, file), "utf8"));
  return { inNode: files.filter((file) => !opensOne(file)), inBrowser: files.filter(opensOne) };
}

/**
 * @param {string} name of the report
 * @param {string[]} files
 * @param {NodeJS.ProcessEnv} [more]
 */
export async function vitest(name, files, more = {}) {
  const report = join(REPORTS, `${name}.json`);
  mkdirSync(REPORTS, { recursive: true });
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  await run("vitest", ["run", ...reporters, ...files], { env: more });
  const { testResults, numPassedTests } = JSON.parse(readFileSync(report, "utf8"));
  console.log(`${numPassedTests} tests pass in ${testResults.length} files`);
  for (const { name: file, assertionResults } of testResults)
    for (const { fullName, duration } of assertionResults)
      if (duration) times.push({ name: `${file.slice(root.length + 1)} ${fullName}`, seconds: duration / 1000 });
}

/** The slowest tests that have run, and their share of the time of all. */
export function slowest() {
  const shown = times.sort((a, b) => b.seconds - a.seconds).slice(0, SHOWN);
  const sum = (/** @type {typeof times} */ some) => some.reduce((sum, { seconds }) => sum + seconds, 0);
  const share = ((100 * sum(shown)) / sum(times)).toFixed(0);
  const lines = shown.map(({ name, seconds }) => `${seconds.toFixed(1).padStart(6)} s  ${name}`);
  return [`The slowest ${shown.length} of ${times.length} tests take ${share} % of their time:`, ...lines].join("\n");
}
