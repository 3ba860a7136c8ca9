// The row of open conversations: there if a panel has more than one.
import { setIcon, setTooltip } from "obsidian";
import { t } from "../../base/translate.ts";
import { iconButton } from "../button.ts";
import type { Mark, OpenConversation } from "./open-conversation.ts";

const ICONS = { answering: "loader-2", waits: "circle-alert", answered: "circle-dot" } as const;

/** The elements of one conversation. */
interface Tab {
  readonly el: HTMLElement;
  readonly button: HTMLElement;
  readonly iconEl: HTMLElement;
  readonly nameEl: HTMLElement;
  readonly closeEl: HTMLElement;
}

/** What the user does with a conversation in the row. */
interface TabActions {
  readonly show: (one: OpenConversation) => void;
  readonly close: (one: OpenConversation) => void;
  /** Called after that. */
  readonly done: () => void;
}

/** The row. */
export class ConversationTabs {
  readonly #el: HTMLElement;
  readonly #tabs = new Map<OpenConversation, Tab>();
  readonly #actions: TabActions;

  constructor(parent: HTMLElement, actions: TabActions) {
    this.#el = parent.createDiv({ cls: "lectern-chat-tabs", attr: { role: "list" } });
    this.#actions = actions;
    this.#el.addEventListener("keydown", (event) => this.#press(event));
  }

  /** Arrows, Home and End move between the conversations; Delete closes one, and leaves the focus in the row. */
  #press(event: KeyboardEvent): void {
    const { key, target } = event;
    const all = [...this.#tabs];
    const at = all.findIndex(([, { el }]) => el.contains(target as Node));
    const next = this.#el.win.getComputedStyle(this.#el).direction === "rtl" ? -1 : 1;
    const places = {
      ArrowRight: at + next,
      ArrowLeft: at - next,
      Home: 0,
      End: all.length - 1,
      Delete: all[at + 1] ? at + 1 : at - 1,
    };
    const place = key in places ? places[key as keyof typeof places] : NaN;
    const to = all[(place + all.length) % all.length];
    if (!to || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    if (key === "Delete") this.#actions.close(all[at]?.[0] ?? to[0]);
    if (this.#tabs.size > 1) to[1].button.focus();
    else this.#actions.done();
  }

  /** Shows `all`, of which the panel shows `current`. What stays keeps its elements, and so the focus. */
  show(all: readonly OpenConversation[], current: OpenConversation): void {
    this.#el.toggle(all.length > 1);
    for (const [one, { el }] of this.#tabs) {
      if (all.includes(one)) continue;
      el.remove();
      this.#tabs.delete(one);
    }
    for (const one of all) this.#draw(one, one === current);
  }

  #draw(one: OpenConversation, isCurrent: boolean): void {
    const tab = this.#tabs.get(one) ?? this.#add(one);
    const { mark } = one;
    const name = nameOf(one);
    if (tab.button.getAttr("aria-current") === null && isCurrent) tab.el.scrollIntoView({ block: "nearest" });
    tab.button.setAttr("aria-current", isCurrent ? "true" : null);
    tab.nameEl.setText(name);
    setTooltip(tab.button, mark ? stated(mark, name) : name);
    setTooltip(tab.closeEl, t("Close {name}", { name }));
    if (tab.el.dataset["mark"] === (mark ?? "")) return;
    tab.el.dataset["mark"] = mark ?? "";
    tab.iconEl.empty();
    tab.iconEl.toggleClass("is-running", mark === "answering");
    if (mark) setIcon(tab.iconEl, ICONS[mark]);
  }

  #add(one: OpenConversation): Tab {
    const el = this.#el.createDiv({ cls: "lectern-chat-tab-item", attr: { role: "listitem" } });
    const button = el.createEl("button", { cls: "lectern-chat-tab", attr: { type: "button" } });
    const { show, close, done } = this.#actions;
    const act = (action: (one: OpenConversation) => void): void => {
      action(one);
      done();
    };
    button.addEventListener("click", () => act(show));
    el.addEventListener("auxclick", (event) => event.button === 1 && act(close));
    const iconEl = button.createSpan({ cls: "lectern-chat-icon", attr: { "aria-hidden": "true" } });
    const nameEl = button.createSpan({ cls: "lectern-chat-tab-name", attr: { dir: "auto" } });
    const closeEl = iconButton(el, "x", "", () => act(close));
    const tab = { el, button, iconEl, nameEl, closeEl };
    this.#tabs.set(one, tab);
    return tab;
  }
}

/** The name of a conversation for the row and for what is said about it, cut off if it is long. */
export const nameOf = ({ chat: { title } }: OpenConversation): string =>
  (title.length > NAMED ? `${title.slice(0, NAMED)}…` : title) || t("Ask your notes");

/** The most characters of a name. */
const NAMED = 60;

function stated(mark: NonNullable<Mark>, name: string): string {
  if (mark === "waits") return t("Waiting for you: {path}", { path: name });
  return t("“{name}”: {words}", { name, words: mark === "answering" ? t("Working.") : t("The answer is complete.") });
}
