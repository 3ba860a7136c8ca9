// What clicks, keys and copying do in the list of messages.
import type { App, Component, WorkspaceLeaf } from "obsidian";
import type { Chat } from "./chat.ts";
import { openChip } from "./citation-chip.ts";
import { copySelection } from "./copied-text.ts";
import { openOutward } from "./external-link.ts";

/** Listens on `el` until `owner` is unloaded. Notes open beside `leaf`. */
export function listenToMessages(
  owner: Component,
  el: HTMLElement,
  { app, leaf, chat }: { app: App; leaf: WorkspaceLeaf; chat: () => Chat },
): void {
  const follow = (event: MouseEvent | KeyboardEvent): void => {
    if (!openOutward(event)) openChip(app, event, leaf);
  };
  owner.registerDomEvent(el, "click", follow);
  owner.registerDomEvent(el, "auxclick", (event) => event.button === 1 && follow(event));
  owner.registerDomEvent(el, "keydown", (event) => {
    if (event.key === "Enter") follow(event);
    if (event.key === "Escape" && chat().isRunning) chat().stop();
  });
  owner.registerDomEvent(el, "copy", (event) => copySelection(app, event));
}
