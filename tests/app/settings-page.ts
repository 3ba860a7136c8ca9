// Opens the settings tab in a page, shared by its tests.
import type { Locator, Page } from "playwright-core";
import { type OpenOptions, page } from "../obsidian/browser.ts";
import { DATA, openLectern } from "./release.ts";

/** An app of today, and one before 1.13, in which a tab draws its settings itself. */
export const APPS = ["1.13.1", "1.12.7"];

/** A page with the tab open. */
export async function openSettings(
  files: Record<string, string>,
  options: Omit<OpenOptions, "files"> = {},
): Promise<Page> {
  await openLectern({ files, ...options });
  await page.evaluate(() => {
    window.app.setting.open();
    window.app.setting.openTabById("lectern");
  });
  // Drawn before the settings are read, rows have no controls.
  await page
    .getByRole("button", { name: /^(?:Show record|Reset)$/ })
    .first()
    .waitFor();
  return page;
}

/** Opens the rows under "Advanced": a page, or before 1.13 a part that is folded at first. */
export const openAdvanced = (): Promise<void> => page.getByText("Advanced", { exact: true }).click();

/** Opens the tab again, without that page. */
export const openTab = (): Promise<void> => page.evaluate(() => void window.app.setting.openTabById("lectern"));

/** The row of the setting with this name, if it is shown. */
export const row = (name: string): Locator =>
  page
    .locator(".setting-item:visible")
    .filter({ has: page.locator(".setting-item-name").getByText(name, { exact: true }) });

/** `data.json` of somebody who has chosen a provider. */
export const withChat = (chat: object): Record<string, string> => ({
  [DATA]: JSON.stringify({ chat: { isChosen: true, ...chat } }),
});
