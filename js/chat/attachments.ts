// The attachments of a question: notes, parts of notes and folders, as removable chips with their size; and offers to
// attach the active note or its selection. Attachments are read as the model would read them, so excluded notes can't
// be attached.
import { type App, Component, MarkdownView, setTooltip, TFolder } from "obsidian";
import type { Attachment } from "../agent/message.ts";
import { tokensOf } from "../agent/context/token-estimate.ts";
import type { LecternApi } from "../api.ts";
import { textOf } from "../vault/tools.ts";
import { attachmentName, tokens } from "./amounts.ts";
import { drawIcon, iconButton } from "./button.ts";
import { isClosed } from "./is-excluded.ts";
import { remember } from "./excluded-since.ts";

type Place = Omit<Attachment, "reply">;

/** The chips above the input field. */
export class Attachments extends Component {
  readonly el: HTMLElement;
  readonly #app: App;
  readonly #api: LecternApi;
  readonly #offerEl: HTMLElement;
  readonly #listEl: HTMLElement;
  /** Moves the focus when the focused chip is removed. */
  readonly #home: () => void;
  #attached: Attachment[] = [];
  #reading = 0;

  constructor(app: App, api: LecternApi, parent: HTMLElement, home: () => void) {
    super();
    this.#app = app;
    this.#api = api;
    this.#home = home;
    this.el = parent.createDiv("lectern-chat-chips");
    this.#listEl = this.el.createDiv({
      cls: "lectern-chat-attached",
      attr: { role: "list", "aria-label": "Attached" },
    });
    this.#offerEl = this.el.createDiv("lectern-chat-offers");
  }

  override onload(): void {
    const { workspace } = this.#app;
    this.registerEvent(workspace.on("active-leaf-change", () => this.#offer()));
    this.registerEvent(workspace.on("file-open", () => this.#offer()));
    this.registerDomEvent(this.el.doc, "selectionchange", () => this.#offer());
    // A note in another window has its own selection.
    this.registerDomEvent(this.el.parentElement ?? this.el, "focusin", () => this.#offer());
    this.registerDomEvent(this.el.parentElement ?? this.el, "pointerenter", () => this.#offer());
    this.#offer();
  }

  get attached(): readonly Attachment[] {
    return this.#attached;
  }

  /** Resolves once all attachments are read. */
  async settled(): Promise<void> {
    while (this.#reading > 0) await new Promise((resolve) => this.el.win.setTimeout(resolve, 20));
  }

  set(attachments: readonly Attachment[]): void {
    this.#attached = [...attachments];
    this.#listEl.empty();
    this.#draw();
  }

  /** Reads and attaches the file or folder, or shows why it can't. */
  async attach(place: Place): Promise<void> {
    if (this.#attached.some((one) => isSame(one, place))) return;
    this.#reading++;
    try {
      const isFolder = this.#app.vault.getAbstractFileByPath(place.path.replace(/\/$/, "")) instanceof TFolder;
      const range = place.startLine === undefined ? {} : { start_line: place.startLine, end_line: place.endLine };
      const args = isFolder ? { path: place.path.replace(/\/$/, "") } : { path: place.path, ...range };
      const reply = await this.#api.call(isFolder ? "list_files" : "read_file", args, { layout: true });
      if (reply.isError) {
        this.#refuse(place, reply.structuredContent.display, reply.structuredContent.error?.code === "denied");
        return;
      }
      remember(this.#app.vault, reply);
      this.#attached.push({ ...place, path: isFolder ? `${args.path}/` : place.path, reply });
      this.#draw();
    } finally {
      this.#reading--;
    }
  }

  #draw(): void {
    // Why others were refused stays until the user has seen it.
    for (const chip of this.#listEl.findAll(":scope > :not(.is-refused)")) chip.remove();
    for (const attachment of this.#attached) {
      const chip = this.#chip(attachmentName(attachment), attachment.path.endsWith("/") ? "folder" : "file-text");
      setTooltip(chip, attachment.path);
      chip.createSpan({ cls: "lectern-chat-chip-size", text: tokens(tokensOf(textOf(attachment.reply))) });
      iconButton(chip, "x", `Remove ${attachmentName(attachment)}`, () => {
        const index = this.#attached.indexOf(attachment);
        this.#attached.splice(index, 1);
        this.#draw();
        const buttons = this.#listEl.querySelectorAll("button");
        const next = buttons[Math.min(index, buttons.length - 1)];
        if (next) next.focus();
        else this.#home();
      });
    }
    this.#offer();
  }

  #chip(name: string, icon: string): HTMLElement {
    const chip = this.#listEl.createDiv({ cls: "lectern-chat-chip", attr: { role: "listitem" } });
    drawIcon(chip, icon);
    chip.createSpan({ cls: "lectern-chat-chip-name", text: name, attr: { dir: "auto" } });
    return chip;
  }

  #refuse(place: Place, words: string, isClosed: boolean): void {
    const chip = this.#chip(attachmentName(place), isClosed ? "lock" : "circle-alert");
    chip.addClass("is-refused");
    chip.setAttr("role", "alert");
    chip.createSpan({ cls: "lectern-chat-chip-size", text: isClosed ? "excluded" : words });
    iconButton(chip, "x", "Remove", () => {
      chip.remove();
      this.#home();
    });
  }

  /** Offers the active note and its selection. */
  #offer(): void {
    const offers = this.#offers().filter((place) => !this.#attached.some((one) => isSame(one, place)));
    const names = offers.map((place) => `${place.path} ${attachmentName(place)}`).join("\n");
    if (this.#offerEl.dataset["names"] === names) return;
    const hadFocus = this.#offerEl.contains(this.el.doc.activeElement);
    this.#offerEl.dataset["names"] = names;
    this.#offerEl.empty();
    for (const place of offers) {
      const attr = { type: "button", "aria-label": `Attach ${attachmentName(place)}` };
      const button = this.#offerEl.createEl("button", { cls: "lectern-chat-chip lectern-chat-offer", attr });
      drawIcon(button, "plus");
      button.createSpan({ cls: "lectern-chat-chip-name", text: attachmentName(place), attr: { dir: "auto" } });
      button.addEventListener("click", () => void this.attach(place).then(() => this.#home()));
    }
    if (hadFocus) this.#home();
  }

  #offers(): Place[] {
    const { workspace } = this.#app;
    const file = workspace.getActiveFile();
    if (!file || isClosed(this.#api, file.path)) return [];
    const view = workspace
      .getLeavesOfType("markdown")
      .find(({ view }) => view instanceof MarkdownView && view.file === file)?.view;
    const offers: Place[] = [{ path: file.path }];
    if (view instanceof MarkdownView && view.editor.somethingSelected()) {
      const [from, to] = [view.editor.getCursor("from"), view.editor.getCursor("to")];
      // A selection that ends at the start of a line does not include that line.
      const last = to.ch === 0 && to.line > from.line ? to.line - 1 : to.line;
      offers.unshift({ path: file.path, startLine: from.line + 1, endLine: last + 1 });
    }
    return offers;
  }
}

const isSame = (a: Place, b: Place): boolean =>
  a.path.replace(/\/$/, "") === b.path.replace(/\/$/, "") && a.startLine === b.startLine && a.endLine === b.endLine;
