// `npm run bench -- --search DIR`: searching a folder of notes in Node, against ripgrep and the way JavaScript plugins
// search: `new RegExp`, line by line, over each note's text.
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { NodeHost } from "../../js/host/node.ts";
import { Tools } from "../../js/tools.ts";
import { seeded } from "./random.mjs";

/** How many searches by words are timed. */
const SEARCHES = 300;
const PATTERNS = [
  "\\bnote\\w*",
  "[A-Z][a-z]+ [A-Z][a-z]+",
  "^#+ .*",
  "\\d{4}-\\d{2}-\\d{2}",
  "(\\w+\\s+){3}end",
  "(a+)+$",
];

/** Prints what it measures of the vault in `folder`. */
export async function benchSearch(folder: string, log: (line: string) => void): Promise<void> {
  const rg = wordsByRipgrep(folder);
  const tools = new Tools(NodeHost.open(folder));
  await tools.ready();
  const search = async (args: object): Promise<{ time: number; shown: string }> => {
    const start = performance.now();
    const reply = await tools.call("search_notes", args);
    return { time: performance.now() - start, shown: reply.structuredContent.display };
  };
  const first = await search({ query: "first search" });
  const { notes = 0, bytes = 0 } = tools.indexed() ?? {};
  const paths = notesIn(folder);
  const text = paths.reduce((sum, path) => sum + readFileSync(join(folder, path)).length, 0);
  log(`${notes} notes, ${(text / 1e6).toFixed(0)} MB`);
  log(
    `first search: ${(first.time / 1000).toFixed(1)} s${rg ? `, ${(first.time / rg).toFixed(1)} times rg --count-matches '\\w+'` : "; there is no rg to compare with"}`,
  );
  log(`index: ${(bytes / text).toFixed(2)} of the text`);

  const random = seeded(1);
  const words = wordsOf(
    paths.map((path) => join(folder, path)),
    random,
  );
  const times: number[] = [];
  for (let turn = 0; turn < SEARCHES; turn++) {
    const query = Array.from(
      { length: 1 + Math.floor(random() * 4) },
      () => words[Math.floor(random() * words.length)],
    );
    times.push((await search({ query: query.join(" ") })).time);
  }
  times.sort((a, b) => a - b);
  const at = (share: number): string => `${(times[Math.floor(times.length * share)] ?? NaN).toFixed(1)} ms`;
  log(`later searches by words: median ${at(0.5)}, 99 of 100 within ${at(0.99)}`);
  for (const pattern of PATTERNS) {
    const ours = await search({ query: pattern, mode: "regex" });
    const start = performance.now();
    // What takes the engine more than linear time is not asked of it.
    const lines = pattern === "(a+)+$" ? NaN : linesByRegExp(folder, paths, new RegExp(pattern, "i"));
    const theirs = performance.now() - start;
    const ratio = Number.isNaN(lines)
      ? "not asked of JavaScript"
      : `${(theirs / ours.time).toFixed(1)} times as fast as RegExp`;
    log(`${pattern}: ${ours.time.toFixed(0)} ms, ${ratio} (${ours.shown})`);
  }
  tools.close();
}

function wordsByRipgrep(folder: string): number | undefined {
  const run = (): number => {
    const start = performance.now();
    execFileSync("rg", ["--count-matches", "\\w+", folder], { maxBuffer: 1 << 28 });
    return performance.now() - start;
  };
  try {
    run();
    return Math.min(run(), run(), run());
  } catch {
    return undefined;
  }
}

function notesIn(folder: string): string[] {
  const all = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return all.filter((path) => path.endsWith(".md") && !path.split("/").some((name) => name.startsWith(".")));
}

/** Words from notes here and there. */
function wordsOf(paths: string[], random: () => number): string[] {
  const some = Array.from({ length: 200 }, () => paths[Math.floor(random() * paths.length)] ?? "");
  return some.flatMap(
    (path) =>
      readFileSync(path, "utf8")
        .match(/[\p{L}\p{N}]+/gu)
        ?.slice(0, 50) ?? [],
  );
}

function linesByRegExp(folder: string, paths: string[], pattern: RegExp): number {
  let lines = 0;
  for (const path of paths) {
    for (const line of readFileSync(join(folder, path), "utf8").split("\n")) if (pattern.test(line)) lines++;
  }
  return lines;
}
