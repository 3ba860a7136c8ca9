// A saved conversation without what the model read is opened again, and goes on.
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { closeApp, closePages, sharedBrowser } from "../obsidian/browser.ts";
import type { StandIn } from "../standins/standin.ts";
import { answered, ask, openChat, startModel } from "./chat.ts";

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

const FILES = { "Fog bell.md": "# Fog bell\n\nIt was cast in 1911.\n\nIt was lost in 1962.\n" };

test("it calls no citation wrong, shows what was read as left out, and tells the model", async () => {
  model.script(
    { parts: [{ call: "read_file", args: { path: "Fog bell.md" } }] },
    { parts: ["In 1911 [[Fog bell#L3]], and: “It was lost in 1962” [[Fog bell#L5]]."] },
    { parts: ["In 1962."] },
  );
  const options = { standIn: model, chat: { saves: true } };
  page = await openChat(browser, { files: FILES, ...options });
  await ask(page, "When was it cast?");
  await answered(page);
  const state = await page.evaluate(async () => {
    const [leaf] = window.app.workspace.getLeavesOfType("lectern-chat");
    while (!("file" in (leaf?.getViewState().state ?? {}))) await new Promise((resolve) => setTimeout(resolve, 20));
    return leaf?.getViewState().state as { file: string };
  });
  const note = await page.evaluate((path) => window.app.vault.adapter.read(path), state.file);
  expect(note).not.toContain("# Fog bell");
  await closeApp(page);

  page = await openChat(browser, { files: { ...FILES, [state.file]: note }, ...options });
  await page.evaluate(
    (state) => window.app.workspace.getLeavesOfType("lectern-chat")[0]?.setViewState({ type: "lectern-chat", state }),
    state,
  );
  await answered(page);
  const chips = page.locator(".lectern-chat-citation");
  await expect
    .poll(() => chips.evaluateAll((all) => all.map((chip) => chip.classList.item(chip.classList.length - 1))))
    .toEqual(["is-link", "is-verified"]);
  expect(await chips.first().getAttribute("aria-label")).toBe(
    "Fog bell, line 3: not checked, because what the model read was not saved",
  );
  await ask(page, "And when was it lost?");
  await answered(page, 2);
  expect(JSON.stringify(model.last.body)).toContain("[left out: what was read here was not saved");
  expect(JSON.stringify(model.last.body)).not.toContain("cast in 1911.");
});
