// Memory of the released plugin in Chromium, and its start-up in any engine.
import { readFileSync, writeFileSync } from "node:fs";
import type { PluginManifest } from "obsidian";
import type { Browser, Page } from "playwright-core";
import type {} from "../obsidian/index.ts";

/** The most memory that `work` took in the page's process at once, in bytes; undefined where the system does not tell. */
export async function peakMemory(
  browser: Browser,
  page: Page,
  work: () => Promise<unknown>,
): Promise<number | undefined> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("HeapProfiler.collectGarbage");
  const process = await largestRenderer(browser);
  if (process === undefined) return undefined;
  const before = memory(process, "VmRSS");
  // Linux: 5 sets the peak to what is used now.
  writeFileSync(`/proc/${process}/clear_refs`, "5");
  await work();
  return memory(process, "VmHWM") - before;
}

async function largestRenderer(browser: Browser): Promise<number | undefined> {
  const devtools = await browser.newBrowserCDPSession();
  const { processInfo } = await devtools.send("SystemInfo.getProcessInfo");
  try {
    const renderers = processInfo.filter(({ type }) => type === "renderer").map(({ id }) => id);
    return renderers.sort((a, b) => memory(b, "VmRSS") - memory(a, "VmRSS"))[0];
  } catch {
    return undefined;
  }
}

function memory(process: number, field: "VmRSS" | "VmHWM"): number {
  const status = readFileSync(`/proc/${process}/status`, "utf8");
  return Number(new RegExp(`^${field}:\\s+(\\d+) kB`, "m").exec(status)?.[1]) * 1024;
}

/**
 * Runs in the page: milliseconds from the text of main.js to the end of `onload`, without what the stand-in takes to
 * store the files.
 */
export async function startUp({ main, manifest }: { main: string; manifest: PluginManifest }): Promise<number> {
  await window.app.installPlugin(main, manifest, "");
  return performance.now() - (performance.getEntriesByName("evaluate")[0]?.startTime ?? NaN);
}
