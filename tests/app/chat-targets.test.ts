// On a phone: every button and link of the panel is at least 44 by 44 pixels, and text has enough contrast.
import axe from "axe-core";
import { expect, test } from "vitest";
import { answered, ask, askAndWait, FIELD, openChat } from "./chat.ts";
import { model, page, useModel } from "./page.ts";

useModel();

const FILES = {
  "Bell.md": "Cast in 1911.\n",
  "Log.md": "A line of the log, with some words to fill it.\n".repeat(4000),
};

/** The panel on a phone. */
async function open(darkMode: boolean, chat = {}): Promise<void> {
  await openChat({
    ...{ files: FILES, standIn: model, darkMode, chat, settings: { closed: ["Private"] } },
    ...{ viewport: { width: 390, height: 844 } },
  });
  await page.evaluate(() => {
    document.body.classList.add("is-mobile", "is-phone");
    document.body.style.setProperty("--right-split-width", "390px");
  });
  await page.addStyleTag({ content: ".mod-root { display: none !important }" });
}

const TARGETS = "a, button, input, select, summary, textarea, [role=button], [role=link], [role=option]";
/** Links and citations in the text of an answer: WCAG 2.5.5 and 2.5.8 except a target that its line of text bounds. */
const IN_TEXT = ".lectern-chat-text :is(p, li, td, th, blockquote) :is(a, [role=link])";

/** What can be pressed and is smaller than a finger needs. */
const small = (): Promise<string[]> =>
  page.locator(".lectern-chat").evaluate(
    (panel, { targets, inText }) =>
      [...panel.querySelectorAll<HTMLElement>(targets)].flatMap((element) => {
        const { width, height } = element.getBoundingClientRect();
        if (width === 0 || (width >= 44 && height >= 44) || element.matches(inText)) return [];
        const name = element.getAttribute("aria-label") ?? element.textContent;
        return [`${element.classList.value} “${name.slice(0, 40)}”: ${Math.round(width)} × ${Math.round(height)}`];
      }),
    { targets: TARGETS, inText: IN_TEXT },
  );

/** Text that is hard to read, as axe measures it. */
async function lowContrasts(): Promise<string[]> {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.evaluate(axe.source);
  return page.evaluate(async () => {
    const { violations } = await window.axe.run(".lectern-chat", { runOnly: "color-contrast" });
    return violations.flatMap(({ nodes }) => nodes.map(({ html, any }) => `${html} ${any[0]?.message ?? ""}`));
  });
}

async function expectFits(): Promise<void> {
  expect(await small()).toEqual([]);
  expect(await lowContrasts()).toEqual([]);
}

test.each([false, true])("before the first question (dark: %s)", async (darkMode) => {
  await open(darkMode, { provider: "quotes", isChosen: false });
  await page.locator(".lectern-chat-ask").first().waitFor();
  await expectFits();
});

test.each([false, true])(
  "with answers, attachments, an error and a question that waits (dark: %s)",
  async (darkMode) => {
    await open(darkMode);
    model.script(
      { parts: [{ call: "read_file", args: { path: "Bell.md" } }] },
      { parts: ["It was cast in 1911 [[Bell#L1]], as [[Bell]] says.\n\n| a | b |\n| - | - |\n| 1 | 2 |\n"] },
      { parts: ["Again."] },
      { status: 401, error: "invalid_api_key", message: "no" },
    );
    await askAndWait(Array.from({ length: 60 }, (_, line) => `Line ${line}`).join("\n"));
    await page.locator(".lectern-chat-row-head").first().click();
    await expectFits();
    await page.locator("[aria-label='Ask again']").click();
    await page.locator(".lectern-chat-version").waitFor();
    await answered();
    for (const name of ["Previous version", "Next version"]) {
      const box = await page.locator(`[aria-label='${name}']`).boundingBox();
      expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
    }
    await page.locator(FIELD).focus();
    await page.keyboard.type("@log");
    await page.locator(".lectern-chat-suggestion").first().waitFor();
    await expectFits();
    await page.keyboard.press("Enter");
    await page.locator(".lectern-chat-chip-all").waitFor();
    await ask("And now?");
    await page.locator(".lectern-chat-notice.is-error").waitFor();
    await page.locator("[aria-label='Edit and ask again']").first().click();
    await expectFits();
    await page.locator("[aria-label='Cancel editing']").click();
    model.script({ parts: ["Half", "HANG"] });
    await ask("Wait");
    await page.locator(".lectern-chat-answer.is-busy").waitFor();
    await ask("Then this");
    await page.locator(".lectern-chat-queued").waitFor();
    await expectFits();
  },
);
