// Licences of packages: which ones may be bundled, and the texts that have to go with a package. A package whose licence
// or text is missing fails the build.
import { readFileSync, readdirSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { Failure, root } from "./tools.mjs";

/**
 * The licences that a bundled package may have, in the order of choice, and how the text of each is recognized.
 * @type {Map<string, RegExp>}
 */
const ALLOWED = new Map([
  ["MIT", /Permission is hereby granted, free of charge, to any person obtaining a copy of this software and/],
  ["Zlib", /an acknowledge?ment in the product documentation would be appreciated/],
  [
    "ISC",
    /Permission to use, copy, modify, and(?:\/or)? distribute this software .{0,99} is hereby granted, provided that/,
  ],
  ["BSD-2-Clause", /Redistribution and use in source and binary forms, with or without modification, are permitted/],
  ["BSD-3-Clause", /Redistribution and use in source and binary forms.*Neither the name .* may be used to endorse or/],
  ["Unicode-3.0", /UNICODE LICENSE V3/],
  ["Unicode-DFS-2016", /UNICODE, INC\. LICENSE AGREEMENT - DATA FILES AND SOFTWARE/],
  ["Unlicense", /This is free and unencumbered software released into the public domain/],
  ["Apache-2.0", /Apache License Version 2\.0, January 2004 .*END OF TERMS AND CONDITIONS/],
]);

/** Licences with one text for all packages. It is in `licences/`, for packages that only name their licence. */
const STANDARD = ["Apache-2.0"];

/**
 * Copyright lines that are in a package's repository, but not in the package.
 * @type {Record<string, string>}
 */
const COPYRIGHTS = {
  "@ai-sdk/provider-utils": "Copyright 2023 Vercel, Inc.",
  "@workflow/serde": "Copyright 2025 Vercel Inc.",
};

/** Names of files with a licence or with copyright lines, and not with code. */
const FILE_NAME = /^(?:(?:un)?licen[cs]e|copying|copyright|notice)(?!.*\.(?:[cm]?[jt]sx?|rs|py|json|map|html)$)/i;
/** Folders of a package that do not get into a bundle. */
const NOT_BUNDLED = /(?:^|[\\/])(?:node_modules|tests?|benches|examples|fuzz)[\\/]/;

/**
 * The texts that have to go with a package: of the licence it is used under, and its other notices.
 * @param {string} name
 * @param {unknown} licence as its metadata has it: an SPDX expression
 * @param {string} folder
 * @param {string | null} [licenceFile] a file with an unusual name
 * @returns {string[]}
 * @throws {Failure} when the licence is not allowed, or a text is missing
 */
export function licenceTexts(name, licence, folder, licenceFile = null) {
  const used = typeof licence === "string" ? usedLicences(licence) : undefined;
  if (!used) {
    throw new Failure(`${name} has the licence ${JSON.stringify(licence ?? "")}, which js/build/licences.mjs does not allow.
Read the licence. Allow it there if Lectern can be distributed with such a package, or remove the package`);
  }
  const files = noticeFiles(folder, licenceFile);
  // Not those of an alternative, such as LICENSE-APACHE where the licence is "MIT OR Apache-2.0".
  const texts = [...files].flatMap(([file, text]) => {
    const licences = licencesIn(text);
    const isUsed = licences.length === 0 || licences.some((each) => used.includes(each));
    return isUsed && file === basename(file) ? text : [];
  });
  const missing = used.filter((each) => !texts.some((text) => licencesIn(text).includes(each)));
  const copyright = COPYRIGHTS[name];
  if (copyright && missing.length > 0) texts.unshift(copyright);
  for (const each of missing) {
    if (!STANDARD.includes(each) || !texts.some((text) => /^Copyright .*\d{4}/m.test(text))) {
      throw new Failure(`${name} has no text of its licence, ${each}, or no copyright line with it.
Find them in its repository, and add them to js/build/licences.mjs`);
    }
    texts.push(standardText(each));
  }
  return [...texts, ...partTexts(name, files)];
}

/**
 * The texts in folders of a package. They are of parts that are somebody else's work.
 * @param {string} name of the package
 * @param {Map<string, string>} files
 */
function partTexts(name, files) {
  const parts = [...files].filter(([file]) => file !== basename(file));
  for (const [file, text] of parts) {
    if (licencesIn(text).length > 0 || !/licen[cs]e|copying/i.test(basename(file))) continue;
    throw new Failure(`${name} has a part with a licence that js/build/licences.mjs does not know: ${file}.
Read the licence. Add it there if Lectern can be distributed with it, or remove the package`);
  }
  return parts.map(([, text]) => text);
}

/**
 * The files with licences and copyright lines in a package, by path.
 * @param {string} folder
 * @param {string | null} licenceFile
 */
function noticeFiles(folder, licenceFile) {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => FILE_NAME.test(basename(file)) || file === licenceFile)
    .filter((file) => !NOT_BUNDLED.test(file) && statSync(join(folder, file)).isFile());
  return new Map(files.sort().map((file) => [file, tidy(readFileSync(join(folder, file), "utf8"))]));
}

/**
 * A text from `licences/`.
 * @param {string} name
 */
export function standardText(name) {
  return tidy(readFileSync(join(root, "js/build/licences", `${name}.txt`), "utf8"));
}

/**
 * The licences under which a package is used: of alternatives, the first that is allowed.
 * @param {string} expression SPDX's
 * @returns {string[] | undefined} undefined if none is allowed
 */
export function usedLicences(expression) {
  // Older crates write "MIT/Apache-2.0".
  const tokens = expression.replaceAll("/", " OR ").match(/[()]|[^\s()]+/g) ?? [];
  const used = alternatives(tokens);
  return tokens.length === 0 ? used : undefined;
}

/**
 * @param {string[]} tokens what is read is taken away
 * @returns {string[] | undefined}
 */
function alternatives(tokens) {
  const allowed = listed("OR", together, tokens).filter((each) => each !== undefined);
  return allowed.sort((a, b) => rank(a) - rank(b))[0];
}

/**
 * @param {string[]} tokens
 * @returns {string[] | undefined}
 */
function together(tokens) {
  const parts = listed("AND", single, tokens);
  return parts.every((each) => each !== undefined) ? parts.flat() : undefined;
}

/**
 * @param {string[]} tokens
 * @returns {string[] | undefined}
 */
function single(tokens) {
  const token = tokens.shift() ?? "";
  if (token === "(") {
    const inside = alternatives(tokens);
    return tokens.shift() === ")" ? inside : undefined;
  }
  // An exception changes the text.
  if (tokens[0] === "WITH") return void tokens.splice(0, 2);
  return ALLOWED.has(token) ? [token] : undefined;
}

/**
 * @template T
 * @param {string} operator
 * @param {(tokens: string[]) => T} read
 * @param {string[]} tokens
 */
function listed(operator, read, tokens) {
  const found = [read(tokens)];
  while (tokens[0] === operator) {
    tokens.shift();
    found.push(read(tokens));
  }
  return found;
}

/** @param {string[]} licences */
function rank(licences) {
  const order = [...ALLOWED.keys()];
  return Math.max(...licences.map((each) => order.indexOf(each)));
}

/**
 * The licences whose text this is. BSD-3-Clause contains BSD-2-Clause, and is not it.
 * @param {string} text
 */
function licencesIn(text) {
  const words = text.replace(/\s+/g, " ");
  const found = [...ALLOWED].filter(([, pattern]) => pattern.test(words)).map(([licence]) => licence);
  return found.includes("BSD-3-Clause") ? found.filter((each) => each !== "BSD-2-Clause") : found;
}

/**
 * Without what differs between editors and machines: byte order mark, line endings, blanks at the end of lines.
 * @param {string} text
 */
function tidy(text) {
  return text
    .replace(/^\uFEFF/, "")
    .replace(/\r\n?|\f/g, "\n")
    .replace(/[ \t]+$/gm, "")
    .replace(/^\n+|\s+$/g, "");
}
