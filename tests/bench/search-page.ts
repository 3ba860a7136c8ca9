// The code of `npm run bench -- --search DIR` for the page: measures searches by the released plugin in a vault in
// memory, how long they block the app, and the way JavaScript plugins search the same texts.
import type { LecternApi } from "../../js/api.ts";
import type {} from "../obsidian/index.ts";
import { notesFound } from "./searches.ts";

/**
 * How long nothing else could run: the longest time, that which one of 1,000 is longer than, and how many a frame
 * missed.
 */
export interface Blocks {
  longest: number;
  rare: number;
  missed: number;
}

/** A frame at 60 a second. */
const FRAME_MS = 16;

const api = (): LecternApi =>
  (window.app.plugins.plugins as unknown as Record<string, { api: LecternApi }>)["lectern"]?.api ??
  fail("the plugin is not installed");

/** The notes that are open to a model: those of both ways. */
let open: ReturnType<typeof window.app.vault.getFiles> = [];

function lookUp(): void {
  open = window.app.vault.getMarkdownFiles().filter(({ path }) => !api().isProtectedPath(path));
}

/**
 * Has the vault hand out what it holds in memory: for both ways the clock starts behind the disk. Text that is to be as
 * it is now is decoded at every read, as in the app; what may be older is held as text.
 */
async function hold(): Promise<number> {
  const { vault } = window.app;
  const held = new WeakMap<object, { bytes: ArrayBuffer; text: string }>();
  await api().ready();
  lookUp();
  for (const file of open) {
    const bytes = await vault.readBinary(file);
    held.set(file.stat, { bytes, text: new TextDecoder().decode(bytes) });
  }
  const { readBinary, read, cachedRead } = vault;
  vault.readBinary = (file) => Promise.resolve(held.get(file.stat)?.bytes ?? readBinary(file));
  vault.cachedRead = (file) => Promise.resolve(held.get(file.stat)?.text ?? cachedRead(file));
  vault.read = (file) => {
    const found = held.get(file.stat);
    return found ? Promise.resolve(new TextDecoder().decode(found.bytes)) : read(file);
  };
  return open.reduce((sum, { stat }) => sum + stat.size, 0);
}

export interface Search {
  /** Milliseconds. */
  time: number;
  /** How many notes were found. */
  notes: number;
}

async function search(args: object): Promise<Search> {
  const start = performance.now();
  const { structuredContent, isError } = await api().call("search_notes", args);
  const time = performance.now() - start;
  if (isError && structuredContent.error?.code !== "not_found") fail(structuredContent.display);
  return { time, notes: isError ? 0 : notesFound(structuredContent.display) };
}

/** Does `work`, and tells how long it held up whoever else wanted to run. */
async function watched<T>(work: () => Promise<T>): Promise<T & Blocks> {
  const { port1, port2 } = new MessageChannel();
  // Not a list that grows: what it leaves behind would be collected meanwhile.
  const blocks = new Float64Array(1e6);
  let count = 0;
  let last = performance.now();
  const beat = (): void => {
    const now = performance.now();
    blocks[count++ % blocks.length] = now - last;
    last = now;
  };
  port1.onmessage = (): void => {
    beat();
    port2.postMessage(null);
  };
  port2.postMessage(null);
  const done = await work();
  beat();
  port1.close();
  const sorted = blocks.subarray(0, count).sort().reverse();
  return {
    ...done,
    longest: sorted[0] ?? NaN,
    rare: sorted[Math.floor(sorted.length / 1000)] ?? NaN,
    missed: sorted.filter((block) => block >= FRAME_MS).length,
  };
}

/** Waits until the index is kept, for half a minute at most: it begins two to four seconds after the last search. */
async function keep(): Promise<{ bytes: number; time: number }> {
  const start = performance.now();
  const kept = (): number => api().indexed()?.kept ?? 0;
  while (kept() === 0 && performance.now() < start + 30_000) await new Promise((resolve) => setTimeout(resolve, 20));
  return { bytes: kept(), time: performance.now() - start };
}

/** As plugins in JavaScript search. */
async function byRegExp(source: string): Promise<Search> {
  const pattern = new RegExp(source, "i");
  const start = performance.now();
  let notes = 0;
  for (const file of open) {
    const text = await window.app.vault.cachedRead(file);
    let lines = 0;
    for (const line of text.split("\n")) if (pattern.test(line)) lines++;
    if (lines > 0) notes++;
  }
  return { time: performance.now() - start, notes };
}

/** The next turn of the loop. */
function turn(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => resolve();
    port2.postMessage(null);
  });
}

/** What happens to each note of a burst, in turn. */
const BURST = 1500;

/**
 * 2,000 changes, some at a turn as the app hears of them: 500 notes are deleted, 1,000 changed, 500 made. What is new
 * has `word` after x or y, so that neither finds forms of the other. No note below `spared` is touched.
 */
async function burst(word: string, spared: string): Promise<void> {
  const { vault } = window.app;
  await vault.adapter.mkdir(word);
  const files = open.filter(({ path }) => !path.startsWith(`${spared}/`)).slice(0, BURST);
  for (const [index, file] of files.entries()) {
    if (index % 3 > 0) {
      await vault.modify(file, `Another text, x${word}.\n`);
    } else {
      await vault.delete(file);
      await vault.create(`${word}/${index}.md`, `A text, y${word}.\n`);
    }
    if (index % 10 === 0) await turn();
  }
}

/** How many open notes are in `folder`. */
const notesIn = (folder: string): number => open.filter(({ path }) => path.startsWith(`${folder}/`)).length;

/** How long the app takes to rename a folder, with all who hear of it. */
async function rename(from: string, to: string): Promise<number> {
  const start = performance.now();
  await window.app.vault.adapter.rename(from, to);
  return performance.now() - start;
}

function fail(message: string): never {
  throw new Error(message);
}

const searching = {
  hold,
  search,
  byRegExp,
  rename,
  notesIn,
  count: (): number => open.length,
  watchedKeeping: () => watched(keep),
  watchedSearch: (args: object) => watched(() => search(args)),
  idle: (ms: number) => watched(() => new Promise<object>((resolve) => setTimeout(() => resolve({}), ms))),
  watchedBurst: async (word: string, spared: string): Promise<Blocks> => {
    const blocks = await watched(() => burst(word, spared).then(() => ({})));
    lookUp();
    return blocks;
  },
};

declare global {
  interface Window {
    searching: typeof searching;
  }
}

window.searching = searching;
