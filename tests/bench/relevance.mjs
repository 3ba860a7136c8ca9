// How often `search_notes` finds the right note, and with `passages` the passage that answers: asks it the questions of
// tests/bench/questions, over the help vaults.
//
//   node tests/bench/relevance.mjs VAULTS_DIR [--locked] [--misses]
//
// VAULTS_DIR has the vaults `help-en`, `help-ja`, `help-ar` and `help-th`; they are no part of the project, and neither
// is this of `npm test`. Asks the half that is for tuning, or with --locked the other one, which is for the end. --misses
// prints each question whose right note or passage is not among the first five, and what is.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

/** @typedef {{ query: string, right: string[], excerpt: string }} Question `excerpt` of the passage; empty for a note */
/** @typedef {{ path: string, text: string }} Found a note, or a passage with its text */
/** @typedef {Question & { place: number, found: string[] }} Asked `place` from 1; 0 if not found */

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

/** @param {string} name @param {string} half @returns {Question[]} */
function questions(name, half) {
  return readFileSync(join(root, "tests/bench/questions", `${name}.tsv`), "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => line.split("\t"))
    .filter(([own]) => own === half)
    .map(([, query = "", right = "", excerpt = ""]) => {
      return { query, right: right.split(" | ").map((path) => path.normalize()), excerpt };
    });
}

/** All questions to one process, as they would come to a running one.
 * @param {string} vault @param {string[]} queries @param {boolean} passages @returns {Found[][]} best first */
function search(vault, queries, passages) {
  const script = join(root, "js/build/lectern.mjs");
  const { stdout, status, error } = spawnSync(
    process.execPath,
    [script, "call", "search_notes", "--vault", vault, "--json", "--args", "-"],
    {
      cwd: root,
      input: queries.map((query) => `${JSON.stringify({ query, limit: LIMIT, passages })}\n`).join(""),
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
    /** @type {{ path: string, found?: { text: string } }[]} */
    const notes = isError ? [] : structuredContent.notes;
    return notes.map(({ path, found }) => ({ path: path.normalize(), text: found?.text ?? "" }));
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

/** @param {string} vault @param {Question[]} own @param {boolean} passages @returns {Asked[]} */
function ask(vault, own, passages) {
  for (const { right, excerpt } of own) {
    for (const path of right) {
      if (!existsSync(join(vault, path))) fail(`no note at ${path}`);
      if (passages && readFileSync(join(vault, path), "utf8").split(excerpt).length !== 2)
        fail(`${path} must have this once: ${excerpt}`);
    }
  }
  const queries = own.map(({ query }) => query);
  return search(vault, queries, passages).map((found, index) => {
    const question = own[index] ?? fail("a reply too many");
    const isRight = (/** @type {Found} */ { path, text }) =>
      question.right.includes(path) && text.includes(question.excerpt);
    const shown = found.map(({ path, text }) => (passages ? `${path}: ${text.slice(0, 100)}` : path));
    return { ...question, found: shown, place: found.findIndex(isRight) + 1 };
  });
}

/** @param {boolean} passages */
function report(passages) {
  const languages = Object.entries(VAULTS).map(([language, name]) => {
    const own = questions(passages ? `${language}-passages` : language, half);
    return { language, asked: ask(join(folder, name), own, passages) };
  });
  const all = languages.flatMap(({ asked }) => asked);
  const title = passages ? `passages, ${half}` : half;
  console.log(`| ${title} | questions | ${DEPTHS.map((depth) => `first ${depth}`).join(" | ")} |`);
  console.log(`| --- | ---: |${" ---: |".repeat(DEPTHS.length)}`);
  for (const { language, asked } of languages) row(language, asked);
  row(
    "but English",
    languages.flatMap(({ language, asked }) => (language === "english" ? [] : asked)),
  );
  row("all", all);
  const missed = values.misses ? all.filter(({ place }) => place === 0 || place > MISSED) : [];
  for (const { query, right, excerpt, place, found } of missed) {
    console.log(`\n${query}\n  right, ${place ? `at place ${place}` : "not found"}: ${right.join(" | ")} ${excerpt}`);
    for (const one of found.slice(0, MISSED)) console.log(`  ${one.replaceAll("\n", " ")}`);
  }
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { locked: { type: "boolean" }, misses: { type: "boolean" } },
});
if (positionals.length !== 1) fail("usage: node tests/bench/relevance.mjs VAULTS_DIR [--locked] [--misses]");
const folder = resolve(positionals[0] ?? "");
const half = values.locked ? "locked" : "tuning";
for (const name of Object.values(VAULTS))
  if (!existsSync(join(folder, name))) fail(`no vault at ${join(folder, name)}`);
report(false);
console.log();
report(true);
