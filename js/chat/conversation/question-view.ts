// Draws a question with its attachments, buttons to edit and copy it, and those that show its other versions.
import { setTooltip } from "obsidian";
import type { UserMessage } from "../../agent/message.ts";
import { t } from "../../base/translate.ts";
import { attachmentIcon, attachmentName, placeInWords } from "../amounts.ts";
import { withoutNotesOfFolders } from "../composer/attached-folder.ts";
import { copyButton, drawIcon, iconButton } from "../button.ts";

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
    for (const attachment of withoutNotesOfFolders(message.attachments)) {
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

/** Adds the buttons to the question `el`, if it has several versions. `show` shows another one. */
export function drawVersions(
  el: HTMLElement,
  { number, count }: { readonly number: number; readonly count: number },
  show: (number: number) => void,
): void {
  if (count < 2) return;
  const label = t("Version {number} of {count}", { number, count });
  const group = createDiv({ cls: "lectern-chat-versions", attr: { role: "group", "aria-label": label } });
  const button = (icon: string, name: string, to: number): void => {
    const isThere = to >= 1 && to <= count;
    // Not `disabled`: a disabled button loses the focus.
    iconButton(group, icon, name, () => isThere && show(to)).setAttr("aria-disabled", String(!isThere));
  };
  button("chevron-left", t("Previous version"), number - 1);
  group.createSpan({ cls: "lectern-chat-version", text: `${number}/${count}`, attr: { "aria-hidden": "true" } });
  button("chevron-right", t("Next version"), number + 1);
  el.querySelector(".lectern-chat-actions")?.prepend(group);
}
