// Shows Markdown while a model writes it: the app renders it block by block, at most once per frame. markdown-blocks.ts
// splits it into blocks, and sanitize.ts makes it safe before it is shown.
import { type App, Component, MarkdownRenderer } from "obsidian";
import { withDollars } from "../../agent/markdown/dollars.ts";
import { nextFrame, nextTurn } from "../../base/turns.ts";
import { direct } from "./direction.ts";
import { firstBlock, MIDDLE, openFence } from "./markdown-blocks.ts";
import { clean, defuse } from "./sanitize.ts";

/** An unfinished code block longer than this, in characters, is not highlighted: doing it again and again is slow. */
const LONG_FENCE = 2000;
/** A finished code block longer than this is not highlighted: that would block the app. */
const HUGE_FENCE = 20_000;
/**
 * A block longer than this, such as one endless line, is shown as plain text: rendering it blocks the app for seconds.
 */
const HUGE_BLOCK = 25_000;
/** Plain text is shown in parts of about this length. */
const PLAIN_PART = 2000;
/**
 * A table with more rows goes on as another one, with its head, and a list with more items as another one, with the next
 * number: laying them out takes longer with each.
 */
const MOST_ROWS = 75;
/** A paragraph with more characters goes on as another one. */
const MOST_LETTERS = 6000;
/** Rendering takes at most one part in this many of the time. */
const SHARE = 4;
/** The longest pause after slow rendering, so that new text appears soon even on a busy machine. */
const LONGEST_PAUSE_MS = 400;
/** How long rendering runs before it yields to the app. */
const GO_MS = 8;
/** The same for a text that was written before: what is in view should be in the first frame. */
const RECALL_MS = 24;

interface Block {
  source: string;
  /** The source that `el` shows now. */
  shown: string;
  readonly el: HTMLElement;
  /** Owns the rendered elements; unloaded when they are replaced. */
  owner: Component | undefined;
  /** Set if it goes on with the end of the block before it: see `BlockEnd`. */
  readonly head: string | undefined;
  /** The items, rows or words that it added to that. */
  added: readonly ChildNode[];
  /** The paragraph, the list or the rows of the table with which the next block may go on. */
  open: Element | undefined;
}

/** A Markdown text that grows. */
export class MarkdownText {
  readonly el: HTMLElement;
  readonly #app: App;
  readonly #owner: Component;
  /** Receives the elements of each rendered block before they are shown. */
  readonly #rendered: (el: HTMLElement) => void;
  readonly #blocks: Block[] = [];
  /** The first block that may have to be rendered. */
  #next = 0;
  #working: Promise<void> | undefined;
  #idle = 0;
  #isRecalled = false;

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

  /** Adds `text`, which a model writes; with `isRecalled`, it was written before and is shown at once. */
  append(text: string, isRecalled = false): void {
    this.#isRecalled = isRecalled;
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
      // Text may have arrived after the last check.
      if (!this.#isWhole) this.#start();
    });
  }

  /** Resolves once all text is shown. */
  async whole(): Promise<void> {
    while (this.#working) await this.#working;
  }

  #add(head?: string): Block {
    const el = this.el.createDiv({ cls: "lectern-chat-block" });
    const block: Block = { source: "", shown: "", el, owner: undefined, head, added: [], open: undefined };
    this.#blocks.push(block);
    return block;
  }

  #split(): void {
    for (;;) {
      const last = this.#blocks[this.#blocks.length - 1];
      const end = last && firstBlock(last.source, last.head);
      if (!end) return;
      const rest = last.source.slice(end.length);
      last.source = last.source.slice(0, end.length);
      this.#add(end.head).source = rest;
    }
  }

  async #work(): Promise<void> {
    for (let isFirst = true; ; isFirst = false) {
      if (!this.#isRecalled) await this.#frame();
      else if (!isFirst) await nextTurn();
      const start = performance.now();
      // Once per frame, not per word: this scans the last block from its start.
      this.#split();
      do {
        const block = this.#blocks[this.#next];
        if (!block) return;
        if (block.shown !== block.source) await this.#show(block, this.#next === this.#blocks.length - 1);
        // More text may have arrived during rendering.
        if (block.shown !== block.source) continue;
        if (this.#next === this.#blocks.length - 1) {
          this.#rest(start);
          return;
        }
        this.#next++;
      } while (performance.now() - start < (this.#isRecalled ? RECALL_MS : GO_MS));
      this.#rest(start);
    }
  }

  /** Sets the pause before the next frame: longer after slow rendering. */
  #rest(start: number): void {
    this.#idle = Math.min((performance.now() - start) * (SHARE - 1), LONGEST_PAUSE_MS);
  }

  /** Waits for the pause, then for the next frame, and until it is drawn: so that drawing is a task of its own. */
  async #frame(): Promise<void> {
    // The timers are the first window's: another window, with its timers, may close meanwhile.
    if (this.#idle > 1000 / 60) await new Promise((resolve) => window.setTimeout(resolve, this.#idle));
    await nextFrame(this.el.win);
  }

  async #show(block: Block, isLast: boolean): Promise<void> {
    const { source } = block;
    const given = (block.head ?? "") + source;
    const code = openFence(given) ?? (source.length > HUGE_BLOCK ? source : undefined);
    if (code !== undefined && code.length > (isLast ? LONG_FENCE : HUGE_FENCE)) {
      withdraw(block);
      if (block.owner) this.#owner.removeChild(block.owner);
      block.open = block.owner = undefined;
      showPlain(block, code);
      block.shown = source;
      return;
    }
    const owner = this.#owner.addChild(new Component());
    const into = createDiv();
    try {
      await MarkdownRenderer.render(this.#app, defuse(withDollars(given)), into, "", owner);
      clean(into);
      const first = into.firstElementChild?.firstChild;
      if (block.head === MIDDLE && first?.instanceOf(Text)) first.deleteData(0, MIDDLE.length);
      this.#rendered(into);
      direct(this.el, into);
    } catch (error) {
      // Probably another plugin's bug. The text is still shown, as plain text.
      console.error("Lectern: a part of an answer could not be rendered.", error);
      into.empty();
      into.createEl("pre", { text: source });
    }
    if (block.owner) this.#owner.removeChild(block.owner);
    block.owner = owner;
    join(block, this.#blocks[this.#next - 1]?.open, into);
    block.el.replaceChildren(...Array.from(into.childNodes));
    block.shown = source;
  }
}

/** Moves the items, rows or words with which `rendered` begins to the end of `open`, of the block before. */
function join(block: Block, open: Element | undefined, rendered: HTMLElement): void {
  withdraw(block);
  const [first, last] = [partsOf(rendered.firstElementChild), partsOf(rendered.lastElementChild)];
  block.open = last;
  if (block.head === undefined || !open || first?.tagName !== open.tagName || isFull(open)) return;
  block.added = Array.from(first.childNodes);
  open.append(...block.added);
  if (last === first) block.open = open;
  rendered.firstElementChild?.remove();
}

function withdraw(block: Block): void {
  for (const node of block.added) node.remove();
  block.added = [];
}

/** What has the words of a paragraph, the items of a list, or the rows of a table. */
function partsOf(el: Element | null): Element | undefined {
  if (el?.matches("p, ul, ol")) return el;
  return el?.querySelector("tbody") ?? undefined;
}

const isFull = (open: Element): boolean =>
  open.matches("p") ? open.textContent.length > MOST_LETTERS : open.children.length >= MOST_ROWS;

/** Shows `code` as plain text, in parts: if it grew, only the last part is laid out anew. */
function showPlain(block: Block, code: string): void {
  let el = block.el.querySelector<HTMLElement>(":scope > pre.is-plain > code");
  if (!el || !code.startsWith(el.textContent)) {
    block.el.empty();
    el = block.el.createEl("pre", "is-plain").createEl("code");
  }
  let part = el.lastElementChild ?? el.createDiv();
  let start = el.textContent.length - part.textContent.length;
  const fill = (end?: number): void => part.append(code.slice(start + part.textContent.length, end));
  for (let end; (end = plainPartEnd(code, start)) !== undefined; start = end) {
    fill(end);
    part = el.createDiv();
  }
  fill();
}

/** Where the part of plain text from `start` ends: with a line, or a word of an endless one. */
function plainPartEnd(code: string, start: number): number | undefined {
  const ends = [code.indexOf("\n", start + PLAIN_PART), code.indexOf(" ", start + 2 * PLAIN_PART)];
  const found = ends.filter((end) => end >= 0);
  return found.length > 0 ? Math.min(...found) + 1 : undefined;
}
