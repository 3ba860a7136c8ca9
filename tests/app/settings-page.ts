// Opens the settings tab in a page, shared by its tests.
import type { Browser, Locator, Page } from "playwright-core";
import type { OpenOptions } from "../obsidian/browser.ts";
import { openLectern } from "./release.ts";

export const DATA = ".obsidian/plugins/lectern/data.json";

/** A page with the tab open. */
export async function openSettings(
  browser: Browser,
  files: Record<string, string>,
  options: Omit<OpenOptions, "files"> = {},
): Promise<Page> {
  const page = await openLectern(browser, { files, ...options });
  await page.evaluate(() => {
    window.app.setting.open();
    window.app.setting.openTabById("lectern");
  });
  // Most rows of tests are further down. Settings that can't be read have no rows.
  await page.locator(".lectern-settings-advanced > summary, .vertical-tab-content > p").first().click();
  return page;
}

/** What the plugin has saved. */
export const saved = (page: Page): Promise<Record<string, unknown>> =>
  page.evaluate(async (path) => JSON.parse(await window.app.vault.adapter.read(path)) as Record<string, unknown>, DATA);

/** The row of the setting with this name. */
export const row = (page: Page, name: string): Locator =>
  page.locator(".setting-item").filter({ has: page.locator(".setting-item-name").getByText(name, { exact: true }) });

/** `data.json` of somebody who has chosen a provider. */
export const withChat = (chat: object): Record<string, string> => ({
  [DATA]: JSON.stringify({ chat: { isChosen: true, ...chat } }),
});
