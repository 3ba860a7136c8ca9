// WebKitGTK, whose engine is that of iPhones and iPads, for the tests: its programs and how to get them. setup.mjs
// installs them where it can. Imports only Node's own modules, because node_modules may be missing.
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { find } from "./tools.mjs";

/** Debian's packages of it, with the display server that it needs on a machine without a screen. */
export const WEBKIT_PACKAGES = ["webkit2gtk-driver", "xvfb"];

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

/** Where Debian has libraries for an architecture, by Node's name of it. @type {Record<string, string>} */
const ARCHITECTURES = { x64: "x86_64", arm64: "aarch64" };
