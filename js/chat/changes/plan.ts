// The plan of a conversation: its planned changes as one document, and the tab that shows, copies and saves it.
import type { ChangeMade } from "../../../pkg/lectern.js";
import type { Message } from "../../agent/message.ts";
import { t } from "../../base/translate.ts";
import { type App, MarkdownRenderer, Notice } from "obsidian";
import { reason } from "../../base/reason.ts";
import { fenceAround } from "../answer/answer-text.ts";
import { copyButton, iconButton } from "../button.ts";
import { openChangesTab } from "./changes-tab.ts";
import { openPlace } from "../answer/open-note.ts";
import type { SavedConversations } from "../conversation/saved-notes.ts";

/** The planned changes in `messages`, in order. */
export const plannedIn = (messages: readonly Message[]): ChangeMade[] =>
  messages.flatMap((message) => {
    const change = message.role === "tool" ? message.reply.structuredContent.change : undefined;
    return change?.outcome === "planned" ? [change] : [];
  });

/** The document, in Markdown. Each change is a unified diff. */
export function planText(changes: readonly ChangeMade[]): string {
  const parts = changes.map(({ path, diff }) => {
    const mark = fenceAround(diff);
    return `## ${inCode(path)}\n\n${mark}diff\n${diff.replace(/\n?$/, "\n")}${mark}\n`;
  });
  return [`# ${t("Plan")}\n\n${t("None of these changes has been made.")}\n`, ...parts].join("\n");
}

function inCode(text: string): string {
  const mark = fenceAround(text, 1);
  return `${mark} ${text} ${mark}`;
}

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
