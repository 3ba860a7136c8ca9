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
  const help = await run(process.execPath, [join(lib, "lectern.mjs"), "help", "--json"]);
  mkdirSync(join(packaged, "man"));
  writeFileSync(join(packaged, "man", "lectern.1"), manPage(JSON.parse(help), manifest().version));
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
 * @typedef {object} Help what `lectern help --json` prints
 * @property {{ command: string, usage: string[], summary: string, about?: string[], examples: string[], options: { name: string, text: string }[] }[]} commands
 * @property {Record<string, string>} exit_codes
 * @property {Record<string, string>} prompt_exit_codes
 */

/**
 * The man page.
 * @param {Help} help
 * @param {string} version
 */
export function manPage({ commands, exit_codes, prompt_exit_codes }, version) {
  return [
    `.TH LECTERN 1 "" "lectern ${version}"`,
    `.SH NAME\nlectern \\- ask the notes of a vault, and see what a language model would read`,
    `.SH SYNOPSIS\n${literal(commands.flatMap(({ usage }) => usage.map((words) => `lectern ${words}`)).join("\n"))}`,
    `.SH COMMANDS`,
    ...commands.map(command),
    `.SH EXIT STATUS`,
    ...Object.entries(exit_codes).map(tagged),
    `.PP\nOf a prompt also:`,
    ...Object.entries(prompt_exit_codes).map(tagged),
    `.SH EXAMPLES\n${literal(commands.flatMap(({ examples }) => examples).join("\n"))}`,
    "",
  ].join("\n");
}

/** @param {Help["commands"][number]} of */
function command({ command, summary, about = [], options }) {
  const text = [`${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`, ...about].map(plain).join("\n.PP\n");
  return `.SS ${command}\n${text}\n${options.map(({ name, text }) => tagged([name, text])).join("\n")}`;
}

/** @param {[string, string]} name and what it means */
const tagged = ([name, text]) => `.TP\n.B ${plain(name)}\n${plain(text)}`;

/** @param {string} lines that stay as they are */
const literal = (lines) => `.nf\n${plain(lines)}\n.fi`;
