// Draws a question with its attachments, and buttons to edit and copy it.
import { setTooltip } from "obsidian";
import type { UserMessage } from "../agent/message.ts";
import { attachmentName } from "./amounts.ts";
import { copyButton, drawIcon, iconButton } from "./button.ts";

/** Draws `message` into `parent`. */
export function drawQuestion(parent: HTMLElement, message: UserMessage, edit: () => void): HTMLElement {
  const el = parent.createEl("article", { cls: "lectern-chat-question", attr: { "aria-label": "You asked" } });
  const bubble = el.createDiv("lectern-chat-bubble");
  bubble.createDiv({ cls: "lectern-chat-question-text", text: message.text, attr: { dir: "auto" } });
  if (message.attachments.length > 0) {
    const list = bubble.createDiv({ cls: "lectern-chat-chips", attr: { role: "list", "aria-label": "Attached" } });
    for (const attachment of message.attachments) {
      const chip = list.createDiv({ cls: "lectern-chat-chip", attr: { role: "listitem" } });
      drawIcon(chip, "file-text");
      chip.createSpan({ cls: "lectern-chat-chip-name", text: attachmentName(attachment), attr: { dir: "auto" } });
      setTooltip(chip, attachment.path);
    }
  }
  const actions = el.createDiv("lectern-chat-actions");
  iconButton(actions, "pencil", "Edit and ask again", edit);
  copyButton(actions, "Copy the question", () => message.text);
  return el;
}
