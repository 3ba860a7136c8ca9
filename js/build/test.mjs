// `npm test`: everything. Steps that don't need each other run side by side. Each says when it begins and how long it
// took; the first that fails ends all of it, and its output is shown. At the end come the slowest tests.
// `--node` leaves out what needs a browser. `--quick`, before a commit: the core's tests, TypeScript without a browser,
// types, and the lint of changed files.
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { chromium } from "./browsers.mjs";
import { buildAll } from "./build.mjs";
import { setUpBindgen, setup } from "./setup.mjs";
import { cargoTests, linted, slowest, testFiles, vitest } from "./test-runners.mjs";
import { Failure, main, root, run } from "./tools.mjs";

/**
 * How the paths begin of what `--quick` leaves to `npm test`: other programs, such as agents and the conformance suite,
 * random cases, and prompts as processes.
 */
const SLOW_TESTS = ["tests/clients/", "tests/mcp/", "tests/hostile/", "tests/shim/cli-prompt"];

/**
 * @typedef {object} Step
 * @property {string[]} [after] the steps that have to end first: what they make is needed, or they lock the same folder
 * @property {boolean} [browser] whether it needs one
 * @property {boolean} [quick] whether `--quick` runs it
 * @property {() => Promise<unknown>} work
 */

const quick = process.argv.includes("--quick");
const { inNode, inBrowser } = testFiles();

/** @type {Record<string, Step>} */
const STEPS = {
  build: { quick: true, work: () => buildAll() },
  Rust: { quick: true, work: () => cargoTests() },
  "TypeScript in Node": {
    quick: true,
    after: ["build"],
    work: () =>
      vitest("node", quick ? inNode.filter((file) => !SLOW_TESTS.some((start) => file.startsWith(start))) : inNode),
  },
  "the plugin in Chromium and WebKit": {
    after: ["TypeScript in Node"],
    browser: true,
    work: () => vitest("browser", inBrowser),
  },
  types: { quick: true, after: ["build"], work: () => quietly("tsc") },
  "Rust's format": { quick: true, work: () => quietly("cargo", "fmt", "--all", "--check") },
  "lint of what changed": { quick: true, after: ["build"], work: lintChanged },
  format: { work: () => quietly("prettier", "--check", "--log-level=warn", ".") },
  lint: { after: ["build"], work: () => quietly("eslint", "--max-warnings=0", ".") },
  "Rust's docs": {
    after: ["Rust"],
    work: async () => {
      await linted(["test", "--workspace", "--doc"]);
      const args = ["doc", "--no-deps", "--workspace"];
      await run("cargo", args, { env: { RUSTDOCFLAGS: "-D warnings" } });
    },
  },
  "Rust in wasm, in Node": { after: ["Rust's docs"], work: () => inWasm({}) },
  "Rust in wasm, in Chromium": {
    after: ["Rust in wasm, in Node"],
    browser: true,
    work: () => {
      const { chrome, chromedriver } = chromium();
      return inWasm({ CHROME: chrome, CHROMEDRIVER: chromedriver, WASM_BINDGEN_USE_BROWSER: "1" });
    },
  },
};

/** @param {string[]} command */
function quietly(...[program = "", ...args]) {
  return run(program, args);
}

/**
 * The tests that are compiled to wasm. The reader's boundary is compiled here alone, so its lints need no other build.
 * @param {NodeJS.ProcessEnv} where
 */
async function inWasm(where) {
  await setUpBindgen();
  const runner = {
    CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUNNER: "wasm-bindgen-test-runner",
    // Seconds. By default 5 to start ChromeDriver and 20 for the tests: too few beside other steps.
    WASM_BINDGEN_TEST_DRIVER_TIMEOUT: "120",
    WASM_BINDGEN_TEST_TIMEOUT: "300",
  };
  const packages = ["--package", "lectern", "--test", "web", "--package", "lectern-document", "--test", "reader"];
  const target = ["--target", "wasm32-unknown-unknown", "--config", "profile.test.opt-level=0"];
  await linted(["test", ...packages, ...target], { ...runner, ...where });
}

/** Lints and checks the format of the files that differ from the last commit. */
async function lintChanged() {
  const git = (/** @type {string[]} */ ...args) =>
    execFileSync("git", args, { cwd: root, encoding: "utf8" }).split("\0").filter(Boolean);
  const changed = [
    ...git("diff", "--name-only", "-z", "HEAD"),
    ...git("ls-files", "--others", "--exclude-standard", "-z"),
  ].filter((file) => existsSync(join(root, file)));
  if (changed.length === 0) return;
  await quietly("prettier", "--check", "--ignore-unknown", "--log-level=warn", ...changed);
  const code = changed.filter((file) => /\.(ts|mjs)$/.test(file));
  if (code.length > 0) await quietly("eslint", "--max-warnings=0", "--no-warn-ignored", ...code);
}

/**
 * Runs all steps, as many at a time as the machine has processors.
 * @param {Record<string, Step>} steps
 */
async function runAll(steps) {
  const waiting = new Map(Object.entries(steps));
  /** @type {Map<string, Promise<string>>} */
  const running = new Map();
  const ended = new Set();
  while (waiting.size > 0 || running.size > 0) {
    for (const [name, { after = [], work }] of waiting) {
      if (running.size >= availableParallelism() || !after.every((other) => ended.has(other))) continue;
      waiting.delete(name);
      const begin = performance.now();
      console.log(`== ${name} ...`);
      const end = work().then(() => {
        console.log(`== ${name}: ${seconds(begin)} s`);
        return name;
      });
      running.set(name, end);
    }
    const name = await Promise.race(running.values());
    running.delete(name);
    ended.add(name);
  }
}

await main(import.meta.url, async () => {
  const args = process.argv.slice(2);
  const browser = !quick && !args.includes("--node");
  if (args.length !== Number(!browser)) throw new Failure("usage: npm test [-- --node | --quick]");
  const start = performance.now();
  await setup({ browser, clients: !quick });
  const isWanted = (/** @type {[string, Step]} */ [name, step]) =>
    quick ? step.quick : (browser || !step.browser) && name !== "lint of what changed";
  await runAll(Object.fromEntries(Object.entries(STEPS).filter(isWanted)));
  console.log(`\n${slowest()}\n\nAll tests pass. ${seconds(start)} s in all.`);
}).finally(() => process.exit());

/** @param {number} start */
function seconds(start) {
  return ((performance.now() - start) / 1000).toFixed(1);
}
