// Searching 20,000 notes of 200 MB, in the app and in a terminal, for `npm run bench -- --against REV`.
import { mkdtempSync, rmSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { installPlugin } from "../obsidian/browser.ts";
import type { Build, Group } from "./against.ts";
import { whole } from "./cli.ts";
import { openMeasured } from "./measured-page.ts";
import { filesIn } from "./search-app.ts";
import { FIRST, searchesByWords } from "./searches.ts";

interface Vault {
  page: Page;
  build: Build;
}

/** The generated vault, and its files. Made once. */
let folder: string | undefined;
let files: Record<string, Uint8Array> | undefined;
/** Searches by words of its notes. */
let queries: { query: string }[] = [];

function vault(): string {
  if (folder !== undefined) return folder;
  // In a bundle, import.meta.url is that of tests/obsidian/browser.ts: see js/build/bench.mjs.
  const script = fileURLToPath(new URL("../bench/large-vault.mjs", import.meta.url));
  const made = mkdtempSync(join(tmpdir(), "lectern-large-"));
  process.on("exit", () => rmSync(made, { recursive: true }));
  const { status, stderr } = spawnSync(process.execPath, [script, made], { encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
  return (folder = made);
}

/** `keepsIndex`: whether the index that was kept stays. */
async function startAgain({ page, build }: Vault, keepsIndex: boolean): Promise<void> {
  await page.evaluate(async (keepsIndex) => {
    window.app.disablePlugin("lectern");
    if (keepsIndex) return;
    for (const { name = "" } of await indexedDB.databases())
      await new Promise((resolve) => {
        indexedDB.deleteDatabase(name).onsuccess = resolve;
      });
  }, keepsIndex);
  await installPlugin(page, build.release);
}

async function search(page: Page, args: object): Promise<number> {
  return (await page.evaluate((args) => window.searching.search(args), args)).time;
}

export const searchGroup: Group<Vault> = {
  async open(build) {
    files ??= filesIn(vault());
    const notes = Object.keys(files).filter((path) => path.endsWith(".md"));
    const decoder = new TextDecoder();
    queries = searchesByWords(notes, (path) => decoder.decode(files?.[path]));
    const page = await openMeasured(build.release, files, "search-page.ts");
    await page.evaluate(() => window.searching.hold());
    return { page, build };
  },
  rows: [
    {
      name: "first search of 200 MB",
      rounds: 3,
      async measure(vault) {
        await startAgain(vault, false);
        return search(vault.page, FIRST);
      },
    },
    {
      name: "later searches",
      rounds: 300,
      rare: true,
      measure: ({ page }, round) => search(page, queries[round] ?? FIRST),
    },
    {
      name: "first search with the index that was kept",
      rounds: 3,
      async measure(vault) {
        // What is kept is what a search has made.
        await search(vault.page, FIRST);
        const { bytes } = await vault.page.evaluate(() => window.searching.watchedKeeping());
        if (bytes === 0) throw new Error("the index is not kept");
        await startAgain(vault, true);
        return search(vault.page, FIRST);
      },
    },
  ],
  close: ({ page }) => page.context().close(),
};

/** A search as a process of its own. */
export const terminalGroup: Group<{ args: string[]; cache: string }> = {
  async open({ folder }) {
    const args = [join(folder, "pkg/cli.mjs"), "search", FIRST.query, "--limit", "1", "--vault", vault()];
    const cache = mkdtempSync(join(tmpdir(), "lectern-cache-"));
    await whole(args, { XDG_CACHE_HOME: cache });
    return { args, cache };
  },
  rows: [
    {
      name: "command line: a later search",
      rounds: 5,
      measure: ({ args, cache }) => whole(args, { XDG_CACHE_HOME: cache }),
    },
  ],
  close: ({ cache }) => rm(cache, { recursive: true }),
};
