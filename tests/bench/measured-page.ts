// A page with a build of the plugin, and with code of this folder that measures it.
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import type { Page } from "playwright-core";
import { installPlugin, openApp, type Release } from "../obsidian/browser.ts";

/** `script` is a file of this folder. */
export async function openMeasured(
  release: Release,
  files: Record<string, Uint8Array | string>,
  script: string,
): Promise<Page> {
  const page = await openApp({ files });
  await installPlugin(page, release);
  await page.addScriptTag({ content: await bundledForPage(script) });
  return page;
}

const bundles = new Map<string, Promise<string>>();

function bundledForPage(script: string): Promise<string> {
  // In a bundle, import.meta.url is that of tests/obsidian/browser.ts: see js/build/bench.mjs.
  const entryPoints = [fileURLToPath(new URL(`../bench/${script}`, import.meta.url))];
  const found = bundles.get(script);
  if (found) return found;
  const made = build({ entryPoints, bundle: true, write: false, format: "iife" });
  const text = made.then(({ outputFiles }) => outputFiles[0]?.text ?? "");
  bundles.set(script, text);
  return text;
}
