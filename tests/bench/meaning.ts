// `npm run bench -- --meaning`: how long a search by meaning takes among 100,000 passages, in Node and in Chromium.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { sharedBrowser } from "../obsidian/browser.ts";
import { type Figures, measure } from "./meaning-search.ts";

/** @param root the repository */
export async function benchMeaning(root: string, log: (line: string) => void): Promise<void> {
  const wasm = readFileSync(join(root, "pkg/lectern_bg.wasm"));
  log(says("Node", measure(new WebAssembly.Module(wasm))));
  const entryPoints = [join(root, "tests/bench/meaning-page.ts")];
  const options = { bundle: true, write: false, format: "iife", define: { "import.meta.url": '""' } } as const;
  const { outputFiles } = await build({ ...options, entryPoints });
  const browser = await sharedBrowser();
  try {
    const page = await browser.newPage();
    await page.addScriptTag({ content: outputFiles[0]?.text ?? "" });
    log(says("Chromium", await page.evaluate((wasm) => window.searchByMeaning(wasm), wasm.toString("base64"))));
  } finally {
    await browser.close();
  }
}

function says(where: string, { vectors, words, both, meaning, baseline, longest }: Figures): string {
  const ms = (time: number): string => `${time.toFixed(1)} ms`;
  return `in ${where}, ${vectors} passages: by words ${ms(words)}, by words and meaning ${ms(both)}; the meaning takes ${ms(meaning)}, ${(meaning / baseline).toFixed(2)} of comparing floats in JavaScript (${ms(baseline)}). Longest step ${ms(longest)}`;
}
