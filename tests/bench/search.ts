// `npm run bench -- --search DIR`, in Node: compares searching a folder of notes with ripgrep and with the way
// JavaScript plugins search: `new RegExp`, line by line, over each note's text. search-app.ts measures the app.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { NodeHost } from "../../js/host/node.ts";
import { Tools } from "../../js/vault/tools.ts";
import { FIRST, isCatastrophic, notesFound, PATTERNS, searchesByWords, spread, times } from "./searches.ts";

/** How often what takes about a second is done; the best counts, since the machine has other work too. */
const ROUNDS = 3;

interface Timed {
  /** Milliseconds. */
  time: number;
  /** How many notes were found. */
  notes: number;
}

/** Prints what it measures of the vault in `folder`. */
export async function benchInNode(folder: string, log: (line: string) => void): Promise<void> {
  const tools = new Tools(NodeHost.open(folder));
  await tools.ready();
  const search = async (args: object): Promise<Timed> => {
    const start = performance.now();
    const reply = await tools.call("search_notes", args);
    return { time: performance.now() - start, notes: notesFound(reply.structuredContent.display) };
  };
  const rg = wordsByRipgrep(folder);
  const first = await search(FIRST);
  const { notes = 0, bytes = 0 } = tools.indexed() ?? {};
  const paths = (await notesIn(folder)).filter((path) => !tools.isProtectedPath(path));
  const places = paths.map((path) => join(folder, path));
  const text = places.reduce((sum, place) => sum + readFileSync(place).length, 0);
  log(`in Node, ${notes} notes, ${(text / 1e6).toFixed(0)} MB`);
  const compared = rg ? `${times(first.time, rg)} times rg --count-matches '\\w+'` : "there is no rg to compare with";
  log(`  first search: ${(first.time / 1000).toFixed(1)} s, ${compared}`);
  log(`  index: ${(bytes / text).toFixed(2)} of the text`);
  const later: number[] = [];
  for (const args of searchesByWords(places, (place) => readFileSync(place, "utf8")))
    later.push((await search(args)).time);
  log(`  later searches by words: ${spread(later)}`);
  log(
    "  patterns, against RegExp over await readFile as plugins have it; in brackets over readFileSync, which none has",
  );
  for (const pattern of PATTERNS) {
    const ours = (): Promise<Timed> => search({ query: pattern, mode: "regex" });
    const awaited = (): Promise<Timed> => byRegExp(places, pattern, (place) => readFile(place, "utf8"));
    const atOnce = (): Promise<Timed> => byRegExp(places, pattern, (place) => readFileSync(place, "utf8"));
    const [mine, way, strict] = await best(isCatastrophic(pattern) ? [ours] : [ours, awaited, atOnce]);
    const said = `  ${pattern}: ${mine?.time.toFixed(0)} ms, ${mine?.notes} notes`;
    const ratio = (theirs: Timed): string => times(theirs.time, mine?.time ?? NaN);
    if (!way || !strict) log(`${said}; not asked of RegExp`);
    else log(`${said}; ${ratio(way)} (${ratio(strict)}) times as fast as RegExp, ${way.notes} notes`);
  }
  tools.close();
}

/** The best of each, done in turn: none has a quieter machine than the others. */
async function best(works: (() => Promise<Timed>)[]): Promise<Timed[]> {
  let best: Timed[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const now: Timed[] = [];
    for (const work of works) now.push(await work());
    best = now.map((one, index) => [one, best[index] ?? one].reduce((a, b) => (a.time < b.time ? a : b)));
  }
  return best;
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

async function notesIn(folder: string): Promise<string[]> {
  const all = await readdir(folder, { recursive: true });
  return all.filter((path) => path.endsWith(".md") && !path.split("/").some((name) => name.startsWith(".")));
}

/** As plugins in JavaScript search. */
async function byRegExp(
  places: string[],
  source: string,
  read: (place: string) => string | Promise<string>,
): Promise<Timed> {
  const pattern = new RegExp(source, "i");
  const start = performance.now();
  let notes = 0;
  for (const place of places) {
    const given = read(place);
    const text = typeof given === "string" ? given : await given;
    let lines = 0;
    for (const line of text.split("\n")) if (pattern.test(line)) lines++;
    if (lines > 0) notes++;
  }
  return { time: performance.now() - start, notes };
}
