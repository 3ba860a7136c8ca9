// The list of saved conversations: searched, grouped by date, each can be opened, renamed, pinned and deleted. Only a
// search reads notes: the app knows names, dates and properties.
import { type App, Menu, Modal, Notice, type TFile } from "obsidian";
import { reason } from "../../base/reason.ts";
import { counted, languageCode, t } from "../../base/translate.ts";
import { addItem, iconButton, showMenuAt, textButton } from "../button.ts";
import { ConversationSearch } from "./conversation-search.ts";
import { groupsOf, nameIn, type SavedEntry, withWords } from "./conversation-names.ts";
import type { SavedConversations } from "./saved-notes.ts";

/** How many are shown at first, and how many more each click shows. */
const SHOWN = 100;

/** How often what is found meanwhile is drawn. */
const DRAWN_MS = 300;

/** What the list needs from the panel. */
export interface ConversationsParts {
  readonly saved: SavedConversations;
  /** Whether conversations are saved. */
  readonly isSaving: boolean;
  /** The conversation that the panel shows. */
  readonly current: TFile | undefined;
  readonly load: (file: TFile) => void;
  /** Called before the note of a conversation is moved to the trash. */
  readonly removing: (file: TFile) => void;
}

/** The list. */
export class ConversationsModal extends Modal {
  readonly #parts: ConversationsParts;
  /** What was pinned or unpinned here: the app may not have read it yet. */
  readonly #pins = new Map<TFile, boolean>();
  readonly #search: ConversationSearch;
  /** What has the words of the search in its questions and answers. */
  readonly #inside = new Set<TFile>();
  #searching = new AbortController();
  #shown = SHOWN;
  #searchEl!: HTMLInputElement;
  #statusEl!: HTMLElement;
  #listEl!: HTMLElement;

  constructor(app: App, parts: ConversationsParts) {
    super(app);
    this.#parts = parts;
    this.#search = new ConversationSearch(app);
  }

  override onOpen(): void {
    const { contentEl } = this;
    this.modalEl.addClass("lectern-saved");
    this.titleEl.setText(t("Conversations"));
    const placeholder = t("Search conversations");
    const attr = { type: "search", placeholder, "aria-label": placeholder, dir: "auto" };
    this.#searchEl = contentEl.createEl("input", { cls: "lectern-saved-search", attr });
    this.#searchEl.addEventListener("input", () => {
      this.#shown = SHOWN;
      this.#inside.clear();
      this.#draw();
      void this.#lookInside();
    });
    this.#statusEl = contentEl.createDiv({ cls: "lectern-saved-status", attr: { role: "status" } });
    this.#listEl = contentEl.createDiv("lectern-saved-list");
    contentEl.addEventListener("keydown", (event) => this.#key(event));
    this.#draw();
    this.#searchEl.focus();
  }

  override onClose(): void {
    this.#searching.abort();
  }

  /** The entries that match the search, newest first, as they are now. */
  #found(): SavedEntry[] {
    const now = this.#parts.saved
      .list()
      .map(({ isPinned, ...entry }) => ({ ...entry, isPinned: this.#pins.get(entry.file) ?? isPinned }));
    const named = new Set(withWords(now, this.#searchEl.value.trim()));
    return now.filter((entry) => named.has(entry) || this.#inside.has(entry.file));
  }

  /** Adds what has the words in its questions and answers. The next key ends it. */
  async #lookInside(): Promise<void> {
    this.#searching.abort();
    const { signal } = (this.#searching = new AbortController());
    const query = this.#searchEl.value.trim();
    if (query === "") return;
    let drawn = Date.now();
    const draw = (): void => {
      drawn = Date.now();
      const row = this.contentEl.doc.activeElement?.closest(".lectern-saved-row");
      // What the user does in a row goes on.
      if (!row?.querySelector(".lectern-saved-edit"))
        this.#draw(this.#files.get(row?.firstElementChild ?? this.#listEl));
    };
    await this.#search.find(this.#parts.saved.list(), query, signal, (file) => {
      this.#inside.add(file);
      if (Date.now() - drawn > DRAWN_MS) draw();
    });
    if (!signal.aborted) draw();
  }

  /** Draws the list. The focus goes to the conversation in `focused`. */
  #draw(focused?: TFile): void {
    const found = this.#found();
    const pinnedFirst = [...found.filter((one) => one.isPinned), ...found.filter((one) => !one.isPinned)];
    this.#listEl.empty();
    for (const { name, entries } of groupsOf(pinnedFirst.slice(0, this.#shown))) {
      const attr = { role: "heading", "aria-level": "3" };
      this.#listEl.createDiv({ cls: "lectern-saved-group", text: name, attr });
      const list = this.#listEl.createDiv({ attr: { role: "list", "aria-label": name } });
      for (const entry of entries)
        this.#drawRow(list.createDiv({ cls: "lectern-saved-row", attr: { role: "listitem" } }), entry);
    }
    const more = Math.min(found.length - this.#shown, SHOWN);
    if (more > 0) {
      const showMore = (): void => {
        const last = pinnedFirst[this.#shown]?.file;
        this.#shown += SHOWN;
        this.#draw(last);
      };
      textButton(this.#listEl, counted(more, "Show {n} more", "Show {n} more"), showMore, "lectern-saved-more");
    }
    this.#statusEl.setText(this.#status(found.length));
    if (focused) this.#rowOf(focused)?.focus();
  }

  #status(found: number): string {
    if (this.#searchEl.value.trim() !== "") return counted(found, "{n} conversation found", "{n} conversations found");
    if (found > 0) return "";
    return this.#parts.isSaving ? t("No saved conversations yet") : t("Saving conversations is off in the settings");
  }

  readonly #files = new WeakMap<Element, TFile>();

  #rowOf(file: TFile): HTMLElement | undefined {
    return this.#openers().find((el) => this.#files.get(el) === file);
  }

  #openers(): HTMLElement[] {
    return Array.from(this.#listEl.querySelectorAll<HTMLElement>(".lectern-saved-open"));
  }

  #drawRow(row: HTMLElement, entry: SavedEntry): void {
    const { file } = entry;
    const name = nameIn(file);
    const isCurrent = file === this.#parts.current;
    const attr = { type: "button", ...(isCurrent && { "aria-current": "true" }) };
    const open = row.createEl("button", { cls: "lectern-saved-open", attr });
    open.createSpan({ cls: "lectern-saved-name", text: name, attr: { dir: "auto" } });
    open.createSpan({ cls: "lectern-saved-time", text: timeOf(entry.created) });
    this.#files.set(open, file);
    open.addEventListener("click", () => {
      this.close();
      this.#parts.load(file);
    });
    const menu = (): void => this.#menu(entry, row, more);
    const more = iconButton(row, "ellipsis-vertical", t("Actions for {name}", { name }), menu, "menu");
    row.addEventListener("contextmenu", (event) => {
      event.preventDefault();
      menu();
    });
  }

  #menu(entry: SavedEntry, row: HTMLElement, button: HTMLElement): void {
    const { file, isPinned } = entry;
    const menu = new Menu();
    addItem(menu, isPinned ? t("Unpin") : t("Pin"), isPinned ? "pin-off" : "pin", () => void this.#pin(entry));
    addItem(menu, t("Rename"), "pencil", () => this.#rename(file, row));
    addItem(menu, t("Open as a note"), "file-text", () => {
      this.close();
      void this.app.workspace.getLeaf("tab").openFile(file);
    });
    menu.addSeparator();
    addItem(menu, t("Delete"), "trash-2", () => this.#confirm(file, row));
    showMenuAt(menu, button, "bottom");
  }

  #pin({ file, isPinned }: SavedEntry): Promise<void> {
    return this.#then(async () => {
      await this.#parts.saved.pin(file, !isPinned);
      this.#pins.set(file, !isPinned);
    }, file);
  }

  #rename(file: TFile, row: HTMLElement): void {
    row.empty();
    const edit = row.createDiv("lectern-saved-edit");
    const attr = { type: "text", "aria-label": t("New name"), dir: "auto" };
    const field = edit.createEl("input", { attr });
    field.value = nameIn(file);
    const save = (): void => void this.#then(() => this.#parts.saved.rename(file, field.value), file);
    textButton(edit, t("Save"), save, "mod-cta");
    textButton(edit, t("Cancel"), () => this.#draw(file));
    edit.addEventListener("keydown", (event) => {
      if (event.key === "Escape") {
        event.stopPropagation();
        this.#draw(file);
      } else if (event.key === "Enter" && !event.isComposing && event.target === field) {
        event.preventDefault();
        save();
      }
    });
    field.focus();
    field.select();
  }

  /** Asks before the note is moved to the trash. The focus is on the button that keeps it. */
  #confirm(file: TFile, row: HTMLElement): void {
    row.empty();
    const name = nameIn(file);
    const attr = { role: "group", "aria-label": t("Delete {name}?", { name }) };
    const edit = row.createDiv({ cls: "lectern-saved-edit", attr });
    edit.createDiv({ text: t("Delete {name}?", { name }), attr: { dir: "auto" } });
    const next = this.#nextTo(file);
    const remove = async (): Promise<void> => {
      this.#parts.removing(file);
      await this.app.fileManager.trashFile(file);
    };
    textButton(edit, t("Move to trash"), () => void this.#then(remove, next), "mod-warning");
    const keep = textButton(edit, t("Keep"), () => this.#draw(file));
    edit.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      this.#draw(file);
    });
    keep.focus();
  }

  /** The conversation below that of `file`, or else above. */
  #nextTo(file: TFile): TFile | undefined {
    const rows = Array.from(this.#listEl.querySelectorAll(".lectern-saved-row"));
    const files = rows.map((row) => this.#files.get(row.querySelector(".lectern-saved-open") ?? row));
    const at = files.indexOf(undefined);
    return [files[at + 1], files[at - 1]].find((other) => other !== undefined && other !== file);
  }

  /** Does `work`, tells what went wrong, and draws the list with the focus at `file`. */
  async #then(work: () => Promise<void>, file: TFile | undefined): Promise<void> {
    try {
      await work();
    } catch (error) {
      new Notice(t("That did not work: {reason}", { reason: reason(error) }));
    }
    if (!this.#listEl.isConnected) return;
    this.#draw(file);
    if (!file) this.#searchEl.focus();
  }

  /** Arrow keys move between the conversations; Enter in the search opens the first. */
  #key(event: KeyboardEvent): void {
    const { target } = event;
    const openers = this.#openers();
    if (event.isComposing) return;
    if (event.key === "Enter" && target === this.#searchEl) {
      event.preventDefault();
      openers[0]?.click();
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const at = openers.findIndex((el) => el === target);
    if (step === undefined || (at < 0 && (target !== this.#searchEl || step < 0))) return;
    event.preventDefault();
    (at + step < 0 ? this.#searchEl : openers[at + step])?.focus();
  }
}

/** The time of today, else the date. */
function timeOf(time: number): string {
  const isToday = new Date(time).toDateString() === new Date().toDateString();
  return new Intl.DateTimeFormat(
    languageCode(),
    isToday ? { hour: "numeric", minute: "2-digit" } : { day: "numeric", month: "short" },
  ).format(time);
}
