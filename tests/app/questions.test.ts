// From question to question in a long conversation: by key, by command, and with the list of its questions.
import { expect, test } from "vitest";
import { toMarkdown } from "../../js/agent/saved/write-conversation.ts";
import { capture } from "./capture.ts";
import { answered, ask, FIELD, openChat } from "./chat.ts";
import { page, usePages } from "./page.ts";
import { runCommand } from "./release.ts";

usePages();

/** The panel with a conversation of `count` questions. */
async function open(count: number): Promise<void> {
  const conversation = toMarkdown({
    title: "Bells",
    created: 1,
    messages: Array.from({ length: count }, (_, index) => [
      { role: "user" as const, text: `Question ${index + 1}?`, attachments: [] },
      { role: "assistant" as const, text: "An answer.\n\n".repeat(20), calls: [], model: "quotes" },
    ]).flat(),
  });
  await openChat({ files: { "Talks/Bells.md": conversation } });
  await page.evaluate(
    (file) =>
      window.app.workspace
        .getLeavesOfType("lectern-chat")[0]
        ?.setViewState({ type: "lectern-chat", state: { file }, active: true }),
    "Talks/Bells.md",
  );
  await answered(Math.min(count, 20));
}

/** The question that has the focus, if it is in view. */
const here = (): Promise<string | undefined> =>
  page.evaluate(() => {
    const view = document.querySelector(".lectern-chat-scroll")?.getBoundingClientRect();
    const el = document.activeElement?.closest(".lectern-chat-question-text");
    const box = el?.getBoundingClientRect();
    const isSeen = view && box && box.top >= view.top && box.bottom <= view.bottom;
    return isSeen ? (el?.textContent ?? undefined) : undefined;
  });

const button = () => page.getByRole("button", { name: "Show questions" });

test("Alt and an arrow lead from question to question, also to those that are not drawn yet", async () => {
  await open(25);
  await page.locator(".lectern-chat-scroll").focus();
  await page.keyboard.press("Alt+ArrowUp");
  expect(await here()).toBe("Question 25?");
  for (let number = 24; number >= 1; number--) await page.keyboard.press("Alt+ArrowUp");
  await expect.poll(here).toBe("Question 1?");
  await page.keyboard.press("Alt+ArrowUp");
  await expect.poll(here).toBe("Question 1?");
  await page.keyboard.press("Alt+ArrowDown");
  await expect.poll(here).toBe("Question 2?");
  // From within an answer, its own question comes first.
  await page.locator(".lectern-chat-exchange").nth(1).locator(".lectern-chat-end button").first().focus();
  await page.keyboard.press("Alt+ArrowUp");
  await expect.poll(here).toBe("Question 2?");
});

test("from the field, a command leads to the last question", async () => {
  await open(6);
  await page.locator(FIELD).focus();
  await runCommand("previous-question");
  await expect.poll(here).toBe("Question 6?");
  for (const number of [5, 4, 3]) {
    await page.keyboard.press("Alt+ArrowUp");
    await expect.poll(here).toBe(`Question ${number}?`);
  }
});

test("the list of a long conversation leads to any question", async () => {
  await open(25);
  await capture(page, "questions");
  await button().focus();
  await page.keyboard.press("Enter");
  expect(await page.locator(".menu-item").count()).toBe(25);
  await page.locator(".menu-item").getByText("Question 3?", { exact: true }).click();
  await expect.poll(here).toBe("Question 3?");
});

test("the button comes with the fourth question, and the command is always there", async () => {
  await open(3);
  expect(await button().isVisible()).toBe(false);
  await runCommand("show-questions");
  expect(await page.locator(".menu-item").allTextContents()).toEqual(["Question 1?", "Question 2?", "Question 3?"]);
  await page.keyboard.press("Escape");
  await ask("Question 4?");
  await answered(4);
  expect(await button().isVisible()).toBe(true);
  expect(
    await page.evaluate(() => {
      const box = document.querySelector(".lectern-chat-to-question")?.getBoundingClientRect();
      const end = document.querySelector(".lectern-chat-exchange:last-child")?.getBoundingClientRect();
      return box && end && end.bottom <= box.top;
    }),
  ).toBe(true);
});

test("from the field, a command leads on from what is in view", async () => {
  await open(6);
  const third = page.locator(".lectern-chat-exchange").nth(2);
  await page.locator(FIELD).focus();
  // What comes into view gets its height only then.
  const offset = (): Promise<number> =>
    third.evaluate(async (el) => {
      const view = el.closest(".lectern-chat-scroll");
      if (!view) return NaN;
      const past = (): number => view.getBoundingClientRect().top - el.getBoundingClientRect().top;
      view.scrollTop += 100 - past();
      for (let frame = 0; frame < 3; frame++) await new Promise((resolve) => requestAnimationFrame(resolve));
      return past();
    });
  await expect.poll(async () => Math.abs((await offset()) - 100)).toBeLessThan(2);
  await runCommand("next-question");
  await expect.poll(here).toBe("Question 4?");
  await page.locator(FIELD).focus();
  await runCommand("previous-question");
  await expect.poll(here).toBe("Question 3?");
});
