// The rows about how the panel behaves.
import { defaultChatSettings } from "../settings/chat-settings.ts";
import { t } from "../base/translate.ts";
import type { Row } from "./setting-fields.ts";
import type { Form } from "./form.ts";

/** The rows. */
export function chatRows(form: Form): Row[] {
  const { chatFields } = form;
  const visible = (): boolean => form.chat.saves;
  return [
    chatFields.toggle(
      "enterSends",
      t("Send with Enter"),
      t("Shift+Enter starts a new line. When off, Ctrl+Enter or Cmd+Enter sends."),
    ),
    chatFields.toggle(
      "saves",
      t("Save conversations"),
      t("Save each conversation as a note that you can read without Lectern and continue later."),
      { aliases: [t("History")] },
    ),
    chatFields.text(
      "folder",
      defaultChatSettings.folder,
      (typed) => typed || defaultChatSettings.folder,
      t("Conversations folder"),
      t("Created when needed. Always excluded, because conversations may quote notes that you exclude later."),
      { aliases: [t("History")], visible },
    ),
    chatFields.toggle(
      "savesReplies",
      t("Save what the model read"),
      t("Adds it to the note, folded. Obsidian's search then finds it there, too."),
      { visible },
    ),
    chatFields.toggle(
      "savesReasoning",
      t("Save the model's reasoning"),
      t("Adds it to the note in a form that only its provider needs, if you continue the conversation."),
      { visible },
    ),
    chatFields.text(
      "promptsFolder",
      "Templates/Prompts",
      (typed) => typed,
      t("Prompts folder"),
      t("Type / in the chat to use a note in this folder as a prompt."),
    ),
  ];
}
