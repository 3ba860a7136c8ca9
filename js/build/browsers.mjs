// The browsers for the tests: Chromium, and WebKitGTK, whose engine is that of iPhones and iPads. Where they are, and how
// to get them. Imports only Node's own modules, because node_modules may be missing.
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { Failure, find, run, step, tell } from "./tools.mjs";

/** Debian's packages of WebKit, with the display server that it needs on a machine without a screen. */
const WEBKIT_PACKAGES = ["webkit2gtk-driver", "xvfb"];

/** Where Debian has libraries for an architecture, by Node's name of it. @type {Record<string, string>} */
const ARCHITECTURES = { x64: "x86_64", arm64: "aarch64" };

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

/**
 * Finds WebKit's driver (in WEBKITDRIVER or on PATH), the browser that it drives (in MINIBROWSER or where systems keep
 * it), and Xvfb. Only Linux has them.
 * @returns {{ driver: string, browser: string, xvfb: string } | undefined} absolute paths; undefined if one is missing
 */
export function webkit() {
  const driver = process.env.WEBKITDRIVER || find("WebKitWebDriver");
  const xvfb = find("Xvfb");
  if (!driver || !xvfb) return undefined;
  const prefix = dirname(dirname(driver));
  const folders = [join("lib", `${ARCHITECTURES[process.arch] ?? process.arch}-linux-gnu`), "libexec", "lib"];
  const places = folders.map((folder) => join(prefix, folder, "webkit2gtk-4.1", "MiniBrowser"));
  const browser = process.env.MINIBROWSER || places.find((place) => existsSync(place));
  return browser ? { driver, browser, xvfb } : undefined;
}

/**
 * Installs what is missing, where this process may install the system's packages. Without WebKit, tests are left out, and
 * without a font with Chinese, Japanese and Korean letters, screenshots show boxes: that they can't be had is no error.
 * @throws {Failure} when Chromium or its driver can't be had
 */
export async function installBrowsers() {
  const mayInstall = process.getuid?.() === 0 && find("apt-get") !== undefined;
  try {
    chromium();
  } catch (missing) {
    if (!mayInstall) throw missing;
    await step("Chromium and ChromeDriver", "1 minute", () => apt("chromium", "chromium-driver"));
    chromium();
  }
  if (mayInstall) {
    if (!webkit()) await tryStep("WebKit", WEBKIT_PACKAGES);
    if (find("fc-list") && !(await run("fc-list", [":lang=ko", "file"])).trim())
      await tryStep("font with Chinese, Japanese and Korean letters", ["fonts-wqy-microhei"]);
  }
  if (!webkit())
    tell(`set-up: no WebKit, so the tests in it are left out. Debian: apt-get install ${WEBKIT_PACKAGES.join(" ")}`);
}

/**
 * @param {string} what
 * @param {string[]} packages
 */
function tryStep(what, packages) {
  return step(what, "20 seconds", () => apt(...packages)).catch((/** @type {unknown} */ error) => {
    if (!(error instanceof Failure)) throw error;
    tell(`set-up: ${error.message}`);
  });
}

/** @param {string[]} packages */
async function apt(...packages) {
  const call = (/** @type {string[]} */ ...args) =>
    run("apt-get", args, { env: { DEBIAN_FRONTEND: "noninteractive" } });
  const install = ["install", "-y", "--no-install-recommends", ...packages];
  // The first attempt usually fails because the package list is missing or too old.
  await call(...install).catch(() => call("update").then(() => call(...install)));
}
