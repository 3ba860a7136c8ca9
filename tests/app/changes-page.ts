// Shared by the tests of changes in the panel: a scripted model that proposes changes, and what the card shows.
import type { Browser, Locator, Page } from "playwright-core";
import type { ChatSettings } from "../../js/settings/chat-settings.ts";
import type { Settings } from "../../js/settings/parse-settings.ts";
import type { StandIn } from "../standins/standin.ts";
import { answered, ask, type ChatOptions, openChat } from "./chat.ts";

export const PATH = "Projects/Fog bell.md";
export const BELL =
  "# Fog bell\n\nCast in 1911.\n\nKept by Ann.\n\nIt hangs in the tower.\n\n\n\nThe clapper weighs 14 kg.\nIt was lost in 1962.\n";

/** Three edits that are three parts of the change. */
export const EDITS = [
  { old: "1911", new: "1912" },
  { old: "tower", new: "chapel" },
  { old: "14 kg", new: "15 kg" },
];

/** The note once all of them are made. */
export const CHANGED = BELL.replace("1911", "1912").replace("tower", "chapel").replace("14 kg", "15 kg");
export const NEW = { call: "write_file", args: { path: "New.md", content: "# New\n" } };

/** A page in which the model proposes `calls`, then says "Done.". */
export async function propose(
  browser: Browser,
  model: StandIn,
  calls: readonly { call: string; args: object }[],
  options: { chat?: Partial<ChatSettings>; settings?: Partial<Settings> } & Partial<ChatOptions> = {},
): Promise<Page> {
  model.script({ parts: calls.map(({ call, args }) => ({ call, args: { ...args } })) }, { parts: ["Done."] });
  const { settings, files, ...others } = options;
  const page = await openChat(browser, {
    standIn: model,
    files: { [PATH]: BELL, ...files },
    settings: { changes: true, ...settings },
    ...others,
  });
  await ask(page, "Please change it.");
  return page;
}

/** The list of changes that were made. */
export const listed = (page: Page): Locator => page.locator(".lectern-changes");
/** The button above the conversation that opens it. */
export const listButton = (page: Page): Locator => page.getByRole("button", { name: /^Changes( \(\d+\))?$/ });

/** A page in which the model has made `calls`, and the list is open. */
export async function proposeAndList(
  browser: Browser,
  model: StandIn,
  calls: Parameters<typeof propose>[2],
): Promise<Page> {
  const page = await propose(browser, model, calls, { chat: { approve: "accept" } });
  await answered(page);
  await listButton(page).click();
  await listed(page).waitFor();
  return page;
}

export const edit = (...edits: readonly { old: string; new: string }[]) => ({
  call: "edit_file",
  args: { path: PATH, edits },
});

export const cards = (page: Page): Locator => page.locator(".lectern-change:not(.is-decided)");
export const hunks = (page: Page): Locator => page.locator(".lectern-change-hunk");
export const button = (page: Page, name: string): Locator => cards(page).getByRole("button", { name, exact: true });
export const comment = (page: Page): Locator => page.locator(".lectern-change-comment");
export const decided = (page: Page): Promise<string[]> => page.locator(".lectern-change.is-decided").allTextContents();

export const contentOf = (page: Page, path = PATH): Promise<string> =>
  page.evaluate((path) => window.app.vault.adapter.read(path), path);

/** The replies to tools in the model's last request. */
export const repliesTo = (model: StandIn): string[] =>
  (model.last.body as { messages: { role: string; content: string }[] }).messages
    .filter(({ role }) => role === "tool")
    .map(({ content }) => content);

/** The names of the tools that the model was offered. */
export const toolsOf = (model: StandIn): string[] =>
  (model.last.body as { tools: { function: { name: string } }[] }).tools.map((tool) => tool.function.name);

/** The last question, as the model was sent it. */
export const lastQuestion = (model: StandIn): unknown =>
  (model.last.body as { messages: { content: unknown }[] }).messages.slice(-1)[0]?.content;
/** What the next question says of an undo. */
export const undone = (where: string): object => ({
  type: "text",
  text: `[The user has undone changes that you made${where}. Read again before you rely on them.]`,
});
