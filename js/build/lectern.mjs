// `npm run -s lectern -- …`: runs the command line, and builds it first if it is missing or older than its sources.
// Build progress goes to standard error, so that standard output has only the command's output.
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { keepStandardOutput, main, root } from "./tools.mjs";

/** @param {string} path */
const changed = (path) => statSync(join(root, path), { throwIfNoEntry: false })?.mtimeMs ?? 0;

/** @param {string} folder */
const sources = (folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((name) => join(folder, name));

await main(import.meta.url, async () => {
  const cli = join("pkg", "cli.mjs");
  const newest = Math.max(
    ...["Cargo.toml", "Cargo.lock", "package-lock.json", ...sources("src"), ...sources("js")].map(changed),
  );
  if (changed(cli) <= newest) {
    const { buildAll } = await import("./build.mjs");
    keepStandardOutput();
    await buildAll();
  }
  await import(pathToFileURL(join(root, cli)).href);
});
