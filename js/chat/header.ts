// The line above the conversation: what it is about, a new one, the earlier ones, the settings.
import { Menu, type TFile } from "obsidian";
import { iconButton } from "./button.ts";
import type { ChatParts } from "./chat.ts";
import { openSettings } from "./open-note.ts";

/** As many as a menu shows without a search. */
const LISTED = 20;

/** What it asks of the panel. */
export interface HeaderListener {
  startAnew(): void;
  load(file: TFile): void;
  /** The file of the conversation that is shown. */
  shown(): TFile | undefined;
}

/** Draws it into `parent`. Gives back the element for the title. */
export function drawHeader(parent: HTMLElement, parts: ChatParts, listener: HeaderListener): HTMLElement {
  const header = parent.createDiv("lectern-chat-header");
  const attr = { dir: "auto", role: "heading", "aria-level": "2" };
  const title = header.createDiv({ cls: "lectern-chat-title", attr });
  iconButton(header, "square-pen", "New conversation", () => listener.startAnew());
  const list = iconButton(header, "history", "Earlier conversations", () => listSaved(list, parts, listener));
  list.setAttr("aria-haspopup", "menu");
  iconButton(header, "settings", "Settings", () => openSettings(parts.app));
  return title;
}

/** The list to go back to, below `button`. */
function listSaved(button: HTMLElement, { saved, settings }: ChatParts, listener: HeaderListener): void {
  const files = saved.list().slice(0, LISTED);
  const menu = new Menu();
  if (files.length === 0) {
    const isSaving = settings.current?.chat.saves ?? true;
    const words = isSaving ? "No conversation was saved yet" : "Conversations are not saved: see the settings";
    menu.addItem((item) => item.setTitle(words).setDisabled(true));
  }
  for (const file of files) {
    menu.addItem((item) =>
      item
        .setTitle(file.basename)
        .setIcon("message-circle")
        .setChecked(file === listener.shown())
        .onClick(() => listener.load(file)),
    );
  }
  // Not where the mouse is: the keyboard opens it too.
  const { left, bottom } = button.getBoundingClientRect();
  menu.onHide(() => button.focus());
  menu.showAtPosition({ x: left, y: bottom }, button.doc);
}
