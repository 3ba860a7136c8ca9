// `npm version 0.2.0`: npm changes package.json and its lock file, then runs this, commits and tags. It gives the version to
// the plugin's manifest, to versions.json and to the crate.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { main, root, run } from "./tools.mjs";

/**
 * Gives the version of package.json to the other files.
 * @param {string} folder the project's
 * @returns {string[]} the files that hold a version, package.json and its lock file apart
 */
export function spreadVersion(folder) {
  const read = (/** @type {string} */ name) => readFileSync(join(folder, name), "utf8");
  const json = (/** @type {string} */ name) => /** @type {Record<string, string>} */ (JSON.parse(read(name)));
  const write = (/** @type {string} */ name, /** @type {string} */ text) => writeFileSync(join(folder, name), text);
  const version = json("package.json")["version"] ?? "";
  const manifest = { ...json("manifest.json"), version };
  write("manifest.json", `${JSON.stringify(manifest, null, 2)}\n`);
  // An older app takes the newest version that it is new enough for, so only another `minAppVersion` is news.
  const versions = json("versions.json");
  const minAppVersion = json("manifest.json")["minAppVersion"] ?? "";
  if (Object.values(versions).at(-1) !== minAppVersion) versions[version] = minAppVersion;
  write("versions.json", `${JSON.stringify(versions, null, 2)}\n`);
  write("Cargo.toml", read("Cargo.toml").replace(/^version = ".*"$/m, `version = "${version}"`));
  const ours = /(\[\[package\]\]\nname = "lectern"\nversion = )".*"/;
  write("Cargo.lock", read("Cargo.lock").replace(ours, `$1"${version}"`));
  return ["manifest.json", "versions.json", "Cargo.toml", "Cargo.lock"];
}

if (process.env.npm_lifecycle_event === "version")
  await main(async () => {
    await run("git", ["add", ...spreadVersion(root)]);
  });
