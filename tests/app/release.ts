// The released plugin in a page, shared by the tests in this folder.
import { readFileSync } from "node:fs";
import type { PluginManifest } from "obsidian";
import type { Page } from "playwright-core";
import type { LecternApi } from "../../js/api.ts";
import { installPlugin, openApp, type OpenOptions, page, type Release } from "../obsidian/browser.ts";

const file = (name: string): string => readFileSync(new URL(`../../${name}`, import.meta.url), "utf8");

export const manifest = JSON.parse(file("dist/manifest.json")) as PluginManifest;
export const main = file("dist/main.js");
export const styles = file("dist/styles.css");

/**
 * A page with the app in it, and Lectern enabled: `release`, by default what is built. Close it with
 * `closeApp`.
 */
export async function openLectern(options: OpenOptions, release?: Release): Promise<Page> {
  await openApp(options);
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

/** Where the plugin's settings are. */
export const DATA = ".obsidian/plugins/lectern/data.json";

/** What the file at `path` holds. */
export const textAt = (path: string): Promise<string> =>
  page.evaluate((path) => window.app.vault.adapter.read(path), path);

/** What the plugin has saved. */
export const saved = async (): Promise<Record<string, unknown>> =>
  JSON.parse(await textAt(DATA)) as Record<string, unknown>;

/** Another device writes these settings. */
export const writeSettings = (data: object): Promise<void> =>
  page.evaluate(
    async ({ path, data }) => {
      await window.app.vault.adapter.write(path, JSON.stringify(data));
      const plugin = window.app.plugins.plugins["lectern"] as unknown as { onExternalSettingsChange(): Promise<void> };
      await plugin.onExternalSettingsChange();
    },
    { path: DATA, data },
  );

/** Another device changes these settings, and leaves the others. */
export const changeSettings = async (some: object): Promise<void> => writeSettings({ ...(await saved()), ...some });

/** Runs a command of the plugin, as from the palette. Resolves to whether it is offered. */
export const runCommand = (id: string): Promise<boolean> =>
  page.evaluate((id) => window.app.commands.executeCommandById(`lectern:${id}`), id);

/** Opens a note in the active tab. */
export const openNote = (path: string): Promise<void> =>
  page.evaluate((path) => window.app.workspace.openLinkText(path, "", false), path);
