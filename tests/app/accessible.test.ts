// The panel for people who hear it, use the keyboard alone, need contrast, or enlarge it: in each of its states.
import { expect, test } from "vitest";
import { faultsOfTabs, focused, listen, overflowing, violations, zoomIn } from "./accessible-page.ts";
import { BELL, button, edit, EDITS, hunks, listButton, NEW, PATH, propose } from "./changes-page.ts";
import { answered, ask, askAndWait, type ChatOptions, FIELD, openChat } from "./chat.ts";
import { varied } from "../models/turns.ts";
import { model, page, useModel } from "./page.ts";
import { DATA, openNote, runCommand } from "./release.ts";
import { openSettings } from "./settings-page.ts";

useModel();

const READS = { parts: [{ call: "read_file", args: { path: PATH } }] };
const ANSWER = [
  `It was cast in 1911 [[${PATH.replace(".md", "")}#L3]], as [[Fog bell]] says, not in 1962 [[Fog bell#L90]].\n\n`,
  "- [x] Look at [the bell](https://example.com).\n\n| a | b |\n| - | - |\n| 1 | 2 |\n\n```js\nring();\n```\n",
].join("");
const REFUSED = { status: 401, error: "invalid_api_key", message: "no" };

const open = (options: Partial<ChatOptions> = {}): Promise<unknown> =>
  openChat({ standIn: model, files: { [PATH]: BELL }, settings: { changes: true }, ...options });

/** An answer with its steps open, what was sent for it, and one that failed. */
async function withAnswers(options: Partial<ChatOptions> = {}): Promise<void> {
  model.script(READS, { parts: [ANSWER] }, REFUSED, { parts: ["One", "HANG"] });
  await open(options);
  await openNote(PATH);
  await askAndWait("Why?");
  await page.locator(".lectern-chat-row-head").first().click();
  await page.locator(".lectern-sent summary").click();
  await askAndWait("Why not?", 2);
}

/** An answer that comes, a question that waits, and a note that is attached. */
async function streaming(): Promise<void> {
  await ask("And now?");
  await page.locator(".is-stop").waitFor();
  await ask("And then?");
  await page.locator(".lectern-chat-offer").first().click();
  await page.locator(".lectern-chat-chip-size").first().waitFor();
}

async function withCard(options: Partial<ChatOptions> = {}): Promise<void> {
  await propose([edit(...EDITS), NEW], options);
  await hunks().first().waitFor();
}

async function withSendCard(): Promise<void> {
  model.script({ parts: ["Yes."] });
  await open();
  await openNote(PATH);
  await page.locator(".lectern-chat-offer").first().click();
  await page.locator(".lectern-chat-chip-size").first().waitFor();
  await ask("/preview");
  await ask("Why?");
  await page.locator(".lectern-send").waitFor();
}

async function press(name: string): Promise<void> {
  await page.getByRole("button", { name, exact: true }).last().focus();
  await page.keyboard.press("Enter");
}

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

test("the row of conversations is left and right, its ends, and Delete, and keeps the focus", async () => {
  model.script({ parts: ["One."] }, { parts: ["Two."] }, { parts: ["Three."] });
  await open();
  for (const question of ["First?", "Second?", "Third?"]) {
    if (question !== "First?") await press("New conversation");
    await askAndWait(question);
  }
  await page.locator(".lectern-chat-tab").first().focus();
  const steps = [
    ...[
      ["ArrowRight", "Second?"],
      ["ArrowLeft", "First?"],
      ["ArrowLeft", "Third?"],
      ["ArrowRight", "First?"],
    ],
    ...[
      ["End", "Third?"],
      ["Home", "First?"],
      ["ArrowRight", "Second?"],
      ["Delete", "Third?"],
    ],
  ] as const;
  for (const [key, name] of steps) {
    await page.keyboard.press(key);
    expect([key, await focused()]).toEqual([key, name]);
  }
  expect(await page.locator(".lectern-chat-tab").count()).toBe(2);
  await page.keyboard.press("Tab");
  expect(await focused()).toBe("Close Third?");
  await page.keyboard.press("Delete");
  expect(await focused()).toBe("Your question");
});

test("what is pressed and goes leaves the focus in the panel", async () => {
  await open({ chat: { provider: "quotes" } });
  await page.locator(".lectern-chat-ask").first().focus();
  await page.keyboard.press("Enter");
  await answered();
  expect(await focused()).toBe("Your question");
});

test("the button that continues an answer leaves the focus in the field", async () => {
  model.script({ parts: ["One"], finish: "length" }, { parts: [" two."] });
  await open();
  await askAndWait("Count.");
  await press("Continue");
  await answered(2);
  expect(await focused()).toBe("Your question");
});

test("a card that comes back from its tab has the focus", async () => {
  await withCard();
  await press("Open in a tab, side by side");
  await press("Show here");
  await expect.poll(focused).toBe("Changes in 2 files");
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
