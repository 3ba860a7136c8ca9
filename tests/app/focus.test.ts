// Where the focus is in the panel, for people who use the keyboard alone.
import { expect, test } from "vitest";
import { focused } from "./accessible-page.ts";
import { open, press, withAnswers, withCard } from "./accessible-scenes.ts";
import { answered, askAndWait } from "./chat.ts";
import { model, page, useModel } from "./page.ts";

useModel();

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

test("the way to the latest answer keeps the focus when the end comes into view, and goes without it", async () => {
  await withAnswers();
  await page.setViewportSize({ width: 640, height: 300 });
  const jump = page.locator(".lectern-chat-jump");
  await page.locator(".lectern-chat-scroll").evaluate((el) => el.scrollTo({ top: 0 }));
  await jump.focus();
  await page.locator(".lectern-chat-scroll").evaluate(async (el) => {
    el.scrollTo({ top: el.scrollHeight });
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
  });
  expect(await focused()).toBe("Jump to latest");
  await page.keyboard.press("Enter");
  expect(await focused()).toBe("Conversation");
  await expect.poll(() => jump.isVisible()).toBe(false);
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
