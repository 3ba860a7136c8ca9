// How long reading a large document holds up everything else, for the very first document and for later ones, in Chromium
// and in Node. Run by `npm run bench -- --documents`.
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, test } from "vitest";
import { NodeHost } from "../../js/host/node.ts";
import { textOf, Tools } from "../../js/vault/tools.ts";
import { openLectern } from "../app/release.ts";
import { sharedBrowser } from "../obsidian/browser.ts";
import { held, watch } from "./blocks.ts";

/** In Chromium, the best counts, since the machine has other work too. Node has one first document a process. */
const ROUNDS = 3;
const RANGE = { sheet: "Data", range: "A250000:J250040" };
const CALLS = {
  "the first document": { path: "one.xlsx" },
  "another one": { path: "other.xlsx" },
  "its rows from 250,000 on": { path: "other.xlsx", ...RANGE },
  "those of the first": { path: "one.xlsx", ...RANGE },
  "once more": { path: "other.xlsx", ...RANGE },
  ...Object.fromEntries(
    ["docx", "odt", "odp", "rtf", "html"].map((kind) => [`a large ${kind}`, { path: `big.${kind}` }]),
  ),
  "a long mail": { path: "plain.eml" },
  "a long page in a mail": { path: "page.eml" },
  "a long attachment of a mail": { path: "attached.eml" },
  "a notebook with many cells": { path: "cells.ipynb" },
  "a long image in a notebook": { path: "image.ipynb" },
  "a long output in a notebook": { path: "output.ipynb" },
};

interface Figures {
  longest: number;
  all: number;
}

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "lectern-workbooks-"));
  const make = (maker: string, to: string): unknown =>
    execFileSync("node", [fileURLToPath(new URL(maker, import.meta.url)), to]);
  make("big-workbook.mjs", join(folder, "one.xlsx"));
  make("big-documents.mjs", folder);
  copyFileSync(join(folder, "one.xlsx"), join(folder, "other.xlsx"));
}, 300_000);
afterAll(() => {
  rmSync(folder, { recursive: true });
});

test("in Chromium", { timeout: 300_000 }, async () => {
  const files = Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name))]));
  const best = new Map<string, Figures>();
  for (let round = 0; round < ROUNDS; round++) {
    const page = await openLectern({ files });
    for (const [what, args] of Object.entries(CALLS)) {
      await watch(page);
      const all = await page.evaluate(async (args) => {
        const start = performance.now();
        const reply = await window.lectern.call("read_file", args);
        if (reply.isError) throw new Error(reply.structuredContent.display);
        return performance.now() - start;
      }, args);
      const longest = await held(page);
      if (longest < (best.get(what)?.longest ?? Infinity)) best.set(what, { longest, all });
    }
    await page.context().close();
  }
  await (await sharedBrowser()).close();
  print("Chromium", best);
});

test("in Node", { timeout: 300_000 }, async () => {
  const tools = new Tools(NodeHost.open(folder));
  const found = new Map<string, Figures>();
  for (const [what, args] of Object.entries(CALLS)) {
    const start = performance.now();
    let [longest, last] = [0, ownTime()];
    const beat = (): void => {
      const now = ownTime();
      longest = Math.max(longest, now - last);
      last = now;
    };
    const timer = setInterval(beat, 0);
    textOf(await tools.call("read_file", args));
    beat();
    clearInterval(timer);
    found.set(what, { longest, all: performance.now() - start });
  }
  print("Node", found);
});

/** Processor time of this thread in milliseconds, without what other work takes; where Linux does not tell, the clock. */
function ownTime(): number {
  try {
    return Number.parseInt(readFileSync("/proc/thread-self/schedstat", "utf8")) / 1e6;
  } catch {
    return performance.now();
  }
}

function print(where: string, found: Map<string, Figures>): void {
  for (const [what, { longest, all }] of found)
    console.log(`${where}, ${what}: longest block ${longest.toFixed(1)} ms, ${all.toFixed(0)} ms in all`);
}
