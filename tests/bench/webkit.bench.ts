// What WebKit makes of the plugin, beside Chromium in the same run: its start, a window of a large note, and the first
// search. Run by `npm run bench -- --webkit`.
import { build } from "esbuild";
import { fileURLToPath } from "node:url";
import { test } from "vitest";
import { main, manifest } from "../app/release.ts";
import { sharedBrowser, openApp as openInChromium } from "../obsidian/browser.ts";
import { hasWebKit, WebKit } from "../webkit/driver.ts";
import { openApp as openInWebKit } from "../webkit/page.ts";
import { note } from "./corpus.ts";
import { startUp } from "./memory.ts";
import type {} from "./page.ts";
import type {} from "./search-page.ts";
import { FIRST } from "./searches.ts";
import { median } from "./turns.ts";

/** How often each thing is done; odd, since the median counts. */
const ROUNDS = 9;
const LARGE = 10 * 1024 * 1024;
const WINDOW = 200;
/** Calls a turn: a clock tick of WebKit is 1 ms. */
const BATCH = 10;
const NOTES = 2000;
const NOTE_BYTES = 10_000;

interface Page {
  evaluate<R, A>(work: (arg: A) => R, arg: A): Promise<Awaited<R>>;
  close(): Promise<unknown>;
}
type Files = Record<string, Uint8Array>;
interface Engine {
  name: string;
  open: (files: Files) => Promise<Page>;
  close: () => Promise<void>;
}

function chromium(): Engine {
  const open = async (files: Files): Promise<Page> => {
    const page = await openInChromium({ files });
    return {
      evaluate: (work, arg) => page.evaluate(work as never, arg as never),
      close: () => page.context().close(),
    };
  };
  return { name: "Chromium", open, close: async () => (await sharedBrowser()).close() };
}

async function webkit(): Promise<Engine> {
  const browser = await WebKit.launch();
  const open = async (files: Files): Promise<Page> => {
    const close = await openInWebKit(browser, { files });
    return { evaluate: (work, arg) => browser.evaluate(work, arg), close };
  };
  return { name: "WebKit", open, close: () => browser.close() };
}

/** Adds the code of this folder's file `name` to the page. */
async function add(page: Page, name: string): Promise<void> {
  const entryPoints = [fileURLToPath(new URL(name, import.meta.url))];
  const { outputFiles } = await build({ entryPoints, bundle: true, write: false, format: "iife" });
  await page.evaluate((script) => void (0, eval)(script), outputFiles[0]?.text ?? "");
}

async function start({ open }: Engine): Promise<string> {
  const times: number[] = [];
  while (times.length < ROUNDS) {
    const page = await open({});
    times.push(await page.evaluate(startUp, { main, manifest }));
    await page.close();
  }
  return `evaluating main.js and onload: ${median(times).toFixed(0)} ms`;
}

async function largeNote({ open }: Engine): Promise<string> {
  const page = await open({ "note.md": note("English", LARGE) });
  await page.evaluate(startUp, { main, manifest });
  await add(page, "page.ts");
  const turns = { count: WINDOW, rounds: ROUNDS, batch: BATCH };
  const { ours, ratio } = await page.evaluate(async ({ count, rounds, batch }) => {
    await window.bench.holdBytes(["note.md"]);
    const { total_lines: total } = await window.bench.firstPage("note.md");
    const start = Math.floor(total / 2);
    return window.bench.read("note.md", { start, end: start + count - 1 }, rounds, batch);
  }, turns);
  await page.close();
  return `${WINDOW} lines in the middle of 10 MB: ${ours.toFixed(1)} ms, ${ratio.toFixed(0)} times as fast as split`;
}

async function firstSearch({ open }: Engine): Promise<string> {
  const names = Array.from({ length: NOTES }, (_, index) => `Notes/${index}.md`);
  const page = await open(Object.fromEntries(names.map((name, index) => [name, note("English", NOTE_BYTES + index)])));
  const times: number[] = [];
  while (times.length < 3) {
    if (times.length > 0) await page.evaluate(() => window.app.disablePlugin("lectern"), null);
    await page.evaluate(startUp, { main, manifest });
    if (times.length === 0) {
      await add(page, "search-page.ts");
      await page.evaluate(() => window.searching.hold(), null);
    }
    times.push((await page.evaluate((args) => window.searching.search(args), FIRST)).time);
  }
  await page.close();
  return `first search of ${NOTES} notes, 10 KB each: ${(Math.min(...times) / 1000).toFixed(2)} s`;
}

test.skipIf(!hasWebKit)("WebKit beside Chromium", { timeout: 300_000 }, async () => {
  for (const make of [chromium, webkit]) {
    const engine = await make();
    try {
      for (const measure of [start, largeNote, firstSearch]) console.log(`${engine.name}, ${await measure(engine)}`);
    } finally {
      await engine.close();
    }
  }
});
