// Icons, and small icon buttons with a tooltip and a label.
import { setIcon, setTooltip } from "obsidian";
import { t } from "../base/translate.ts";

/** Draws an icon in `parent` that says nothing that the text beside it does not. */
export function drawIcon(parent: HTMLElement, icon: string): HTMLElement {
  const el = parent.createSpan({ cls: "lectern-chat-icon", attr: { "aria-hidden": "true" } });
  setIcon(el, icon);
  return el;
}

/** Creates an icon button in `parent`. */
export function iconButton(
  parent: HTMLElement,
  icon: string,
  name: string,
  click: (event: MouseEvent) => void,
): HTMLButtonElement {
  const button = parent.createEl("button", { cls: "clickable-icon lectern-chat-button", attr: { type: "button" } });
  setIcon(button, icon);
  setTooltip(button, name);
  button.addEventListener("click", click);
  return button;
}

/** Creates a button that copies `text` and confirms it for a moment. */
export function copyButton(parent: HTMLElement, name: string, text: () => string): HTMLButtonElement {
  const button = iconButton(parent, "copy", name, () => {
    void button.win.navigator.clipboard.writeText(text()).then(
      () => mark("check", t("Copied")),
      () => mark("circle-alert", t("Couldn't copy")),
    );
  });
  const mark = (icon: string, words: string): void => {
    setIcon(button, icon);
    setTooltip(button, words);
    window.setTimeout(() => {
      setIcon(button, "copy");
      setTooltip(button, name);
    }, SHOWN_MS);
  };
  return button;
}

/** How long the confirmation is shown. */
const SHOWN_MS = 1500;
