// An edit of a selection in place: what is sent, how the change is shown in the note, what accepting and rejecting leave,
// and what ends it. Its notes are open in the app's own editor, CodeMirror.
import { expect, test } from "vitest";
import { closeApp } from "../obsidian/browser.ts";
import { gate, setup } from "./chat.ts";
import {
  BELL,
  PATH,
  open,
  editor,
  select,
  text,
  CARD,
  FIELD,
  says,
  buttons,
  marked,
  notice,
  isOver,
  focused,
  ask,
  propose,
  sent,
  SETTINGS,
} from "./inline-page.ts";
import { model, page, useModel } from "./page.ts";
import { openNote, runCommand, textAt } from "./release.ts";

useModel();

test("a change is shown in the note by its words, and accepted by a key as one step of undo", async () => {
  await open();
  await expect.poll(focused).toBe("lectern-inline-field");
  await propose("The clapper has 14 kilos.");
  expect(await marked()).toEqual({ removed: ["weighs", "kg"], added: ["has", "kilos"] });
  expect(await text()).toBe(BELL);
  expect(await textAt(PATH)).toBe(BELL);
  await page.keyboard.press("Control+Enter");
  await isOver();
  const now = BELL.replace("The clapper weighs 14 kg.", "The clapper has 14 kilos.");
  expect(await text()).toBe(now);
  await expect.poll(() => textAt(PATH)).toBe(now);
  expect(await textAt(".obsidian/plugins/lectern/journal.jsonl")).toContain(PATH);
  expect(await focused()).toContain("cm-content");
  expect(await page.evaluate(() => window.app.keymap.count)).toBe(1);
  await page.keyboard.type("!");
  expect(await text()).toBe(now.replace("kilos.", "kilos.!"));
  await editor("editor.undo()");
  expect(await editor("editor.undo()")).toBe(BELL);
  expect(await editor("editor.undo()")).toBe(BELL);
  expect(await page.locator(".lectern-chat").count()).toBe(0);
});

test("the model is sent the selection with the lines around it, without tools, and that is recorded", async () => {
  await open({ files: { [PATH]: `${BELL}${"\n".repeat(9)}Far away.\n` } });
  await propose("It has 14 kg.");
  const { messages, tools } = sent();
  expect(tools).toBeUndefined();
  expect(messages.length).toBe(2);
  expect(JSON.stringify(messages[0])).toContain("You edit a part of a note");
  const all = JSON.stringify(messages[1]);
  expect(all).toContain("5: The clapper weighs 14 kg. It is new.");
  expect(all).toContain("The bell is here.");
  expect(all).not.toContain("Far away");
  expect(all).toContain("Be brief");
  await runCommand("show-sent");
  await expect.poll(() => page.locator(".lectern-ledger-list").innerText()).toMatch(/scripted · 1 note, \d+ bytes/);
});

test("rejecting by Escape leaves the note as it was; asking again goes on from the answer", async () => {
  await open();
  await propose("It weighs much.");
  model.script({ parts: ["It weighs fourteen."] });
  await ask("With the number");
  await expect.poll(async () => (await marked()).added.join(" ")).toContain("fourteen");
  expect(JSON.stringify(sent().messages)).toContain("It weighs much.");
  expect(sent().messages.length).toBe(4);
  await page.keyboard.press("Escape");
  await isOver();
  expect(await text()).toBe(BELL);
  expect(await marked()).toEqual({ removed: [], added: [] });
  expect(
    await editor("if (editor.getSelection() !== 'The clapper weighs 14 kg.') throw new Error(editor.getSelection())"),
  ).toBe(BELL);
});

test("an edit elsewhere moves the change along, and accepting still writes it where it is", async () => {
  await open();
  await propose("It weighs 14 kg.");
  await editor("editor.replaceRange('New.\\n\\n', { line: 2, ch: 0 })");
  expect((await marked()).removed).toEqual(["The clapper"]);
  await page.getByRole("button", { name: "Accept" }).click();
  await isOver();
  const now = BELL.replace("Cast", "New.\n\nCast").replace("The clapper", "It");
  expect(await text()).toBe(now);
  await expect.poll(() => textAt(PATH)).toBe(now);
});

test.each([["while the model answers"], ["while the change is shown"]])(
  "an edit of the text itself %s ends the change, says so, and keeps the answer",
  async (when) => {
    const wait = gate();
    await open();
    if (when.includes("answers")) {
      model.script({ parts: [{ wait: wait.opened }, "Late."] });
      await ask("Be brief");
      await expect.poll(says).toBe("Thinking…");
    } else await propose("It has 14 kg.");
    const typed = await editor("editor.replaceRange('old ', { line: 4, ch: 4 })");
    await expect.poll(says).toContain("The text was changed meanwhile");
    expect(await marked()).toEqual({ removed: [], added: [] });
    wait.open();
    expect(await buttons()).toEqual(["Send", "Cancel", ...(when.includes("answers") ? [] : [""])]);
    await propose("The old clapper is here.", "Again");
    expect(JSON.stringify(sent().messages)).toContain("The old clapper weighs 14 kg");
    expect(await text()).toBe(typed);
  },
);

test("Escape stops the model, and keeps what the user asked for", async () => {
  const wait = gate();
  await open();
  model.script({ parts: [{ wait: wait.opened }, "Late."] });
  await ask("Be brief");
  await expect.poll(says).toBe("Thinking…");
  expect(await buttons()).toEqual(["Cancel"]);
  await page.keyboard.press("Escape");
  await expect.poll(buttons).toEqual(["Send", "Cancel"]);
  expect(await page.locator(FIELD).inputValue()).toBe("Be brief");
  wait.open();
  await page.keyboard.press("Escape");
  await isOver();
  expect(await text()).toBe(BELL);
});

test("a provider that fails says why, and can be asked again", async () => {
  await open();
  model.script({ status: 400, error: "invalid_request_error", message: "no such model" });
  await ask("Be brief");
  await expect.poll(says).toContain("no such model");
  expect(await buttons()).toEqual(["Send", "Cancel"]);
  await propose("It has 14 kg.");
});

test("a fence around the answer is no part of it, and the same text is no change", async () => {
  await open({}, "Fog bell", [4, 0, 5, 0]);
  model.script({ parts: ["The clapper weighs 14 kg. It is new.\n"] });
  await ask("Keep it");
  await expect.poll(says).toContain("Nothing to change in Fog bell.md");
  await propose("```markdown\nThe clapper weighs 15 kg. It is new.\n```");
  expect(await marked()).toEqual({ removed: ["14"], added: ["15"] });
  await page.keyboard.press("Control+Enter");
  await isOver();
  expect(await text()).toBe(BELL.replace("14", "15"));
});

test("an excluded note, changes that are off, and Quotes are refused before anything is sent", async () => {
  await open({}, "Private/Diary", [0, 0, 0, 5]);
  await expect.poll(notice).toContain("“Diary” is excluded by a rule");
  await closeApp(page);
  await open({ settings: { ...SETTINGS, changes: false } });
  await expect.poll(notice).toContain("Turn on “Allow changes to notes” in the settings");
  await closeApp(page);
  await open({ chat: { provider: "quotes", model: "", baseUrl: "" } });
  await expect.poll(notice).toContain("Quotes uses no AI and can't rewrite");
  expect(await page.locator(CARD).count()).toBe(0);
  expect(model.turns).toEqual([]);
});

test("a note that is excluded while the field is open is not sent", async () => {
  await open();
  await page.locator(FIELD).waitFor();
  await editor("editor.replaceRange('#secret\\n', { line: 0, ch: 0 })");
  await ask("Be brief");
  await page.locator(".notice").waitFor();
  expect(await notice()).toContain("“Fog bell” is excluded by a tag");
  await expect.poll(buttons).toEqual(["Send", "Cancel"]);
  expect(model.turns).toEqual([]);
});

test("what is sent is shown before, as the settings say, and nothing is sent without the note", async () => {
  await open({ chat: { preview: "always" } });
  model.script({ parts: ["It has 14 kg."] });
  await ask("Be brief");
  const card = page.locator(`${CARD} .lectern-send`);
  await card.waitFor();
  expect(await card.innerText()).toContain("Fog bell.md");
  await card.locator("input").first().uncheck();
  await card.getByRole("button", { name: "Send", exact: true }).click();
  await expect.poll(buttons).toEqual(["Send", "Cancel"]);
  expect(model.turns).toEqual([]);
  await page.locator(FIELD).press("Enter");
  await card.getByRole("button", { name: "Send", exact: true }).click();
  await page.getByRole("button", { name: "Accept" }).waitFor();
  expect(model.turns.length).toBe(1);
});

test("an edit over a list, a table and several paragraphs is shown by lines", async () => {
  const note = "- one\n- two\n\n| a | b |\n| - | - |\n| 1 | 2 |\n\nEnd.\n";
  await open({ files: { "List.md": note } }, "List", [0, 0, 7, 4]);
  const now = "- one\n- 2\n- three\n\n| a | b |\n| - | - |\n| 1 | 3 |\n\nEnd, really.";
  await propose(now);
  expect(await page.locator(".lectern-inline-lines").count()).toBeGreaterThan(0);
  await page.keyboard.press("Control+Enter");
  await isOver();
  expect(await text()).toBe(`${now}\n`);
  expect(await editor("editor.undo()")).toBe(note);
});

test("a note with other line ends keeps them, and one in Arabic runs from right to left", async () => {
  await open({ files: { "Crlf.md": "One two.\r\n\r\nThree four.\r\n" } }, "Crlf", [0, 0, 2, 11]);
  await propose("One 2.\n\nThree 4.");
  await page.keyboard.press("Control+Enter");
  await isOver();
  await expect.poll(() => textAt("Crlf.md")).toBe("One 2.\r\n\r\nThree 4.\r\n");
  await closeApp(page);
  await open({ files: { "Ar.md": "الجرس ثقيل جدا.\n" } }, "Ar", [0, 0, 0, 15]);
  await propose("الجرس خفيف جدا.");
  expect(await marked()).toEqual({ removed: ["ثقيل"], added: ["خفيف"] });
  await page.keyboard.press("Control+Enter");
  await isOver();
  expect(await text()).toBe("الجرس خفيف جدا.\n");
});

test("a long selection is refused with the limit", async () => {
  await open({ files: { "Long.md": `${"word ".repeat(10_000)}\n` } }, "Long", [0, 0, 0, 50_000]);
  await ask("Be brief");
  await expect.poll(says).toContain("at most 20,000 characters");
  expect(model.turns).toEqual([]);
});

test("without a selection, the paragraph with the cursor is edited; without text the command is not offered", async () => {
  await open({}, "Fog bell", [4, 3, 4, 3]);
  await propose("It is new.");
  await page.keyboard.press("Control+Enter");
  await isOver();
  expect(await text()).toBe(BELL.replace("The clapper weighs 14 kg. It is new.", "It is new."));
  await select(1, 0, 1, 0);
  expect(await runCommand("edit-in-place")).toBe(false);
});

test.each([
  ["another note is shown", () => openNote("Log")],
  ["the note is closed", () => page.evaluate(() => window.app.workspace.getMostRecentLeaf()?.detach())],
  ["the plugin is disabled", () => page.evaluate(() => window.app.disablePlugin("lectern"))],
])("nothing is left once %s, and the model is stopped", async (_, act) => {
  const wait = gate();
  const errors: Error[] = [];
  await open();
  page.on("pageerror", (error) => errors.push(error));
  model.script({ parts: [{ wait: wait.opened }, "Late."] });
  await ask("Be brief");
  await expect.poll(says).toBe("Thinking…");
  await act();
  await isOver();
  wait.open();
  await expect.poll(() => page.evaluate(() => window.app.keymap.count)).toBe(1);
  await openNote("Fog bell");
  expect(await text()).toBe(BELL);
  expect(await marked()).toEqual({ removed: [], added: [] });
  expect(errors).toEqual([]);
});

test("a note in two panes is edited in the one with the field, and what the other pane changes counts", async () => {
  await open();
  await propose("It has 14 kg.");
  await page.evaluate(async () => {
    const { workspace, vault } = window.app;
    const leaf = workspace.getMostRecentLeaf();
    const file = vault.getFileByPath("Fog bell.md");
    if (leaf && file) await workspace.createLeafBySplit(leaf).openFile(file);
  });
  expect(await page.locator(CARD).count()).toBe(1);
  await page.evaluate(() => window.app.vault.adapter.write("Fog bell.md", "# Fog bell\n\nThe clapper is gone.\n"));
  await expect.poll(says).toContain("The text was changed meanwhile");
});

test("a warning about what a change adds is shown above it", async () => {
  await open();
  await propose("See ![x](https://example.com/x.png).");
  await expect.poll(says).toMatch(/load/i);
});

test("the conversation's own model is asked while the panel is open", async () => {
  const recent = [setup({ baseUrl: model.baseUrl, model: "mine" })];
  await open({ chat: { recent, model: "mine" } });
  await propose("It has 14 kg.");
  expect((model.last.body as { model: string }).model).toBe("mine");
});
