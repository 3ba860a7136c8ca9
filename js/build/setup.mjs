// `npm run setup`: installs what building and testing need, if it is missing; `-- --browser` includes Chromium for the
// tests, and WebKit where it can be had. The other scripts run this first, so it imports only Node's own modules. Versions and folders are in
// tools.mjs. The user installs Rust.
import { existsSync, readFileSync, readdirSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { installLocalModel } from "./local-model.mjs";
import { installClients } from "./mcp-clients.mjs";
import {
  ENDINGS,
  Failure,
  conformanceSuite,
  env,
  find,
  installPackages,
  main,
  root,
  run,
  toolFolder,
  versions,
  whole,
} from "./tools.mjs";
import { WEBKIT_PACKAGES, webkit } from "./webkit.mjs";

const RUST_TARGET = "wasm32-unknown-unknown";

/**
 * Does slow `work`, and prints a line before and after it.
 * @callback Step
 * @param {string} what
 * @param {string} duration roughly how long it takes
 * @param {() => Promise<unknown>} work
 * @returns {Promise<void>}
 */

/**
 * Installs what is missing, but for wasm-bindgen. Prints nothing if everything is installed.
 * @param {object} [options]
 * @param {boolean} [options.browser] whether Chromium and ChromeDriver are needed too, and WebKit if it can be had
 * @param {boolean} [options.conformance] whether the MCP conformance suite and clients are needed too
 * @param {boolean} [options.localModel] whether a small language model and its server are needed too
 * @param {"stdout" | "stderr"} [options.output] where the progress is printed
 * @returns {Promise<boolean>} whether anything was installed
 * @throws {Failure} when something can't be installed; the message says what to do
 */
export async function setup({ browser = false, conformance = browser, localModel = false, output = "stdout" } = {}) {
  let worked = false;
  /** @type {Step} */
  const step = (...args) => {
    worked = true;
    return stepTo(output)(...args);
  };

  requireNode();
  await npmPackages(step);
  await rust(step);
  if (conformance) await mcpConformance(step);
  if (conformance) await installClients(step, (line) => process[output].write(`set-up: ${line}\n`));
  if (localModel) await installLocalModel(step);
  if (browser) await browserPrograms(step);
  if (browser) await optionalPrograms(step, output);
  return worked;
}

/** @type {Promise<void> | undefined} */
let bindgen;

/**
 * Installs wasm-bindgen, if it is missing. The build calls this itself, to have it compiled beside the core.
 * @param {object} [options]
 * @param {"stdout" | "stderr"} [options.output] where the progress is printed
 */
export function setUpBindgen({ output = "stdout" } = {}) {
  const programs = ["wasm-bindgen", "wasm-bindgen-test-runner"];
  // Not --locked: this crate's lock file does not resolve everywhere.
  const flags = ["--no-default-features"];
  return (bindgen ??= cargoProgram(stepTo(output), "wasm-bindgen-cli", versions.wasmBindgen, programs, flags));
}

/**
 * @param {"stdout" | "stderr"} output
 * @returns {Step}
 */
function stepTo(output) {
  return async (what, duration, work) => {
    process[output].write(`set-up: ${what}, about ${duration}\n`);
    const start = performance.now();
    await work();
    process[output].write(`set-up: ${what}, done in ${Math.ceil((performance.now() - start) / 1000)} s\n`);
  };
}

/**
 * Finds the browser for the tests and its driver: in CHROME and CHROMEDRIVER, else on PATH.
 * @returns {{ chrome: string, chromedriver: string }} absolute paths
 * @throws {Failure} when one of them is missing
 */
export function chromium() {
  const chrome = process.env.CHROME || find("chromium", "chromium-browser", "google-chrome", "google-chrome-stable");
  const chromedriver = process.env.CHROMEDRIVER || find("chromedriver");
  if (chrome && chromedriver) return { chrome, chromedriver };
  throw new Failure(`no ${chrome ? "ChromeDriver" : "Chromium"}, which the tests in a browser need. To install both:
  Debian  apt-get install chromium chromium-driver
  Fedora  dnf install chromium chromedriver
  macOS   brew install --cask chromium chromedriver
or name what you have in CHROME and CHROMEDRIVER (of the same version)`);
}

function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  const [neededMajor = 0, neededMinor = 0] = versions.node.split(".").map(Number);
  if (major > neededMajor || (major === neededMajor && minor >= neededMinor)) return;
  throw new Failure(
    `Node ${versions.node} or newer is needed, and this is ${process.versions.node}: https://nodejs.org`,
  );
}

/** @param {Step} step */
async function npmPackages(step) {
  if (npmPackagesAreCurrent()) return;
  // --include=dev: if NODE_ENV is "production", npm leaves out the development tools.
  const args = ["ci", "--include=dev", "--no-audit", "--no-fund"];
  await step("npm packages", "10 seconds", () => run("npm", args, { quiet: true }));
}

/**
 * Whether node_modules matches package-lock.json. After installing, npm records the packages in `.package-lock.json`.
 */
function npmPackagesAreCurrent() {
  const installedFile = join(root, "node_modules", ".package-lock.json");
  if (!existsSync(installedFile)) return false;
  const wanted = lockedPackages(join(root, "package-lock.json"));
  const installed = lockedPackages(installedFile);
  const isSame = (/** @type {string} */ path) =>
    installed[path]?.version === wanted[path]?.version && installed[path]?.integrity === wanted[path]?.integrity;
  // Optional packages may be for other platforms. "" is the project itself.
  const needed = Object.keys(wanted).filter((path) => path !== "" && !wanted[path]?.optional);
  return [...needed, ...Object.keys(installed)].every(isSame);
}

/** @typedef {{ version?: string, integrity?: string, optional?: boolean }} LockedPackage */

/** @param {string} file */
function lockedPackages(file) {
  const lock = /** @type {{ packages: Record<string, LockedPackage> }} */ (JSON.parse(readFileSync(file, "utf8")));
  return lock.packages;
}

/** @param {Step} step */
async function rust(step) {
  if (!find("cargo") || !find("rustc"))
    throw new Failure("Rust is needed, and there is none on PATH: https://rustup.rs");
  const folder = await run("rustc", ["--print", "target-libdir", "--target", RUST_TARGET], { quiet: true });
  if (existsSync(folder.trim()) && readdirSync(folder.trim()).some((name) => name.startsWith("libcore"))) return;
  if (!find("rustup")) {
    throw new Failure(`this Rust has no libraries for ${RUST_TARGET}, and there is no rustup to add them. Either take Rust
from https://rustup.rs, or install your system's package of them
(Debian: libstd-rust-dev-wasm32, Fedora: rust-std-static-${RUST_TARGET})`);
  }
  await step(`Rust's libraries for ${RUST_TARGET}`, "10 seconds", () =>
    run("rustup", ["target", "add", RUST_TARGET], { quiet: true }),
  );
}

/**
 * Installs programs of a crate with cargo.
 * @param {Step} step
 * @param {string} crate
 * @param {string} version
 * @param {string[]} programs the crate's programs that we use
 * @param {string[]} flags
 */
async function cargoProgram(step, crate, version, programs, flags) {
  const folder = toolFolder(crate, version);
  const isThere = (/** @type {string} */ program) =>
    ENDINGS.some((ending) => existsSync(join(folder, "bin", program + ending)));
  if (programs.every(isThere)) return;
  await step(`${crate} ${version}`, "1 minute", () =>
    whole(folder, (partial) => {
      const args = ["install", crate, "--version", version, "--debug", "--root", partial, ...flags];
      return run("cargo", args, { quiet: true, env: { ...env(), CARGO_PROFILE_DEV_DEBUG: "0" } });
    }),
  );
}

/**
 * The MCP conformance suite. It is not in package.json, because it needs a newer Node than we do.
 * @param {Step} step
 */
async function mcpConformance(step) {
  if (conformanceSuite().every((file) => existsSync(file))) return;
  const { conformance, conformanceNode } = versions;
  const packages = [`@modelcontextprotocol/conformance@${conformance}`, `node@${conformanceNode}`];
  await step(`MCP conformance suite ${conformance}`, "15 seconds", () =>
    installPackages(toolFolder("mcp-conformance", conformance), packages),
  );
}

/** @param {Step} step */
async function browserPrograms(step) {
  try {
    chromium();
  } catch (missing) {
    if (!canInstall()) throw missing;
    await step("Chromium and ChromeDriver", "1 minute", () => apt("chromium", "chromium-driver"));
    chromium();
  }
}

/**
 * WebKit, and a font with Chinese, Japanese and Korean letters: without them, tests are left out or screenshots show
 * boxes, so that they can't be had is no error.
 * @param {Step} step
 * @param {"stdout" | "stderr"} output
 */
async function optionalPrograms(step, output) {
  if (canInstall()) {
    /** @type {(what: string, packages: string[]) => Promise<void>} */
    const tryStep = (what, packages) =>
      step(what, "20 seconds", () =>
        apt(...packages).catch((/** @type {unknown} */ error) => {
          if (!(error instanceof Failure)) throw error;
          process[output].write(`set-up: ${error.message}\n`);
        }),
      );
    if (!webkit()) await tryStep("WebKit", WEBKIT_PACKAGES);
    if (find("fc-list") && !(await run("fc-list", [":lang=ko", "file"], { quiet: true })).trim())
      await tryStep("font with Chinese, Japanese and Korean letters", ["fonts-wqy-microhei"]);
  }
  if (webkit()) return;
  process[output].write(
    `set-up: no WebKit, so the tests in it are left out. Debian: apt-get install ${WEBKIT_PACKAGES.join(" ")}\n`,
  );
}

/** Whether this process may install the system's packages. */
function canInstall() {
  return process.getuid?.() === 0 && find("apt-get") !== undefined;
}

/** @param {string[]} packages */
async function apt(...packages) {
  const call = (/** @type {string[]} */ ...args) =>
    run("apt-get", args, { quiet: true, env: { ...env(), DEBIAN_FRONTEND: "noninteractive" } });
  const install = ["install", "-y", "--no-install-recommends", ...packages];
  // The first attempt usually fails because the package list is missing or too old.
  await call(...install).catch(() => call("update").then(() => call(...install)));
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  await main(async () => {
    const args = process.argv.slice(2);
    const browser = args.includes("--browser");
    if (args.length !== Number(browser)) throw new Failure("usage: npm run setup [-- --browser]");
    const worked = await setup({ browser });
    await setUpBindgen();
    if (!worked) console.log("set-up: everything is there");
  });
}
