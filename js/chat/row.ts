// What a model did to find its answer: one quiet row a call, which opens to what the model saw. Many rows fold together.
import { setIcon } from "obsidian";
import type { ToolCall, ToolMessage } from "../agent/message.ts";
import { partsOf } from "../found.ts";
import { textOf } from "../tools.ts";

/** More rows than this fold together. */
const FOLDED = 3;
/** While the model is at work, so many of the last are shown all the same. */
const LIVE = 2;
/** More rows than this at once are shown only by asking again. */
const SHOWN = 100;
/** As much of a reply is shown at once as a view takes in without delay. */
const SHOWN_LETTERS = 20_000;

interface Row {
  readonly call: ToolCall;
  reply: ToolMessage | undefined;
  isShortened: boolean;
  el: HTMLElement | undefined;
}

/** The calls between two parts of an answer. */
export class Steps {
  readonly #el: HTMLElement;
  readonly #rows: Row[] = [];
  #foldEl: HTMLButtonElement | undefined;
  #listEl: HTMLElement;
  #isOpen = false;
  #isLive = true;
  #limit = SHOWN;

  constructor(parent: HTMLElement) {
    this.#el = parent.createDiv("lectern-chat-steps");
    this.#listEl = this.#el.createDiv({ cls: "lectern-chat-rows", attr: { role: "list" } });
  }

  /** What the last row says. */
  get words(): string {
    const row = this.#rows[this.#rows.length - 1];
    return row ? wordsOf(row) : "";
  }

  begin(call: ToolCall): void {
    this.#rows.push({ call, reply: undefined, isShortened: false, el: undefined });
    this.#draw();
  }

  /** Whether the call is one of these. */
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

  /** Takes back the calls `ids`: the turn that they are of is tried again. */
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

  /** The model has gone on: nothing here changes any more, and what never ended has been given up. */
  settle(): void {
    this.#isLive = false;
    this.#el.toggleClass("is-settled", true);
    this.#draw();
  }

  /** Only what is seen has elements: of hundreds of rows, a few. */
  #draw(): void {
    const isFolded = this.#rows.length > FOLDED && !this.#isOpen;
    const from = isFolded ? (this.#isLive ? this.#rows.length - LIVE : this.#rows.length) : 0;
    const to = isFolded ? this.#rows.length : Math.min(this.#rows.length, this.#limit);
    const shown = this.#rows.slice(from, to);
    for (const row of this.#rows) {
      if (!shown.includes(row)) row.el?.remove();
      if (!shown.includes(row)) row.el = undefined;
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
      const more = this.#listEl.createEl("button", { cls: "lectern-chat-more", text: `${left} more steps` });
      more.addEventListener("click", () => {
        this.#limit += SHOWN;
        this.#draw();
        // The button is gone: where it was, one goes on reading.
        this.#rows[to]?.el?.querySelector("button")?.focus();
      });
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
    setIcon(fold.createSpan({ cls: "lectern-chat-icon", attr: { "aria-hidden": "true" } }), "chevron-right");
    const hidden = this.#isOpen || !this.#isLive ? this.#rows.length : this.#rows.length - LIVE;
    fold.createSpan({
      attr: { dir: "auto" },
      text: this.#isLive && !this.#isOpen ? `${hidden} earlier steps` : this.#summary(),
    });
  }

  /** `12 steps: 8 notes read, 4 searches, 1 refused`. */
  #summary(): string {
    const replies = this.#rows.flatMap(({ reply }) => (reply ? [reply] : []));
    const good = replies.filter(({ reply }) => !reply.isError);
    const notes = new Set(
      good
        .filter(({ tool }) => tool === "read_file")
        .flatMap(({ reply }) => reply.structuredContent.files.map(({ path }) => path)),
    );
    const of = (tool: string): number => good.filter((one) => one.tool === tool).length;
    const refused = replies.filter(({ reply }) => isClosed(reply.structuredContent.error?.code)).length;
    const failed = replies.length - good.length - refused;
    const parts = [
      count(notes.size, "note read", "notes read"),
      count(of("search_notes"), "search", "searches"),
      count(of("list_files"), "folder listed", "folders listed"),
      count(refused, "refused", "refused"),
      count(failed, "failed", "failed"),
    ];
    return `${this.#rows.length} steps: ${parts.filter(Boolean).join(", ") || "given up"}`;
  }
}

const count = (number: number, one: string, many: string): string =>
  number ? `${number} ${number === 1 ? one : many}` : "";
const isClosed = (code: string | undefined): boolean => code === "denied" || code === "outside_vault";

/** Draws `row` into `el`, and keeps it open where it was. */
function fill(el: HTMLElement, row: Row, isLive = true): void {
  const body = el.querySelector(".lectern-chat-row-body");
  const known = el.querySelector<HTMLButtonElement>(":scope > button");
  const head = known ?? el.createEl("button", { cls: "lectern-chat-row-head", attr: { "aria-expanded": "false" } });
  head.empty();
  const icon = head.createSpan({ cls: "lectern-chat-icon", attr: { "aria-hidden": "true" } });
  setIcon(icon, row.reply ? iconOf(row.reply) : isLive ? "loader-2" : "circle-slash");
  icon.toggleClass("is-running", !row.reply && isLive);
  head.createSpan({
    cls: "lectern-chat-row-words",
    text: row.reply || isLive ? wordsOf(row) : `Given up: ${wordsOf(row)}`,
    attr: { dir: "auto" },
  });
  if (row.isShortened) head.createSpan({ cls: "lectern-chat-row-mark", text: "shortened" });
  el.toggleClass(
    "is-error",
    row.reply?.reply.isError === true && !isClosed(row.reply.reply.structuredContent.error?.code),
  );
  head.disabled = !row.reply;
  if (!known) head.addEventListener("click", () => toggle(el, head, row));
  if (body) show(body as HTMLElement, row);
}

function toggle(el: HTMLElement, head: HTMLElement, row: Row): void {
  const body = el.querySelector(".lectern-chat-row-body");
  head.setAttr("aria-expanded", String(!body));
  if (body) body.remove();
  else show(el.createDiv("lectern-chat-row-body"), row);
}

/** What the model saw. */
function show(body: HTMLElement, { call, reply, isShortened }: Row): void {
  if (!reply) return;
  body.empty();
  body.createDiv({ cls: "lectern-chat-row-call", text: `${call.tool} ${call.args}`, attr: { dir: "ltr" } });
  if (isShortened) {
    body.createDiv({
      cls: "lectern-chat-row-note",
      text: "Meanwhile the model has only a line about it: its context was full.",
    });
  }
  for (const part of reply.reply.content) {
    if (part.type !== "image") continue;
    const src = `data:${part.mimeType};base64,${part.data}`;
    body.createEl("img", { cls: "lectern-chat-row-image", attr: { src, alt: "What the model saw" } });
  }
  const text = textOf(reply.reply);
  if (!text) return;
  // A page is longer than the row: the keyboard must be able to scroll it.
  const attr = { tabindex: "0", role: "region", "aria-label": "What the model saw" };
  const pre = body.createEl("pre", { cls: "lectern-chat-row-text", attr });
  if (reply.reply.structuredContent.notes && text.length <= SHOWN_LETTERS) {
    for (const { kind, text: words } of partsOf(reply.reply))
      pre.createSpan({ cls: `lectern-found-${kind}`, text: words });
    return;
  }
  pre.setText(text.slice(0, SHOWN_LETTERS));
  if (text.length <= SHOWN_LETTERS) return;
  const more = body.createEl("button", { cls: "lectern-chat-more", text: "Show all of it" });
  more.addEventListener("click", () => {
    pre.setText(text);
    more.remove();
    pre.focus();
  });
}

/** What the row says: what came of the call, or what it is about to do. */
function wordsOf({ call, reply }: Row): string {
  if (reply) return reply.reply.structuredContent.display;
  const args = argsOf(call.args);
  const text = (name: string): string => (typeof args[name] === "string" ? args[name] : "");
  if (call.tool === "search_notes") return `Searching “${text("query")}” …`;
  if (call.tool === "list_files") return `Looking around in ${text("path") || "the vault"} …`;
  if (call.tool !== "read_file") return `${call.tool} …`;
  const files = Array.isArray(args["files"]) ? args["files"].length : 0;
  return files > 1 ? `Reading ${files} files …` : `Reading ${text("path") || "a file"} …`;
}

function argsOf(json: string): Record<string, unknown> {
  try {
    const args: unknown = JSON.parse(json);
    return typeof args === "object" && args !== null ? { ...args } : {};
  } catch {
    return {};
  }
}

function iconOf({ tool, reply }: ToolMessage): string {
  if (isClosed(reply.structuredContent.error?.code)) return "lock";
  if (reply.isError) return "circle-alert";
  if (tool === "search_notes") return "search";
  return tool === "list_files" ? "folder" : "file-text";
}
