// Icons, buttons, and menus at buttons.
import { type Menu, setIcon, setTooltip } from "obsidian";
import { t } from "../base/translate.ts";

/** Draws an icon in `parent` that says nothing that the text beside it does not. */
export function drawIcon(parent: HTMLElement, icon: string): HTMLElement {
  const el = parent.createSpan({ cls: "lectern-chat-icon", attr: { "aria-hidden": "true" } });
  setIcon(el, icon);
  return el;
}

/** Creates a button in `parent` that says `text`. */
export function textButton(
  parent: HTMLElement,
  text: string,
  click: (event: MouseEvent) => unknown,
  cls = "",
): HTMLButtonElement {
  const button = parent.createEl("button", { cls, text, attr: { type: "button" } });
  button.addEventListener("click", click);
  return button;
}

/** Like `textButton`, deaf to the second click of a double click: that is meant for what was here before. */
export function singleClickButton(
  parent: HTMLElement,
  text: string,
  click: () => unknown,
  cls = "",
): HTMLButtonElement {
  return textButton(parent, text, ({ detail }) => detail > 1 || click(), cls);
}

/** Creates an icon button in `parent`, with a tooltip and perhaps what it opens. */
export function iconButton(
  parent: HTMLElement,
  icon: string,
  name: string,
  click: (event: MouseEvent) => void,
  opens?: "menu" | "dialog",
): HTMLButtonElement {
  const attr = { type: "button", ...(opens && { "aria-haspopup": opens }) };
  const button = parent.createEl("button", { cls: "clickable-icon lectern-chat-button", attr });
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

/** Adds an entry to `menu`. */
export const addItem = (menu: Menu, title: string, icon: string, click: () => unknown): void =>
  void menu.addItem((item) => item.setTitle(title).setIcon(icon).onClick(click));

/** Shows `menu` at the top or the bottom of `button`, which gets the focus back unless it is elsewhere by then. */
export function showMenuAt(menu: Menu, button: HTMLElement, edge: "top" | "bottom"): void {
  // Not at the mouse, because the keyboard opens it too.
  const { left, [edge]: y } = button.getBoundingClientRect();
  menu.onHide(() => {
    if (button.doc.activeElement === button.doc.body) button.focus();
  });
  menu.showAtPosition({ x: left, y }, button.doc);
}

/** Draws something that is attached. */
export function drawChip(list: HTMLElement, name: string, icon: string): HTMLElement {
  const chip = list.createDiv({ cls: "lectern-chat-chip", attr: { role: "listitem" } });
  drawIcon(chip, icon);
  chip.createSpan({ cls: "lectern-chat-chip-name", text: name, attr: { dir: "auto" } });
  return chip;
}
