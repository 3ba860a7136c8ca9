// Shared by the tests of the panel for people who hear it, use the keyboard alone, or enlarge it.
import axe from "axe-core";
import { page } from "./page.ts";

declare global {
  interface Window {
    axe: typeof axe;
  }
}

const OURS = [
  ".lectern-chat",
  ".lectern-changes-tab",
  ".modal-content",
  ".lectern-related",
  ".lectern-inspector",
  ".menu",
];
/** The app's own, which hardly any theme can read; a light one; a dark one. */
const ACCENTS = ["hsl(258, 88%, 66%)", "hsl(50, 100%, 50%)", "hsl(240, 100%, 20%)"];

/** What axe finds in what Lectern shows, in both themes and with several accents. */
export async function violations(): Promise<string[]> {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.evaluate(axe.source);
  return page.evaluate(
    async ({ ours, accents }) => {
      const found: string[] = [];
      const include = ours.filter((selector) => document.querySelector(selector));
      const { classList, style } = document.body;
      const names = ["--color-accent", "--text-accent"];
      for (const theme of ["theme-light", "theme-dark"]) {
        classList.remove("theme-light", "theme-dark");
        classList.add(theme);
        for (const accent of accents) {
          for (const name of names) style.setProperty(name, accent);
          const rules = { "label-content-name-mismatch": { enabled: true } };
          const options = accent === accents[0] ? { rules } : { runOnly: "color-contrast" };
          const { violations } = await window.axe.run({ include }, options);
          for (const { id, nodes } of violations)
            for (const { html, any } of nodes) found.push(`${theme} ${accent} ${id} ${html} ${any[0]?.message ?? ""}`);
        }
      }
      for (const name of names) style.removeProperty(name);
      // The number is in the name, `Changes (4)`; axe compares whole words.
      return found.filter((one) => !/name-mismatch.*aria-label="Changes \(\d+\)"/.test(one));
    },
    { ours: OURS, accents: ACCENTS },
  );
}

/** What is wrong on the way of somebody who presses Tab from the first button in `root` to the last. */
export async function faultsOfTabs(root = ".lectern-chat"): Promise<string[]> {
  const faults: string[] = [];
  await page.evaluate((root) => {
    for (const el of document.querySelectorAll("[data-reached]")) el.removeAttribute("data-reached");
    const all = document.querySelectorAll<HTMLElement>(`${root} :is(a, button, input, textarea, [tabindex="0"])`);
    [...all].find((el) => el.checkVisibility())?.focus();
  }, root);
  for (let stops = 0; ; stops++) {
    const at = await page.evaluate(
      ({ root, isFirst }) => {
        const el = document.activeElement;
        if (!el?.closest(root) || el.hasAttribute("data-reached")) return undefined;
        el.setAttribute("data-reached", "");
        // What appears with the focus does so at the end of its transition.
        for (const animation of document.getAnimations()) animation.finish();
        let opacity = 1;
        for (let up: Element | null = el; up; up = up.parentElement) opacity *= Number(getComputedStyle(up).opacity);
        const { bottom, top, width } = el.getBoundingClientRect();
        const isSeen = width > 0 && bottom > 0 && top < innerHeight && opacity > 0.5;
        // In a field, the caret shows where the focus is.
        // The first one was not reached by a key.
        const isMarked =
          isFirst || el.matches("textarea, [type=search]") || getComputedStyle(el).outlineStyle !== "none";
        const what = `${el.className} ${el.getAttribute("aria-label") ?? el.textContent}`;
        return [...(isSeen ? [] : [`not seen: ${what}`]), ...(isMarked ? [] : [`no sign of the focus: ${what}`])];
      },
      { root, isFirst: stops === 0 },
    );
    if (!at) break;
    faults.push(...at);
    await page.keyboard.press("Tab");
  }
  const missed = await page.evaluate((root) => {
    const all = document.querySelectorAll<HTMLElement>(
      `${root} :is(a, button, input, textarea, summary, [tabindex="0"])`,
    );
    return [...all]
      .filter((el) => el.checkVisibility() && !el.matches("[data-reached], :disabled"))
      .map((el) => `not reached: ${el.className} ${el.getAttribute("aria-label") ?? el.textContent}`);
  }, root);
  return [...faults, ...missed];
}

/** What reaches over the panel's edge, and is not in something that scrolls or is cut there. */
export const overflowing = (): Promise<string[]> =>
  page.evaluate(() => {
    const panel = document.querySelector(".lectern-chat");
    const { left = 0, right = 0 } = panel?.getBoundingClientRect() ?? {};
    const cut = "pre, table, .lectern-chat-unseen, .lectern-chat-suggest";
    return [...(panel?.querySelectorAll("*") ?? [])]
      .filter((el) => !el.closest(cut) || el.matches(".lectern-chat-suggest"))
      .filter((el) => {
        const box = el.getBoundingClientRect();
        return box.width > 0 && (box.left < left - 1 || box.right > right + 1);
      })
      .map((el) => `${el.tagName} ${el.getAttribute("class") ?? ""}`);
  });

/** A screen with 1280 by 800 pixels at 200 %, and in it a panel of 300 pixels. */
export async function zoomIn(): Promise<void> {
  await page.setViewportSize({ width: 640, height: 400 });
  await page.evaluate(() => document.body.style.setProperty("--right-split-width", "150px"));
}

/** The name of what has the focus; undefined if nothing has it. */
export const focused = (): Promise<string | null | undefined> =>
  page.evaluate(() => {
    const { activeElement: el, body } = document;
    return el === body ? undefined : (el?.getAttribute("aria-label") ?? el?.textContent);
  });

/** What the panel's status says from now on. */
export async function listen(): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const heard: string[] = [];
    Object.assign(window, { heard });
    const status = document.querySelector(".lectern-chat > [role=status]");
    if (status) new MutationObserver(() => heard.push(status.textContent)).observe(status, { childList: true });
  });
  return () => page.evaluate(() => (window as unknown as { heard: string[] }).heard);
}
