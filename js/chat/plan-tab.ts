// The tab that shows the plan of a conversation, with buttons that copy it and save it as a note.
import { type App, MarkdownRenderer, Notice } from "obsidian";
import type { ChangeMade } from "../../pkg/lectern.js";
import { reason } from "../base/reason.ts";
import { copyButton, iconButton } from "./button.ts";
import { openChangesTab } from "./changes-tab.ts";
import { openPlace } from "./open-note.ts";
import { planText } from "./plan.ts";
import type { SavedConversations } from "./saved-notes.ts";
import { t } from "../base/translate.ts";

/** Shows the plan with `changes` in a tab of the main area. */
export async function showPlanTab(app: App, saved: SavedConversations, changes: readonly ChangeMade[]): Promise<void> {
  const tab = await openChangesTab(app, t("Plan"));
  if (!tab) return;
  const text = planText(changes);
  const el = createDiv("lectern-plan");
  const bar = el.createDiv("lectern-changes-bar");
  copyButton(bar, t("Copy plan as Markdown"), () => text);
  iconButton(bar, "save", t("Save plan as a note"), () => void save(app, saved, text));
  tab.show(el);
  await MarkdownRenderer.render(app, text, el.createDiv("markdown-rendered"), "", tab);
}

async function save(app: App, saved: SavedConversations, text: string): Promise<void> {
  try {
    // The property tells it from a conversation.
    const { path } = await saved.create(t("Plan"), `---\nlectern-plan: true\n---\n\n${text}`);
    await openPlace(app, { path }, true);
  } catch (error) {
    new Notice(t("Couldn't save the plan: {reason}.", { reason: reason(error) }));
  }
}
