// Commands about what is selected, from the palette and the editor's menu, and the user's own prompts: what they send,
// and that an excluded note sends nothing.
import type { Editor } from "obsidian";
import { expect, test } from "vitest";
import { closeApp } from "../obsidian/browser.ts";
import { answered, ask, askAndWait, type ChatOptions, FIELD, gate, openChat, pickModel, setup, SHOWN } from "./chat.ts";
import { model, page, useModel } from "./page.ts";
import { changeSettings, openNote, runCommand, saved, textAt } from "./release.ts";

useModel();

const BELL = "# Fog bell\n\nCast in 1911.\n\nThe clapper weighs 14 kg. It is new.\n";
const FILES = { "Projects/Fog bell.md": BELL, "Private/Diary.md": "Under my bed.\n", "Tagged.md": "#secret Hidden.\n" };
const EXCLUDED = { closed: ["Private"], closedTags: ["secret"] };
const OWN = [
  { name: "Translate", text: "Into German: {{selection}}, of {{title}} on {{date}}. {{other}}" },
  { name: "Whole note", text: "Check {{note}}" },
  { name: "", text: "Unfinished" },
];

/** The panel beside a note with `selected` selected, from line and column to line and column. */
async function open(options: Partial<ChatOptions> = {}, note = "Projects/Fog bell", selected = [4, 4, 4, 24]) {
  await openChat({ standIn: model, files: FILES, settings: EXCLUDED, ...options });
  await openNote(note);
  await select(...selected);
}
const select = (...[line = 0, ch = 0, toLine = 0, toCh = 0]: number[]): Promise<void> =>
  page.evaluate(
    ([from, to]) => {
      const view = window.app.workspace.getMostRecentLeaf()?.view as unknown as { editor: Editor };
      view.editor.setSelection(from, to);
    },
    [
      { line, ch },
      { line: toLine, ch: toCh },
    ] as const,
  );
const pick = (name: string | RegExp): Promise<void> => pickModel(name);
const notice = (): Promise<string | null> => page.locator(".notice").last().textContent();
const attached = (): Promise<string[]> =>
  page.locator(".lectern-chat-attached .lectern-chat-chip-name").allTextContents();
/** The texts of the last question, as the model was sent it. */
const sent = (): string[] => {
  const { messages } = model.last.body as { messages: { content: string | { text: string }[] }[] };
  const content = messages.at(-1)?.content ?? "";
  return typeof content === "string" ? [content] : content.map(({ text }) => text);
};

test("what is selected is explained: its lines are attached, and the words are named", async () => {
  model.script({ parts: ["It is heavy."] });
  await open();
  await page.locator(FIELD).fill("A draft");
  expect(await runCommand("explain-selection")).toBe(true);
  await answered();
  expect(sent()).toEqual([
    "[The user attached Projects/Fog bell.md, lines 5-5]\n5: The clapper weighs 14 kg. It is new.\n[lines 5-5 of 5]\n" +
      '[End of Projects/Fog bell.md]\n[The user selected this part of it: "clapper weighs 14 kg"]',
    "Explain the selection.",
  ]);
  // What the user was writing stays.
  expect(await page.locator(FIELD).inputValue()).toBe("A draft");
  await select(2, 0, 3, 0);
  model.script({ parts: ["In short."] });
  await runCommand("summarize-selection");
  await answered(2);
  expect(sent()[0]).toMatch(/lines 3-3\]\n3: Cast in 1911\.\n\[.*\]\n\[End of Projects\/Fog bell\.md\]$/);
});

test("without a selection the commands are not offered; to ask about one attaches it", async () => {
  await open();
  await runCommand("ask-about-selection");
  await expect.poll(attached).toEqual(["Fog bell, L5"]);
  expect(await page.evaluate(() => document.activeElement?.className)).toBe("lectern-chat-field");
  await runCommand("attach-active-note");
  await expect.poll(attached).toEqual(["Fog bell, L5", "Fog bell"]);
  await select(0, 0, 0, 0);
  for (const id of ["ask-about-selection", "explain-selection", "summarize-selection", "rewrite-selection"])
    expect(await runCommand(id)).toBe(false);
  expect(model.requests).toEqual([]);
});

test.each([
  ["Private/Diary", "by a rule, so nothing of it is sent. See “Excluded from models” in the settings."],
  ["Tagged", "by a tag or a property, so nothing of it is sent. Remove that first."],
])("a selection in the excluded note %s is refused, with the reason", async (note, because) => {
  await open({ chat: { prompts: [{ name: "Name it", text: "Say {{title}}" }] } }, note, [0, 0, 0, 5]);
  const name = note.split("/").at(-1) ?? "";
  for (const id of ["ask-about-selection", "explain-selection", "prompt-name it"]) {
    expect(await runCommand(id)).toBe(true);
    await expect.poll(notice).toBe(`“${name}” is excluded ${because}`);
    await page.locator(".notice").last().click();
  }
  expect(await attached()).toEqual([]);
  expect(model.requests).toEqual([]);
});

test("a tag that was typed but not saved yet excludes, too", async () => {
  await open();
  await page.evaluate(() => {
    const view = window.app.workspace.getMostRecentLeaf()?.view as unknown as { editor: Editor };
    view.editor.replaceRange("#secret ", { line: 2, ch: 0 });
    view.editor.setSelection({ line: 4, ch: 0 }, { line: 4, ch: 3 });
  });
  await runCommand("explain-selection");
  await expect.poll(notice).toContain("“Fog bell” is excluded by a tag");
  expect(model.requests).toEqual([]);
});

test("what was selected is not sent again once its note is excluded", async () => {
  model.script({ parts: ["It is heavy."] }, { parts: ["Fine."] });
  await open();
  await runCommand("explain-selection");
  await answered();
  await page.evaluate(() => window.app.vault.adapter.write("Projects/Fog bell.md", "#secret now\n"));
  await askAndWait("And?", 2);
  expect(JSON.stringify(model.last.body)).not.toContain("clapper");
});

test("rewriting is proposed as a change, where changes are allowed; else it says why not", async () => {
  await open();
  await runCommand("rewrite-selection");
  await expect.poll(notice).toContain("Turn on “Allow changes to notes” in the settings");
  await closeApp(page);
  model.script(
    { parts: [{ call: "edit_file", args: { path: "Projects/Fog bell.md", edits: [{ old: "weighs", new: "has" }] } }] },
    { parts: ["Done."] },
  );
  await open({ settings: { ...EXCLUDED, changes: true } });
  await runCommand("rewrite-selection");
  await page.locator(".lectern-change").waitFor();
  expect(await textAt("Projects/Fog bell.md")).toBe(BELL);
  await closeApp(page);
  await open({ settings: { ...EXCLUDED, changes: true }, chat: { provider: "quotes", model: "", baseUrl: "" } });
  await runCommand("rewrite-selection");
  await expect.poll(notice).toContain("can't rewrite");
});

test("whether a note can be rewritten is up to the conversation's own model", async () => {
  const settings = { ...EXCLUDED, changes: true };
  const recent = [setup({ baseUrl: model.baseUrl })];
  model.script({ parts: ["It is clear."] });
  await open({ settings, chat: { provider: "quotes", model: "", baseUrl: "", recent } });
  await pick("small");
  await runCommand("rewrite-selection");
  await answered();
  expect(sent().at(-1)).toContain("Rewrite the selection");
  expect(await page.locator(".notice").count()).toBe(0);
  await closeApp(page);
  await open({ settings });
  await pick(/^Quotes/);
  await runCommand("rewrite-selection");
  await expect.poll(notice).toBe("Quotes uses no AI and can't rewrite. Choose another model.");
  expect(model.turns.length).toBe(1);
  expect(await page.locator(`${SHOWN} .lectern-chat-exchange`).count()).toBe(0);
});

test("the editor's menu has the same, for a selection in a note", async () => {
  model.script({ parts: ["Auf Deutsch."] });
  await open({ chat: { prompts: OWN } });
  const menu = async (): Promise<string[]> => {
    // Within what is selected: elsewhere, it moves the cursor.
    await page.locator(".cm-content").focus();
    await page
      .locator(".cm-line")
      .nth(4)
      .click({ button: "right", position: { x: 60, y: 8 } });
    return page.locator(".menu-item-title").allTextContents();
  };
  const BUILT_IN = [
    "Ask about the selection",
    "Explain the selection",
    "Summarize the selection",
    "Edit the selection in place",
    "Rewrite the selection",
  ];
  // The settings may be read a moment later.
  expect(await menu()).toEqual([...BUILT_IN, "Translate"]);
  await page.locator(".menu-item").getByText("Translate").click();
  await answered();
  const date = await page.evaluate(() => new Date().toLocaleDateString("sv"));
  expect(sent().at(-1)).toBe(`Into German: the selection, of Fog bell on ${date}. {{other}}`);
  await select(0, 0, 0, 0);
  expect(await menu()).toEqual([]);
});

test("own prompts are commands that come and go with the settings, and suggestions after a slash", async () => {
  await open({ chat: { prompts: OWN } });
  const ids = (): Promise<string[]> =>
    page.evaluate(() => Object.keys(window.app.commands.commands).filter((id) => id.includes("prompt-")));
  await expect.poll(ids).toEqual(["lectern:prompt-translate", "lectern:prompt-whole note"]);
  await page.locator(FIELD).fill("/whole");
  await page.locator(FIELD).press("Enter");
  await expect.poll(() => page.locator(FIELD).inputValue()).toBe("Check the attached note");
  expect(await attached()).toEqual(["Fog bell"]);
  const { chat } = await saved();
  const prompts = [{ name: "Translate", text: "Into French: {{selection}}" }];
  await changeSettings({ chat: { ...(chat as object), prompts } });
  await expect.poll(ids).toEqual(["lectern:prompt-translate"]);
  model.script({ parts: ["En français."] });
  await runCommand("prompt-translate");
  await answered();
  expect(sent().at(-1)).toBe("Into French: the selection");
});

test("a command waits while a model answers, and opens a new conversation", async () => {
  const wait = gate();
  model.script({ parts: [{ wait: wait.opened }, "First."] }, { parts: ["Second."] });
  await open();
  await ask("Hello?");
  await page.locator(".lectern-chat-exchange").waitFor();
  await runCommand("explain-selection");
  await page.locator(".lectern-chat-queued").first().waitFor();
  wait.open();
  await answered(2);
  expect(sent().at(-1)).toBe("Explain the selection.");
  await runCommand("new-conversation");
  await expect.poll(() => page.locator(`${SHOWN} .lectern-chat-exchange`).count()).toBe(0);
});
