// The composer: what Enter does, what `@` and `/` suggest, what is attached, and that everything works without a mouse.
import { expect, test } from "vitest";
import { answered, answers, ask, askAndWait, FIELD, openChat, SHOWN } from "./chat.ts";
import { model, page, useModel } from "./page.ts";
import { openNote } from "./release.ts";

useModel();

const FILES = {
  "Projects/Fog bell.md": "# Fog bell\n\nCast in 1911.\n\nThe clapper weighs 14 kg.\n",
  "Projects/Fog horn.md": "A horn.\n",
  "Private/Fog diary.md": "Mine.\n",
  "Prompts/Summary.md": "---\r\ntags: [prompt]\r\n---\r\nSum up the note in three sentences.\n",
};
const CLOSED = { closed: ["Private"] };

const options = (): Promise<string[]> => page.locator(".lectern-chat-suggestion-title").allTextContents();
const attached = (): Promise<string[]> =>
  page.locator(".lectern-chat-attached .lectern-chat-chip-name").allTextContents();
const offered = (): Promise<string[]> => page.locator(".lectern-chat-offer").allTextContents();
const focused = (): Promise<string> =>
  page.evaluate(
    () => document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent.slice(0, 99) ?? "",
  );

test("Enter sends and Shift+Enter breaks the line; not while a word is being composed", async () => {
  model.script({ parts: ["Yes."] });
  await openChat({ files: FILES, standIn: model });
  await page.locator(FIELD).focus();
  await page.keyboard.type("One");
  await page.keyboard.press("Shift+Enter");
  await page.keyboard.type("two");
  const composing = { key: "Enter", isComposing: true, bubbles: true, cancelable: true };
  await page
    .locator(FIELD)
    .evaluate((field, init) => field.dispatchEvent(new KeyboardEvent("keydown", init)), composing);
  expect(await page.inputValue(FIELD)).toBe("One\ntwo");
  await page.keyboard.press("Enter");
  await answered();
  expect(await page.locator(".lectern-chat-question-text").textContent()).toBe("One\ntwo");
  expect(await page.inputValue(FIELD)).toBe("");
});

test("by setting, Enter breaks the line and Ctrl+Send with Enter", async () => {
  model.script({ parts: ["Yes."] });
  await openChat({ files: FILES, standIn: model, chat: { enterSends: false } });
  await page.locator(FIELD).focus();
  await page.keyboard.type("One");
  await page.keyboard.press("Enter");
  await page.keyboard.type("two");
  expect(await page.inputValue(FIELD)).toBe("One\ntwo");
  await page.keyboard.press("Control+Enter");
  await answered();
  await page.keyboard.type("/help");
  await page.keyboard.press("Control+Enter");
  expect(await page.locator(".modal .lectern-chat-help").first().textContent()).toBe("Ctrl+Enter or Cmd+Enter sends.");
});

test("the field grows with its text, up to a part of the window", async () => {
  await openChat({ files: FILES });
  const height = async (): Promise<number> => (await page.locator(FIELD).boundingBox())?.height ?? 0;
  const one = await height();
  expect(one).toBeGreaterThan(20);
  await page.locator(FIELD).fill("a\nb\nc");
  expect(await height()).toBeGreaterThan(one * 2);
  await page.locator(FIELD).fill("a\n".repeat(100));
  expect(await height()).toBeLessThanOrEqual(800 * 0.4);
});

test("@ offers open notes and folders, and what is taken goes along with its size", async () => {
  model.script({ parts: ["Yes."] });
  await openChat({ files: FILES, standIn: model, settings: CLOSED });
  await page.locator(FIELD).focus();
  await page.keyboard.type("Compare @fog");
  expect(await options()).toEqual(["Fog horn", "Fog bell"]);
  expect(await page.locator(FIELD).getAttribute("role")).toBeNull();
  await page.keyboard.press("ArrowDown");
  const active = await page.locator(FIELD).getAttribute("aria-activedescendant");
  expect(await page.locator(`#${active ?? ""}`).getAttribute("aria-selected")).toBe("true");
  await page.keyboard.press("Enter");
  expect(await page.inputValue(FIELD)).toBe("Compare [[Fog bell]] ");
  await expect.poll(attached).toEqual(["Fog bell"]);
  expect(await page.textContent(".lectern-chat-attached .lectern-chat-chip-size")).toMatch(/^\d+ tokens$/);
  await page.keyboard.type("with @pro");
  expect(await options()).toContain("Projects");
  await page.keyboard.press("Escape");
  expect(await options()).toEqual([]);
  await page.keyboard.press("Enter");
  await answered();
  expect(JSON.stringify(model.last)).toContain("The clapper weighs 14 kg.");
  expect(await attached()).toEqual([]);
  expect(await page.locator(".lectern-chat-question .lectern-chat-chip-name").allTextContents()).toEqual(["Fog bell"]);
});

test("a closed note that is dropped is refused with a lock, and does not go along", async () => {
  model.script({ parts: ["Yes."] });
  await openChat({ files: FILES, standIn: model, settings: CLOSED });
  await drop("obsidian://open?vault=Vault&file=Private%2FFog%20diary");
  await expect.poll(() => page.locator(".lectern-chat-chip.is-refused").textContent()).toBe("Fog diaryexcluded");
  await drop("obsidian://open?vault=Vault&file=Projects%2FFog%20bell");
  await expect.poll(attached).toEqual(["Fog diary", "Fog bell"]);
  await ask("Hello?");
  expect(await attached()).toEqual([]);
  await answered();
  expect(JSON.stringify(model.requests)).not.toContain("Mine.");
});

/** Drops `text` on the field, as the app's file explorer does. */
const drop = (text: string): Promise<void> =>
  page.locator(FIELD).evaluate((field, text) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.setData("text/plain", text);
    for (const type of ["dragover", "drop"]) {
      field.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
    }
  }, text);

test.each([
  ["the app's address", "obsidian://open?vault=Vault&file=Projects%2FFog%20bell.md", ["Fog bell"]],
  ["a link", "[[Fog bell]]", ["Fog bell"]],
  ["a link with words", "[[Fog bell#Cast|the bell]]", ["Fog bell"]],
  ["a Markdown link", "[the bell](Projects/Fog%20bell.md)", ["Fog bell"]],
  ["paths", "Projects/Fog bell.md\nProjects/Fog horn.md", ["Fog bell", "Fog horn"]],
  ["a folder", "Projects", ["Projects/"]],
  ["words", "just words", []],
])("what is dropped as %s is attached", async (_, text, expected) => {
  await openChat({ files: FILES });
  await page.evaluate(() => window.lectern.ready());
  await drop(text);
  await expect.poll(async () => (await attached()).sort()).toEqual(expected);
});

test("the active note and what is selected in it are a click away, and can be removed again", async () => {
  model.script({ parts: ["Yes."] });
  await openChat({ files: FILES, standIn: model, settings: CLOSED });
  await page.evaluate(() => window.lectern.ready());
  await openNote("Private/Fog diary");
  expect(await offered()).toEqual([]);
  await openNote("Projects/Fog bell");
  await expect.poll(offered).toEqual(["Fog bell"]);
  await page.evaluate(() => {
    const { view } = window.app.workspace.getLeavesOfType("markdown")[0] ?? {};
    (view as { editor?: { setSelection(from: object, to: object): void } }).editor?.setSelection(
      { line: 2, ch: 0 },
      { line: 5, ch: 0 },
    );
  });
  await expect.poll(offered).toEqual(["Fog bell, L3–5", "Fog bell"]);
  await page.locator(".lectern-chat-offer").first().click();
  await expect.poll(attached).toEqual(["Fog bell, L3–5"]);
  expect(await offered()).toEqual(["Fog bell"]);
  await page.locator(".lectern-chat-offer").click();
  await expect.poll(attached).toEqual(["Fog bell, L3–5", "Fog bell"]);
  await page.locator("[aria-label='Remove Fog bell']").click();
  expect(await attached()).toEqual(["Fog bell, L3–5"]);
  await askAndWait("What of it?");
  expect(JSON.stringify(model.last)).toContain("The clapper weighs 14 kg.");
  expect(JSON.stringify(model.last)).not.toContain("# Fog bell");
});

test("/ runs the panel's commands, and fills in prompts out of a folder", async () => {
  model.script({ parts: ["Yes."] });
  await openChat({ files: FILES, standIn: model, chat: { promptsFolder: "Prompts" } });
  await page.evaluate(() => window.lectern.ready());
  await page.locator(FIELD).focus();
  await page.keyboard.type("/");
  expect(await options()).toEqual(["/new", "/conversations", "/model", "/help", "/save", "/preview", "/Summary"]);
  await page.keyboard.type("su");
  await page.keyboard.press("Tab");
  await expect.poll(() => page.inputValue(FIELD)).toBe("Sum up the note in three sentences.");
  await page.keyboard.press("Enter");
  await answered();
  await page.keyboard.type("/save");
  await page.keyboard.press("Enter");
  await expect.poll(() => page.locator(".notice").allTextContents()).toHaveLength(1);
  expect(await page.textContent(".notice")).toContain("Saved as");
  await ask("/help");
  await page.locator(".modal .lectern-chat-help").first().waitFor();
  expect(await page.locator(".notice").count()).toBe(1);
  await page.keyboard.press("Escape");
  expect(await page.locator(".modal").count()).toBe(0);
  expect(await focused()).toBe("Your question");
  await ask("/new");
  await expect.poll(() => page.locator(`${SHOWN} .lectern-chat-exchange`).count()).toBe(0);
  await ask("/model");
  await page.locator(".menu-item").getByText("Model settings").click();
  expect(await page.locator(".modal.mod-settings").count()).toBe(1);
});

test("everything can be done by keyboard alone, and the focus is never lost", async () => {
  model.script(
    { parts: [{ call: "read_file", args: { path: "Fog bell" } }] },
    { parts: ["It weighs 14 kg [[Projects/Fog bell#L5]]. See https://a.invalid/."] },
    { parts: ["Again."] },
  );
  await openChat({ files: FILES, standIn: model });
  await page.evaluate(() => window.lectern.ready());
  expect(await focused()).toBe("Your question");
  await page.keyboard.type("How heavy?");
  await page.keyboard.press("Enter");
  await answered();
  expect(await focused()).toBe("Your question");
  // Backwards from the field: what is in the order of the page, each once.
  const order: string[] = [];
  for (let step = 0; step < 13; step++) {
    await page.keyboard.press("Shift+Tab");
    order.push(await focused());
  }
  expect(order.shift()).toMatch(/^Sent to .* on this device: 1 note, \d+ bytes$/);
  expect(order.slice(0, 11)).toEqual([
    "Go on in a new conversation",
    "Ask another model",
    "Ask again",
    "Add to a note",
    "Copy answer",
    "https://a.invalid/",
    "Fog bell · L5: Projects/Fog bell.md, line 5: read for this answer",
    "Read lines 1–5 of 5 in Projects/Fog bell.md",
    "Ask this in a new conversation",
    "Copy question",
    "Edit and ask again",
  ]);
  expect(order[11]).toBe("Conversation");
  await page.locator(".lectern-chat-citation").focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => page.evaluate(() => window.app.workspace.getActiveFile()?.path)).toBe("Projects/Fog bell.md");
  await page.locator(FIELD).focus();
  await page.keyboard.press("ArrowUp");
  expect(await page.inputValue(FIELD)).toBe("How heavy?");
  await page.keyboard.press("Escape");
  expect(await page.inputValue(FIELD)).toBe("");
  expect(await focused()).toBe("Your question");
  await page.locator("[aria-label='Ask again']").focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => answers()).toEqual(["Again."]);
  await answered();
  expect(await focused()).toBe("Your question");
});
