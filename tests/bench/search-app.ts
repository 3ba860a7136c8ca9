// `npm run bench -- --search DIR`, in the app: the released plugin in Chromium, with the notes of DIR in memory.
// Measures how long searches take and block the app: right after the plugin is enabled, later, and after changes in the
// vault.
import { readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import type { PluginManifest } from "obsidian";
import type { Page } from "playwright-core";
import { installPlugin, type Release, sharedBrowser } from "../obsidian/browser.ts";
import { openMeasured } from "./measured-page.ts";
import type { Blocks, Search } from "./search-page.ts";
import { FIRST, isCatastrophic, PATTERNS, searchesByWords, spread, times } from "./searches.ts";

/** How often each thing is done; the best counts, since the machine has other work too. */
const ROUNDS = 3;
/** Where a generated vault has a quarter of its notes. */
const FOLDER = "Inbox";
const MOVED = "Moved";
/** Of a burst of changes. */
const [MODIFIED, MADE] = [1000, 500];

type Watched = Search & Blocks;

/** @param root the repository */
export async function benchInApp(root: string, folder: string, log: (line: string) => void): Promise<void> {
  const release = {
    main: readFileSync(join(root, "dist/main.js"), "utf8"),
    manifest: JSON.parse(readFileSync(join(root, "manifest.json"), "utf8")) as PluginManifest,
  };
  const files = filesIn(folder);
  const browser = await sharedBrowser();
  try {
    const page = await openMeasured(release, files, "search-page.ts");
    const bytes = await page.evaluate(() => window.searching.hold());
    log(`in Chromium, ${await page.evaluate(() => window.searching.count())} notes, ${(bytes / 1e6).toFixed(0)} MB`);
    // What other work there is on the machine shows here.
    log(`  a page that does nothing: ${blocks(await rounds(() => page.evaluate(() => window.searching.idle(1000))))}`);
    const firsts: Watched[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      if (round > 0) await page.evaluate(() => window.app.disablePlugin("lectern"));
      if (round > 0) await installPlugin(page, release);
      firsts.push(await watched(page, FIRST));
    }
    log(`  first search: ${(Math.min(...firsts.map(({ time }) => time)) / 1000).toFixed(1)} s; ${blocks(firsts)}`);
    await restarted(page, release, log);
    await words(page, files, log);
    await patterns(page, log);
    await burst(page, log);
    await renaming(page, log);
  } finally {
    await browser.close();
  }
}

/** By vault path. */
export function filesIn(folder: string): Record<string, Uint8Array> {
  const all = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const places = all.map((entry) => join(entry.parentPath, entry.name));
  return Object.fromEntries(places.map((place) => [relative(folder, place).split(sep).join("/"), readFileSync(place)]));
}

const search = (page: Page, args: object): Promise<Search> =>
  page.evaluate((args) => window.searching.search(args), args);
const watched = (page: Page, args: object): Promise<Watched> =>
  page.evaluate((args) => window.searching.watchedSearch(args), args);

async function rounds<T>(work: () => Promise<T>): Promise<T[]> {
  const all: T[] = [];
  for (let round = 0; round < ROUNDS; round++) all.push(await work());
  return all;
}

const shortest = (of: { time: number }[]): number => Math.min(...of.map(({ time }) => time));

/** Of the round that held the app up least. */
function blocks(rounds: Blocks[]): string {
  const [{ longest, rare, missed }] = [...rounds].sort((a, b) => a.longest - b.longest) as [Blocks];
  const most = rare < longest ? `, 999 of 1,000 within ${rare.toFixed(1)} ms` : "";
  return `longest block ${longest.toFixed(1)} ms${most}, ${missed} over a frame`;
}

/** The first search after a start, with the index that was kept before. */
async function restarted(page: Page, release: Release, log: (line: string) => void): Promise<void> {
  const keeping = await page.evaluate(() => window.searching.watchedKeeping());
  const size = `${(keeping.bytes / 1e6).toFixed(0)} MB`;
  if (keeping.bytes === 0) {
    log("  the index is not kept: there are too few notes");
    return;
  }
  log(`  the index is kept, ${size}, ${(keeping.time / 1000).toFixed(1)} s after the search; ${blocks([keeping])}`);
  const all: Watched[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    await page.evaluate(() => window.app.disablePlugin("lectern"));
    await installPlugin(page, release);
    all.push(await watched(page, FIRST));
  }
  log(`  first search after a start, with it: ${shortest(all).toFixed(0)} ms; ${blocks(all)}`);
}

async function words(page: Page, files: Record<string, Uint8Array>, log: (line: string) => void): Promise<void> {
  const notes = Object.keys(files).filter((path) => path.endsWith(".md"));
  const decoder = new TextDecoder();
  const found: Watched[] = [];
  for (const args of searchesByWords(notes, (path) => decoder.decode(files[path])))
    found.push(await watched(page, args));
  const longest = Math.max(...found.map(({ longest }) => longest));
  log(`  later searches by words: ${spread(found.map(({ time }) => time))}; longest block ${longest.toFixed(1)} ms`);
}

async function patterns(page: Page, log: (line: string) => void): Promise<void> {
  log("  patterns, against RegExp over cachedRead where the app has every text at hand as a string");
  for (const query of PATTERNS) {
    const ours = await rounds(() => watched(page, { query, mode: "regex" }));
    const said = `  ${query}: ${shortest(ours).toFixed(0)} ms, ${ours[0]?.notes ?? NaN} notes; ${blocks(ours)}`;
    const theirs = isCatastrophic(query)
      ? []
      : await rounds(() => page.evaluate((query) => window.searching.byRegExp(query), query));
    const ratio = `${times(shortest(theirs), shortest(ours))} times as fast as RegExp, ${theirs[0]?.notes ?? NaN} notes`;
    log(`${said}; ${theirs.length > 0 ? ratio : "not asked of RegExp"}`);
  }
}

/** What is searched once more than the app is changed must find what is there then, and nothing else. */
function expectFound(what: string, found: number, expected: number): void {
  if (found !== expected) throw new Error(`${what}: ${found} notes are found, not ${expected}`);
}

async function burst(page: Page, log: (line: string) => void): Promise<void> {
  const all: { during: Blocks; after: Watched }[] = [];
  for (const word of ["zqfirst", "zqsecond", "zqthird"]) {
    const during = await page.evaluate(([word, spared]) => window.searching.watchedBurst(word, spared), [
      word,
      FOLDER,
    ] as const);
    const after = await watched(page, { query: `x${word}` });
    all.push({ during, after });
    expectFound("modified", after.notes, MODIFIED);
    expectFound("made", (await search(page, { query: `y${word}` })).notes, MADE);
    const { notes } = await search(page, { query: ".", mode: "regex" });
    expectFound("in all", notes, await page.evaluate(() => window.searching.count()));
  }
  log(`  while 2,000 changes happen: ${blocks(all.map(({ during }) => during))}`);
  const after = all.map(({ after }) => after);
  log(`  search right afterwards: ${shortest(after).toFixed(0)} ms, and right; ${blocks(after)}`);
}

async function renaming(page: Page, log: (line: string) => void): Promise<void> {
  const notes = await page.evaluate((folder) => window.searching.notesIn(folder), FOLDER);
  if (notes === 0) return;
  const rename = (from: string, to: string): Promise<number> =>
    page.evaluate(([from = "", to = ""]) => window.searching.rename(from, to), [from, to]);
  const all: { during: number; after: Watched }[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const during = await rename(FOLDER, MOVED);
    const after = await watched(page, FIRST);
    all.push({ during, after });
    expectFound("moved", (await search(page, { query: ".", mode: "regex", path: MOVED })).notes, notes);
    expectFound("left", (await search(page, { query: ".", mode: "regex", path: FOLDER })).notes, 0);
    await rename(MOVED, FOLDER);
    await search(page, FIRST);
  }
  await page.evaluate(() => window.app.disablePlugin("lectern"));
  const without = await rounds(() => rename(FOLDER, MOVED).then(() => rename(MOVED, FOLDER)));
  const [ours, theirs] = [Math.min(...all.map(({ during }) => during)), Math.min(...without)];
  log(`  a folder of ${notes} notes is renamed: ${ours.toFixed(0)} ms, without the plugin ${theirs.toFixed(0)} ms`);
  const after = all.map(({ after }) => after);
  log(`  search right afterwards: ${shortest(after).toFixed(0)} ms, and right; ${blocks(after)}`);
}
