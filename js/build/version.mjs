// `npm version 0.2.0`: npm changes package.json and its lock file, runs this script, commits and tags. The script
// copies the version to the plugin's manifest, versions.json and the crate.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { main, root, run } from "./tools.mjs";

/**
 * Copies the version in package.json to the other files.
 * @param {string} folder the project's root folder
 * @returns {string[]} the names of the changed files
 */
export function spreadVersion(folder) {
  const read = (/** @type {string} */ name) => readFileSync(join(folder, name), "utf8");
  const json = (/** @type {string} */ name) => /** @type {Record<string, string>} */ (JSON.parse(read(name)));
  const write = (/** @type {string} */ name, /** @type {string} */ text) => writeFileSync(join(folder, name), text);
  const version = json("package.json")["version"] ?? "";
  const manifest = { ...json("manifest.json"), version };
  write("manifest.json", `${JSON.stringify(manifest, null, 2)}\n`);
  // Older apps install the newest version whose `minAppVersion` they meet, so a new entry is needed only if it changed.
  const versions = json("versions.json");
  const minAppVersion = json("manifest.json")["minAppVersion"] ?? "";
  if (Object.values(versions).at(-1) !== minAppVersion) versions[version] = minAppVersion;
  write("versions.json", `${JSON.stringify(versions, null, 2)}\n`);
  write("Cargo.toml", read("Cargo.toml").replace(/^version = ".*"$/m, `version = "${version}"`));
  const ours = /(\[\[package\]\]\nname = "lectern"\nversion = )".*"/;
  write("Cargo.lock", read("Cargo.lock").replace(ours, `$1"${version}"`));
  return ["manifest.json", "versions.json", "Cargo.toml", "Cargo.lock"];
}

await main(import.meta.url, () => run("git", ["add", ...spreadVersion(root)]));
