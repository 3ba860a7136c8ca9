// Draws the change of one file in a card: its name, warnings and parts, with a checkbox if the card has other files.
import type { App } from "obsidian";
import type { LinkedNote, Proposal } from "../../../pkg/lectern.js";
import type { Choice } from "./approvals.ts";
import { HunkView } from "./change-hunk.ts";
import type { Shown } from "./corrections.ts";
import { openPlace } from "../answer/open-note.ts";
import { counted, t } from "../../base/translate.ts";
import { drawIcon } from "../button.ts";

/** How a card ends. */
export type ChangeEnd = "accepted" | "rejected" | "returned";

/** What a card says of a change. */
export interface FileOptions {
  readonly isPlan: boolean;
  /** Whether it is the only file of the card. */
  readonly isOnly: boolean;
  /** Called when the user turns something on or off. */
  readonly changed: () => void;
}

/** The change of one file, on the screen. */
export class FileView {
  readonly hunks: readonly HunkView[];
  readonly #el: HTMLElement;
  readonly #proposal: Shown;
  readonly #changed: () => void;
  #check: HTMLInputElement | undefined;

  constructor(app: App, parent: HTMLElement, proposal: Shown, { isPlan, isOnly, changed }: FileOptions) {
    this.#proposal = proposal;
    this.#changed = changed;
    const attr = isOnly ? {} : { role: "group", "aria-label": labelOf(proposal) };
    this.#el = parent.createDiv({ cls: "lectern-change-part", attr });
    this.#drawHead(app, isPlan, isOnly);
    drawWarnings(this.#el, proposal.warnings);
    const { hunks, linked, movedTo, newVersion } = proposal;
    // A file is moved to the trash as a whole.
    const turned = isPlan || newVersion === null ? undefined : (): void => this.#turned();
    this.hunks = hunks.map((hunk, index) => new HunkView(this.#el, hunk, index, hunks.length, turned));
    for (const note of linked) drawLinks(this.#el, note);
    if (hunks.length + linked.length === 0) {
      const text = movedTo === null ? t("The file is empty.") : t("No links change.");
      this.#el.createDiv({ cls: "lectern-change-empty", text });
    }
    if (proposal.first) drawFirst(this.#el, proposal.first);
  }

  /** How many of its parts can be accepted on their own. */
  get size(): number {
    return this.#proposal.newVersion === null ? 1 : Math.max(this.hunks.length, 1);
  }

  /** How many of them are on. */
  get on(): number {
    if (this.#check?.checked === false) return 0;
    return this.size === 1 ? 1 : this.#accepted.length;
  }

  /** Turns the part that owns `hunk` on or off. */
  turn(hunk: HunkView, on: boolean): void {
    if (this.size > 1) hunk.turn(on);
    else if (this.#check && this.#check.checked !== on) this.#turnAll(on);
  }

  /** Whether the user can let the model correct it. */
  get canReturn(): boolean {
    return this.#proposal.canReturn === true;
  }

  /** What is decided about it if the card is accepted, rejected, or goes back to the model. */
  choice(outcome: ChangeEnd, comment: string | null): Choice {
    if (outcome === "returned") return this.canReturn ? { outcome, hunks: null, comment } : "later";
    if (outcome === "rejected" || this.on === 0) return { outcome: "rejected", hunks: null, comment };
    const edited = this.hunks.flatMap((view, hunk) => {
      const text = view.isOn ? view.edited : undefined;
      return text === undefined ? [] : [{ hunk, text }];
    });
    return { outcome, hunks: this.on < this.size ? this.#accepted : null, edited, comment };
  }

  /** What was decided, in words. */
  wordsFor({ outcome, hunks, edited }: Exclude<Choice, "later">): string {
    const { path, version, newVersion, movedTo } = this.#proposal;
    const { size } = this;
    let what = counted(size, "{n} change in {path}", "{n} changes in {path}", { path });
    if (movedTo !== null) what = t("move {path} to {to}", { path, to: movedTo });
    else if (newVersion === null) what = t("move {path} to the trash", { path });
    else if (version === null) what = t("new note {path}", { path });
    else if (hunks) what = t("{n} of {all} changes in {path}", { n: hunks.length, all: size, path });
    if (outcome === "returned") return t("Sent back: {what}", { what });
    if (outcome !== "accepted") return t("Rejected: {what}", { what });
    return edited?.length ? t("Accepted as edited: {what}", { what }) : t("Accepted: {what}", { what });
  }

  get #accepted(): number[] {
    return this.hunks.flatMap(({ isOn }, index) => (isOn ? [index] : []));
  }

  #drawHead(app: App, isPlan: boolean, isOnly: boolean): void {
    const { path, version, movedTo, hunks } = this.#proposal;
    const head = this.#el.createDiv("lectern-change-head");
    if (!isOnly) {
      const attr = { "aria-label": t("Include: {what}", { what: labelOf(this.#proposal) }) };
      this.#check = head.createEl("input", { type: "checkbox", attr });
      this.#check.checked = true;
      this.#check.addEventListener("change", () => this.#turnAll(this.#check?.checked === true));
    }
    const kind = kindOf(this.#proposal);
    head.createSpan({ cls: "lectern-change-kind", text: isPlan ? t("Planned: {what}", { what: kind }) : kind });
    if (version === null) {
      head.createSpan({ cls: "lectern-change-file", text: path, attr: { dir: "auto" } });
      return;
    }
    const attr = { type: "button", dir: "auto" };
    const file = head.createEl("button", { cls: "lectern-change-file", text: path, attr });
    const { line: startLine } = hunks[0] ?? {};
    file.addEventListener("click", () => void openPlace(app, { path, startLine }, false));
    if (movedTo !== null) {
      head.createSpan({ cls: "lectern-change-to", text: t("to") });
      head.createSpan({ cls: "lectern-change-file", text: movedTo, attr: { dir: "auto" } });
    }
  }

  #turnAll(on: boolean): void {
    if (this.#check) this.#check.checked = on;
    for (const hunk of this.hunks) hunk.turn(on);
    this.#turned();
  }

  #turned(): void {
    if (this.#check) {
      const on = this.size === 1 ? Number(this.#check.checked) : this.#accepted.length;
      this.#check.checked = on > 0;
      this.#check.indeterminate = on > 0 && on < this.size;
      this.#el.toggleClass("is-off", on === 0);
    }
    this.#changed();
  }
}

/** The kind of a change and its file. */
export const labelOf = (proposal: Proposal): string => `${kindOf(proposal)}: ${proposal.path}`;

/** Draws what changes in a note because a file moves. */
export function drawLinks(parent: HTMLElement, { path, hunks }: Pick<LinkedNote, "path" | "hunks">): void {
  parent.createDiv({ cls: "lectern-change-linked", text: t("Links in {path}", { path }), attr: { dir: "auto" } });
  hunks.forEach((hunk, index) => new HunkView(parent, hunk, index, hunks.length));
}

function kindOf({ version, newVersion, movedTo }: Proposal): string {
  if (movedTo !== null) return t("Move");
  if (newVersion === null) return t("Move to trash");
  return version === null ? t("New note") : t("Change");
}

/** Draws the warnings of a change. */
export function drawWarnings(parent: HTMLElement, warnings: readonly string[]): void {
  for (const text of warnings) {
    const warning = parent.createDiv({ cls: "lectern-change-warning", attr: { role: "note" } });
    drawIcon(warning, "circle-alert");
    warning.createSpan({ text: sentence(text), attr: { dir: "auto" } });
  }
}

/** Draws the `first` version of a change, closed. */
function drawFirst(parent: HTMLElement, { warnings, hunks }: Proposal): void {
  const first = parent.createEl("details", "lectern-change-first");
  first.createEl("summary", { text: t("First version") });
  drawWarnings(first, warnings);
  hunks.forEach((hunk, index) => new HunkView(first, hunk, index, hunks.length));
}

/** `text`, which begins in lower case and has no full stop, as a sentence. */
const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1).replace(/([^.!?])$/, "$1.");
