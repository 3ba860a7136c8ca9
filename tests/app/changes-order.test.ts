// Several changes of one file in one turn: one order, one result, one truthful line each.
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { closeApp, closePages, sharedBrowser } from "../obsidian/browser.ts";
import type { StandIn } from "../standins/standin.ts";
import { answered, rows, startModel } from "./chat.ts";
import { BELL, button, cards, contentOf, decided, edit, PATH, propose, repliesTo } from "./changes-page.ts";

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

const TO = "Archive/Fog bell.md";
const EDIT = edit({ old: "1911", new: "1912" });
const MOVE = { call: "move_file", args: { from: PATH, to: TO } };
const label = (): Promise<string | null> => cards(page).getAttribute("aria-label");

test.each([
  ["an edit and a move", [EDIT, MOVE]],
  ["a move and an edit", [MOVE, EDIT]],
])("%s: the edit first, then the move of what it made", async (_, calls) => {
  page = await propose(browser, model, calls);
  await expect.poll(label).toBe(`Change: ${PATH}`);
  await button(page, "Accept").click();
  await expect.poll(label).toBe(`Move: ${PATH}`);
  expect(await contentOf(page)).toBe(BELL.replace("1911", "1912"));
  await button(page, "Accept").click();
  await answered(page);
  expect(await decided(page)).toEqual([`Accepted: 1 change in ${PATH}`, `Accepted: move ${PATH} to ${TO}`]);
  expect(await contentOf(page, TO)).toBe(BELL.replace("1911", "1912"));
  expect((await rows(page)).sort()).toEqual([`Changed ${PATH}: 1 change`, `Moved ${PATH} to ${TO}`]);
  // What the model read at the old path is not sent again.
  expect(repliesTo(model).join()).toContain(`moved "${PATH}" to "${TO}"`);
});

test("if the edit is rejected, the move is asked about as it is", async () => {
  page = await propose(browser, model, [EDIT, MOVE]);
  await expect.poll(label).toBe(`Change: ${PATH}`);
  await button(page, "Reject").click();
  await expect.poll(label).toBe(`Move: ${PATH}`);
  await button(page, "Accept").click();
  await answered(page);
  expect(await decided(page)).toEqual([`Rejected: 1 change in ${PATH}`, `Accepted: move ${PATH} to ${TO}`]);
  expect(await contentOf(page, TO)).toBe(BELL);
});

test("two edits of one note, and one of another: the card has one of each, then the other", async () => {
  const other = { call: "write_file", args: { path: "New.md", content: "New\n" } };
  page = await propose(browser, model, [EDIT, edit({ old: "Ann", new: "Bea" }), other]);
  await expect.poll(label).toBe("Changes in 2 files");
  await button(page, "Accept").click();
  await expect.poll(label).toBe(`Change: ${PATH}`);
  await button(page, "Accept").click();
  await answered(page);
  expect(await contentOf(page)).toBe(BELL.replace("1911", "1912").replace("Ann", "Bea"));
});

test("what waits for a stopped answer is not made", async () => {
  page = await propose(browser, model, [EDIT, MOVE]);
  await expect.poll(label).toBe(`Change: ${PATH}`);
  await page.getByRole("button", { name: "Stop" }).click();
  await answered(page);
  expect(await contentOf(page)).toBe(BELL);
  expect(await cards(page).count()).toBe(0);
});
