// The settings tab's rows about changes to notes.
import { expect, test } from "vitest";
import { APPS, openSettings, row } from "./settings-page.ts";
import { page, usePages } from "./page.ts";
import { DATA, saved } from "./release.ts";

usePages();

const NOTES = { "Note.md": "One\n" };

test.each(APPS)(
  "in Obsidian %s changes are off until they are allowed; then it is chosen how they are approved",
  async (apiVersion) => {
    await openSettings(NOTES, { apiVersion });
    const allow = row("Allow changes to notes").locator(".checkbox-container");
    await allow.waitFor();
    expect(await allow.getAttribute("class")).not.toContain("is-enabled");
    expect(await row("Approve changes").count()).toBe(0);
    expect(await row("Read-only files").count()).toBe(0);
    await allow.click();
    const mode = row("Approve changes").locator("select");
    await mode.waitFor();
    expect(await mode.inputValue()).toBe("ask");
    expect(await mode.locator("option").allTextContents()).toEqual([
      "Ask every time",
      "Ask once per conversation and folder",
      "Accept edits",
      "Plan only",
    ]);
    await mode.selectOption("plan");
    const correct = row("Correct changes with warnings").locator("select");
    expect(await correct.inputValue()).toBe("on");
    expect(await correct.locator("option").allTextContents()).toEqual(["Off", "Ask", "On"]);
    await correct.selectOption("ask");
    await row("Read-only files").locator("textarea").fill("Templates/\n\n*.canvas\n");
    await expect
      .poll(() => saved())
      .toMatchObject({
        changes: true,
        readOnly: ["Templates/", "*.canvas"],
        chat: { approve: "plan", correct: "ask" },
      });
    await row("Allow changes to notes").locator(".checkbox-container").click();
    await expect.poll(() => saved()).toMatchObject({ changes: false, readOnly: ["Templates/", "*.canvas"] });
    expect(await row("Approve changes").count()).toBe(0);
  },
);

test.each([
  { changes: "yes" },
  { readOnly: "Templates/" },
  { chat: { approve: "always" } },
  { chat: { correct: "yes" } },
])("with %j in data.json nothing is read", async (data) => {
  await openSettings({ ...NOTES, [DATA]: JSON.stringify(data) });
  await page.getByText("Lectern reads no note until this is fixed").waitFor();
});
