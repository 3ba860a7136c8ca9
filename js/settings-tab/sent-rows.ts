// The rows about what is sent: when it is shown before, and the record of it.
import { Setting } from "obsidian";
import { t } from "../base/translate.ts";
import { showLedger } from "../chat/ledger-modal.ts";
import type { ChatSettings, PreviewMode } from "../settings/chat-settings.ts";
import type { Form } from "./form.ts";

/** Draws the rows. */
export function sentRows(form: Form, containerEl: HTMLElement, chat: ChatSettings): void {
  const modes: Record<PreviewMode, string> = {
    first: t("First question to a provider"),
    question: t("Every question"),
    always: t("Every question, and what is read for it"),
  };
  const preview = new Setting(containerEl)
    .setName(t("Show before sending"))
    .setDesc(t("See which notes and lines go to the model's server, and leave some out."));
  preview.addDropdown((dropdown) =>
    dropdown
      .addOptions(modes)
      .setValue(chat.preview)
      .onChange((value) => void form.changeChat(preview, { preview: value as PreviewMode })),
  );
  new Setting(containerEl)
    .setName(t("Record of what was sent"))
    .setDesc(t("Which models have seen which notes. Kept on this device only."))
    .addButton((button) => button.setButtonText(t("Show record")).onClick(() => showLedger(form.app)));
}
