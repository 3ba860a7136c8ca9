// The bar above the conversation: its title, and buttons for its plan, what was changed, a new conversation, earlier
// conversations and the settings.
import { setTooltip } from "obsidian";
import { iconButton } from "./button.ts";
import type { Chat, ChatParts } from "./chat.ts";
import { t } from "../base/translate.ts";
import { openSettings } from "./open-note.ts";
import { plannedIn } from "./plan.ts";
import { showPlanTab } from "./plan-tab.ts";

/** What the header needs from the panel. */
export interface HeaderListener {
  startAnew(): void;
  listConversations(): void;
}

/** The header of the panel. */
export class Header {
  readonly #parts: ChatParts;
  readonly #titleEl: HTMLElement;
  readonly #planEl: HTMLElement;
  readonly #changesEl: HTMLElement;
  readonly #countEl: HTMLElement;
  #chat: Chat | undefined;

  constructor(parent: HTMLElement, parts: ChatParts, listener: HeaderListener) {
    this.#parts = parts;
    const header = parent.createDiv("lectern-chat-header");
    const attr = { dir: "auto", role: "heading", "aria-level": "2" };
    this.#titleEl = header.createDiv({ cls: "lectern-chat-title", attr });
    this.#planEl = iconButton(header, "list-checks", t("Plan"), () => {
      void showPlanTab(parts.app, parts.saved, plannedIn(this.#chat?.messages ?? []));
    });
    const changes = iconButton(header, "file-diff", t("Changes"), () =>
      this.#chat?.changes.list(() => changes.focus()),
    );
    this.#changesEl = changes;
    changes.setAttr("aria-haspopup", "dialog");
    changes.hide();
    this.#countEl = changes.createSpan({ cls: "lectern-chat-count", attr: { "aria-hidden": "true" } });
    iconButton(header, "square-pen", t("New conversation"), () => listener.startAnew());
    const list = iconButton(header, "history", t("Conversations"), () => listener.listConversations());
    list.setAttr("aria-haspopup", "dialog");
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
