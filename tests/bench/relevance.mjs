// How often `search_notes` finds the right note: asks it the questions of tests/bench/questions, over the help vaults.
//
//   node tests/bench/relevance.mjs VAULTS_DIR [--locked] [--misses]
//
// VAULTS_DIR has the vaults `help-en`, `help-ja`, `help-ar` and `help-th`; they are no part of the project, and neither
// is this of `npm test`. Asks the half that is for tuning, or with --locked the other one, which is for the end. --misses
// prints each question whose right note is not among the first five, and what is.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

/** @typedef {{ query: string, right: string[], place: number, found: string[] }} Asked `place` from 1; 0 if not found */

const root = fileURLToPath(new URL("../..", import.meta.url));
const VAULTS = { english: "help-en", japanese: "help-ja", arabic: "help-ar", thai: "help-th" };
/** The bar is set on five: so many a model reads through before it searches again. */
const DEPTHS = [1, 5, 10];
const MISSED = 5;
const LIMIT = Math.max(...DEPTHS);

/** @param {string} message @returns {never} */
function fail(message) {
  console.error(message);
  process.exit(2);
}

/** @param {string} language @param {string} half @returns {{ query: string, right: string[] }[]} */
function questions(language, half) {
  return readFileSync(join(root, "tests/bench/questions", `${language}.tsv`), "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => line.split("\t"))
    .filter(([own]) => own === half)
    .map(([, query = "", right = ""]) => ({ query, right: right.split(" | ").map((path) => path.normalize()) }));
}

/** All questions to one process, as they would come to a running one.
 * @param {string} vault @param {string[]} queries @returns {string[][]} for each, the paths that were found, best first */
function search(vault, queries) {
  const script = join(root, "js/build/lectern.mjs");
  const { stdout, status, error } = spawnSync(
    process.execPath,
    [script, "call", "search_notes", "--vault", vault, "--json", "--args", "-"],
    {
      cwd: root,
      input: queries.map((query) => `${JSON.stringify({ query, limit: LIMIT })}\n`).join(""),
      stdio: ["pipe", "pipe", "inherit"],
      encoding: "utf8",
      maxBuffer: 2 ** 30,
    },
  );
  // It exits with 1 when a reply is an error: that is a question without an answer, and no failure of ours.
  if (error || (status !== 0 && status !== 1)) fail(`the search ended with ${error?.message ?? status}`);
  const replies = stdout.split("\n").filter(Boolean);
  if (replies.length !== queries.length) fail(`${queries.length} questions had ${replies.length} replies`);
  return replies.map((line, index) => {
    const { isError, content, structuredContent } = JSON.parse(line);
    if (isError) console.error(`${queries[index]}: ${content?.[0]?.text}`);
    else if (!Array.isArray(structuredContent?.notes))
      fail(`a reply has no structuredContent.notes: ${line.slice(0, 200)}`);
    /** @type {{ path: string }[]} */
    const notes = isError ? [] : structuredContent.notes;
    return [...new Set(notes.map(({ path }) => path.normalize()))];
  });
}

/** @param {string} name @param {Asked[]} asked */
function row(name, asked) {
  const shares = DEPTHS.map((depth) => {
    const count = asked.filter(({ place }) => place > 0 && place <= depth).length;
    return `${((100 * count) / asked.length).toFixed(0)} % (${count})`;
  });
  console.log(`| ${[name, asked.length, ...shares].join(" | ")} |`);
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { locked: { type: "boolean" }, misses: { type: "boolean" } },
});
const [folder] = positionals;
if (folder === undefined || positionals.length > 1)
  fail("usage: node tests/bench/relevance.mjs VAULTS_DIR [--locked] [--misses]");
const half = values.locked ? "locked" : "tuning";

/** @type {[language: string, asked: Asked[]][]} */
const languages = [];
for (const [language, name] of Object.entries(VAULTS)) {
  const vault = resolve(folder, name);
  if (!existsSync(vault)) fail(`no vault at ${vault}`);
  const own = questions(language, half);
  for (const { right } of own)
    for (const path of right) if (!existsSync(join(vault, path))) fail(`${language}: no note at ${path}`);
  const replies = search(
    vault,
    own.map(({ query }) => query),
  );
  const asked = own.map(({ query, right }, index) => {
    const found = replies[index] ?? [];
    return { query, right, found, place: found.findIndex((path) => right.includes(path)) + 1 };
  });
  languages.push([language, asked]);
}

console.log(`| ${half} | questions | ${DEPTHS.map((depth) => `first ${depth}`).join(" | ")} |`);
console.log(`| --- | ---: |${" ---: |".repeat(DEPTHS.length)}`);
for (const [language, asked] of languages) row(language, asked);
row(
  "but English",
  languages.flatMap(([language, asked]) => (language === "english" ? [] : asked)),
);
row(
  "all",
  languages.flatMap(([, asked]) => asked),
);
if (values.misses) {
  for (const [language, asked] of languages) {
    for (const { query, right, place, found } of asked.filter(({ place }) => place === 0 || place > MISSED)) {
      console.log(
        `\n${language}: ${query}\n  right, ${place ? `at place ${place}` : "not found"}: ${right.join(" | ")}`,
      );
      for (const path of found.slice(0, MISSED)) console.log(`  ${path}`);
    }
  }
}
