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
  await page.locator("[aria-label='Remove Log']").click();
  await expect.poll(() => page.textContent(WARNING)).toBe("");
});

const NOTES = {
  ...Object.fromEntries(
    Array.from({ length: 12 }, (_, at) => [`Projects/Part ${at}.md`, `# Part ${at}\n\nThe part ${at} is of oak.\n`]),
  ),
  "Projects/Deep/Bell.md": "# Bell\n\nThe bell weighs 14 kg.\n",
  "Projects/Private/Diary.md": "Mine.\n",
};

async function attachFolder(contextTokens = 200_000): Promise<void> {
  model.script({ parts: ["Yes."] });
  await openChat({
    files: NOTES,
    standIn: model,
    chat: { contextTokens },
    settings: { closed: ["Private"] },
  });
  await attach("Projects/");
}
async function choose(what: string): Promise<void> {
  await page.getByRole("button", { name: "Choose what is attached of Projects/" }).click();
  await page.locator(".menu-item").getByText(what, { exact: true }).click();
}

test("a folder says that its listing is attached, and of how many notes", async () => {
  await attachFolder();
  expect(await size()).toMatch(/^listing of 13 notes · \d+ tokens$/);
  await askAndWait("What is there?");
  expect(sent()).toContain("Part 3.md");
  expect(sent()).not.toContain("of oak");
});

test("the notes of a folder can be attached, as one chip, and go back into the field as one", async () => {
  await attachFolder();
  await choose("The notes, as far as they fit");
  await expect.poll(size).toMatch(/^13 of 13 notes · [\d.]+k? tokens$/);
  await askAndWait("What is it of?");
  expect(sent()).toContain("The part 3 is of oak");
  expect(sent()).toContain("14 kg");
  expect(sent()).not.toContain("Mine.");
  expect(await page.locator(".lectern-chat-question .lectern-chat-chip").count()).toBe(1);
  await page.locator(FIELD).press("ArrowUp");
  await expect.poll(size).toMatch(/^13 of 13 notes/);
  expect(await page.locator(SIZE).count()).toBe(1);
});

test("or the passages in it that answer the question", async () => {
  await attachFolder();
  await choose("Passages for the question");
  await expect.poll(size).toBe("passages for the question");
  await askAndWait("How heavy is the bell?");
  expect(sent()).toContain("14 kg");
  expect(sent()).not.toContain("The part 3 is of oak");
  await page.locator(FIELD).press("ArrowUp");
  await expect.poll(size).toBe("passages for the question");
});

test("a note that is attached after its folder stays one of its own", async () => {
  await attachFolder();
  await page.locator(FIELD).pressSequentially("@bell");
  await page.locator(".lectern-chat-suggestion-title").first().waitFor();
  await page.keyboard.press("Enter");
  await expect.poll(() => page.locator(SIZE).count()).toBe(2);
  await askAndWait("What is there?");
  expect(await page.locator(".lectern-chat-question .lectern-chat-chip").count()).toBe(2);
  await page.locator(FIELD).press("ArrowUp");
  await expect.poll(() => page.locator(SIZE).count()).toBe(2);
  expect(await page.locator(SIZE).first().textContent()).toMatch(/^listing of 13 notes/);
});

test("a note that is still read when another conversation is opened is not attached, and the user is told", async () => {
  model.script({ parts: ["Yes."] });
  await openChat({ files: FILES, standIn: model });
  await askAndWait("Is there a log?");
  await page.evaluate(() => {
    const { vault } = window.app;
    const read = vault.readBinary.bind(vault);
    const released = new Promise<void>((release) => Object.assign(window, { release }));
    vault.readBinary = async (file) => {
      await released;
      return read(file);
    };
  });
  await page.locator(FIELD).pressSequentially("@log");
  await page.locator(".lectern-chat-suggestion-title").first().waitFor();
  await page.keyboard.press("Enter");
  await page.locator("[aria-label='New conversation']").click();
  await page.evaluate(() => (window as unknown as { release: () => void }).release());
  await expect
    .poll(() => page.locator(".notice").allTextContents())
    .toEqual(["“Log” was not attached: it was still being read when you left the conversation."]);
  expect(await page.locator(SIZE).count()).toBe(0);
});
