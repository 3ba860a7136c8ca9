// The line that says what an answer waits for, and after five seconds for how long.
import { Component } from "obsidian";
import { inUnit } from "../../base/translate.ts";

const SHOWN_AFTER_MS = 5000;

export class WaitLine extends Component {
  readonly #el: HTMLElement;
  readonly #wordsEl: HTMLElement;
  readonly #secondsEl: HTMLElement;
  #stopCounting: (() => void) | undefined;

  constructor(parent: HTMLElement) {
    super();
    this.#el = parent.createDiv({ cls: "lectern-chat-wait is-hidden" });
    this.#wordsEl = this.#el.createSpan();
    // Screen readers would read every second.
    this.#secondsEl = this.#el.createSpan({ cls: "lectern-chat-wait-seconds", attr: { "aria-hidden": "true" } });
  }

  override onunload(): void {
    this.#stop();
  }

  /** Shows the words, or hides the line if there are none. `countsSeconds` if nobody knows how long it will take. */
  say(words: string, countsSeconds = false): void {
    if (this.#wordsEl.textContent === words) return;
    this.#stop();
    this.#wordsEl.setText(words);
    this.#el.toggleClass("is-hidden", words === "");
    if (countsSeconds) this.#count(Date.now());
  }

  #count(since: number): void {
    // The timer is the first window's: another window may close meanwhile.
    const timer = window.setInterval(() => {
      const ms = Date.now() - since;
      if (ms >= SHOWN_AFTER_MS) this.#secondsEl.setText(` ${inUnit(Math.floor(ms / 1000), "second")}`);
    }, 1000);
    this.#stopCounting = () => window.clearInterval(timer);
  }

  #stop(): void {
    this.#stopCounting?.();
    this.#secondsEl.empty();
  }
}
