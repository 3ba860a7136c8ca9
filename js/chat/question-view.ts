// Draws a question with its attachments, and buttons to edit and copy it.
import { setTooltip } from "obsidian";
import type { UserMessage } from "../agent/message.ts";
import { t } from "../base/translate.ts";
import { attachmentIcon, attachmentName, placeInWords } from "./amounts.ts";
import { copyButton, drawIcon, iconButton } from "./button.ts";

/** A longer question is folded. */
const LINES = 12;
const LETTERS = 1200;

/** Draws `message` into `parent`. */
export function drawQuestion(
  parent: HTMLElement,
  message: UserMessage,
  edit: () => void,
  fork: () => void,
): HTMLElement {
  const el = parent.createEl("article", { cls: "lectern-chat-question", attr: { "aria-label": t("You asked") } });
  const bubble = el.createDiv("lectern-chat-bubble");
  const textEl = bubble.createDiv({ cls: "lectern-chat-question-text", text: message.text, attr: { dir: "auto" } });
  if (message.text.split("\n").length > LINES || message.text.length > LETTERS) fold(bubble, textEl);
  if (message.attachments.length > 0) {
    const list = bubble.createDiv({ cls: "lectern-chat-chips", attr: { role: "list", "aria-label": t("Attached") } });
    for (const attachment of message.attachments) {
      const chip = list.createDiv({ cls: "lectern-chat-chip", attr: { role: "listitem" } });
      drawIcon(chip, attachmentIcon(attachment));
      chip.createSpan({ cls: "lectern-chat-chip-name", text: attachmentName(attachment), attr: { dir: "auto" } });
      setTooltip(chip, placeInWords(attachment));
    }
  }
  const actions = el.createDiv("lectern-chat-actions");
  iconButton(actions, "pencil", t("Edit and ask again"), edit);
  copyButton(actions, t("Copy question"), () => message.text);
  iconButton(actions, "git-fork", t("Ask this in a new conversation"), fork);
  return el;
}

/** Shows the beginning of `textEl`, and a button below it that shows the rest. */
function fold(parent: HTMLElement, textEl: HTMLElement): void {
  textEl.addClass("is-folded");
  const attr = { type: "button", "aria-expanded": "false" };
  const button = parent.createEl("button", { cls: "lectern-chat-unfold", text: t("Show all"), attr });
  button.addEventListener("click", () => {
    const isFolded = !textEl.hasClass("is-folded");
    textEl.toggleClass("is-folded", isFolded);
    button.setText(isFolded ? t("Show all") : t("Show less"));
    button.setAttr("aria-expanded", String(!isFolded));
  });
}
