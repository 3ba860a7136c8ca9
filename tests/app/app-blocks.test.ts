// What the app makes of an answer's blocks, callouts and task boxes, as the panel shows it; and a key that the app asks
// for.
import { expect, test } from "vitest";
import { askAndWait, openChat, startModel } from "./chat.ts";
import { openSettings, row, withChat } from "./settings-page.ts";
import { page, usePages } from "./page.ts";
import { saved } from "./release.ts";

usePages();

test("callouts are shown and unfold, and task boxes can't be ticked", async () => {
  const model = await startModel();
  model.script({ parts: ["> [!warning]- The *tide*\n> Be off by four.\n\n- [ ] Hang the clapper\n- [x] Draw it\n"] });
  await openChat({ files: {}, standIn: model });
  await askAndWait("Show all.");
  const content = page.locator(".callout[data-callout='warning'] > .callout-content");
  expect(await page.textContent(".callout-title-inner")).toBe("The tide");
  expect(await content.isVisible()).toBe(false);
  await page.click(".callout-title");
  expect((await content.innerText()).trim()).toBe("Be off by four.");
  const boxes = page.locator(".task-list-item-checkbox");
  expect(
    await boxes.evaluateAll((all) => all.map((box) => [(box as HTMLInputElement).checked, box.matches(":disabled")])),
  ).toEqual([
    [false, true],
    [true, true],
  ]);
  await model.close();
});

test("a key is added to the app's secrets where the settings ask for it, and they have its name", async () => {
  await openSettings(withChat({ provider: "anthropic" }));
  await row("API key").getByRole("button", { name: "Add secret" }).click();
  const modal = page.locator(".modal").last();
  await modal.locator("input").first().fill("My key");
  await modal.locator("input").last().fill("sk-very-secret");
  await modal.getByRole("button", { name: "Save" }).click();
  expect(await modal.locator(".mod-warning").textContent()).toBe("Invalid secret ID: My key");
  await modal.locator("input").first().fill("my-key");
  await modal.getByRole("button", { name: "Save" }).click();
  await expect.poll(async () => JSON.stringify(await saved())).toContain('"secret":"my-key"');
  expect(JSON.stringify(await saved())).not.toContain("sk-very-secret");
  expect(await page.evaluate(() => window.app.secretStorage.getSecret("my-key"))).toBe("sk-very-secret");
});
