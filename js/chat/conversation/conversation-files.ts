// Lists, opens and saves conversations, and tells the user what failed.
import { type App, Notice, type TFile } from "obsidian";
import { reason } from "../../base/reason.ts";
import { t } from "../../base/translate.ts";
import { Chat, type ChatParts } from "../chat.ts";
import { type ConversationsParts, ConversationsModal } from "./conversations-modal.ts";

/** Opens the list of saved conversations. `current` gives the file of the conversation that the panel shows. */
export async function listConversations(
  { app, saved, settings }: ChatParts,
  current: () => TFile | undefined,
  actions: Pick<ConversationsParts, "load" | "removing">,
): Promise<void> {
  try {
    const { chat } = await settings.load();
    new ConversationsModal(app, { ...actions, saved, isSaving: chat.saves, current: current() }).open();
  } catch (error) {
    new Notice(t("The settings can't be read: {reason}", { reason: reason(error) }));
  }
}

/** Loads the conversation that is saved as `file`, and shows it. Tells the user if that fails. */
export async function openConversation(parts: ChatParts, file: TFile, show: (chat: Chat) => void): Promise<void> {
  try {
    show(await Chat.load(parts, file));
  } catch (error) {
    new Notice(t("Couldn't open “{name}”: {reason}.", { name: file.basename, reason: reason(error) }));
  }
}

/**
 * Saves `chat` as a note. Returns false if that failed. `isShown`: whether the panel shows it; `tells`: whether to tell
 * the user where it is saved.
 */
export async function saveConversation(app: App, chat: Chat, isShown: boolean, tells = false): Promise<boolean> {
  if (isShown && chat.messages.length === 0) {
    new Notice(t("There is nothing to save yet."));
    return false;
  }
  try {
    const file = await chat.save();
    // The panel's state is this file.
    if (isShown) app.workspace.requestSaveLayout();
    if (tells) new Notice(t("Saved as “{path}”.", { path: file.path }));
    return true;
  } catch (error) {
    new Notice(t("Couldn't save the conversation: {reason}.", { reason: reason(error) }));
    return false;
  }
}
