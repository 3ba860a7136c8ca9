// The top of the panel: the title of the conversation, its buttons, and how far the search by meaning has come.
import { setTooltip } from "obsidian";
import { iconButton } from "./button.ts";
import type { Chat, ChatParts } from "./chat.ts";
import { languageCode, t } from "../base/translate.ts";
import { openSettings } from "./answer/open-note.ts";
import { plannedIn, showPlanTab } from "./changes/plan.ts";
import { type LecternApi, meaningOf } from "../api.ts";

/** The bar above the conversation: its title, and buttons for what concerns all of it. */
export class Header {
  readonly #parts: ChatParts;
  readonly #titleEl: HTMLElement;
  readonly #planEl: HTMLElement;
  readonly #changesEl: HTMLElement;
  readonly #countEl: HTMLElement;
  #chat: Chat | undefined;

  constructor(parent: HTMLElement, parts: ChatParts, startAnew: () => void, listConversations: () => void) {
    this.#parts = parts;
    const header = parent.createDiv("lectern-chat-header");
    const attr = { dir: "auto", role: "heading", "aria-level": "2" };
    this.#titleEl = header.createDiv({ cls: "lectern-chat-title", attr });
    this.#planEl = iconButton(header, "list-checks", t("Plan"), () => {
      void showPlanTab(parts.app, parts.saved, plannedIn(this.#chat?.messages ?? []));
    });
    const list = (): void => this.#chat?.changes.list(() => changes.focus());
    const changes = (this.#changesEl = iconButton(header, "file-diff", t("Changes"), list, "dialog"));
    changes.hide();
    this.#countEl = changes.createSpan({ cls: "lectern-chat-count", attr: { "aria-hidden": "true" } });
    iconButton(header, "square-pen", t("New conversation"), startAnew);
    iconButton(header, "history", t("Conversations"), listConversations, "dialog");
    iconButton(header, "settings", t("Settings"), () => openSettings(parts.app));
  }

  /** Shows the title of `chat`, and how many changes it made. */
  show(chat: Chat): void {
    this.#chat = chat;
    this.#titleEl.setText(chat.title || t("Ask your notes"));
    this.#planEl.toggle(plannedIn(chat.messages).length > 0);
    chat.changes.onCount = () => this.#showCount();
    this.#showCount();
  }

  /** The button is there while changes are allowed, and as long as there are some. */
  #showCount(): void {
    const count = this.#chat?.changes.count ?? 0;
    this.#changesEl.toggle(count > 0 || (this.#parts.settings.current?.changes ?? false));
    this.#countEl.setText(count > 0 ? String(count) : "");
    setTooltip(this.#changesEl, count > 0 ? t("Changes ({count})", { count }) : t("Changes"));
  }
}

/** Draws a line that says how far the vectors are while they are made, until the returned function is called. */
export function drawMeaningProgress(parent: HTMLElement, api: LecternApi): () => void {
  // Not a status: screen readers would read every step.
  const el = parent.createDiv("lectern-chat-meaning");
  const meaning = meaningOf(api);
  const show = (): void => {
    const { phase, state } = meaning;
    const { notes = 0, waiting_notes: left = 0 } = state ?? {};
    el.toggle(phase === "running" && left > 0);
    const percent = (notes / Math.max(1, notes + left)).toLocaleString(languageCode(), { style: "percent" });
    el.setText(t("Indexing meaning: {percent}", { percent }));
  };
  show();
  return meaning.onChange(show);
}
