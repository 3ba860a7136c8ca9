// What the panel shows in the tests for people who hear it, use the keyboard alone, or enlarge it.
import { BELL, edit, EDITS, hunks, NEW, PATH, propose } from "./changes-page.ts";
import { ask, askAndWait, type ChatOptions, openChat } from "./chat.ts";
import { model, page } from "./page.ts";
import { openNote } from "./release.ts";

export const READS = { parts: [{ call: "read_file", args: { path: PATH } }] };
export const ANSWER = [
  `It was cast in 1911 [[${PATH.replace(".md", "")}#L3]], as [[Fog bell]] says, not in 1962 [[Fog bell#L90]].\n\n`,
  "- [x] Look at [the bell](https://example.com).\n\n| a | b |\n| - | - |\n| 1 | 2 |\n\n```js\nring();\n```\n",
].join("");
export const REFUSED = { status: 401, error: "invalid_api_key", message: "no" };

export const open = (options: Partial<ChatOptions> = {}): Promise<unknown> =>
  openChat({ standIn: model, files: { [PATH]: BELL }, settings: { changes: true }, ...options });

/** An answer with its steps open, what was sent for it, and one that failed. */
export async function withAnswers(options: Partial<ChatOptions> = {}): Promise<void> {
  model.script(READS, { parts: [ANSWER] }, REFUSED, { parts: ["One", "HANG"] });
  await open(options);
  await openNote(PATH);
  await askAndWait("Why?");
  await page.locator(".lectern-chat-row-head").first().click();
  await page.locator(".lectern-sent summary").click();
  await askAndWait("Why not?", 2);
}

/** An answer that comes, a question that waits, and a note that is attached. */
export async function streaming(): Promise<void> {
  await ask("And now?");
  await page.locator(".is-stop").waitFor();
  await ask("And then?");
  await page.locator(".lectern-chat-offer").first().click();
  await page.locator(".lectern-chat-chip-size").first().waitFor();
}

export async function withCard(options: Partial<ChatOptions> = {}): Promise<void> {
  await propose([edit(...EDITS), NEW], options);
  await hunks().first().waitFor();
}

export async function withSendCard(): Promise<void> {
  model.script({ parts: ["Yes."] });
  await open();
  await openNote(PATH);
  await page.locator(".lectern-chat-offer").first().click();
  await page.locator(".lectern-chat-chip-size").first().waitFor();
  await ask("/preview");
  await ask("Why?");
  await page.locator(".lectern-send").waitFor();
}

export async function press(name: string): Promise<void> {
  await page.getByRole("button", { name, exact: true }).last().focus();
  await page.keyboard.press("Enter");
}
