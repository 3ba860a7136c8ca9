// Which licences bundled packages may have, and which texts must be distributed with a package. The build fails if a
// package's licence is not allowed or its text is missing.
import { readFileSync, readdirSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { Failure, root } from "./tools.mjs";

/**
 * The licences that a bundled package may have, in order of preference, and how to recognize the text of each.
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
  [
    "BSD-3-Clause",
    /Redistribution and use in source and binary forms.*(?:Neither the name|The names of any contributors) .*may (?:not )?be used to endorse or/,
  ],
  ["Unicode-3.0", /UNICODE LICENSE V3/],
  ["Unicode-DFS-2016", /UNICODE, INC\. LICENSE AGREEMENT - DATA FILES AND SOFTWARE/],
  ["Unlicense", /This is free and unencumbered software released into the public domain/],
  ["Apache-2.0", /Apache License Version 2\.0, January 2004 .*END OF TERMS AND CONDITIONS/],
]);

/** Licences with the same text for all packages. `licences/` has the text for packages that only name the licence. */
const STANDARD = ["Apache-2.0"];

/**
 * Copyright lines that are in a package's repository, but not in the package.
 * @type {Record<string, string>}
 */
const COPYRIGHTS = {
  "@ai-sdk/provider-utils": "Copyright 2023 Vercel, Inc.",
  "@workflow/serde": "Copyright 2025 Vercel Inc.",
};

/** Names of files that contain a licence or copyright lines, such as `LICENSE.md`, and not code. */
const FILE_NAME = /^(?:(?:un)?licen[cs]e|copying|copyright|notice)(?!.*\.(?:[cm]?[jt]sx?|rs|py|json|map|html)$)/i;
/** Folders of a package that are never bundled. */
const NOT_BUNDLED = /(?:^|[\\/])(?:node_modules|tests?|benches|examples|fuzz)[\\/]/;

/**
 * The texts to distribute with a package: of the licence it is used under, and its other notices.
 * @param {string} name
 * @param {unknown} licence the SPDX expression in its metadata
 * @param {string} folder
 * @param {string | null} [licenceFile] a licence file with an unusual name
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
  // Without the texts of unused alternatives, such as LICENSE-APACHE if the licence is "MIT OR Apache-2.0".
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
 * The texts in subfolders of a package. They belong to parts by other authors.
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
 * The texts of the files with licences and copyright lines in a package, by path.
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
 * The licences under which a package is used: as few as its licence needs, those first that are preferred.
 * @param {string} expression an SPDX expression
 * @returns {string[] | undefined} undefined if none is allowed
 */
export function usedLicences(expression) {
  const allowed = [...ALLOWED.keys()];
  if (!isMet(expression, allowed)) return undefined;
  return allowed.reduceRight((used, licence) => {
    const others = used.filter((each) => each !== licence);
    return isMet(expression, others) ? others : used;
  }, allowed);
}

/**
 * Whether these licences are enough. `MIT OR (Zlib AND ISC)`, with MIT and ISC, is first `1|(0&1)`, then `1|(0)`, `1|0`.
 * @param {string} expression
 * @param {string[]} licences
 */
function isMet(expression, licences) {
  /** @type {Record<string, string>} */
  const operators = { AND: "&", OR: "|" };
  let rest = expression
    // Older crates write "MIT/Apache-2.0".
    .replaceAll("/", " OR ")
    // Not allowed: an exception changes the licence's text.
    .replace(/[^\s()]+ WITH [^\s()]+/g, "exception")
    .replace(/[^\s()]+/g, (word) => operators[word] ?? String(Number(licences.includes(word))))
    .replace(/\s/g, "");
  for (let last = ""; last !== rest;) {
    last = rest;
    rest = rest.replace(/[01]&[01]/g, (both) => (both === "1&1" ? "1" : "0"));
    rest = rest.replace(/\(([01](?:\|[01])*)\)/g, (_, any) => (any.includes("1") ? "1" : "0"));
  }
  return /^[01](?:\|[01])*$/.test(rest) && rest.includes("1");
}

/**
 * The licences whose text this contains. A BSD-3-Clause text contains BSD-2-Clause's, but counts only as BSD-3-Clause.
 * @param {string} text
 */
function licencesIn(text) {
  const words = text.replace(/\s+/g, " ");
  const found = [...ALLOWED].filter(([, pattern]) => pattern.test(words)).map(([licence]) => licence);
  return found.includes("BSD-3-Clause") ? found.filter((each) => each !== "BSD-2-Clause") : found;
}

/**
 * Removes differences between editors and machines: byte order marks, line endings, trailing spaces.
 * @param {string} text
 */
function tidy(text) {
  return text
    .replace(/^\uFEFF/, "")
    .replace(/\r\n?|\f/g, "\n")
    .replace(/[ \t]+$/gm, "")
    .replace(/^\n+|\s+$/g, "");
}
