// The list of changes that were made, with their diffs and buttons to undo them.
import { type App, Modal, TFile } from "obsidian";
import type { Reply } from "../../pkg/lectern.js";
import { textOf } from "../vault/tools.ts";
import type { JournalEntry } from "../vault/changes.ts";
import { finder } from "../host/obsidian.ts";
import { drawLinks } from "./change-file.ts";
import { HunkView } from "./change-hunk.ts";
import { changedFiles, type ChangedFile, hunksOf, kindOf, type MadeChange, placeNow } from "./made-changes.ts";
import { openPlace } from "./open-note.ts";

/** What the list needs. */
export interface MadeChanges {
  /** All changes of the vault that can be undone, oldest first. */
  entries(): Promise<readonly JournalEntry[]>;
  /** Undoes a change, or its parts with these indices. Undefined if it is undone already. */
  undo(id: string, hunks: number[] | null): Promise<Reply | undefined>;
  /** Called after a change, or a part of it, was undone. */
  undone(entry: JournalEntry, reply: Reply): void;
}

/** Shows what the conversation with the id `conversation` changed. */
export class ChangesList extends Modal {
  readonly #changes: MadeChanges;
  #conversation: string | undefined;
  #statusEl!: HTMLElement;
  #listEl!: HTMLElement;
  #isUndoing = false;
  /** Why changes were not undone, by their ids. */
  readonly #refused = new Map<string, Reply>();

  constructor(app: App, changes: MadeChanges, conversation: string) {
    super(app);
    this.#changes = changes;
    this.#conversation = conversation;
  }

  override onOpen(): void {
    this.modalEl.addClass("lectern-changes");
    this.titleEl.setText("Changes");
    this.#statusEl = this.contentEl.createDiv({ cls: "lectern-changes-status", attr: { role: "status" } });
    this.#listEl = this.contentEl.createDiv();
    void this.#draw();
  }

  override onClose(): void {
    this.contentEl.empty();
  }

  /** Draws the list, and focuses its first button if the focus was in it. */
  async #draw(): Promise<void> {
    let entries: readonly JournalEntry[];
    try {
      entries = await this.#changes.entries();
    } catch {
      this.#say("What was changed can't be read.");
      return;
    }
    const hadFocus = this.#listEl.contains(this.#listEl.doc.activeElement);
    this.#listEl.empty();
    const files = changedFiles(entries, this.#conversation);
    const all = this.#conversation === undefined ? files : changedFiles(entries, undefined);
    const bar = this.#listEl.createDiv("lectern-changes-bar");
    if (files.length === 0) {
      const where = this.#conversation === undefined ? "Nothing" : "In this conversation, nothing";
      bar.createSpan({ text: `${where} was changed that can be undone.` });
    }
    const changes = files.flatMap((file) => file.changes);
    if (changes.length > 1) this.#button(bar, `Undo all ${changes.length}`, () => this.#undoAll(changes));
    if (changeCount(all) > changes.length) {
      this.#button(bar, "Show all conversations", () => {
        this.#conversation = undefined;
        return this.#draw();
      });
    }
    for (const file of files) this.#drawFile(file);
    if (hadFocus) this.#listEl.querySelector("button")?.focus();
  }

  #drawFile({ path, changes }: ChangedFile): void {
    const attr = { role: "group", "aria-label": `Changes in ${path}` };
    const el = this.#listEl.createDiv({ cls: "lectern-change", attr });
    const head = el.createDiv("lectern-change-head");
    const isThere = finder(this.app.vault)(path) instanceof TFile;
    if (isThere) {
      const file = head.createEl("button", {
        cls: "lectern-change-file",
        text: path,
        attr: { type: "button", dir: "auto" },
      });
      file.addEventListener("click", () => {
        this.close();
        void openPlace(this.app, { path }, false);
      });
    } else {
      head.createSpan({ cls: "lectern-change-file", text: path, attr: { dir: "auto" } });
    }
    if (changes.length > 1) this.#button(head, "Undo all in this note", () => this.#undoAll(changes));
    for (const change of changes) this.#drawChange(el, path, change);
  }

  #drawChange(parent: HTMLElement, path: string, { entry, links }: MadeChange): void {
    const head = parent.createDiv("lectern-change-head");
    const time = new Date(entry.time).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
    const words = `${kindOf(entry)}, ${time}`;
    head.createSpan({ cls: "lectern-change-kind", text: words, attr: { dir: "auto" } });
    const undo = this.#button(head, "Undo", () => this.#undo(entry, null));
    undo.setAttr("aria-label", `Undo: ${path}, ${words}`);
    const isEdit = entry.version !== null && entry.newVersion !== null;
    const hunks = hunksOf(entry.replaced);
    hunks.forEach((hunk, index) => {
      const view = new HunkView(parent, hunk, index, hunks.length);
      if (!isEdit || hunks.length === 1) return;
      const part = this.#button(view.el, "Undo this part", () => this.#undo(entry, [index]));
      part.setAttr("aria-label", `Undo part ${index + 1} of ${hunks.length}: ${path}, ${words}`);
    });
    for (const link of links) drawLinks(parent, { path: link.path, hunks: hunksOf(link.replaced) });
    const refused = this.#refused.get(entry.id);
    if (refused) void this.#explain(parent, path, entry, refused);
  }

  /** Says why `entry` was not undone, and shows the places before, after and now. */
  async #explain(parent: HTMLElement, path: string, { replaced }: JournalEntry, reply: Reply): Promise<void> {
    const el = parent.createDiv({ cls: "lectern-changes-refused", attr: { role: "alert" } });
    const { error } = reply.structuredContent;
    el.createDiv({ text: `Not undone: ${error?.message ?? textOf(reply)}.`, attr: { dir: "auto" } });
    const file = finder(this.app.vault)(path);
    if (error?.code !== "outdated" || !(file instanceof TFile)) return;
    const now = await this.app.vault.cachedRead(file);
    const compare = el.createEl("details");
    compare.createEl("summary", { text: "Compare before, after and now" });
    for (const part of replaced) {
      const there = placeNow(now, part) ?? "These lines can’t be found any more.";
      const columns = compare.createDiv("lectern-changes-three");
      for (const [name, text] of [
        ["Before", part.old],
        ["Written by the model", part.new],
        ["Now", there],
      ] as const) {
        const column = columns.createDiv({ attr: { role: "group", "aria-label": name } });
        column.createDiv({ cls: "lectern-change-kind", text: name });
        column.createEl("pre", { text, attr: { dir: "auto", tabindex: "0" } });
      }
    }
  }

  #button(parent: HTMLElement, text: string, work: () => Promise<unknown>): HTMLButtonElement {
    const button = parent.createEl("button", { cls: "lectern-changes-undo", text, attr: { type: "button" } });
    // The second click of a double click is meant for what was here before.
    button.addEventListener("click", ({ detail }) => detail > 1 || this.#isUndoing || void work());
    return button;
  }

  #undo(entry: JournalEntry, hunks: number[] | null): Promise<void> {
    return this.#during(() => this.#take(entry, hunks));
  }

  /** Undoes `changes`, the newest first. */
  #undoAll(changes: readonly MadeChange[]): Promise<void> {
    const newest = [...changes].sort((a, b) => b.entry.time.localeCompare(a.entry.time));
    return this.#during(async () => {
      for (const { entry } of newest) await this.#take(entry, null);
    });
  }

  async #take(entry: JournalEntry, hunks: number[] | null): Promise<void> {
    const reply = await this.#changes.undo(entry.id, hunks);
    if (!reply) return;
    const outcome = reply.structuredContent.change?.outcome;
    if (outcome === "accepted" || outcome === "unchanged") {
      this.#refused.delete(entry.id);
      this.#changes.undone(entry, reply);
    } else {
      this.#refused.set(entry.id, reply);
    }
  }

  async #during(work: () => Promise<void>): Promise<void> {
    this.#isUndoing = true;
    const before = this.#refused.size;
    this.#say("Undoing …");
    try {
      await work();
      this.#say(this.#refused.size > before ? "Not everything could be undone." : "Undone.");
    } finally {
      this.#isUndoing = false;
      await this.#draw();
    }
  }

  #say(words: string): void {
    this.#statusEl.setText(words);
  }
}

function changeCount(files: readonly ChangedFile[]): number {
  return files.reduce((sum, { changes }) => sum + changes.length, 0);
}
