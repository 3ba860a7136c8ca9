// Packs js/locales/ into pkg/locales.js: the hashes of the English texts in alphabetical order, which packs best, and for
// each language its texts in this order, in the language's encoding, deflated, as base93. js/locales/app-language.ts reads
// them. English is in the code.
import { readFileSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { ENCODINGS } from "../locales/encodings.mjs";
import { root } from "./tools.mjs";
import { base93, packed, writeModule } from "./shim-modules.mjs";
import { pkg } from "./wasm.mjs";

/** One JSON file a language: for each English text a translation, or its forms by plural category. */
const folder = join(root, "js/locales");

/**
 * The languages by their codes.
 * @returns {Record<string, Record<string, string | Record<string, string>>>}
 */
export function readLocales() {
  const files = readdirSync(folder).filter((name) => name.endsWith(".json"));
  const read = (/** @type {string} */ name) => JSON.parse(readFileSync(join(folder, name), "utf8"));
  return Object.fromEntries(files.sort().map((name) => [basename(name, ".json"), read(name)]));
}

/** After so many seeds, there are too many texts for hashes of 16 bits. */
const MOST_SEEDS = 100_000;

/** Writes `pkg/locales.js`. */
export function writeLocales() {
  const locales = readLocales();
  const texts = [...new Set(Object.values(locales).flatMap((locale) => Object.keys(locale)))].sort();
  const [seed, hashes] = uniqueHashes(texts);
  const bytes = Uint8Array.from(hashes.flatMap((hash) => [hash >>> 8, hash]));
  const lines = [`export const hashes = () => "${base93(bytes)}";`, `export const seed = ${seed};`];
  for (const [code, locale] of Object.entries(locales)) {
    const all = texts.map((text) => written(locale[text] ?? ""));
    const bytes = packed(encoded(all.join("\0"), ENCODINGS[code]), "deflate");
    lines.push(`export const ${code} = () => "${base93(bytes)}";`);
  }
  const types = ["hashes", ...Object.keys(locales)].map((name) => `export declare const ${name}: () => string;\n`);
  writeModule(join(pkg, "locales"), `${lines.join("\n")}\n`, `${types.join("")}export declare const seed: number;\n`);
}

/**
 * The bytes that a `TextDecoder` of `encoding` decodes to `text`.
 * @param {string} text
 * @param {string} [encoding]
 */
export function encoded(text, encoding) {
  if (encoding === undefined) return Buffer.from(text);
  const decoder = new TextDecoder(encoding);
  const bytesOf = new Map();
  for (let one = 0; one < 256; one++) {
    for (let two = -1; two < (one < 128 ? 0 : 256); two++) {
      const bytes = two < 0 ? [one] : [one, two];
      const [char = "", more] = decoder.decode(Uint8Array.from(bytes));
      if (more === undefined && char !== "\ufffd" && !bytesOf.has(char)) bytesOf.set(char, bytes);
    }
  }
  const all = Array.from(text, (char) => {
    const bytes = bytesOf.get(char);
    if (!bytes) throw new Error(`${encoding} has no ${char}: use another character`);
    return bytes;
  });
  return Buffer.from(all.flat());
}

/**
 * As js/base/translate.ts reads it: `one:{n} Notiz|other:{n} Notizen`.
 * @param {string | Record<string, string>} text
 */
function written(text) {
  if (typeof text === "string") return text;
  return Object.entries(text)
    .map((form) => form.join(":"))
    .join("|");
}

/**
 * Hashes that all differ, and their seed: of 700 texts, one in a few hundred seeds gives such.
 * @param {readonly string[]} texts
 * @returns {[number, number[]]}
 */
function uniqueHashes(texts) {
  for (let seed = 0; seed < MOST_SEEDS; seed++) {
    const hashes = texts.map((text) => hashOf(text, seed));
    if (new Set(hashes).size === texts.length) return [seed, hashes];
  }
  throw new Error("no seed gives each text its own hash: give hashes 24 bits, here and in js/locales/app-language.ts");
}

/**
 * The same as in js/locales/app-language.ts: 16 bits of FNV-1a, which begins with `seed`.
 * @param {string} text
 * @param {number} seed
 */
function hashOf(text, seed) {
  let hash = seed;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 16;
}
