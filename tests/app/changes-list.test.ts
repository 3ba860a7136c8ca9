// The list of changes that were made: what it shows, and undoing a part, a change and everything.
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { launch } from "../obsidian/browser.ts";
import type { StandIn } from "../standins/standin.ts";
import { answered, ask, startModel } from "./chat.ts";
import { BELL, contentOf, edit, EDITS, PATH, propose } from "./changes-page.ts";

let browser: Browser;
let page: Page;
let model: StandIn;
beforeAll(async () => (browser = await launch()));
beforeEach(async () => (model = await startModel()));
afterEach(async () => {
  await page.context().close();
  await model.close();
});
afterAll(() => browser.close());

const NEW = { call: "write_file", args: { path: "New.md", content: "# New\n" } };
const CHANGED = BELL.replace("1911", "1912").replace("tower", "chapel").replace("14 kg", "15 kg");

const list = (): Locator => page.locator(".lectern-changes");
const button = (name: string | RegExp): Locator => list().getByRole("button", { name, exact: true });
const status = (): Promise<string | null> => list().getByRole("status").textContent();

/** A page in which the model has made `calls`, and the list is open. */
async function changed(calls: Parameters<typeof propose>[2]): Promise<void> {
  page = await propose(browser, model, calls, { chat: { approve: "accept" } });
  await answered(page);
  await page.getByRole("button", { name: "Changes", exact: true }).click();
  await list().waitFor();
}

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
  expect(await list().locator(".lectern-change-line").count()).toBe(5);
  expect(await button("Undo all 2").evaluate((el) => el === document.activeElement)).toBe(true);
  await button("Undo all 2").click();
  await expect.poll(() => list().textContent()).toContain("In this conversation, nothing was changed");
  expect(await contentOf(page)).toBe(BELL);
  expect(await page.evaluate(() => window.app.vault.getFileByPath("New.md"))).toBe(null);

  // The model learns of it with the next question.
  await page.keyboard.press("Escape");
  model.script({ parts: ["I see."] });
  await ask(page, "And now?");
  await answered(page, 2);
  const last = JSON.stringify((model.last.body as { messages: unknown[] }).messages.slice(-2));
  expect(last.match(/the user undid a change that you made/g)?.length).toBe(3);
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
  expect(await contentOf(page)).toContain("Recast in 1920.");
});

test("the list fits on a phone", async () => {
  await changed([edit(...EDITS), NEW]);
  await page.setViewportSize({ width: 300, height: 640 });
  await page.evaluate(() => document.body.classList.add("is-mobile", "is-phone"));
  const overflowing = await list().evaluate((modal) => {
    const all = [...modal.querySelectorAll(".lectern-change, .lectern-change *")];
    return all.filter((one) => one.getBoundingClientRect().right > modal.getBoundingClientRect().right + 1).length;
  });
  await shot("changes-phone");
  expect(overflowing).toBe(0);
});

test("a move is undone with its links, and two clicks at once undo one change", async () => {
  page = await propose(browser, model, [{ call: "move_file", args: { from: PATH, to: "Bells/Fog" } }], {
    files: { "n.md": "[[Fog bell]]" },
  });
  await page.getByRole("button", { name: "Accept", exact: true }).click();
  await answered(page);
  expect(await contentOf(page, "n.md")).toBe("[[Fog]]");
  await page.getByRole("button", { name: "Changes", exact: true }).click();
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
  await page.getByRole("button", { name: "New conversation" }).click();
  await page.getByRole("button", { name: "Changes", exact: true }).click();
  await expect
    .poll(() => list().textContent())
    .toContain("In this conversation, nothing was changed that can be undone.");
  await button("Show all conversations").click();
  await expect.poll(() => list().locator(".lectern-change-file").allTextContents()).toEqual([PATH]);
  await button(/^Undo: /).click();
  await expect.poll(() => contentOf(page)).toBe(BELL);
});
