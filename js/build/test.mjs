// `npm test`: everything. Steps that don't need each other run side by side. Each says when it begins and how long it took;
// the first that fails ends all of it, and its output is shown. `--node` leaves out what needs a browser.
import { readdirSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { buildAll } from "./build.mjs";
import { chromium, setup } from "./setup.mjs";
import { Failure, env, find, main, root, run } from "./tools.mjs";

/** The only tests that are compiled to wasm. */
const IN_WASM = ["--", "--test", "web"];

/** What runs in Node alone. */
const NODE_TESTS = ["tests/agent/", "tests/clients/", "tests/mcp/", "tests/models/", "tests/shim/"];
/** All other folders: `--exclude` would not reach the projects of vitest.config.ts. */
const BROWSER_TESTS = readdirSync(join(root, "tests"), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => `tests/${name}/`)
  .filter((folder) => !NODE_TESTS.includes(folder));

/**
 * @typedef {object} Step
 * @property {string[]} [after] the steps that have to end first: what they make is needed, or they lock the same folder
 * @property {boolean} [browser] whether it needs one
 * @property {() => Promise<unknown>} work
 */

/** @type {Record<string, Step>} */
const STEPS = {
  build: { work: () => buildAll() },
  "Rust's format": { work: () => quietly("cargo", "fmt", "--all", "--check") },
  format: { work: () => quietly("prettier", "--check", "--log-level=warn", ".") },
  Rust: { work: () => linted("cargo", "test", "--workspace") },
  "Rust's docs": {
    after: ["Rust"],
    work: () =>
      run("cargo", ["doc", "--no-deps", "--workspace"], {
        quiet: true,
        env: { ...env(), RUSTDOCFLAGS: "-D warnings" },
      }),
  },
  "build of a core that panics": { after: ["build"], work: async () => (await import("./wasm.mjs")).buildProbe() },
  "TypeScript in Node": { after: ["build of a core that panics"], work: () => vitest(...NODE_TESTS) },
  "TypeScript, and the plugin in Chromium and WebKit": {
    after: ["TypeScript in Node"],
    browser: true,
    work: () => vitest(...BROWSER_TESTS),
  },
  types: { after: ["build"], work: () => quietly("tsc") },
  lint: { after: ["build"], work: () => quietly("eslint", "--max-warnings=0", ".") },
  "Rust in wasm, in Node": {
    after: ["build of a core that panics"],
    work: () => linted("wasm-pack", "test", "--node", ...IN_WASM),
  },
  "Rust in wasm, in Chromium": { after: ["Rust in wasm, in Node"], browser: true, work: inChromium },
  "lint Rust of the reader": {
    after: ["Rust in wasm, in Node"],
    work: () => linted("cargo", "build", "--lib", "--features", "reader", "--target", "wasm32-unknown-unknown"),
  },
};

/** @param {string[]} command */
function quietly(...[program = "", ...args]) {
  return run(program, args, { quiet: true });
}

/**
 * Runs a command of cargo with Clippy as the compiler of our own crate, so that nothing is compiled once for the lints
 * and once more for the tests. `cargo clippy` does the same with `cargo check`. A warning is an error.
 * @param {string[]} command
 */
function linted(...[program = "", ...args]) {
  return run(program, args, { quiet: true, env: lintedEnv() });
}

function lintedEnv() {
  const clippy = find("clippy-driver");
  if (!clippy) throw new Failure("Clippy is needed, which `rustup component add clippy` installs");
  // The second is how cargo-clippy passes arguments on.
  const mark = "__CLIPPY_HACKERY__";
  const lints = { RUSTC_WORKSPACE_WRAPPER: clippy, CLIPPY_ARGS: ["-D", "warnings", ""].join(mark) };
  // The same generated cases every time, so that no change fails by luck.
  return { PROPTEST_RNG_SEED: "1", ...env(), ...lints };
}

/** @param {string[]} args */
async function vitest(...args) {
  console.log((await quietly("vitest", "run", ...args)).trimEnd().split("\n").slice(-6).join("\n"));
}

/** The tests that ran in Node, compiled as they were: the runner takes them to the browser. */
async function inChromium() {
  const { chrome, chromedriver } = chromium();
  const args = ["test", "--headless", "--chrome", "--chromedriver", chromedriver, ...IN_WASM];
  await run("wasm-pack", args, { quiet: true, env: { ...lintedEnv(), CHROME: chrome, WASM_BINDGEN_USE_BROWSER: "1" } });
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

await main(async () => {
  const args = process.argv.slice(2);
  const browser = !args.includes("--node");
  if (args.length !== Number(!browser)) throw new Failure("usage: npm test [-- --node]");
  const start = performance.now();
  await setup({ browser, conformance: true });
  await runAll(Object.fromEntries(Object.entries(STEPS).filter(([, step]) => browser || !step.browser)));
  console.log(`\nAll tests pass. ${seconds(start)} s in all.`);
}).finally(() => process.exit());

/** @param {number} start */
function seconds(start) {
  return ((performance.now() - start) / 1000).toFixed(1);
}
