// What a file's tests share, which it says once at its top: how their pages are closed, and the model that they ask.
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeEach } from "vitest";
import { closeApp, closePages, page } from "../obsidian/browser.ts";
import type { StandIn } from "../standins/standin.ts";
import { startModel } from "./chat.ts";

export { page };

/** The model of the test that runs. */
export let model: StandIn;

/** Each test opens a page, which `close` closes after it. */
export function usePages(close: (page: Page) => Promise<unknown> = closeApp): void {
  // If the first one could not be opened, there is none.
  afterEach(() => (page as Page | undefined) && close(page));
  useOnePage();
}

/** All tests use pages that stay until the last one has ended. */
export function useOnePage(): void {
  afterAll(closePages);
}

/** Each test opens a page, and has a model of its own. */
export function useModel({ start = startModel, close = closeApp } = {}): void {
  beforeEach(async () => (model = await start()));
  afterEach(() => model.close());
  usePages(close);
}

/** For pages that no other test can use: see `closeApp`. */
export const closeContext = (page: Page): Promise<void> => page.context().close();
