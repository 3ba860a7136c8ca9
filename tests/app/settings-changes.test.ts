// The settings tab's rows about changes to notes.
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { closeApp, closePages, sharedBrowser } from "../obsidian/browser.ts";
import { APPS, DATA, openSettings, row, saved } from "./settings-page.ts";

let browser: Browser;
let page: Page;
beforeAll(async () => (browser = await sharedBrowser()));
afterEach(() => closeApp(page));
afterAll(() => closePages(browser));

const NOTES = { "Note.md": "One\n" };

test.each(APPS)(
  "in Obsidian %s changes are off until they are allowed; then it is chosen how they are approved",
  async (apiVersion) => {
    page = await openSettings(browser, NOTES, { apiVersion });
    const allow = row(page, "Allow changes to notes").locator(".checkbox-container");
    await allow.waitFor();
    expect(await allow.getAttribute("class")).not.toContain("is-enabled");
    expect(await row(page, "Approve changes").count()).toBe(0);
    expect(await row(page, "Read-only files").count()).toBe(0);
    await allow.click();
    const mode = row(page, "Approve changes").locator("select");
    await mode.waitFor();
    expect(await mode.inputValue()).toBe("ask");
    expect(await mode.locator("option").allTextContents()).toEqual([
      "Ask every time",
      "Ask once per conversation and folder",
      "Accept edits",
      "Plan only",
    ]);
    await mode.selectOption("plan");
    const correct = row(page, "Correct changes with warnings").locator("select");
    expect(await correct.inputValue()).toBe("on");
    expect(await correct.locator("option").allTextContents()).toEqual(["Off", "Ask", "On"]);
    await correct.selectOption("ask");
    await row(page, "Read-only files").locator("textarea").fill("Templates/\n\n*.canvas\n");
    await expect
      .poll(() => saved(page))
      .toMatchObject({
        changes: true,
        readOnly: ["Templates/", "*.canvas"],
        chat: { approve: "plan", correct: "ask" },
      });
    await row(page, "Allow changes to notes").locator(".checkbox-container").click();
    await expect.poll(() => saved(page)).toMatchObject({ changes: false, readOnly: ["Templates/", "*.canvas"] });
    expect(await row(page, "Approve changes").count()).toBe(0);
  },
);

test.each([
  { changes: "yes" },
  { readOnly: "Templates/" },
  { chat: { approve: "always" } },
  { chat: { correct: "yes" } },
])("with %j in data.json nothing is read", async (data) => {
  page = await openSettings(browser, { ...NOTES, [DATA]: JSON.stringify(data) });
  await page.getByText("Lectern reads no note until this is fixed").waitFor();
});
