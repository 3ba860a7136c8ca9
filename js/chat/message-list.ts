// The list of what was said. Only the last of it has elements; what is older is a button away. Follows the end while the
// person is there. Leaves questions and answers to their own files.
import { Component } from "obsidian";

/** Exchanges that have elements at once, and that a click brings back. */
const SHOWN = 20;
/** Nearer to the end than this, in pixels, one is at the end. */
const NEAR = 48;

/** One question with its answer: how to draw it, and what lives while it is drawn. */
export interface Drawable {
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
  #exchanges: Entry[] = [];
  /** The first exchange that has elements. */
  #from = 0;
  /** Whether what is new is scrolled to; and whether only until the last question is at the top, where reading begins. */
  #follows = true;
  #keepsQuestion = false;
  /** Where it was scrolled to from here. */
  #top = 0;

  constructor(parent: HTMLElement) {
    super();
    // The keyboard must be able to scroll it.
    const attr = { tabindex: "0", role: "log", "aria-label": "Conversation", "aria-live": "polite" };
    const frame = parent.createDiv("lectern-chat-frame");
    this.el = frame.createDiv({ cls: "lectern-chat-scroll", attr });
    this.#listEl = this.el.createDiv("lectern-chat-list");
    this.#jumpEl = frame.createEl("button", { cls: "lectern-chat-jump is-hidden", text: "Newest" });
  }

  override onload(): void {
    this.registerDomEvent(this.el, "scroll", () => this.#scrolled(), { passive: true });
    this.registerDomEvent(this.#jumpEl, "click", () => {
      this.toEnd();
      this.el.focus({ preventScroll: true });
    });
    // That of the panel's own window: another's sleeps while its window is hidden.
    const { ResizeObserver: Observer } = this.el.win as Window & {
      ResizeObserver: new (callback: ResizeObserverCallback) => ResizeObserver;
    };
    const grown = new Observer(() => this.#follows && this.#keepEnd());
    grown.observe(this.#listEl);
    grown.observe(this.el);
    this.register(() => grown.disconnect());
  }

  add(exchange: Drawable): void {
    this.#exchanges.push({ exchange, drawn: undefined });
    // While someone reads further up, nothing goes away under their eyes.
    if (this.#follows) this.#from = Math.max(this.#from, this.#exchanges.length - SHOWN);
    this.#draw();
    this.#follows = this.#keepsQuestion = true;
    this.#keepEnd();
  }

  /** Shows these instead. */
  set(exchanges: readonly Drawable[]): void {
    this.truncate(0);
    this.#exchanges = exchanges.map((exchange) => ({ exchange, drawn: undefined }));
    this.#from = Math.max(this.#exchanges.length - SHOWN, 0);
    this.#draw();
    this.toEnd();
  }

  /** Takes back everything from exchange `length` on. */
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

  #draw(): void {
    this.#exchanges.forEach((entry, index) => {
      if (index < this.#from) this.#erase(entry);
      if (index < this.#from || entry.drawn) return;
      const el = createDiv("lectern-chat-exchange");
      const next = this.#exchanges.slice(index + 1).find(({ drawn }) => drawn)?.drawn?.el ?? null;
      this.#listEl.insertBefore(el, next);
      entry.drawn = { el, owner: this.addChild(entry.exchange.draw(el)) };
    });
    this.#listEl.querySelector(":scope > .lectern-chat-earlier")?.remove();
    if (this.#from === 0) return;
    const count = Math.min(this.#from, SHOWN);
    const button = this.#listEl.createEl("button", {
      cls: "lectern-chat-earlier",
      text: `${count} earlier questions`,
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

  #showEarlier(): void {
    const last = this.#exchanges[this.#from]?.drawn?.el;
    const was = last?.getBoundingClientRect().top ?? 0;
    this.#follows = false;
    this.#from = Math.max(this.#from - SHOWN, 0);
    this.#draw();
    // What was there stays where it was.
    if (last) this.el.scrollTop += last.getBoundingClientRect().top - was;
    this.#exchanges[this.#from]?.drawn?.el.querySelector("button")?.focus({ preventScroll: true });
  }

  #scrolled(): void {
    const { scrollTop, scrollHeight, clientHeight } = this.el;
    const isAtEnd = scrollTop + clientHeight >= scrollHeight - NEAR;
    // What was scrolled here is no scrolling of the person's.
    if (Math.abs(scrollTop - this.#top) > 1) {
      this.#follows = isAtEnd;
      this.#keepsQuestion = false;
    }
    this.#jumpEl.toggleClass("is-hidden", isAtEnd);
  }

  #keepEnd(): void {
    // What is there before anything was asked is read from its beginning.
    if (this.#exchanges.length === 0) return;
    const { scrollHeight, clientHeight } = this.el;
    const end = Math.max(scrollHeight - clientHeight, 0);
    const last = this.#exchanges[this.#exchanges.length - 1]?.drawn?.el;
    this.#top = this.#keepsQuestion && last ? Math.min(end, last.offsetTop) : end;
    this.el.scrollTop = this.#top;
    this.#jumpEl.toggleClass("is-hidden", end - this.#top < NEAR);
  }
}
