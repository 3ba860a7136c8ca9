// Writes THIRD-PARTY-NOTICES.txt: every package in a bundle, with its licence and copyright lines. npm packages come
// from esbuild's metafile, crates from cargo.
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { licenceTexts, standardText } from "./licences.mjs";
import { Failure, root, run } from "./tools.mjs";

/**
 * A package in the notices.
 * @typedef {object} Package
 * @property {string} name
 * @property {string} version "" for the Rust standard library, whose version depends on the compiler
 * @property {string} licence an SPDX expression
 * @property {string} source a web page
 * @property {string[]} authors
 * @property {string[]} texts
 */

const WASM = "wasm32-unknown-unknown";
const RULE = "-".repeat(80);
const HEAD = `Third-party notices

Lectern contains code of the packages below. After them come their licences and copyright lines. Where a package offers
a choice of licences, the text is of the one under which it is used here: MIT, if it is among them.
`;

// The compilers add code of their own, which is in neither list: esbuild its helpers, rustc the standard library.
const ESBUILD = "node_modules/esbuild";
/** @type {Package} */
const RUST = {
  name: "Rust standard library",
  version: "",
  licence: "(MIT OR Apache-2.0) AND Unicode-3.0",
  source: "https://github.com/rust-lang/rust",
  authors: ["The Rust Project Developers"],
  texts: [standardText("Rust")],
};

/**
 * The notices of a bundle: its packages, then their texts without duplicates.
 * @param {import("esbuild").Metafile} metafile of the bundle, with paths relative to `root`
 * @param {Package[]} crates the crates in the bundle's wasm
 */
export function noticesOf(metafile, crates) {
  const npm = [...new Set([...npmFolders(metafile), ESBUILD])].map(npmPackage);
  return written([...npm, ...crates, RUST]);
}

/**
 * The folders of the npm packages in a bundle.
 * @param {import("esbuild").Metafile} metafile
 * @returns {string[]}
 * @throws {Failure} when some of its code belongs to no known package
 */
function npmFolders(metafile) {
  const inputs = Object.values(metafile.outputs).flatMap((output) => Object.entries(output.inputs));
  return inputs.flatMap(([path, { bytesInOutput }]) => {
    const [, folder] = /^(.*\bnode_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path) ?? [];
    if (folder !== undefined) return bytesInOutput > 0 ? folder : [];
    // A bundle inside the bundle. See shim-modules.mjs.
    if (path === "pkg/unpacker/inflate.js") return npmFolders(readJson("pkg/unpacker/inflate.json"));
    if (
      /^js\/|^manifest\.json$|^pkg\/(?:reader\/|unpacker\/)?(?:definitions|glue|locales|modules?|tex-allowed)\.js$|^<stdin>$/.test(
        path,
      )
    )
      return [];
    throw new Failure(
      `${path} is bundled, but is neither in js/ nor part of an npm package: tell js/build/notices.mjs about it`,
    );
  });
}

/**
 * @param {string} folder
 * @returns {Package}
 */
function npmPackage(folder) {
  const { name, version, license, author, repository } = readJson(join(folder, "package.json"));
  return {
    name,
    version,
    licence: license,
    source: webAddress(repository?.url ?? repository ?? `https://www.npmjs.com/package/${name}`),
    authors: author ? [withoutContact(author.name ?? author)] : [],
    texts: licenceTexts(name, license, join(root, folder)),
  };
}

/**
 * The crates that are linked into the wasm. Excludes crates that only run at compile time, such as serde_derive.
 * @param {{ crate: string }[]} builds the crate of each module
 * @returns {Promise<Package[]>}
 */
export async function linkedCrates(builds) {
  /** @param {string} command */
  const cargo = (command) => run("cargo", [...command.split(" "), "--locked"]);
  const [metadata, ...trees] = await Promise.all([
    cargo(`metadata --format-version 1 --filter-platform ${WASM}`),
    ...builds.map(({ crate }) =>
      cargo(`tree --package ${crate} --target ${WASM} --edges normal,no-proc-macro --prefix none --format {p}`),
    ),
  ]);
  const { packages, workspace_members: ours } = JSON.parse(metadata);
  // Lines such as "serde v1.0.229". Our own crate's line also has its folder.
  const linked = new Set(trees.flatMap((tree) => tree.match(/^\S+ v\S+/gm) ?? []));
  return [...linked].flatMap((line) => {
    const found = packages.find((/** @type {any} */ each) => `${each.name} v${each.version}` === line);
    if (!found) throw new Failure(`${line} is in cargo tree, but not in cargo metadata`);
    return ours.includes(found.id) ? [] : crate(found);
  });
}

/**
 * @param {any} metadata
 * @returns {Package}
 */
function crate({ name, version, license, license_file: file, repository, authors, manifest_path: manifest }) {
  return {
    name,
    version,
    licence: license,
    source: repository ?? `https://crates.io/crates/${name}`,
    authors: authors.map(withoutContact),
    texts: licenceTexts(name, license, dirname(manifest), file),
  };
}

/**
 * @param {Package[]} packages
 */
function written(packages) {
  // Not localeCompare, which depends on the machine's language.
  const sorted = [...packages].sort((a, b) => (titleOf(a) < titleOf(b) ? -1 : 1));
  /** @type {Map<string, { text: string, titles: string[] }>} */
  const texts = new Map();
  for (const each of sorted) {
    for (const text of each.texts) {
      const key = text.replace(/\s+/g, " ");
      const known = texts.get(key) ?? { text, titles: [] };
      known.titles.push(titleOf(each));
      texts.set(key, known);
    }
  }
  const list = sorted.map((each) => {
    const authors = each.authors.length > 0 ? `\n    by ${each.authors.join(", ")}` : "";
    return `${titleOf(each)} (${each.licence})\n    ${each.source}${authors}\n`;
  });
  const bodies = [...texts.values()].map(({ text, titles }) => `${RULE}\n${titles.join("\n")}\n\n${text}\n`);
  return `${HEAD}\n${list.join("")}\n${bodies.join("\n")}`;
}

/** @param {Package} each */
function titleOf({ name, version }) {
  return version ? `${name} ${version}` : name;
}

/**
 * The name in an author entry of package.json or Cargo.toml: "Name <email> (page)".
 * @param {string} person
 */
function withoutContact(person) {
  return person.replace(/\s*(?:<[^>]*>|\([^)]*\))/g, "");
}

/**
 * A repository's address as a web page, such as `https://…` for `git+ssh://git@….git`.
 * @param {string} address
 */
function webAddress(address) {
  return address.replace(/^(?:git\+)?(?:https|git|ssh):\/\/(?:git@)?/, "https://").replace(/\.git$/, "");
}

/** @param {string} path relative to `root` */
function readJson(path) {
  return JSON.parse(readFileSync(join(root, path), "utf8"));
}
