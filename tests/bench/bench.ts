// `npm run bench`: compares the released plugin with the way JavaScript plugins read notes, in real Chromium. Prints
// ratios, because times don't carry over to other machines.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { PluginManifest } from "obsidian";
import type { Browser } from "playwright-core";
import { openApp, sharedBrowser } from "../obsidian/browser.ts";
import { type Language, LANGUAGES, note } from "./corpus.ts";
import { timedOnDisk } from "./disk.ts";
import { openMeasured } from "./measured-page.ts";
import { peakMemory, startUp } from "./memory.ts";
import type {} from "./page.ts";
import { KB, MB, SEVERAL, severalNotes, SIZES, WINDOW_LINES } from "./reads.ts";
import { median, type Timing } from "./turns.ts";

interface Row extends Timing {
  language: Language;
  size: string;
  what: string;
}

/** @param root the repository @param full whether the baseline, too, reads every page to the end */
export async function bench(root: string, full: boolean, log: (line: string) => void): Promise<unknown> {
  const main = readFileSync(join(root, "dist/main.js"), "utf8");
  const manifest = JSON.parse(readFileSync(join(root, "manifest.json"), "utf8")) as PluginManifest;
  const browser = await sharedBrowser();
  const open: Open = (files) => openMeasured({ main, manifest }, files, "page.ts");
  try {
    const rows: Row[] = [];
    for (const language of LANGUAGES) {
      for (const { size, bytes, rounds, batch } of SIZES) {
        const path = "note.md";
        const page = await open({ [path]: note(language, bytes) });
        await page.evaluate((path) => window.bench.holdBytes([path]), path);
        const parts = await page.evaluate(({ path, count }) => window.bench.parts(path, count), {
          path,
          count: WINDOW_LINES,
        });
        for (const [what, lines] of Object.entries(parts)) {
          const timing = await page.evaluate(
            ({ path, lines, rounds, batch }) => window.bench.read(path, lines, rounds, batch),
            { path, lines, rounds, batch },
          );
          rows.push({ language, size, what, ...timing });
        }
        const paging = await page.evaluate(({ path, samples, batch }) => window.bench.follow(path, samples, batch), {
          path,
          samples: full ? Infinity : 20,
          batch,
        });
        rows.push({
          language,
          size,
          what: `all ${paging.pages} pages`,
          ...paging,
        });
        for (const row of rows.slice(-4)) log(line(row));
        await page.context().close();
      }
      for (const several of [severalInPage, severalOnDisk]) {
        const row = await several(language, open);
        rows.push(row);
        log(line(row));
      }
    }
    const memory = await memoryOfReading(browser, open, 50 * MB);
    const start = await startOf(main, manifest);
    log(`\nmemory while reading a 50 MB note: ${memory?.toFixed(2) ?? "not measured here"} times the note`);
    log(`evaluating main.js and onload: ${start.toFixed(1)} ms`);
    log(`main.js: ${Buffer.byteLength(main).toLocaleString("en")} bytes`);
    return { rows, memory, start, bytes: Buffer.byteLength(main) };
  } finally {
    await browser.close();
  }
}

type Open = (files: Record<string, Uint8Array | string>) => ReturnType<typeof openApp>;

/** Several files in one call. The reply holds them all whole: what is compared is the same text. */
async function severalInPage(language: Language, open: Open): Promise<Row> {
  const { rounds, batch } = SEVERAL;
  const notes = severalNotes(language);
  const paths = Object.keys(notes);
  const page = await open({
    ...notes,
    ".obsidian/plugins/lectern/data.json": JSON.stringify({ maxBytes: MB }),
  });
  await page.evaluate((paths) => window.bench.holdBytes(paths), paths);
  const call = { paths, rounds, batch };
  const timing = await page.evaluate(({ paths, rounds, batch }) => window.bench.several(paths, rounds, batch), call);
  await page.context().close();
  return {
    language,
    size: "10 KB",
    what: `${paths.length} in one call`,
    ...timing,
  };
}

/** The same in Node, reading included: the command line's way against reading one file after another. */
async function severalOnDisk(language: Language): Promise<Row> {
  const { rounds, batch } = SEVERAL;
  const notes = severalNotes(language);
  const timing = await timedOnDisk(notes, { maxBytes: MB, rounds, batch });
  return {
    language,
    size: "10 KB",
    what: `${Object.keys(notes).length} from disk`,
    ...timing,
  };
}

async function memoryOfReading(browser: Browser, open: Open, bytes: number): Promise<number | undefined> {
  const page = await open({
    "note.md": note("English", bytes),
    "small.md": note("English", KB),
  });
  await page.evaluate(() => window.bench.firstPage("small.md"));
  const peak = await peakMemory(browser, page, () => page.evaluate(() => window.bench.firstPage("note.md")));
  await page.context().close();
  return peak === undefined ? undefined : peak / bytes;
}

/** The median over fresh pages: each start is a first one. */
async function startOf(main: string, manifest: PluginManifest): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < 9; round++) {
    const page = await openApp({ files: {}, layoutReady: false });
    times.push(await page.evaluate(startUp, { main, manifest }));
    await page.context().close();
  }
  return median(times);
}

export const HEADING = line({
  language: "note",
  size: "",
  what: "",
  ours: "ours",
  baseline: "baseline",
  ratio: "times as fast",
});

function line(
  row: Record<"language" | "size" | "what", string> & Record<"ours" | "baseline" | "ratio", string | number>,
): string {
  const milliseconds = (value: string | number): string =>
    typeof value === "string" ? value : `${value.toFixed(3)} ms`;
  const ratio = typeof row.ratio === "string" ? row.ratio : row.ratio.toFixed(row.ratio < 10 ? 2 : 0);
  const { language, size, what, ours, baseline } = row;
  return `${language.padEnd(8)} ${size.padStart(6)}  ${what.padEnd(14)} ${milliseconds(ours).padStart(12)} ${milliseconds(baseline).padStart(14)} ${ratio.padStart(14)}`;
}
