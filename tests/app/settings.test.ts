// The settings tab: a change applies to the next call, and invalid settings are not saved.
import type { App } from "obsidian";
import { describe, expect, test } from "vitest";
import { APPS, openAdvanced, openSettings as openTab, row } from "./settings-page.ts";
import { page, usePages } from "./page.ts";
import { DATA, saved } from "./release.ts";

usePages();

const FILES = { "Note.md": "One\nTwo\nThree\n", "Diary/Today.md": "marmalade\n" };

const folders = () => row("Excluded folders").locator("textarea");
const size = () => row("Reply size").locator("input");
const execute = (args: unknown): Promise<string> =>
  page.evaluate((args) => window.lectern.createReadFileTool(window.app as unknown as App).execute(args), args);

test.each(["{", '{"closed":"Private"}', '{"maxBytes":null}', "[]", '"x"', '{"closed":[".."]}'])(
  "with settings that cannot be understood (%s) nothing is read, rather than too much",
  async (data) => {
    await openTab({ ...FILES, [DATA]: data });
    const reply = await page.evaluate(() => window.lectern.call("read_file", { path: "Note.md" }));
    expect(reply.structuredContent.error?.code).toBe("unreadable");
  },
);

describe.each(APPS)("in Obsidian %s", (apiVersion) => {
  const openSettings = async (files: Record<string, string>): Promise<void> => {
    await openTab(files, { apiVersion });
  };

  test("a folder that a person closes is closed from then on", async () => {
    await openSettings(FILES);
    expect(await execute({ path: "Diary/Today.md" })).toBe("1: marmalade");
    await folders().fill("Diary\n");
    await expect.poll(() => execute({ path: "Diary/Today.md" })).toContain("is excluded");
    expect(await saved()).toMatchObject({ maxBytes: 102400, closed: ["Diary"] });
    expect(await page.evaluate(() => window.lectern.isProtectedPath("diary/x.md"))).toBe(true);
  });

  test("the size of a reply can be changed", async () => {
    await openSettings(FILES);
    await openAdvanced();
    await size().fill("7");
    await expect
      .poll(() => execute({ path: "Note.md" }))
      .toBe("1: One\n[... truncated, showing lines 1-1 of 3; continue with start_line=2]");
  });

  test.each(["-5", "1.5", "many"])("a size of %s is not saved, and the tab says why", async (given) => {
    await openSettings({ ...FILES, [DATA]: '{"maxBytes":50,"closed":[]}' });
    await openAdvanced();
    await size().fill(given);
    await page.waitForSelector(".lectern-settings-error");
    expect(await page.textContent(".lectern-settings-error")).toBe(
      "Not saved: the byte limit must be a whole number from 0 to 67108864.",
    );
    expect(await saved()).toEqual({ maxBytes: 50, closed: [] });
  });

  test("a path that leaves the vault is not saved", async () => {
    await openSettings(FILES);
    await folders().fill("../Elsewhere");
    await page.waitForSelector(".lectern-settings-error");
    expect(await page.textContent(".lectern-settings-error")).toBe(
      'Not saved: a closed folder cannot be understood: "../Elsewhere" leaves the vault.',
    );
  });

  test("settings that cannot be understood can be reset", async () => {
    await openSettings({ ...FILES, [DATA]: "{" });
    await page.click("text=Reset");
    await expect.poll(() => execute({ path: "Note.md" })).toBe("1: One\n2: Two\n3: Three");
  });

  test.each([
    ["a change", FILES, () => folders().fill("Diary"), ".lectern-settings-error"],
    ["a reset", { ...FILES, [DATA]: "{" }, () => page.click("text=Reset"), ".setting-item-description"],
  ])("%s that cannot be written is told", async (_, files, change, place) => {
    await openSettings(files);
    await page.evaluate(() => {
      const plugins = window.app.plugins.plugins as unknown as Record<string, { saveData: () => Promise<void> }>;
      const plugin = plugins["lectern"];
      if (plugin) plugin.saveData = () => Promise.reject(new Error("the disk is full"));
    });
    await change();
    await expect.poll(() => page.locator(place).allTextContents()).toContain("Not saved: the disk is full.");
  });
});
