// `npm run setup`: installs what building and testing need, if it is missing; `-- --browser` includes Chromium for the
// tests, and WebKit where it can be had. The other scripts run this first, so it imports only Node's own modules. Versions
// and folders are in tools.mjs. The user installs Rust.
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { installBrowsers } from "./browsers.mjs";
import { installLocalModel } from "./local-model.mjs";
import { installClients } from "./mcp-clients.mjs";
import { Failure, find, installed, main, root, run, step, stepsDone, tell, toolFolder, versions } from "./tools.mjs";

const RUST_TARGET = "wasm32-unknown-unknown";

/**
 * Installs what is missing, but for wasm-bindgen. Prints nothing if everything is installed.
 * @param {object} [options]
 * @param {boolean} [options.browser] whether Chromium and ChromeDriver are needed too, and WebKit if it can be had
 * @param {boolean} [options.clients] whether MCP clients and the conformance suite are needed too
 * @param {boolean} [options.localModel] whether a small language model and its server are needed too
 * @throws {Failure} when something can't be installed; the message says what to do
 */
export async function setup({ browser = false, clients = false, localModel = false } = {}) {
  requireNode();
  await npmPackages();
  await rust();
  if (clients) await installClients();
  if (localModel) await installLocalModel();
  if (browser) await installBrowsers();
}

/** @type {Promise<void> | undefined} */
let bindgen;

/** Installs wasm-bindgen, if it is missing. The build calls this itself, to have it compiled beside the core. */
export function setUpBindgen() {
  const [crate, version] = ["wasm-bindgen-cli", versions.wasmBindgen];
  // Not --locked: this crate's lock file does not resolve everywhere.
  const args = ["install", crate, "--version", version, "--debug", "--no-default-features", "--root"];
  return (bindgen ??= installed(toolFolder(crate, version), `${crate} ${version}`, "1 minute", (folder) =>
    run("cargo", [...args, folder], { env: { CARGO_PROFILE_DEV_DEBUG: "0" } }),
  ));
}

function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  const [neededMajor = 0, neededMinor = 0] = versions.node.split(".").map(Number);
  if (major > neededMajor || (major === neededMajor && minor >= neededMinor)) return;
  throw new Failure(
    `Node ${versions.node} or newer is needed, and this is ${process.versions.node}: https://nodejs.org`,
  );
}

async function npmPackages() {
  const wanted = lockedPackages("package-lock.json");
  // npm records here what it has installed.
  const there = lockedPackages("node_modules/.package-lock.json");
  // Optional packages may be for other platforms. "" is the project itself.
  const needed = Object.keys(wanted).filter((path) => path !== "" && !wanted[path]?.optional);
  const isSame = (/** @type {string} */ path) =>
    there[path]?.version === wanted[path]?.version && there[path]?.integrity === wanted[path]?.integrity;
  if ([...needed, ...Object.keys(there)].every(isSame)) return;
  // --include=dev: if NODE_ENV is "production", npm leaves out the development tools.
  await step("npm packages", "10 seconds", () => run("npm", ["ci", "--include=dev", "--no-audit", "--no-fund"]));
}

/**
 * @param {string} name of a lock file; if it is missing, there are no packages
 * @returns {Record<string, { version?: string, integrity?: string, optional?: boolean }>}
 */
function lockedPackages(name) {
  const file = join(root, name);
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")).packages : {};
}

async function rust() {
  if (!find("cargo") || !find("rustc"))
    throw new Failure("Rust is needed, and there is none on PATH: https://rustup.rs");
  const folder = (await run("rustc", ["--print", "target-libdir", "--target", RUST_TARGET])).trim();
  if (existsSync(folder) && readdirSync(folder).some((name) => name.startsWith("libcore"))) return;
  if (!find("rustup")) {
    throw new Failure(`this Rust has no libraries for ${RUST_TARGET}, and there is no rustup to add them. Either take Rust
from https://rustup.rs, or install your system's package of them
(Debian: libstd-rust-dev-wasm32, Fedora: rust-std-static-${RUST_TARGET})`);
  }
  await step(`Rust's libraries for ${RUST_TARGET}`, "10 seconds", () => run("rustup", ["target", "add", RUST_TARGET]));
}

await main(import.meta.url, async () => {
  const args = process.argv.slice(2);
  const browser = args.includes("--browser");
  if (args.length !== Number(browser)) throw new Failure("usage: npm run setup [-- --browser]");
  await setup({ browser, clients: browser });
  await setUpBindgen();
  if (stepsDone === 0) tell("set-up: everything is there");
});
