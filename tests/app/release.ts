// The released plugin in a page, shared by the tests in this folder.
import { readFileSync } from "node:fs";
import type { PluginManifest } from "obsidian";
import type { Browser, Page } from "playwright-core";
import type { LecternApi } from "../../js/api.ts";
import { installPlugin, openApp, type OpenOptions, type Release } from "../obsidian/browser.ts";

const file = (name: string): string => readFileSync(new URL(`../../${name}`, import.meta.url), "utf8");

export const manifest = JSON.parse(file("dist/manifest.json")) as PluginManifest;
export const main = file("dist/main.js");
export const styles = file("dist/styles.css");

/**
 * A page with the app in it, and Lectern enabled: `release`, by default what is built. Close it with
 * `closeApp`.
 */
export async function openLectern(browser: Browser, options: OpenOptions, release?: Release): Promise<Page> {
  const page = await openApp(browser, options);
  await installPlugin(page, release ?? { main, manifest, styles });
  await page.evaluate(() => {
    const plugins = window.app.plugins.plugins as unknown as Record<string, { api: LecternApi }>;
    Object.defineProperty(window, "lectern", { configurable: true, get: () => plugins["lectern"]?.api });
  });
  return page;
}

declare global {
  interface Window {
    /** The API of the plugin that is enabled. */
    lectern: LecternApi;
  }
}
