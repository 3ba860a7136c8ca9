// Notes that are pinned to a conversation: read again for each question, sent once as long as they stay the same.
import { expect, test } from "vitest";
import { answered, ask, askAndWait, FIELD, gate, openChat, SHOWN } from "./chat.ts";
import { model, page, useModel } from "./page.ts";

useModel();

const FILES = { "Bell.md": "The bell weighs 14 kg.\n", "Lamp.md": "The lamp burns oil.\n" };
const PIN = ".lectern-chat-attached [aria-pressed]";
const attached = (): Promise<string[]> =>
  page.locator(".lectern-chat-attached .lectern-chat-chip-name").allTextContents();
const asked = (): Promise<string[]> =>
  page.locator(`${SHOWN} .lectern-chat-bubble .lectern-chat-chip-name`).allTextContents();
/** The questions as the model was sent them. */
const questions = (): string[] =>
  (model.last.body as { messages: { role: string; content: unknown }[] }).messages
    .filter(({ role }) => role === "user")
    .map(({ content }) => JSON.stringify(content));
const write = (path: string, text: string) =>
  page.evaluate(
    async ([path, text]) => {
      const file = window.app.vault.getFileByPath(path);
      if (file) await window.app.vault.modify(file, text);
    },
    [path, text] as const,
  );

async function pin(name: string): Promise<void> {
  await page.locator(FIELD).pressSequentially(`@${name}`);
  await page.locator(".lectern-chat-suggestion-title").first().waitFor();
  await page.keyboard.press("Enter");
  await page.locator(PIN).last().click();
  await page.locator(FIELD).fill("");
}

test("it stays attached, is read anew, and an unchanged one is sent once", async () => {
  model.script({ parts: ["14 kg."] }, { parts: ["Still 14 kg."] }, { parts: ["15 kg."] });
  await openChat({ files: FILES, standIn: model });
  await pin("bell");
  expect(await page.getAttribute(PIN, "aria-pressed")).toBe("true");
  expect(await page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).not.toBe(null);
  await askAndWait("How heavy?");
  expect(await attached()).toEqual(["Bell"]);
  await askAndWait("Really?", 2);
  expect(questions()).toHaveLength(2);
  expect(questions()[0]).toContain("14 kg");
  expect(questions()[1]).toContain("[unchanged: it is shown with an earlier question]");
  expect(questions()[1]).not.toContain("14 kg");
  await write("Bell.md", "The bell weighs 15 kg.\n");
  await askAndWait("And now?", 3);
  expect(questions()[0]).toContain("14 kg");
  expect(questions()[2]).toContain("15 kg");
  expect(await asked()).toEqual(["Bell", "Bell", "Bell"]);
  // Unpinned, it goes with the next question only.
  await page.locator(PIN).click();
  expect(await page.getAttribute(PIN, "aria-pressed")).toBe("false");
  model.script({ parts: ["Yes."] });
  await askAndWait("Sure?", 4);
  expect(await attached()).toEqual([]);
});

test("a pinned note that is excluded or gone holds the question back, and says why", async () => {
  model.script({ parts: ["14 kg."] });
  await openChat({ files: FILES, standIn: model });
  await pin("bell");
  await askAndWait("How heavy?");
  const before = model.turns.length;
  await write("Bell.md", "---\nlectern: false\n---\nThe bell weighs 16 kg.\n");
  await ask("And now?");
  await page.locator(".lectern-chat-chip.is-refused").waitFor();
  expect(await page.textContent(".lectern-chat-chip.is-refused")).toContain("excluded");
  expect(await page.inputValue(FIELD)).toBe("And now?");
  expect(model.turns).toHaveLength(before);
  model.script({ parts: ["I can't tell."] });
  await page.locator(FIELD).press("Enter");
  await answered(2);
  expect(JSON.stringify(model.last.body)).not.toMatch(/1[46] kg/);
});

test("it belongs to its conversation, also once that is opened again", async () => {
  model.script({ parts: ["14 kg."] }, { parts: ["Oil."] }, { parts: ["Again 14 kg."] });
  await openChat({ files: FILES, standIn: model, chat: { saves: true, folder: "Talks" } });
  await pin("bell");
  await askAndWait("How heavy?");
  await page.locator("[aria-label='New conversation']").click();
  await expect.poll(attached).toEqual([]);
  await askAndWait("What does the lamp burn?");
  expect(JSON.stringify(model.last.body)).not.toContain("14 kg");
  // Closed, and opened again from its note.
  await page.locator("[aria-label='Close How heavy?']").click();
  await page.getByRole("button", { name: "Conversations", exact: true }).click();
  await page.locator(".lectern-saved-name").getByText("How heavy").click();
  await expect.poll(attached).toEqual(["Bell"]);
  expect(await page.getAttribute(PIN, "aria-pressed")).toBe("true");
  await askAndWait("Again?", 2);
  // What was read is not saved, so it is sent once more.
  expect(questions()[1]).toContain("14 kg");
});

test("cancelling an edit keeps what is pinned", async () => {
  model.script({ parts: ["14 kg."] });
  await openChat({ files: FILES, standIn: model });
  await pin("bell");
  await askAndWait("How heavy?");
  await page.locator(FIELD).press("ArrowUp");
  await expect.poll(() => page.inputValue(FIELD)).toBe("How heavy?");
  await page.keyboard.press("Escape");
  await expect.poll(() => page.inputValue(FIELD)).toBe("");
  expect(await attached()).toEqual(["Bell"]);
});

test("one that was moved is not read from another place, and the question is not sent", async () => {
  model.script({ parts: ["14 kg."] });
  await openChat({ files: FILES, standIn: model });
  await pin("bell");
  await askAndWait("How heavy?");
  const before = model.turns.length;
  await page.evaluate(async () => {
    const file = window.app.vault.getFileByPath("Bell.md");
    await window.app.vault.createFolder("Archive");
    if (file) await window.app.fileManager.renameFile(file, "Archive/Bell.md");
  });
  await ask("And now?");
  await page.locator(".lectern-chat-chip.is-refused").waitFor();
  expect(await page.textContent(".lectern-chat-chip.is-refused")).toContain("it was moved or deleted");
  expect(await page.inputValue(FIELD)).toBe("And now?");
  expect(model.turns).toHaveLength(before);
});

test("a question that waited, and one that is asked again, have the note as it is then", async () => {
  const wait = gate();
  model.script({ parts: [{ wait: wait.opened }, "14 kg."] }, { parts: ["15 kg."] }, { parts: ["16 kg."] });
  await openChat({ files: FILES, standIn: model });
  await pin("bell");
  await ask("How heavy?");
  await page.locator(".lectern-chat-question").waitFor();
  await ask("And now?");
  await page.locator(".lectern-chat-queued").waitFor();
  await write("Bell.md", "The bell weighs 15 kg.\n");
  wait.open();
  await answered(2);
  expect(questions()[1]).toContain("15 kg");
  await write("Bell.md", "The bell weighs 16 kg.\n");
  await page.locator("[aria-label='Ask again']").last().click();
  await expect.poll(() => page.locator(".lectern-chat-text").last().textContent()).toContain("16 kg.");
  expect(questions()[1]).toContain("16 kg");
});
