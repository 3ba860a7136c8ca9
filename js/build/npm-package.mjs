// Writes the npm package, which `npx lectern …` runs without a build: the command line as it is in pkg/cli/, and documents.
import { chmodSync, copyFileSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parts } from "./command-line.mjs";
import { manPage } from "./man-page.mjs";
import { root, run } from "./tools.mjs";

/**
 * Writes everything in the package but the notices. The command line has to be bundled.
 * @param {string} packaged the package's folder
 */
export async function writePackage(packaged) {
  const lib = join(packaged, "lib");
  for (const name of ["lib", "docs", "schemas", "skills", "man"])
    rmSync(join(packaged, name), { recursive: true, force: true });
  cpSync(parts, lib, { recursive: true });
  chmodSync(join(lib, "lectern.mjs"), 0o755);
  writeFileSync(join(packaged, "package.json"), `${JSON.stringify(manifest(), null, 2)}\n`);
  copyFileSync(join(root, "LICENSE"), join(packaged, "LICENSE"));
  for (const name of ["schemas", "skills"]) cpSync(join(root, name), join(packaged, name), { recursive: true });
  mkdirSync(join(packaged, "docs"));
  for (const name of readdirSync(join(root, "docs")))
    if (name.endsWith(".md")) copyFileSync(join(root, "docs", name), join(packaged, "docs", name));
  writeFileSync(join(packaged, "README.md"), readme());
  const usage = await run(process.execPath, [join(lib, "lectern.mjs"), "--help"], { quiet: true });
  mkdirSync(join(packaged, "man"));
  writeFileSync(join(packaged, "man", "lectern.1"), manPage(usage, manifest().version));
}

/** The package.json. pdf.js, 40 MB, is not installed until the user asks for it: see js/host/node-pdf.ts. */
function manifest() {
  const { name, version, license, engines, devDependencies } = JSON.parse(
    readFileSync(join(root, "package.json"), "utf8"),
  );
  return {
    ...{ name, version, license, engines, type: "module" },
    description: "Ask the notes of an Obsidian vault in a terminal: exactly, and never what is excluded.",
    bin: { lectern: "lib/lectern.mjs" },
    man: ["man/lectern.1"],
    files: ["lib", "man", "docs", "schemas", "skills", "THIRD-PARTY-NOTICES.txt"],
    peerDependencies: { "pdfjs-dist": `~${devDependencies["pdfjs-dist"]}` },
    peerDependenciesMeta: { "pdfjs-dist": { optional: true } },
  };
}

/** The README: docs/command-line.md, with links that are right in the package's root. */
function readme() {
  const text = readFileSync(join(root, "docs/command-line.md"), "utf8");
  return text
    .replace("# The command line", "# Lectern")
    .replace(/\]\((?!\w+:|#)([^)]+)\)/g, (_, target) =>
      target.startsWith("../") ? `](${target.slice(3)})` : `](docs/${target})`,
    );
}
