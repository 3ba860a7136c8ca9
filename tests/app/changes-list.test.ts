// The list of changes that were made: what it shows, and undoing a part, a change and everything.
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { closeApp, closePages, sharedBrowser } from "../obsidian/browser.ts";
import type { StandIn } from "../standins/standin.ts";
import { answered, ask, FIELD, selected, startModel } from "./chat.ts";
import {
  BELL,
  CHANGED,
  contentOf,
  edit,
  EDITS,
  lastQuestion,
  listButton,
  listed,
  NEW,
  PATH,
  propose,
  proposeAndList,
  undone,
} from "./changes-page.ts";

let browser: Browser;
let page: Page;
let model: StandIn;
beforeAll(async () => (browser = await sharedBrowser()));
beforeEach(async () => (model = await startModel()));
afterEach(async () => {
  await closeApp(page);
  await model.close();
});
afterAll(() => closePages(browser));

const list = (): Locator => listed(page);
const header = (): Locator => listButton(page);
const button = (name: string | RegExp): Locator => list().getByRole("button", { name, exact: true });
const status = (): Promise<string | null> => list().getByRole("status").textContent();
const changed = async (calls: Parameters<typeof propose>[2]): Promise<Page> =>
  (page = await proposeAndList(browser, model, calls));

/** What has the focus, by its label or its text. */
const focused = (): Promise<string> =>
  page.evaluate(() => {
    const { activeElement } = document;
    return activeElement?.getAttribute("aria-label") ?? activeElement?.textContent ?? "";
  });

/** A picture for a human to judge, if `SHOTS` names a folder. */
async function shot(name: string): Promise<void> {
  const folder = process.env["SHOTS"];
  if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png` });
}

test("each change is shown with its lines, and a part of it, or all, can be undone", async () => {
  await changed([edit(...EDITS), NEW]);
  const files = list().locator(".lectern-change-file");
  // Calls run side by side, so either may be the last.
  await expect.poll(async () => (await files.allTextContents()).sort()).toEqual(["New.md", PATH]);
  const [edited, made] = [PATH, "New.md"].map((name) => list().getByRole("group", { name: `Changes in ${name}` }));
  expect(await made?.locator(".lectern-change-line").allTextContents()).toEqual(["1+# New"]);
  expect(await edited?.locator(".lectern-change-line").allTextContents()).toEqual([
    "3−Cast in 1911.",
    "3+Cast in 1912.",
    "7−It hangs in the tower.",
    "7+It hangs in the chapel.",
    "11−The clapper weighs 14 kg.",
    "11+The clapper weighs 15 kg.",
  ]);
  await shot("changes-list");
  await button(/^Undo part 2 of 3: /).click();
  await expect.poll(status).toBe("Undone.");
  expect(await contentOf(page)).toBe(CHANGED.replace("chapel", "tower"));
  await expect.poll(() => list().locator(".lectern-change-line").count()).toBe(5);
  // The focus stays at the place, not on a button that the same key would press.
  expect(await focused()).toBe("Change 2 of 2, line 11");
  await button("Undo all 3 changes").click();
  expect(await focused()).toBe("Cancel");
  await page.keyboard.press("Enter");
  expect(await contentOf(page)).toBe(CHANGED.replace("chapel", "tower"));
  await button("Undo all 3 changes").click();
  await button("Undo all").click();
  await expect.poll(() => list().textContent()).toContain("Nothing to undo in this conversation");
  expect(await contentOf(page)).toBe(BELL);
  expect(await page.evaluate(() => window.app.vault.getFileByPath("New.md"))).toBe(null);

  // The model learns of it with the next question.
  await page.keyboard.press("Escape");
  model.script({ parts: ["I see."] }, { parts: ["I do see."] });
  await ask(page, "And now?");
  await answered(page, 2);
  // What is gone is not named.
  expect(lastQuestion(model)).toEqual([undone(` in "${PATH}"`), { type: "text", text: "And now?" }]);
  expect(await page.locator(".lectern-chat-question").last().textContent()).toBe("And now?");

  // Asked again, the model is told again.
  await page.locator(FIELD).press("ArrowUp");
  await ask(page, "And now, please?");
  await answered(page, 2);
  await expect
    .poll(() => lastQuestion(model))
    .toEqual([undone(` in "${PATH}"`), { type: "text", text: "And now, please?" }]);
});

test("a change whose place has changed is refused, and what is there now is shown beside it", async () => {
  await changed([edit({ old: "1911", new: "1912" })]);
  await page.evaluate(async (path) => {
    const file = window.app.vault.getFileByPath(path);
    if (file) await window.app.vault.process(file, (text) => text.replace("Cast in 1912.", "Recast in 1920."));
  }, PATH);
  await button(/^Undo: /).click();
  await expect.poll(status).toBe("Not everything could be undone.");
  expect(await list().getByRole("alert").textContent()).toContain(
    `Not undone: the place in "${PATH}" has changed since.`,
  );
  await list().locator("summary").click();
  expect(await list().locator("pre").allTextContents()).toEqual([
    "Cast in 1911.\n",
    "Cast in 1912.\n",
    "Recast in 1920.\n",
  ]);
  await shot("changes-refused");
  // Again is no more.
  await button(/^Undo: /).click();
  await expect.poll(() => list().getAttribute("aria-busy")).toBe("false");
  expect(await status()).toBe("Not everything could be undone.");
  await list().locator("summary").click();
  await button("Open note at line 3").click();
  await expect.poll(() => selected(page)).toEqual({ path: PATH, text: "Recast in 1920." });
  expect(await list().count()).toBe(0);
  expect(await contentOf(page)).toContain("Recast in 1920.");
});

test.each(["phone", "dark", "rtl"])("the list fits into 300 pixels (%s)", async (look) => {
  await changed([edit(...EDITS), edit({ old: "Kept by Ann.", new: `Kept by ${"Ann".repeat(60)}.` }), NEW]);
  await page.setViewportSize({ width: 300, height: 640 });
  await page.evaluate((look) => {
    if (look === "phone") document.body.classList.add("is-mobile", "is-phone");
    if (look === "dark") document.body.classList.replace("theme-light", "theme-dark");
    if (look === "rtl") document.documentElement.dir = "rtl";
  }, look);
  // A place that has changed: the three versions are below each other.
  await page.evaluate(async (path) => {
    const file = window.app.vault.getFileByPath(path);
    if (file) await window.app.vault.process(file, (text) => text.replace("chapel", "crypt".repeat(40)));
  }, PATH);
  await list()
    .getByRole("button", { name: /^Undo part 2 of 3: / })
    .click();
  await list().locator("summary").click();
  const overflowing = await list().evaluate((modal) => {
    const all = [...modal.querySelectorAll(".lectern-change, .lectern-change *")];
    const { left, right } = modal.getBoundingClientRect();
    const edges = all.map((one) => one.getBoundingClientRect());
    return edges.filter((edge) => edge.width > 0 && (edge.right > right + 1 || edge.left < left - 1)).length;
  });
  await list().locator("summary").scrollIntoViewIfNeeded();
  await shot(`changes-${look}`);
  expect(overflowing).toBe(0);
});

test("a move is undone with its links, and two clicks at once undo one change", async () => {
  page = await propose(browser, model, [{ call: "move_file", args: { from: PATH, to: "Bells/Fog" } }], {
    files: { "n.md": "[[Fog bell]]" },
  });
  await page.getByRole("button", { name: "Accept", exact: true }).click();
  await answered(page);
  expect(await contentOf(page, "n.md")).toBe("[[Fog]]");
  await header().click();
  expect(await list().locator(".lectern-change-kind").textContent()).toContain(`Moved from ${PATH}`);
  await button(/^Undo: /).evaluate((el: HTMLButtonElement) => {
    el.click();
    el.click();
  });
  await expect.poll(status).toBe("Undone.");
  expect([await contentOf(page), await contentOf(page, "n.md")]).toEqual([BELL, "[[Fog bell]]"]);
});

test("a new conversation lists only its own changes at first, and no button shows where changes are off", async () => {
  await changed([edit(...EDITS)]);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "New conversation", exact: true }).click();
  await header().click();
  await expect.poll(() => list().textContent()).toContain("Nothing to undo in this conversation.");
  await button("Show all conversations").click();
  await expect.poll(() => list().locator(".lectern-change-file").allTextContents()).toEqual([PATH]);
  await button(/^Undo: /).click();
  await expect.poll(() => contentOf(page)).toBe(BELL);
});

test("an excluded note is named, and neither shown nor changed; a note that is gone is called so", async () => {
  await changed([edit(...EDITS), NEW]);
  await page.evaluate(
    async ([path, gone]) => {
      const { vault } = window.app;
      const file = vault.getFileByPath(path);
      if (file) await vault.process(file, (text) => `---\nlectern: false\n---\n${text}`);
      const other = vault.getFileByPath(gone);
      if (other) await vault.delete(other);
    },
    [PATH, "New.md"] as const,
  );
  // Undone from a list that was drawn before, it is refused.
  await button(/^Undo part 2 of 3: /).click();
  await expect.poll(status).toBe("Not everything could be undone.");
  const closed = list().getByRole("group", { name: `Changes in ${PATH}` });
  expect(await closed.textContent()).toBe(
    `${PATH}This note is now excluded. Its changes aren't shown and can't be undone.`,
  );
  expect(await closed.getByRole("button").count()).toBe(0);
  expect(await list().getByRole("group", { name: "Changes in New.md" }).textContent()).toContain("no longer exists");
  await shot("changes-excluded");
  await button(/^Undo: New\.md/).click();
  await expect.poll(() => list().getByRole("alert").textContent()).toContain("Not undone: no note at ");
  expect(await page.evaluate(() => window.app.vault.getFileByPath("New.md"))).toBe(null);
  expect(await contentOf(page)).toContain("chapel");
});

test("the button counts, shows where changes are off but some were made, and gets the focus back", async () => {
  await changed([edit(...EDITS), NEW]);
  expect(await header().textContent()).toBe("4");
  await page.keyboard.press("Escape");
  expect(await focused()).toBe("Changes (4)");
  await page.evaluate(async () => {
    const plugin = window.app.plugins.plugins["lectern"] as unknown as {
      loadData(): Promise<object>;
      saveData(data: object): Promise<void>;
      onExternalSettingsChange(): Promise<void>;
    };
    await plugin.saveData({ ...(await plugin.loadData()), changes: false });
    await plugin.onExternalSettingsChange();
  });
  await header().click();
  await button("Undo all 4 changes").click();
  await button("Undo all").click();
  await expect.poll(() => contentOf(page)).toBe(BELL);
  await expect.poll(() => list().textContent()).toContain("Nothing to undo");
  await page.keyboard.press("Escape");
  expect(await header().isVisible()).toBe(false);
});
