// The scrollable list of questions and answers. Only the latest ones have elements; a button shows earlier ones. The
// list scrolls along with new text while the user is at its end. exchange.ts draws a question with its answer.
import { type App, Component, type WorkspaceLeaf } from "obsidian";
import { counted, t } from "../../base/translate.ts";
import { nextFrame } from "../../base/turns.ts";
import type { Chat } from "../chat.ts";
import { openChip } from "../answer/citation-chip.ts";
import { copySelection } from "../answer/answer-text.ts";
import { iconButton } from "../button.ts";
import { openOutward } from "../answer/external-link.ts";
import { listQuestions, LONG, neighbour } from "./question-jump.ts";

/** How many exchanges are shown at first, and how many more each click shows. */
const SHOWN = 20;
/** The user is at the end if it is closer than this, in pixels. */
const NEAR = 48;

/** A question with its answer. `draw` returns the component to unload when its elements are removed. */
export interface Drawable {
  readonly question: { readonly text: string };
  draw(parent: HTMLElement): Component;
}

interface Entry {
  readonly exchange: Drawable;
  drawn: { readonly el: HTMLElement; readonly owner: Component } | undefined;
}

/** The exchanges of one conversation. */
export class MessageList extends Component {
  readonly el: HTMLElement;
  readonly #listEl: HTMLElement;
  readonly #jumpEl: HTMLElement;
  readonly #questionsEl: HTMLElement;
  #exchanges: Entry[] = [];
  /** The first exchange that has elements. */
  #from = 0;
  /** Whether the list scrolls to new text. */
  #follows = true;
  /** Whether it stops once the last question is at the top, so that the user can read the answer from its start. */
  #keepsQuestion = false;
  /** The position, in pixels, that this class last scrolled to. */
  #top = 0;
  /** An exchange that keeps its place on the screen while earlier ones are drawn, until the user scrolls. */
  #kept: { readonly el: HTMLElement; readonly y: number } | undefined;

  constructor(parent: HTMLElement) {
    super();
    // Focusable, so that the keyboard can scroll it. No log: some screen readers read every word of one as it comes. The
    // panel's status says what happens.
    const attr = { tabindex: "0", role: "region", "aria-label": t("Conversation") };
    const frame = parent.createDiv("lectern-chat-frame");
    this.el = frame.createDiv({ cls: "lectern-chat-scroll", attr });
    this.#listEl = this.el.createDiv("lectern-chat-list");
    this.#jumpEl = frame.createEl("button", { cls: "lectern-chat-jump is-hidden", text: t("Jump to latest") });
    this.#questionsEl = iconButton(frame, "list", t("Show questions"), () => this.listQuestions(), "menu");
    this.#questionsEl.addClass("lectern-chat-to-question");
  }

  override onload(): void {
    this.registerDomEvent(this.el, "scroll", () => this.#scrolled(), { passive: true });
    this.registerDomEvent(this.#jumpEl, "click", () => {
      this.toEnd();
      this.el.focus({ preventScroll: true });
    });
    this.registerDomEvent(this.#jumpEl, "blur", () => this.#offerEnd());
    this.registerDomEvent(this.el, "keydown", (event) => {
      const { key, target, altKey, ctrlKey, metaKey, shiftKey } = event;
      if (!altKey || ctrlKey || metaKey || shiftKey || (key !== "ArrowUp" && key !== "ArrowDown")) return;
      // In a field, these keys belong to its text.
      if ((target as HTMLElement).closest("textarea, input")) return;
      event.preventDefault();
      this.step(key === "ArrowUp" ? -1 : 1);
    });
    // From the panel's own window: observers of another window pause while that window is hidden.
    const { ResizeObserver: Observer } = this.el.win as Window & {
      ResizeObserver: new (callback: ResizeObserverCallback) => ResizeObserver;
    };
    const grown = new Observer(() => (this.#follows ? this.#keepEnd() : this.#keepPlace()));
    grown.observe(this.#listEl);
    grown.observe(this.el);
    this.register(() => grown.disconnect());
  }

  add(exchange: Drawable): void {
    this.#exchanges.push({ exchange, drawn: undefined });
    // If the user is reading further up, nothing is removed.
    if (this.#follows) this.#from = Math.max(this.#from, this.#exchanges.length - SHOWN);
    this.#draw();
    this.#follows = this.#keepsQuestion = true;
    this.#keepEnd();
  }

  /** Replaces all exchanges. */
  set(exchanges: readonly Drawable[]): void {
    this.truncate(0);
    this.#exchanges = exchanges.map((exchange) => ({ exchange, drawn: undefined }));
    this.#from = Math.max(this.#exchanges.length - 1, 0);
    this.#draw();
    this.toEnd();
    void this.#fill(this.#exchanges);
  }

  /** Draws those that are shown at first, one by one. */
  async #fill(exchanges: readonly Entry[]): Promise<void> {
    while (this.#from > Math.max(exchanges.length - SHOWN, 0)) {
      await nextFrame(this.el.win);
      if (exchanges !== this.#exchanges) return;
      this.#drawEarlier(1);
    }
  }

  /** Replaces the exchange at `index`, and all after it; the question keeps its place on the screen, and the focus. */
  replace(index: number, exchanges: readonly Drawable[]): void {
    const { activeElement } = this.el.doc;
    const label = this.#exchanges[index]?.drawn?.el.contains(activeElement)
      ? activeElement?.getAttr("aria-label")
      : null;
    const top = this.el.scrollTop;
    this.truncate(index);
    for (const exchange of exchanges) this.#exchanges.push({ exchange, drawn: undefined });
    this.#draw();
    this.#follows = false;
    this.#keep(undefined);
    this.el.scrollTop = top;
    const buttons = Array.from(this.#exchanges[index]?.drawn?.el.querySelectorAll<HTMLElement>("button") ?? []);
    if (label) buttons.find((button) => button.getAttr("aria-label") === label)?.focus({ preventScroll: true });
  }

  /** Keeps the first `length` exchanges and removes the rest. */
  truncate(length: number): void {
    for (const entry of this.#exchanges.splice(length)) this.#erase(entry);
    this.#from = Math.min(this.#from, Math.max(this.#exchanges.length - 1, 0));
    this.#draw();
  }

  toEnd(): void {
    this.#follows = true;
    this.#keepsQuestion = false;
    this.#keepEnd();
  }

  /** Leads to the question before (-1) or after (1) the place where the user is. */
  step(by: -1 | 1): void {
    // Earlier ones may have been drawn since the last frame.
    if (this.#follows) this.#keepEnd();
    const last = this.#exchanges.length - 1;
    const els = this.#exchanges.map(({ drawn }) => drawn?.el);
    const isBelow = by < 0 && (this.#follows || this.#isAtEnd) && !this.el.contains(this.el.doc.activeElement);
    this.#show(isBelow ? last : Math.min(Math.max(neighbour(this.el, els, by), 0), last));
  }

  /** Lists the questions, to go to one. */
  listQuestions(): void {
    const questions = this.#exchanges.map(({ exchange }) => exchange.question.text);
    const isLong = questions.length >= LONG;
    listQuestions(questions, isLong ? this.#questionsEl : this.el, (index) => this.#show(index));
  }

  /** Scrolls to the question at `index`, which may not be drawn yet, and focuses it. */
  #show(index: number): void {
    this.#from = Math.max(Math.min(this.#from, index), 0);
    this.#draw();
    const el = this.#exchanges[index]?.drawn?.el;
    if (!el) return;
    this.#follows = this.#keepsQuestion = false;
    this.el.scrollTop += el.getBoundingClientRect().top - this.el.getBoundingClientRect().top;
    this.#top = this.el.scrollTop;
    // What was never in view gets its height only now.
    this.#keep(el);
    const words = el.querySelector<HTMLElement>(".lectern-chat-question-text");
    words?.setAttr("tabindex", "-1");
    words?.focus({ preventScroll: true });
  }

  /** Scrolls to a card that waits for the user, unless the user is reading further up. */
  reveal(): void {
    if (!this.#follows) return;
    this.toEnd();
    const [card] = Array.from(this.#listEl.querySelectorAll<HTMLElement>(".lectern-change")).slice(-1);
    // A long change is read from its start.
    if (card && card.offsetHeight > this.el.clientHeight) card.scrollIntoView({ block: "start" });
  }

  #draw(): void {
    this.#exchanges.forEach((entry, index) => {
      if (index < this.#from) this.#erase(entry);
      if (index < this.#from || entry.drawn) return;
      const el = createDiv("lectern-chat-exchange");
      const next = this.#exchanges.slice(index + 1).find(({ drawn }) => drawn)?.drawn?.el ?? null;
      this.#listEl.insertBefore(el, next);
      entry.drawn = { el, owner: this.addChild(entry.exchange.draw(el)) };
    });
    this.el.parentElement?.toggleClass("is-long", this.#exchanges.length >= LONG);
    this.#listEl.querySelector(":scope > .lectern-chat-earlier")?.remove();
    if (this.#from === 0) return;
    const count = Math.min(this.#from, SHOWN);
    const button = this.#listEl.createEl("button", {
      cls: "lectern-chat-earlier",
      text: counted(count, "{n} earlier question", "{n} earlier questions"),
      prepend: true,
    });
    button.addEventListener("click", () => this.#showEarlier());
  }

  #erase(entry: Entry): void {
    if (!entry.drawn) return;
    this.removeChild(entry.drawn.owner);
    entry.drawn.el.remove();
    entry.drawn = undefined;
  }

  #drawEarlier(count: number): void {
    if (!this.#follows) this.#keep(this.#exchanges[this.#from]?.drawn?.el);
    this.#from = Math.max(this.#from - count, 0);
    this.#draw();
    if (!this.#follows) this.#keepPlace();
  }

  #showEarlier(): void {
    this.#follows = false;
    this.#drawEarlier(SHOWN);
    this.#exchanges[this.#from]?.drawn?.el.querySelector("button")?.focus({ preventScroll: true });
  }

  #scrolled(): void {
    // Ignores scrolling by this class.
    if (Math.abs(this.el.scrollTop - this.#top) > 1) {
      this.#follows = this.#isAtEnd;
      this.#keepsQuestion = false;
      this.#keep(undefined);
    }
    this.#offerEnd();
  }

  get #isAtEnd(): boolean {
    const { scrollTop, scrollHeight, clientHeight } = this.el;
    return scrollTop + clientHeight >= scrollHeight - NEAR;
  }

  #offerEnd(): void {
    // Hidden, it would lose the focus.
    const hasFocus = this.el.doc.activeElement === this.#jumpEl;
    this.#jumpEl.toggleClass("is-hidden", !hasFocus && (this.#isAtEnd || this.#showsActions));
  }

  /** Whether the buttons of a card that waits are in view: they are the latest, and stand where the way to it would. */
  get #showsActions(): boolean {
    const actions = this.#listEl.querySelector(".lectern-change-actions");
    return actions !== null && actions.getBoundingClientRect().top < this.el.getBoundingClientRect().bottom;
  }

  #keep(el: HTMLElement | undefined): void {
    this.#kept = el && { el, y: el.getBoundingClientRect().top };
    // The browser's own anchoring looks like scrolling by the user, and WebKit has none.
    this.el.toggleClass("keeps-place", Boolean(el) || this.#follows);
  }

  #keepPlace(): void {
    if (this.#kept) {
      this.el.scrollTop += this.#kept.el.getBoundingClientRect().top - this.#kept.y;
      this.#top = this.el.scrollTop;
    }
    this.#offerEnd();
  }

  #keepEnd(): void {
    // The empty state stays scrolled to its top.
    if (this.#exchanges.length === 0) return;
    this.#keep(undefined);
    const { scrollHeight, clientHeight } = this.el;
    const end = Math.max(scrollHeight - clientHeight, 0);
    const last = this.#exchanges[this.#exchanges.length - 1]?.drawn?.el;
    this.#top = this.#keepsQuestion && last ? Math.min(end, last.offsetTop) : end;
    this.el.scrollTop = this.#top;
    this.#offerEnd();
  }
}

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
