// Attachments that a reply of read_file does not hold: what is attached of them, the rest, and what the model has no room
// for.
import { expect, test } from "vitest";
import { askAndWait, FIELD, openChat } from "./chat.ts";
import { model, page, useModel } from "./page.ts";

useModel();

const lines = (count: number): string =>
  Array.from({ length: count }, (_, index) => `Line ${index + 1} of the log, with some words to fill it.\n`).join("");
const FILES = {
  "Log.md": lines(3000),
  "Wide.md": `# Wide\n\n${"The reading was 12 at noon. ".repeat(5000)}the end\n`,
};
const SIZE = ".lectern-chat-attached .lectern-chat-chip-size";
const ALL = ".lectern-chat-chip-all";
const WARNING = ".lectern-chat-attached-warning";

const size = (): Promise<string | null> => page.textContent(SIZE);

/** Attaches the note with this name, by typing `@`. */
async function attach(name: string): Promise<void> {
  await page.locator(FIELD).focus();
  await page.keyboard.type(`@${name}`);
  await page.locator(".lectern-chat-suggestion-title").first().waitFor();
  await page.keyboard.press("Enter");
  await page.locator(SIZE).waitFor();
}

/** What the model was sent, as text. */
const sent = (): string => JSON.stringify(model.turns.at(-1)?.body);

test("a long note says which lines are attached, and all of it can be", async () => {
  model.script({ parts: ["Yes."] });
  await openChat({ files: FILES, standIn: model, chat: { contextTokens: 200_000 } });
  await attach("log");
  expect(await size()).toMatch(/^lines 1–1,\d{3} of 3,000 · \d\d\.\dk tokens$/);
  await page.click(ALL);
  await expect.poll(size).toMatch(/^\d\d\.\dk tokens$/);
  expect(await page.locator(ALL).count()).toBe(0);
  await askAndWait("What is in the log?");
  expect(sent()).toContain("1500: Line 1500 of");
  expect(sent()).toContain("3000: Line 3000 of");
  // Edited, it is one attachment again.
  await page.locator(FIELD).press("ArrowUp");
  await expect.poll(size).toMatch(/^\d\d\.\dk tokens$/);
  expect(await page.locator(SIZE).count()).toBe(1);
});

test("a long line is cut where the page ends, and goes on in the next", async () => {
  model.script({ parts: ["Yes."] });
  await openChat({ files: FILES, standIn: model, chat: { contextTokens: 200_000 } });
  await attach("wide");
  expect(await size()).toMatch(/^lines 1–3 of 3, the last in part · \d\d\.\dk tokens$/);
  await page.click(ALL);
  await expect.poll(size).toMatch(/^\d\d\.\dk tokens$/);
  await askAndWait("How does it end?");
  expect(sent()).toContain("the end");
});

test("what the model has no room for is not attached silently", async () => {
  await openChat({ files: FILES, standIn: model, chat: { contextTokens: 16_000 } });
  await attach("log");
  await expect
    .poll(() => page.textContent(WARNING))
    .toMatch(/^Too much for this model: \d\d\.\dk tokens attached, and it has room for 12\.0k tokens\.$/);
  // Nothing more is read.
  await page.click(ALL);
  await expect.poll(() => page.getAttribute(ALL, "aria-disabled")).toBe(null);
  expect(await size()).toMatch(/^lines 1–1,\d{3} of 3,000/);
  await page.locator(".lectern-chat-attached .clickable-icon").click();
  await expect.poll(() => page.textContent(WARNING)).toBe("");
});
