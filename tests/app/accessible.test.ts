// The panel for people who hear it, use the keyboard alone, need contrast, or enlarge it: in each of its states.
import { expect, test } from "vitest";
import { faultsOfTabs, listen, overflowing, violations, zoomIn } from "./accessible-page.ts";
import {
  ANSWER,
  open,
  press,
  READS,
  REFUSED,
  streaming,
  withAnswers,
  withCard,
  withSendCard,
} from "./accessible-scenes.ts";
import { BELL, button, edit, EDITS, hunks, listButton, NEW, PATH, propose } from "./changes-page.ts";
import { answered, ask, askAndWait, FIELD } from "./chat.ts";
import { varied } from "../models/turns.ts";
import { model, page, useModel } from "./page.ts";
import { DATA, openNote, runCommand } from "./release.ts";
import { openAdvanced, openSettings } from "./settings-page.ts";

useModel();

test("before the first question, nothing is wrong", async () => {
  await open({ chat: { provider: "quotes", isChosen: false } });
  await page.locator(".lectern-chat-ask").first().waitFor();
  expect(await violations()).toEqual([]);
  expect(await faultsOfTabs()).toEqual([]);
});

test("with answers, an edit, and an answer that comes, nothing is wrong", async () => {
  await withAnswers();
  expect(await violations()).toEqual([]);
  expect(await faultsOfTabs()).toEqual([]);
  await page.locator(FIELD).press("ArrowUp");
  expect(await violations()).toEqual([]);
  await page.locator(FIELD).press("Escape");
  await streaming();
  await page.locator(".lectern-chat-meter-button").click();
  expect(await violations()).toEqual([]);
  expect(await faultsOfTabs()).toEqual([]);
  await page.locator(FIELD).pressSequentially("@fog");
  await page.locator(".lectern-chat-suggestion").first().waitFor();
  expect(await violations()).toEqual([]);
});

test("with changes that wait, are edited, turned off and decided, nothing is wrong", async () => {
  await withCard();
  await page.locator(".lectern-change-edit").first().click();
  await hunks().nth(1).press("r");
  expect(await violations()).toEqual([]);
  expect(await faultsOfTabs()).toEqual([]);
  await page.locator(".lectern-change-open").click();
  await page.locator(".lectern-changes-tab .lectern-change").waitFor();
  expect(await violations()).toEqual([]);
  expect(await faultsOfTabs(".lectern-changes-tab")).toEqual([]);
  await button("Accept 3 of 4").click();
  await answered();
  await listButton().click();
  await page.locator(".lectern-changes .lectern-change").first().waitFor();
  expect(await violations()).toEqual([]);
  expect(await faultsOfTabs(".lectern-changes")).toEqual([]);
});

test("with the card before sending, nothing is wrong", async () => {
  await withSendCard();
  expect(await violations()).toEqual([]);
  expect(await faultsOfTabs()).toEqual([]);
});

test("in the dialogs and the views beside the panel, nothing is wrong", async () => {
  model.script(READS, { parts: [ANSWER] });
  await open({ files: { [PATH]: BELL, "Bells.md": "See [[Fog bell]].\n" }, chat: { saves: true, folder: "Talks" } });
  await openNote(PATH);
  await askAndWait("Why?");
  await press("Conversations");
  await page.locator(".lectern-saved-open").first().waitFor();
  expect(await violations()).toEqual([]);
  expect(await faultsOfTabs(".lectern-saved-list")).toEqual([]);
  await page.keyboard.press("Escape");
  await ask("/help");
  await page.locator(".lectern-chat-help").first().waitFor();
  expect(await violations()).toEqual([]);
  await page.keyboard.press("Escape");
  await runCommand("show-sent");
  await page.locator(".lectern-ledger-list summary").first().waitFor();
  expect(await violations()).toEqual([]);
  await page.keyboard.press("Escape");
  await page.locator(".lectern-chat-model").click();
  await page.locator(".menu-item").getByText("More models").click();
  await page.locator(".modal-content").waitFor();
  expect(await violations()).toEqual([]);
  await page.keyboard.press("Escape");
  await runCommand("show-related-notes");
  await page.locator(".lectern-related-note").first().waitFor();
  expect(await violations()).toEqual([]);
  expect(await faultsOfTabs(".lectern-related")).toEqual([]);
  await runCommand("show-active-note");
  await page.locator(".lectern-inspector-text").waitFor();
  expect(await violations()).toEqual([]);
});

test("in the settings, nothing is wrong", async () => {
  const provider = { provider: "compatible", model: "small", baseUrl: "http://localhost:11434/v1", isChosen: true };
  const states: Record<string, unknown>[] = [
    {},
    { changes: true, closed: ["Private"], meaning: { isOn: true, model: "small" } },
    { chat: provider, changes: true },
    { chat: { ...provider, provider: "anthropic" }, meaning: { isOn: true, provider: "google" } },
  ];
  for (const isPhone of [false, true])
    for (const state of states) {
      await openSettings({ [DATA]: JSON.stringify(state) }, { isPhone });
      expect(await violations()).toEqual([]);
      await openAdvanced();
      expect(await violations()).toEqual([]);
      await page.context().close();
    }
});

test("in the other dialogs, nothing is wrong", async () => {
  await propose([edit(...EDITS), NEW], { chat: { approve: "accept" } });
  await answered();
  await listButton().click();
  await page.locator(".lectern-changes .lectern-change").first().waitFor();
  expect(await violations()).toEqual([]);
  await page.keyboard.press("Escape");
  await page.locator(".lectern-chat-model").click();
  await page.locator(".menu-item").first().waitFor();
  expect(await violations()).toEqual([]);
  await page.keyboard.press("Escape");
  await runCommand("find-in-notes");
  await page.locator(".lectern-words").waitFor();
  expect(await violations()).toEqual([]);
});

/** What moves by itself in what Lectern shows, also before and after its elements. */
const moving = (): Promise<string[]> =>
  page.evaluate(() => {
    const isStill = (times: string): boolean => times.split(", ").every((time) => parseFloat(time) === 0);
    return [...document.querySelectorAll(".lectern-chat, .lectern-chat *")].flatMap((el) =>
      ["", "::before", "::after"].flatMap((part) => {
        const style = getComputedStyle(el, part);
        const isAnimated = style.animationName !== "none" && !isStill(style.animationDuration);
        const isStuck = isStill(style.transitionDuration) && style.scrollBehavior !== "smooth";
        return isAnimated || !isStuck ? [`${el.getAttribute("class") ?? el.tagName}${part}`] : [];
      }),
    );
  });

test("for who wants nothing to move, nothing in the panel does", async () => {
  await withAnswers();
  await streaming();
  await page.emulateMedia({ reducedMotion: "no-preference" });
  expect((await moving()).length).toBeGreaterThan(2);
  await page.emulateMedia({ reducedMotion: "reduce" });
  expect(await moving()).toEqual([]);
});

test("a screen reader is told once when an answer begins and ends, and not what it says", async () => {
  model.script(READS, { parts: varied(59).split(/(?<= )/) });
  await open();
  const heard = await listen();
  await askAndWait("When?");
  await expect.poll(async () => (await heard()).pop()).toBe("The answer is complete.");
  const [sent, reading, ...rest] = await heard();
  expect([sent, ...rest]).toEqual([
    "Question sent. Waiting for the answer.",
    "The answer begins.",
    "The answer is complete.",
  ]);
  expect(reading).toMatch(/^Reading /);
  const live = "[aria-live]:not([aria-live=off]), [role=log], [role=alert], [role=status], [aria-busy=true]";
  expect(
    await page
      .locator(".lectern-chat-text")
      .first()
      .evaluate((el, live) => el.closest(live), live),
  ).toBeNull();
});

test("a screen reader is told once that an answer failed", async () => {
  model.script(REFUSED);
  await open();
  const heard = await listen();
  await askAndWait("When?");
  const words = await page.textContent(".lectern-chat-notice-words");
  await expect.poll(heard).toEqual(["Question sent. Waiting for the answer.", words]);
  expect(await page.locator(".lectern-chat [role=alert]").count()).toBe(0);
});

test("at 200 % a panel of 300 pixels shows everything, and its buttons cover nothing", async () => {
  await withAnswers();
  await zoomIn();
  expect(await overflowing()).toEqual([]);
  await page.locator(FIELD).press("ArrowUp");
  expect(await overflowing()).toEqual([]);
});

test("at 200 % a change that waits can be read and edited", async () => {
  await withCard();
  await zoomIn();
  expect(await overflowing()).toEqual([]);
  await page.locator(".lectern-change-edit").first().click();
  await page.locator(".lectern-change-field").fill("Cast in 1913.");
  expect(await overflowing()).toEqual([]);
});
