// The list of changes in a page with `openWriting`: what is undone in it, and what it says. All of it in the page, as
// many runs share one.
import type { Page } from "playwright-core";
import { runCommand } from "./release.ts";

/** What the list says. */
export interface Said {
  status: string;
  /** Why changes were not undone. */
  refused: string[];
}

export interface ListInPage {
  /** Opens the list of all changes anew. */
  open(): Promise<void>;
  /** Clicks the first button whose name or text begins with `name`. Returns false if no button does. */
  press(name: string): Promise<boolean>;
  said(): Said;
}

declare global {
  interface Window {
    list: ListInPage;
  }
}

/** Opens the panel, for `window.list`. */
export async function openPanel(page: Page): Promise<void> {
  await runCommand("open-chat");
  await page.locator(".lectern-chat-field").waitFor();
  await page.evaluate(() => {
    const modal = () => document.querySelector<HTMLElement>(".lectern-changes");
    const until = async (isSo: () => boolean): Promise<void> => {
      while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 2));
    };
    const settled = () => until(() => modal()?.getAttribute("aria-busy") === "false");
    const list: ListInPage = (window.list = {
      open: async () => {
        const escape = new KeyboardEvent("keydown", { key: "Escape", bubbles: true });
        if (modal()) document.dispatchEvent(escape);
        await until(() => modal() === null);
        document.querySelector<HTMLElement>(".lectern-chat-header [aria-label^=Changes]")?.click();
        await settled();
        await list.press("Show all conversations");
      },
      press: async (name) => {
        const buttons = Array.from(modal()?.querySelectorAll("button") ?? []);
        const found = buttons.find((one) => (one.getAttribute("aria-label") ?? one.textContent).startsWith(name));
        found?.click();
        await settled();
        return found !== undefined;
      },
      said: () => ({
        status: modal()?.querySelector("[role=status]")?.textContent ?? "",
        refused: Array.from(modal()?.querySelectorAll("[role=alert]") ?? [], (one) => one.textContent),
      }),
    });
  });
}

/** Clicks the buttons `names` in the list of all changes, opened anew; what it says then. */
export const undo = (page: Page, ...names: readonly string[]): Promise<Said & { arePressed: boolean }> =>
  page.evaluate(async (names) => {
    await window.list.open();
    let arePressed = true;
    for (const name of names) arePressed = (await window.list.press(name)) && arePressed;
    return { ...window.list.said(), arePressed };
  }, names);
