// Before the first question the panel says what it is, and suggests questions that the notes answer.
import { expect, test } from "vitest";
import { answered, answers, openChat, openForChat } from "./chat.ts";
import { page, useModel } from "./page.ts";
import { runCommand } from "./release.ts";

useModel();

const FILES = {
  "Projects/Fog bell.md": "# Fog bell\n\nCast in 1911.\n\nThe clapper weighs 14 kg.\nIt was lost in 1962.\n",
  "Projects/Roof hives.md": "# Roof hives\n\nFour hives stand on the roof.\n",
  "Private/Diary.md": "The clapper is under my bed.\n",
};
const CLOSED = { closed: ["Private"] };

test("before anything was asked it says what it is, with three questions made of open notes", async () => {
  await openChat({ files: FILES, settings: CLOSED });
  await expect.poll(() => page.locator(".lectern-chat-ask").allTextContents()).toHaveLength(2);
  const questions = await page.locator(".lectern-chat-ask").allTextContents();
  expect(questions.join()).toContain("Fog bell");
  expect(questions.join()).not.toContain("Diary");
  expect(await page.locator(".lectern-chat-empty-lines li").count()).toBe(3);
  await page.locator(".lectern-chat-ask").first().click();
  await answered();
  expect(await page.locator(".lectern-chat-question-text").textContent()).toBe(questions[0]);
});

test("questions are suggested only if the notes answer them", async () => {
  const files = {
    "Bell.md": "# Bell\n\nA bronze bell of 310 kg.\n\n- [x] cast it\n",
    "Frame.md": "# Frame\n\nThe frame carries the Bell.\n\n- [ ] paint the frame\n",
    "Empty.md": "",
  };
  await openChat({ files });
  const questions = page.locator(".lectern-chat-ask");
  await expect.poll(() => questions.count()).toBe(2);
  expect((await questions.allTextContents()).sort()).toEqual([
    "What is still to do in Frame?",
    "Where do I mention Bell?",
  ]);
  await questions.filter({ hasText: "to do" }).click();
  await answered();
  expect((await answers())[0]).toContain("paint the frame");
});

test("the card of the first run stays where it is when the questions come", async () => {
  await openForChat({ files: FILES, chat: { isChosen: false } });
  await page.evaluate(() => {
    const tops: number[] = [];
    Object.assign(window, { tops });
    const note = () => {
      // Drawn before the panel is shown, it has no place yet.
      const [place] = document.querySelector(".lectern-first-run")?.getClientRects() ?? [];
      if (place) tops.push(place.top);
    };
    new MutationObserver(note).observe(document, { childList: true, subtree: true });
  });
  await runCommand("open-chat");
  await expect.poll(() => page.locator(".lectern-chat-ask").count()).toBeGreaterThan(0);
  const tops = await page.evaluate(() => (window as unknown as { tops: number[] }).tops);
  expect(tops.length).toBeGreaterThan(1);
  expect([...new Set(tops)]).toHaveLength(1);
});
