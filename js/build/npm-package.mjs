// Writes the npm package, which `npx lectern …` runs without a build: the command line as it is in pkg/cli/, and documents.
import { chmodSync, copyFileSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parts } from "./command-line.mjs";
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
  const usage = await run(process.execPath, [join(lib, "lectern.mjs"), "--help"]);
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

/** `text` as roff prints it: hyphens stay hyphens, and no line is a request. */
const plain = (/** @type {string} */ text) =>
  text
    .replaceAll("\\", "\\e")
    .replaceAll("-", "\\-")
    .replace(/^(?=[.'])/gm, "\\&");

/**
 * The man page, from the usage text: what `lectern --help` prints is the only text about the options.
 * @param {string} usage
 * @param {string} version
 */
export function manPage(usage, version) {
  const [synopsis = "", ...blocks] = usage.trim().split("\n\n");
  return [
    `.TH LECTERN 1 "" "lectern ${version}"`,
    `.SH NAME\nlectern \\- ask the notes of a vault, and see what a language model would read`,
    `.SH SYNOPSIS\n${literal(synopsis.replace(/^usage: /, "").replace(/^ {7}/gm, ""))}`,
    `.SH DESCRIPTION`,
    ...blocks.map(section),
    "",
  ].join("\n");
}

/** @param {string} block of the usage text */
function section(block) {
  if (block.startsWith("Examples:\n"))
    return `.SH EXAMPLES\n${literal(block.replace(/^.*\n/, "").replace(/^ {2}/gm, ""))}`;
  if (!block.startsWith("  -")) return `.PP\n${plain(block)}`;
  // An option and its text: beside it, or from the next line on.
  const options = block.split(/\n(?= {2}-)/).map((option) => {
    const [, name = "", text = ""] = /^ {2}(\S.*?)(?: {2,}|\n\s*)(.*)$/s.exec(option) ?? [];
    return `.TP\n.B ${plain(name)}\n${plain(text.replace(/\n\s+/g, "\n"))}`;
  });
  return `.SH OPTIONS\n${options.join("\n")}\n.SH NOTES`;
}

/** @param {string} lines that stay as they are */
const literal = (lines) => `.nf\n${plain(lines)}\n.fi`;
