// The tool calls before a part of an answer, as rows that fold when there are many. call-row.ts draws one row.
import { pathsIn } from "../../agent/citations/seen-lines.ts";
import type { ToolCall, ToolMessage } from "../../agent/message.ts";
import { fill, isClosed, type CallRow, mayWait, wordsOf } from "./call-row.ts";
import { drawIcon, textButton } from "../button.ts";
import { counted, t } from "../../base/translate.ts";

/** More rows than this are folded. */
const FOLDED = 3;
/** How many of the last rows stay visible while the model is working. */
const LIVE = 2;
/** How many rows are shown when unfolded, and how many more each click shows. */
const SHOWN = 100;

/** The calls between two parts of an answer. */
export class Steps {
  readonly #el: HTMLElement;
  readonly #rows: CallRow[] = [];
  #foldEl: HTMLButtonElement | undefined;
  #listEl: HTMLElement;
  #isOpen = false;
  #isLive = true;
  #limit = SHOWN;

  constructor(parent: HTMLElement) {
    this.#el = parent.createDiv("lectern-chat-steps");
    this.#listEl = this.#el.createDiv({ cls: "lectern-chat-rows", attr: { role: "list" } });
  }

  /** The text of the last row. */
  get words(): string {
    const row = this.#rows[this.#rows.length - 1];
    return row ? wordsOf(row) : "";
  }

  begin(call: ToolCall): void {
    this.#rows.push({ call, reply: undefined, isShortened: false, isWaiting: false, el: undefined });
    this.#draw();
  }

  /** Shows whether the calls that change something wait for the user. */
  wait(isWaiting: boolean): void {
    for (const row of this.#rows.filter(mayWait)) {
      row.isWaiting = isWaiting;
      if (row.el) fill(row.el, row, this.#isLive);
    }
  }

  /** Shows the reply in the row of its call. Returns false if the call is not one of these. */
  end(message: ToolMessage): boolean {
    const row = this.#rows.find(({ call }) => call.id === message.id);
    if (!row) return false;
    row.reply = message;
    row.isShortened ||= message.isShortened === true;
    if (row.el) fill(row.el, row);
    this.#drawFold();
    return true;
  }

  shorten(ids: readonly string[]): void {
    for (const row of this.#rows) {
      if (!ids.includes(row.call.id)) continue;
      row.isShortened = true;
      if (row.el) fill(row.el, row);
    }
  }

  /** Removes the calls `ids`, because their turn is retried. */
  drop(ids: ReadonlySet<string>): void {
    for (let index = this.#rows.length - 1; index >= 0; index--) {
      const row = this.#rows[index];
      if (!row || !ids.has(row.call.id)) continue;
      row.el?.remove();
      this.#rows.splice(index, 1);
    }
    if (this.#rows.length <= FOLDED) {
      this.#foldEl?.remove();
      this.#foldEl = undefined;
    }
    this.#draw();
  }

  /** Marks the calls as finished: the model has moved on, and calls without a reply were stopped. */
  settle(): void {
    this.#isLive = false;
    this.#el.toggleClass("is-settled", true);
    this.#draw();
  }

  /** Creates elements only for visible rows, because there may be hundreds. */
  #draw(): void {
    const isFolded = this.#rows.length > FOLDED && !this.#isOpen;
    const from = isFolded ? (this.#isLive ? this.#rows.length - LIVE : this.#rows.length) : 0;
    const to = isFolded ? this.#rows.length : Math.min(this.#rows.length, this.#limit);
    const shown = this.#rows.slice(from, to);
    for (const row of this.#rows) {
      if (shown.includes(row)) continue;
      row.el?.remove();
      row.el = undefined;
    }
    for (const row of shown) {
      if (!row.el)
        fill((row.el = createDiv({ cls: "lectern-chat-row", attr: { role: "listitem" } })), row, this.#isLive);
      else if (!this.#isLive && !row.reply) fill(row.el, row, false);
    }
    shown.forEach(({ el }, index) => {
      if (el && this.#listEl.children[index] !== el)
        this.#listEl.insertBefore(el, this.#listEl.children[index] ?? null);
    });
    this.#listEl.querySelector(".lectern-chat-more")?.remove();
    const left = isFolded ? 0 : this.#rows.length - to;
    if (left > 0) {
      const showMore = (): void => {
        this.#limit += SHOWN;
        this.#draw();
        // The button is gone, so the first new row gets the focus.
        this.#rows[to]?.el?.querySelector("button")?.focus();
      };
      textButton(this.#listEl, counted(left, "{n} more step", "{n} more steps"), showMore, "lectern-chat-more");
    }
    this.#drawFold();
  }

  #drawFold(): void {
    if (this.#rows.length <= FOLDED) return;
    if (!this.#foldEl) {
      this.#foldEl = this.#el.createEl("button", { cls: "lectern-chat-fold", prepend: true });
      this.#foldEl.addEventListener("click", () => {
        this.#isOpen = !this.#isOpen;
        this.#limit = SHOWN;
        this.#draw();
      });
    }
    const fold = this.#foldEl;
    fold.setAttr("aria-expanded", String(this.#isOpen));
    fold.empty();
    drawIcon(fold, "chevron-right");
    const hidden = this.#isOpen || !this.#isLive ? this.#rows.length : this.#rows.length - LIVE;
    fold.createSpan({
      attr: { dir: "auto" },
      text: this.#isLive && !this.#isOpen ? counted(hidden, "{n} earlier step", "{n} earlier steps") : this.#summary(),
    });
  }

  /** `12 steps: 8 notes read, 4 searches, 1 excluded`. */
  #summary(): string {
    const replies = this.#rows.flatMap(({ reply }) => (reply ? [reply] : []));
    const good = replies.filter(({ reply }) => !reply.isError);
    const notes = new Set(good.flatMap(({ reply }) => pathsIn(reply)));
    const changes = good.flatMap(({ reply }) => reply.structuredContent.change ?? []);
    const changed = new Set(changes.filter(({ outcome }) => outcome === "accepted").map(({ path }) => path));
    const of = (tool: string): number => good.filter((one) => one.tool === tool).length;
    const refused = replies.filter(({ reply }) => isClosed(reply.structuredContent.error?.code)).length;
    const failed = replies.length - good.length - refused;
    const parts = [
      notes.size && counted(notes.size, "{n} note read", "{n} notes read"),
      of("search_notes") && counted(of("search_notes"), "{n} search", "{n} searches"),
      of("list_files") && counted(of("list_files"), "{n} folder listed", "{n} folders listed"),
      of("links") && counted(of("links"), "{n} list of links", "{n} lists of links"),
      changed.size && counted(changed.size, "{n} note changed", "{n} notes changed"),
      refused && counted(refused, "{n} excluded", "{n} excluded"),
      failed && counted(failed, "{n} failed", "{n} failed"),
    ];
    const details = parts.filter(Boolean).join(", ") || t("stopped");
    return counted(this.#rows.length, "{n} step: {details}", "{n} steps: {details}", { details });
  }
}
