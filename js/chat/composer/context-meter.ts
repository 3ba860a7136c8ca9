// The meter of the model's context: how much of it is in use, a warning when it fills up, and a list of what takes it.
import { Notice, setTooltip } from "obsidian";
import { type ContextUse, totalOf } from "../../agent/context/context-use.ts";
import { counted, t } from "../../base/translate.ts";
import { nextFrame } from "../../base/turns.ts";
import { tokens } from "../amounts.ts";
import { textButton } from "../button.ts";
import type { Chat } from "../chat.ts";

/** From this share on, it warns. Older replies are shortened from 87.5 % on. */
const WARNS = 0.8;

let meters = 0;

/** What the user does about a full context. */
export interface MeterActions {
  /** The replies to these calls were shortened. */
  shortened(ids: readonly string[]): void;
  /** Goes on in a new conversation, from a summary of this one. */
  summarize(): void;
}

/** The meter, between the field and its buttons. */
export class ContextMeter {
  readonly #buttonEl: HTMLButtonElement;
  readonly #percentEl: HTMLElement;
  readonly #meterEl: HTMLElement;
  readonly #warningEl: HTMLElement;
  readonly #detailEl: HTMLElement;
  readonly #actions: MeterActions;
  #chat: Chat | undefined;
  /** The one to show next. */
  #next: Chat | undefined;
  #use: ContextUse | undefined;

  /** Draws the button into `bar`, and what it shows into `parent`. */
  constructor(parent: HTMLElement, bar: HTMLElement, actions: MeterActions) {
    this.#actions = actions;
    this.#warningEl = parent.createDiv({ cls: "lectern-chat-attached-warning is-hidden", attr: { role: "status" } });
    const id = `lectern-chat-context-${meters++}`;
    const group = { role: "group", "aria-label": t("What takes the context"), id };
    this.#detailEl = parent.createDiv({ cls: "lectern-chat-context is-hidden", attr: group });
    const values = { role: "meter", "aria-label": t("Context in use"), "aria-valuemin": 0, "aria-valuemax": 100 };
    this.#meterEl = bar.createDiv({ cls: "lectern-chat-meter is-hidden", attr: values });
    const attr = { type: "button", "aria-expanded": "false", "aria-controls": id };
    this.#buttonEl = bar.createEl("button", { cls: "lectern-chat-meter-button is-hidden", attr });
    this.#percentEl = this.#buttonEl.createSpan();
    this.#buttonEl.addEventListener("click", () => this.#toggle(this.#detailEl.hasClass("is-hidden")));
    this.#detailEl.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      this.#toggle(false);
      this.#buttonEl.focus();
    });
  }

  /** Shows what the next request of `chat` takes, once the conversation is: a long one takes some milliseconds. */
  show(chat: Chat): void {
    const isWaiting = this.#next !== undefined;
    this.#next = chat;
    if (!isWaiting) void nextFrame(this.#meterEl.win).then(() => this.#show());
  }

  #show(): void {
    this.#chat = this.#next;
    this.#next = undefined;
    const use = (this.#use = this.#chat?.use());
    const share = use ? Math.min(totalOf(use) / use.room, 1) : 0;
    const percent = Math.round(share * 100);
    for (const el of [this.#meterEl, this.#buttonEl]) el.toggleClass("is-hidden", !use);
    this.#meterEl.setAttr("aria-valuenow", percent);
    this.#meterEl.setAttr("aria-valuetext", use ? saysUse(use) : "");
    this.#meterEl.setCssProps({ "--lectern-share": `${percent}%` });
    this.#meterEl.toggleClass("is-full", share >= WARNS);
    const shown = t("{percent} %", { percent });
    this.#percentEl.setText(shown);
    setTooltip(this.#buttonEl, `${shown}: ${t("What takes the context")}`);
    const words = t("The model's context is {percent} % full. Older results will be shortened.", { percent });
    this.#warningEl.toggleClass("is-hidden", share < WARNS);
    // A status is read aloud whenever it changes.
    if (share < WARNS) this.#warningEl.empty();
    else if (this.#warningEl.textContent === "") {
      this.#warningEl.createSpan({ text: words });
      const summarize = (): void => this.#actions.summarize();
      textButton(this.#warningEl, t("Go on from a summary"), summarize, "lectern-chat-chip-all");
    }
    if (!use) this.#toggle(false);
    else if (!this.#detailEl.hasClass("is-hidden")) this.#draw(use);
  }

  #toggle(isOpen: boolean): void {
    this.#detailEl.toggleClass("is-hidden", !isOpen);
    this.#buttonEl.setAttr("aria-expanded", String(isOpen));
    if (isOpen && this.#use) this.#draw(this.#use);
  }

  #draw(use: ContextUse): void {
    const hadFocus = this.#detailEl.contains(this.#detailEl.doc.activeElement);
    this.#detailEl.empty();
    const list = this.#detailEl.createEl("dl");
    const add = (name: string, size: number): void => {
      const row = list.createDiv();
      row.createEl("dt", { text: name });
      row.createEl("dd", { text: tokens(size) });
    };
    add(t("System prompt and instructions"), use.system);
    add(t("Tools"), use.tools);
    add(t("Attachments"), use.attachments);
    add(t("Conversation"), use.conversation);
    this.#detailEl.createDiv({ text: saysUse(use) });
    const button = textButton(this.#detailEl, t("Shorten now"), () => this.#shorten());
    textButton(this.#detailEl, t("Go on from a summary"), () => this.#actions.summarize());
    if (hadFocus) button.focus();
  }

  #shorten(): void {
    const chat = this.#chat;
    if (!chat) return;
    if (chat.isRunning) {
      new Notice(t("Wait for the answer, or stop it first."));
      return;
    }
    const ids = chat.shorten();
    this.#actions.shortened(ids);
    this.show(chat);
    new Notice(
      ids.length === 0
        ? t("There is nothing to shorten. Start a new conversation for more room.")
        : counted(ids.length, "{n} older result was shortened.", "{n} older results were shortened."),
    );
  }
}

const saysUse = (use: ContextUse): string =>
  t("{used} of {room}, without the room kept for the answer", { used: tokens(totalOf(use)), room: tokens(use.room) });
