// The panel's small buttons: an icon with a name for the tooltip and for screen readers.
import { setIcon, setTooltip } from "obsidian";

/** Goes with its parent. */
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

/** Copies `text`, and says so at the button for a moment. */
export function copyButton(parent: HTMLElement, name: string, text: () => string): HTMLButtonElement {
  const button = iconButton(parent, "copy", name, () => {
    void button.win.navigator.clipboard.writeText(text()).then(
      () => mark("check", "Copied"),
      () => mark("circle-alert", "The app may not copy here"),
    );
  });
  const mark = (icon: string, words: string): void => {
    setIcon(button, icon);
    setTooltip(button, words);
    button.win.setTimeout(() => {
      setIcon(button, "copy");
      setTooltip(button, name);
    }, SHOWN_MS);
  };
  return button;
}

/** Long enough to be seen. */
const SHOWN_MS = 1500;
