// An edit in place as the tests see it: a note with a selection, the card above it, and what is marked in the note.
import type { Editor } from "obsidian";
import { expect } from "vitest";
import { type ChatOptions, openForChat } from "./chat.ts";
import { model, page } from "./page.ts";
import { openNote, runCommand } from "./release.ts";

export const BELL = "# Fog bell\n\nCast in 1911.\n\nThe clapper weighs 14 kg. It is new.\n\nThe bell is here.\n";
export const PATH = "Fog bell.md";
const FILES = { [PATH]: BELL, "Private/Diary.md": "Under my bed.\n", "Log.md": "One.\n" };
export const SETTINGS = { closed: ["Private"], closedTags: ["secret"], changes: true };

/** A note with a selection, and the field of an edit above it. The panel is closed. */
export async function open(
  options: Partial<ChatOptions> = {},
  note = "Fog bell",
  selected = [4, 0, 4, 25],
): Promise<void> {
  await openForChat({ standIn: model, settings: SETTINGS, ...options, files: { ...FILES, ...options.files } });
  await openNote(note);
  await select(...selected);
  await runCommand("edit-in-place");
}
/** Does something with the editor of the open note, and returns its text. */
export const editor = (work: string): Promise<string> =>
  page.evaluate((work) => {
    const { editor } = window.app.workspace.getMostRecentLeaf()?.view as unknown as { editor: Editor };
    ((0, eval)(`(editor) => { ${work} }`) as (editor: Editor) => unknown)(editor);
    return editor.getValue();
  }, work);
export const select = (...[line = 0, ch = 0, toLine = 0, toCh = 0]: number[]): Promise<string> =>
  editor(`editor.setSelection({ line: ${line}, ch: ${ch} }, { line: ${toLine}, ch: ${toCh} })`);
export const text = (): Promise<string> => editor("");
export const CARD = ".lectern-inline";
export const FIELD = ".lectern-inline-field";
export const says = (): Promise<string> => page.locator(`${CARD} [role=status]`).innerText();
export const buttons = (): Promise<string[]> =>
  page.locator(`${CARD} .lectern-change-actions button`).allTextContents();
export const marked = async (): Promise<{ removed: string[]; added: string[] }> => ({
  removed: await page.locator(".lectern-inline-removed").allTextContents(),
  added: await page.locator(".lectern-inline-added").allTextContents(),
});
export const notice = (): Promise<string | null> => page.locator(".notice").last().textContent();
export const isOver = (): Promise<void> => expect.poll(() => page.locator(CARD).count()).toBe(0);
export const focused = (): Promise<string | undefined> => page.evaluate(() => document.activeElement?.className);
export async function ask(instruction: string): Promise<void> {
  await page.locator(FIELD).fill(instruction);
  await page.locator(FIELD).press("Enter");
}
/** Asks, until the change is shown. */
export async function propose(answer: string, instruction = "Be brief"): Promise<void> {
  model.script({ parts: [answer] });
  await ask(instruction);
  await page.getByRole("button", { name: "Accept" }).waitFor();
}
export const sent = () => model.last.body as { messages: { content: unknown }[]; tools?: unknown };
