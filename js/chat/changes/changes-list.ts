// The dialog that lists the changes that were made, by note, and undoes them. made-change-view.ts draws a change.
import { type App, Modal, TFile } from "obsidian";
import type { Reply } from "../../../pkg/lectern.js";
import { systemReason } from "../../base/reason.ts";
import type { JournalEntry } from "../../vault/changes.ts";
import { errorReply } from "../../vault/error-reply.ts";
import { isUndone } from "../../vault/undo-change.ts";
import { finder } from "../../host/obsidian.ts";
import { textButton } from "../button.ts";
import { drawMadeChange, undoButton } from "./made-change-view.ts";
import { changedFiles, type ChangedFile, countOf, type MadeChange } from "./made-changes.ts";
import { openPlace } from "../answer/open-note.ts";
import { counted, t } from "../../base/translate.ts";

/** Notes that are shown at first, and how many more each click shows: each of them is read. */
const SHOWN = 20;

/** What the list needs. */
export interface MadeChanges {
  /** All changes of the vault that can be undone, oldest first. */
  entries(): Promise<readonly JournalEntry[]>;
  /** Undoes a change, or its parts with these indices. Undefined if another undo was first. */
  undo(entry: JournalEntry, hunks: number[] | null): Promise<Reply | undefined>;
  /** Called after a change to the note at `path`, or a part of it, was undone. */
  undone(path: string, conversation: string | undefined): void;
  /** Those of `paths` that are excluded or gone now. */
  closedPaths(paths: readonly string[]): Promise<readonly string[]>;
  /** Whether what is, or would be, at `path` is excluded by its path. */
  isClosed(path: string): boolean;
  /** Called with the number of changes of the conversation. */
  counted(count: number): void;
}

/** A file of the list as it is now. */
interface FileNow extends ChangedFile {
  readonly state: "there" | "gone" | "excluded";
  readonly text: string | undefined;
  /** Notes with links that it moved, which are excluded or gone. */
  readonly hidden: ReadonlySet<string>;
}

/** Shows what the conversation with the id `conversation` changed. */
export class ChangesList extends Modal {
  readonly #changes: MadeChanges;
  readonly #conversation: string;
  #showsAll = false;
  #shown = SHOWN;
  #barEl!: HTMLElement;
  #statusEl!: HTMLElement;
  #listEl!: HTMLElement;
  #isBusy = false;
  /** Why changes were not undone, by their ids. */
  readonly #refused = new Map<string, Reply>();
  /** The files that another program changed right after something in them was undone. */
  readonly #overwritten = new Set<string>();
  /** Files with links that an undone move has broken. */
  readonly #broken = new Set<string>();

  constructor(app: App, changes: MadeChanges, conversation: string) {
    super(app);
    this.#changes = changes;
    this.#conversation = conversation;
  }

  override onOpen(): void {
    this.modalEl.addClass("lectern-changes");
    this.titleEl.setText(t("Changes"));
    this.#barEl = this.contentEl.createDiv({ cls: "lectern-changes-bar", attr: { tabindex: "-1" } });
    this.#statusEl = this.contentEl.createDiv({ cls: "lectern-changes-status", attr: { role: "status" } });
    this.#listEl = this.contentEl.createDiv();
    void this.#then();
  }

  /** Does `work`, and draws the list again. Until then, no button does anything. */
  async #then(work: () => Promise<void> | void = () => undefined): Promise<void> {
    if (this.#isBusy) return;
    this.#isBusy = true;
    this.modalEl.setAttr("aria-busy", "true");
    this.#say("");
    try {
      await work();
      await this.#draw();
    } catch (error) {
      const words = t("Couldn't read the changes: {reason}.", { reason: systemReason(error) });
      this.#say(`${this.#statusEl.textContent} ${words}`.trim());
    } finally {
      this.#isBusy = false;
      this.modalEl.setAttr("aria-busy", "false");
    }
  }

  async #draw(): Promise<void> {
    const entries = await this.#changes.entries();
    const own = changedFiles(entries, this.#conversation);
    const all = changedFiles(entries, undefined);
    const files = this.#showsAll ? all : own;
    const now = await this.#asNow(files.slice(0, this.#shown));
    const focus = focusedIn(this.#listEl);
    this.#changes.counted(countOf(changesOf(own)));
    this.#drawBar(changesOf(files), changesOf(all).length);
    this.#listEl.empty();
    for (const file of now) this.#drawFile(file);
    const more = Math.min(files.length - now.length, SHOWN);
    if (more > 0) {
      this.#button(this.#listEl, counted(more, "Show {n} more note", "Show {n} more notes"), () => {
        this.#shown += SHOWN;
      });
    }
    this.#focus(focus);
  }

  /** `files` with their text now. What is excluded is not shown. */
  async #asNow(files: readonly ChangedFile[]): Promise<FileNow[]> {
    const { vault } = this.app;
    const linked = changesOf(files).flatMap(({ links }) => links);
    const paths = [...files, ...linked].map(({ path }) => path);
    const hidden = new Set(await this.#changes.closedPaths([...new Set(paths)]));
    const find = finder(vault);
    return Promise.all(
      files.map(async (file): Promise<FileNow> => {
        const found = find(file.path);
        const isThere = found instanceof TFile;
        const isClosed = isThere ? hidden.has(file.path) : this.#changes.isClosed(file.path);
        if (isThere && !isClosed) return { ...file, state: "there", text: await vault.cachedRead(found), hidden };
        return { ...file, state: isClosed ? "excluded" : "gone", text: undefined, hidden };
      }),
    );
  }

  #drawBar(changes: readonly MadeChange[], all: number): void {
    const bar = this.#barEl;
    bar.empty();
    if (changes.length === 0) {
      const nothing = this.#showsAll ? t("Nothing to undo.") : t("Nothing to undo in this conversation.");
      bar.createSpan({ text: nothing });
    }
    if (changes.length > 1) {
      undoButton(bar, counted(countOf(changes), "Undo {n} change", "Undo all {n} changes"), () =>
        this.#confirm(changes),
      );
    }
    if (!this.#showsAll && all > changes.length) {
      this.#button(bar, t("Show all conversations"), () => {
        this.#showsAll = true;
      });
    }
  }

  /** Asks before everything is undone. The focus is on the button that undoes nothing. */
  #confirm(changes: readonly MadeChange[]): void {
    if (this.#isBusy) return;
    const bar = this.#barEl;
    bar.empty();
    bar.createSpan({ text: counted(countOf(changes), "Undo {n} change?", "Undo all {n} changes?") });
    const cancel = this.#button(bar, t("Cancel"), () => undefined);
    undoButton(bar, t("Undo all"), () => this.#undoAll(changes)).addClass("mod-warning");
    cancel.focus();
  }

  #drawFile({ path, changes, state, text, hidden }: FileNow): void {
    const attr = { role: "group", "aria-label": t("Changes in {path}", { path }), tabindex: "-1", "data-path": path };
    const el = this.#listEl.createDiv({ cls: "lectern-change", attr });
    const head = el.createDiv("lectern-change-head");
    const tell = (text: string): void => void el.createDiv({ cls: "lectern-change-empty", text });
    const open = (startLine?: number): void => {
      this.close();
      void openPlace(this.app, { path, startLine }, false);
    };
    if (state === "there") {
      const attr = { type: "button", dir: "auto" };
      const file = head.createEl("button", { cls: "lectern-change-file", text: path, attr });
      file.addEventListener("click", () => open());
    } else {
      head.createSpan({ cls: "lectern-change-file", text: path, attr: { dir: "auto" } });
    }
    if (state === "excluded") {
      tell(t("This note is now excluded. Its changes aren't shown and can't be undone."));
      return;
    }
    if (changes.length > 1) undoButton(head, t("Undo all in this note"), () => this.#undoAll(changes));
    if (state === "gone" && changes[0]?.entry.newVersion !== null) tell(t("This note no longer exists."));
    for (const change of changes) {
      const { entry } = change;
      const undo = (hunks: number[] | null): void => this.#undo(() => this.#take(entry, hunks));
      drawMadeChange(el, change, { path, text, hidden, refused: this.#refused.get(entry.id), undo, open });
    }
  }

  #button(parent: HTMLElement, text: string, work: () => void): HTMLButtonElement {
    return textButton(parent, text, () => void this.#then(work));
  }

  /** Undoes `changes`, the newest first. */
  #undoAll(changes: readonly MadeChange[]): void {
    const newest = [...changes].sort((a, b) => b.entry.time.localeCompare(a.entry.time));
    this.#undo(async () => {
      for (const { entry } of newest) await this.#take(entry, null);
    });
  }

  #undo(work: () => Promise<void>): void {
    void this.#then(async () => {
      this.#refused.clear();
      this.#overwritten.clear();
      this.#broken.clear();
      this.#say(t("Undoing…"));
      await work();
      const result = this.#refused.size > 0 ? t("Not everything could be undone.") : t("Undone.");
      const others = [...this.#overwritten].map((path) =>
        t("Another program changed {path} right afterwards.", { path }),
      );
      const broken = [...this.#broken].map((path) => t("Links in {path} no longer open the same file.", { path }));
      this.#say([result, ...others, ...broken].join(" "));
    });
  }

  async #take(entry: JournalEntry, hunks: number[] | null): Promise<void> {
    const reply = await this.#changes.undo(entry, hunks).catch((error: unknown) => {
      const message = t("couldn't read the changes: {reason}", { reason: systemReason(error) });
      return errorReply("unreadable", message, t("try again"));
    });
    if (!reply) return;
    if (!isUndone(reply)) {
      this.#refused.set(entry.id, reply);
      return;
    }
    const { change } = reply.structuredContent;
    const path = change?.path ?? entry.path;
    this.#changes.undone(path, entry.conversation);
    if (change?.overwritten) this.#overwritten.add(path);
    for (const broken of change?.broken ?? []) this.#broken.add(broken);
  }

  #say(words: string): void {
    this.#statusEl.setText(words);
  }

  /** Focuses what is at `place` now, else the bar: never a button, which a key that is held down would press. */
  #focus({ path, part }: FocusPlace): void {
    const files = Array.from(this.#listEl.querySelectorAll<HTMLElement>(".lectern-change"));
    const file = files.find((one) => one.getAttr("data-path") === path);
    const parts = file ? partsIn(file) : [];
    const el = parts[Math.min(part, parts.length - 1)] ?? file ?? this.#barEl;
    el.focus({ preventScroll: true });
    el.scrollIntoView({ block: "nearest" });
  }
}

/** A file of the list, and the index of a part in it. */
interface FocusPlace {
  readonly path: string | null | undefined;
  readonly part: number;
}

/** What in `el` has the focus. */
function focusedIn(el: HTMLElement): FocusPlace {
  const { activeElement } = el.doc;
  if (!el.contains(activeElement)) return { path: undefined, part: -1 };
  // Below the files is the button that shows more.
  const last = Array.from(el.querySelectorAll<HTMLElement>(".lectern-change")).pop();
  const file = activeElement?.closest<HTMLElement>(".lectern-change") ?? last;
  const part = file ? partsIn(file).findIndex((one) => one.contains(activeElement)) : -1;
  return { path: file?.getAttr("data-path"), part };
}

const partsIn = (file: HTMLElement): HTMLElement[] =>
  Array.from(file.querySelectorAll<HTMLElement>(".lectern-change-hunk"));

const changesOf = (files: readonly ChangedFile[]): MadeChange[] => files.flatMap(({ changes }) => changes);
