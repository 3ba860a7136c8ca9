// Saves a conversation as a note, and tells the user if that fails.
import { type App, Notice } from "obsidian";
import { reason } from "../base/reason.ts";
import { t } from "../base/translate.ts";
import type { Chat } from "./chat.ts";

/** Saves the conversation that the panel shows. `tells` says whether the user hears where. */
export async function saveShown(app: App, chat: Chat, tells: boolean): Promise<void> {
  if (chat.messages.length === 0) {
    new Notice(t("There is nothing to save yet."));
    return;
  }
  try {
    const file = await chat.save();
    // The panel's state is this file.
    app.workspace.requestSaveLayout();
    if (tells) new Notice(t("Saved as “{path}”.", { path: file.path }));
  } catch (error) {
    new Notice(notSaved(error));
  }
}

/** Saves a conversation that the panel doesn't show any more. */
export async function saveHidden(chat: Chat): Promise<void> {
  await chat.save().catch((error: unknown) => new Notice(notSaved(error)));
}

const notSaved = (error: unknown): string => t("Couldn't save the conversation: {reason}.", { reason: reason(error) });
