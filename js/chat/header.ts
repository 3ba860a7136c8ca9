// The bar above the conversation: its title, and buttons for a new conversation, earlier conversations, what was changed
// and the settings.
import { Menu, type TFile } from "obsidian";
import { iconButton } from "./button.ts";
import type { ChatParts } from "./chat.ts";
import { openSettings } from "./open-note.ts";

/** The maximum number of conversations in the menu, which has no search. */
const LISTED = 20;

/** What the header needs from the panel. */
export interface HeaderListener {
  startAnew(): void;
  listChanges(): void;
  /** Calls `end` when the panel closes. */
  register(end: () => void): void;
  load(file: TFile): void;
  /** The file of the conversation that is shown. */
  shown(): TFile | undefined;
}

/** Draws the header into `parent`. Returns the element for the title. */
export function drawHeader(parent: HTMLElement, parts: ChatParts, listener: HeaderListener): HTMLElement {
  const header = parent.createDiv("lectern-chat-header");
  const attr = { dir: "auto", role: "heading", "aria-level": "2" };
  const title = header.createDiv({ cls: "lectern-chat-title", attr });
  iconButton(header, "square-pen", "New conversation", () => listener.startAnew());
  const list = iconButton(header, "history", "Earlier conversations", () => listSaved(list, parts, listener));
  list.setAttr("aria-haspopup", "menu");
  const changes = iconButton(header, "file-diff", "Changes", () => listener.listChanges());
  const show = (): void => {
    changes.toggle(parts.settings.current?.changes ?? false);
  };
  show();
  listener.register(parts.settings.onChange(show));
  iconButton(header, "settings", "Settings", () => openSettings(parts.app));
  return title;
}

/** Opens the menu of saved conversations below `button`. */
function listSaved(button: HTMLElement, { saved, settings }: ChatParts, listener: HeaderListener): void {
  const files = saved.list().slice(0, LISTED);
  const menu = new Menu();
  if (files.length === 0) {
    const isSaving = settings.current?.chat.saves ?? true;
    const words = isSaving ? "No saved conversations yet" : "Conversations are not saved: see the settings";
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
  // At the button instead of the mouse, because the keyboard opens it too.
  const { left, bottom } = button.getBoundingClientRect();
  menu.onHide(() => button.focus());
  menu.showAtPosition({ x: left, y: bottom }, button.doc);
}
