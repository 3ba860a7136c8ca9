// Markdown while it is being written: rendered by the app block by block, at most once a frame, and made safe before it is
// shown. Leaves where blocks end to markdown-blocks.ts, and what is safe to sanitize.ts.
import { type App, Component, MarkdownRenderer } from "obsidian";
import { firstBlock, openFence } from "./markdown-blocks.ts";
import { clean, defuse } from "./sanitize.ts";

/** A code block that is being written is shown as plain lines from this size on: to colour it again and again takes long. */
const LONG_FENCE = 2000;
/** One that is done stays so from this size on: to colour it would hold the app up. */
const HUGE_FENCE = 20_000;
/** So is a line that goes on and on: to render it would hold the app up for seconds. */
const HUGE_BLOCK = 25_000;
/** A hidden window has no frames. */
const NO_FRAME_MS = 250;
/** How much of the time may be spent on rendering: one part in this many. */
const SHARE = 4;
/** However long something took, on a busy machine too: what is written is shown at least so often. */
const LONGEST_PAUSE_MS = 400;
/** How long one go at rendering may take before the app has its turn. */
const GO_MS = 8;

interface Block {
  source: string;
  /** What of `source` is shown. */
  shown: string;
  readonly el: HTMLElement;
  /** Lives as long as what is shown. */
  owner: Component | undefined;
}

/** A text that grows. */
export class MarkdownText {
  readonly el: HTMLElement;
  readonly #app: App;
  readonly #owner: Component;
  /** Is given each block that was rendered, before it is shown. */
  readonly #rendered: (el: HTMLElement) => void;
  readonly #blocks: Block[] = [];
  /** The first block that may have to be rendered. */
  #next = 0;
  #working: Promise<void> | undefined;
  #idle = 0;

  constructor(app: App, parent: HTMLElement, owner: Component, rendered: (el: HTMLElement) => void = () => undefined) {
    this.#app = app;
    this.#owner = owner;
    this.#rendered = rendered;
    this.el = parent.createDiv({ cls: "lectern-chat-text markdown-rendered", attr: { dir: "auto" } });
  }

  /** The Markdown so far. */
  get source(): string {
    return this.#blocks.map(({ source }) => source).join("");
  }

  append(text: string): void {
    const last = this.#blocks[this.#blocks.length - 1] ?? this.#add();
    last.source += text;
    this.#start();
  }

  get #isWhole(): boolean {
    const last = this.#blocks[this.#blocks.length - 1];
    return this.#next >= this.#blocks.length - 1 && last?.shown === last?.source;
  }

  #start(): void {
    this.#working ??= this.#work().finally(() => {
      this.#working = undefined;
      // What came between the last look and now.
      if (!this.#isWhole) this.#start();
    });
  }

  /** Resolves once all of it is shown. */
  async whole(): Promise<void> {
    while (this.#working) await this.#working;
  }

  #add(): Block {
    const el = this.el.createDiv({ cls: "lectern-chat-block" });
    const block: Block = { source: "", shown: "", el, owner: undefined };
    this.#blocks.push(block);
    return block;
  }

  #split(): void {
    for (;;) {
      const last = this.#blocks[this.#blocks.length - 1];
      const length = last && firstBlock(last.source);
      if (!last || length === undefined) return;
      const rest = last.source.slice(length);
      last.source = last.source.slice(0, length);
      this.#add().source = rest;
    }
  }

  async #work(): Promise<void> {
    for (;;) {
      await this.#frame();
      const start = performance.now();
      // Once a frame, not for each word: a block that goes on is looked through from its beginning.
      this.#split();
      do {
        const block = this.#blocks[this.#next];
        if (!block) return;
        if (block.shown !== block.source) await this.#show(block, this.#next === this.#blocks.length - 1);
        // More may have come meanwhile, and others behind it.
        if (block.shown !== block.source) continue;
        if (this.#next === this.#blocks.length - 1) {
          this.#rest(start);
          return;
        }
        this.#next++;
      } while (performance.now() - start < GO_MS);
      this.#rest(start);
    }
  }

  /** What took long is followed by a longer pause. */
  #rest(start: number): void {
    this.#idle = Math.min((performance.now() - start) * (SHARE - 1), LONGEST_PAUSE_MS);
  }

  /** The next frame, once the app has had its share of time. */
  async #frame(): Promise<void> {
    const { win } = this.el;
    if (this.#idle > 1000 / 60) await new Promise((resolve) => win.setTimeout(resolve, this.#idle));
    await new Promise<void>((resolve) => {
      const timer = win.setTimeout(resolve, NO_FRAME_MS);
      win.requestAnimationFrame(() => {
        win.clearTimeout(timer);
        resolve();
      });
    });
  }

  async #show(block: Block, isLast: boolean): Promise<void> {
    const { source } = block;
    const code = openFence(source) ?? (source.length > HUGE_BLOCK ? source : undefined);
    if (code !== undefined && code.length > (isLast ? LONG_FENCE : HUGE_FENCE)) {
      showPlain(block, code);
      block.shown = source;
      return;
    }
    const owner = this.#owner.addChild(new Component());
    const into = createDiv();
    try {
      await MarkdownRenderer.render(this.#app, defuse(source), into, "", owner);
      clean(into);
      this.#rendered(into);
    } catch (error) {
      // Another plugin's fault, most likely; what was written can be read all the same.
      console.error("Lectern: a part of an answer could not be rendered.", error);
      into.empty();
      into.createEl("pre", { text: source });
    }
    if (block.owner) this.#owner.removeChild(block.owner);
    block.owner = owner;
    block.el.replaceChildren(...Array.from(into.childNodes));
    block.shown = source;
  }
}

/** Code as it is, so that more of it only has to be added. */
function showPlain(block: Block, code: string): void {
  const known = block.el.querySelector(":scope > pre.is-plain > code")?.firstChild;
  if (known?.nodeType === Node.TEXT_NODE && code.startsWith((known as Text).data)) {
    (known as Text).appendData(code.slice((known as Text).data.length));
    return;
  }
  block.el.empty();
  block.el.createEl("pre", "is-plain").createEl("code", { text: code });
}
