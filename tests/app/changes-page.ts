// Shared by the tests of changes in the panel: a scripted model that proposes changes, and what the card shows.
import type { Locator } from "playwright-core";
import type { StandIn } from "../standins/standin.ts";
import { answered, ask, type ChatOptions, openChat } from "./chat.ts";
import { model, page } from "./page.ts";
import { textAt } from "./release.ts";

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
  calls: readonly { call: string; args: object }[],
  options: Partial<ChatOptions> = {},
): Promise<void> {
  model.script({ parts: calls.map(({ call, args }) => ({ call, args: { ...args } })) }, { parts: ["Done."] });
  const { settings, files, ...others } = options;
  await openChat({
    standIn: model,
    files: { [PATH]: BELL, ...files },
    settings: { changes: true, ...settings },
    ...others,
  });
  await ask("Please change it.");
}

/** The list of changes that were made. */
export const listed = (): Locator => page.locator(".lectern-changes");
export const listedButton = (name: string | RegExp): Locator => listed().getByRole("button", { name, exact: true });
export const listStatus = (): Promise<string | null> => listed().getByRole("status").textContent();
/** The button above the conversation that opens it. */
export const listButton = (): Locator => page.getByRole("button", { name: /^Changes( \(\d+\))?$/ });

/** A page in which the model has made `calls`, and the list is open. */
export async function proposeAndList(calls: Parameters<typeof propose>[0]): Promise<void> {
  await propose(calls, { chat: { approve: "accept" } });
  await answered();
  await listButton().click();
  await listed().waitFor();
}

export const edit = (...edits: readonly { old: string; new: string }[]) => ({
  call: "edit_file",
  args: { path: PATH, edits },
});

export const cards = (): Locator => page.locator(".lectern-change:not(.is-decided)");
export const hunks = (): Locator => page.locator(".lectern-change-hunk");
export const button = (name: string): Locator => cards().getByRole("button", { name, exact: true });
export const comment = (): Locator => page.locator(".lectern-change-comment");
export const decided = (): Promise<string[]> => page.locator(".lectern-change.is-decided").allTextContents();

/** Accepts the change, and waits for the answer. */
export async function accept(): Promise<void> {
  await button("Accept").click();
  await answered();
}

export const contentOf = (path = PATH): Promise<string> => textAt(path);

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
