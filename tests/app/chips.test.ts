// Citations in a narrow panel: a chip stays in one piece, and a link that only names a note is not called unverified.
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { closeApp, closePages, sharedBrowser } from "../obsidian/browser.ts";
import { answered, ask, openChat, startModel } from "./chat.ts";

let browser: Browser;
let page: Page;
beforeAll(async () => (browser = await sharedBrowser()));
afterEach(() => closeApp(page));
afterAll(() => closePages(browser));

test("chips stay in one piece at 300 pixels, and a plain link has no sign", async () => {
  const model = await startModel();
  model.script({ parts: ["Words before it [[A rather long name of a note#L12-18]], and see [[Bell]]. ".repeat(3)] });
  page = await openChat(browser, { files: { "Bell.md": "Cast.\n" }, standIn: model });
  await page.evaluate(() => document.body.style.setProperty("--right-split-width", "300px"));
  await ask(page, "What?");
  await answered(page);
  await page.locator(".lectern-chat-citation.is-judged").nth(5).waitFor();
  const chips = page.locator(".lectern-chat-citation");
  expect(await chips.evaluateAll((all) => all.map((chip) => chip.getClientRects().length))).toEqual(Array(6).fill(1));
  const signs = await chips.evaluateAll((all) =>
    all.map((chip) => chip.querySelectorAll(".lectern-chat-citation-sign").length),
  );
  expect(signs).toEqual([1, 0, 1, 0, 1, 0]);
  await model.close();
});
