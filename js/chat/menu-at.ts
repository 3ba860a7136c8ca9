// Shows a menu at the button that opens it.
import type { Menu } from "obsidian";

/** Shows `menu` at the top or the bottom of `button`, which gets the focus back unless it is elsewhere by then. */
export function showMenuAt(menu: Menu, button: HTMLElement, edge: "top" | "bottom"): void {
  // Not at the mouse, because the keyboard opens it too.
  const { left, [edge]: y } = button.getBoundingClientRect();
  menu.onHide(() => {
    if (button.doc.activeElement === button.doc.body) button.focus();
  });
  menu.showAtPosition({ x: left, y }, button.doc);
}
