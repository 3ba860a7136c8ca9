// `npm test`: everything, in an order that fails early. Each step says what it is and how long it took; the first that
// fails ends it.
import { buildAll } from "./build.mjs";
import { chromium, setup } from "./setup.mjs";
import { env, main, run } from "./tools.mjs";

const DENY_WARNINGS = ["--", "-D", "warnings"];
const READER = ["--features", "reader"];
const WASM = ["--target", "wasm32-unknown-unknown"];

/** @type {[what: string, work: () => Promise<unknown>][]} */
const STEPS = [
  [
    "format",
    () => Promise.all([run("cargo", ["fmt", "--check"]), run("prettier", ["--check", "--log-level=warn", "."])]),
  ],
  ["build", () => buildAll()],
  ["types", () => run("tsc", [])],
  ["lint", () => run("eslint", ["--max-warnings=0", "."])],
  ["lint Rust", () => run("cargo", ["clippy", "--quiet", "--all-targets", ...DENY_WARNINGS])],
  ["lint Rust for wasm", () => run("cargo", ["clippy", "--quiet", "--all-targets", ...WASM, ...DENY_WARNINGS])],
  ["lint Rust of the reader", () => run("cargo", ["clippy", "--quiet", ...READER, ...WASM, ...DENY_WARNINGS])],
  [
    "Rust docs",
    () => run("cargo", ["doc", "--quiet", "--no-deps"], { env: { ...env(), RUSTDOCFLAGS: "-D warnings" } }),
  ],
  ["Rust, natively", () => run("cargo", ["test", "--quiet"])],
  ["Rust in wasm, in Node", () => run("wasm-pack", ["test", "--node"], { quiet: true })],
  ["Rust in wasm, in Chromium", inChromium],
  ["the core that panics", async () => (await import("./wasm.mjs")).buildProbe()],
  ["TypeScript, and the plugin in Chromium", () => run("vitest", ["run"])],
];

async function inChromium() {
  const { chrome, chromedriver } = chromium();
  const args = ["test", "--headless", "--chrome", "--chromedriver", chromedriver, "--features", "browser"];
  await run("wasm-pack", args, { quiet: true, env: { ...env(), CHROME: chrome } });
}

await main(async () => {
  const start = performance.now();
  await setup({ browser: true });
  for (const [what, work] of STEPS) {
    const begin = performance.now();
    console.log(`\n== ${what}`);
    await work();
    console.log(`== ${what}: ${seconds(begin)} s`);
  }
  console.log(`\nAll of it holds. ${seconds(start)} s in all.`);
});

/** @param {number} start */
function seconds(start) {
  return ((performance.now() - start) / 1000).toFixed(1);
}
