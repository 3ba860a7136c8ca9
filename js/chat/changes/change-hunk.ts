// Draws one part of a change: its lines, removed and added, with a checkbox if it can be left out, and a field in which
// the user edits the added ones. Long runs are folded.
import type { ProposedHunk } from "../../../pkg/lectern.js";
import { type ChangedLine, linesOf, piecesOf, textOfAdded, withText } from "./changed-lines.ts";
import { textButton } from "../button.ts";
import { counted, t } from "../../base/translate.ts";

/** Runs of more lines than this are folded. */
const LONG_RUN = 14;
/** How many lines of a folded run are shown, at its start and at its end. */
const ENDS = 5;
/** How many more lines each click shows. */
const STEP = 500;
/** Parts of a line with more characters than this are folded. */
const LONG_PIECE = 1000;
/** How many characters of a folded part are shown, at its start and at its end. */
const PIECE_ENDS = 200;

/** One part of a change, on the screen. */
export class HunkView {
  readonly el: HTMLElement;
  /** Its lines in words, and room for a button. */
  readonly headEl: HTMLElement;
  readonly #check: HTMLInputElement | undefined;
  readonly #changed: (() => void) | undefined;
  readonly #linesEl: HTMLElement;
  readonly #where: string;
  /** As the model proposed it. */
  readonly #given: ProposedHunk;
  /** As it is shown. */
  #hunk: ProposedHunk;
  #editEl: HTMLButtonElement | undefined;
  /** While the user edits it. */
  #field: HTMLTextAreaElement | undefined;

  /** `changed` is called when the user turns the part on or off, or edits it; without it, the part is read-only. */
  constructor(parent: HTMLElement, hunk: ProposedHunk, index: number, count: number, changed?: () => void) {
    this.#changed = changed;
    this.#given = this.#hunk = hunk;
    const lines = rangeOf(hunk);
    const where = (this.#where = t("Change {index} of {count}, {lines}", { index: index + 1, count, lines }));
    const attr = { role: "group", "aria-label": where, tabindex: "0" };
    this.el = parent.createDiv({ cls: "lectern-change-hunk", attr });
    this.headEl = this.el.createDiv("lectern-change-hunk-head");
    const head = this.headEl.createEl(changed ? "label" : "div");
    if (changed && count > 1) {
      const label = { "aria-label": t("Include: {what}", { what: where }) };
      this.#check = head.createEl("input", { type: "checkbox", attr: label });
      this.#check.checked = true;
      this.#check.addEventListener("change", () => this.#turned());
    }
    head.createSpan({ text: lines.charAt(0).toUpperCase() + lines.slice(1), attr: { "aria-hidden": "true" } });
    if (changed) {
      this.#editEl = textButton(this.headEl, "", () => this.edit(), "lectern-change-edit");
    }
    this.#linesEl = this.el.createDiv("lectern-change-lines");
    this.#draw();
  }

  /** What the user wrote in place of the added lines; undefined if that is what the model wrote. */
  get edited(): string | undefined {
    this.#take();
    return this.#hunk === this.#given ? undefined : this.#hunk.added;
  }

  /** Lets the user edit the added lines. */
  edit(): void {
    if (!this.#editEl || this.#field) return;
    this.turn(true);
    this.#linesEl.empty();
    const [removed] = linesOf(this.#given);
    drawRun(this.#linesEl, removed);
    const label = t("New text: {what}", { what: this.#where });
    this.#field = drawField(this.#linesEl, this.#hunk, label, () => this.#endEdit());
    this.#editEl.hide();
  }

  /** Takes over what the user wrote. */
  #take(): void {
    if (this.#field) this.#hunk = withText(this.#given, this.#field.value);
  }

  #endEdit(): void {
    this.#take();
    this.#field = undefined;
    this.#draw();
    this.el.focus({ preventScroll: true });
    this.#changed?.();
  }

  #draw(): void {
    this.#linesEl.empty();
    for (const run of linesOf(this.#hunk)) drawRun(this.#linesEl, run);
    const isAsGiven = this.#hunk === this.#given;
    const what = this.#where;
    this.#editEl?.setText(isAsGiven ? t("Edit") : t("Edited"));
    this.#editEl?.setAttr("aria-label", isAsGiven ? t("Edit: {what}", { what }) : t("Edited: {what}", { what }));
    this.#editEl?.show();
  }

  get isOn(): boolean {
    return this.#check?.checked ?? true;
  }

  /** Turns the part on or off. */
  turn(on: boolean): void {
    if (!this.#check || this.#check.checked === on) return;
    this.#check.checked = on;
    this.#turned();
  }

  /** Whether a key pressed at `target` is meant for this part as a whole. */
  owns(target: EventTarget | null): boolean {
    return target !== null && (target === this.el || target === this.#check);
  }

  #turned(): void {
    this.el.toggleClass("is-off", !this.isOn);
    this.#changed?.();
  }
}

function rangeOf({ line, removedLines, newLine, addedLines }: ProposedHunk): string {
  const [first, count] = removedLines > 0 ? [line, removedLines] : [newLine, addedLines];
  const last = String(first + count - 1);
  return count > 1 ? t("lines {first} to {last}", { first: String(first), last }) : t("line {last}", { last });
}

function drawRun(parent: HTMLElement, run: readonly ChangedLine[]): void {
  if (run.length <= LONG_RUN) {
    for (const line of run) drawLine(parent, line);
    return;
  }
  for (const line of run.slice(0, ENDS)) drawLine(parent, line);
  let next = ENDS;
  const last = run.length - ENDS;
  const showMore = (): void => {
    const to = Math.min(next + STEP, last);
    const lines = createDiv();
    for (const line of run.slice(next, to)) drawLine(lines, line);
    more.before(...Array.from(lines.children));
    next = to;
    if (next < last) {
      more.setText(moreLabel(last - next, run[0]));
      return;
    }
    more.closest<HTMLElement>(".lectern-change-hunk")?.focus({ preventScroll: true });
    more.remove();
  };
  const more = textButton(parent, moreLabel(last - next, run[0]), showMore, `lectern-change-more ${classOf(run[0])}`);
  for (const line of run.slice(last)) drawLine(parent, line);
}

const moreLabel = (left: number, line: ChangedLine | undefined): string =>
  line?.sign === "+"
    ? counted(left, "Show {n} more added line", "Show {n} more added lines")
    : counted(left, "Show {n} more removed line", "Show {n} more removed lines");

const classOf = (line: ChangedLine | undefined): string => (line?.sign === "+" ? "is-added" : "is-removed");

function drawLine(parent: HTMLElement, line: ChangedLine): void {
  const row = parent.createDiv(`lectern-change-line ${classOf(line)}`);
  row.createSpan({ cls: "lectern-change-number", text: String(line.number), attr: { "aria-hidden": "true" } });
  row.createSpan({ cls: "lectern-change-sign", text: line.sign });
  const text = row.createSpan({ cls: "lectern-change-text", attr: { dir: "auto" } });
  for (const { text: words, isChanged, isSign } of piecesOf(line)) {
    const piece = isChanged ? text.createEl("mark", "lectern-change-mark") : text.createSpan();
    piece.toggleClass("lectern-change-unseen", isSign);
    drawWords(piece, words);
  }
}

/** A very long part, such as a picture in Base64, is folded until it is asked for. */
function drawWords(el: HTMLElement, words: string): void {
  if (words.length <= LONG_PIECE) {
    el.setText(words);
    return;
  }
  el.appendText(words.slice(0, PIECE_ENDS));
  const hidden = words.slice(PIECE_ENDS, -PIECE_ENDS);
  const text = counted(hidden.length, "Show {n} more character", "Show {n} more characters");
  textButton(el, text, () => el.setText(words), "lectern-change-more");
  el.appendText(words.slice(-PIECE_ENDS));
}

/**
 * Draws a field with the added lines of `hunk`, focused. `end` is called when the user ends the edit by the button or by
 * Escape, which keep the text.
 */
function drawField(parent: HTMLElement, hunk: ProposedHunk, label: string, end: () => void): HTMLTextAreaElement {
  // Browsers that don't size the field by its content show so many rows.
  const attr = { "aria-label": label, dir: "auto", spellcheck: "true", rows: "6" };
  const field = parent.createEl("textarea", { cls: "lectern-change-field", attr });
  field.value = textOfAdded(hunk);
  field.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || event.isComposing) return;
    // Elsewhere, it stops the answer.
    event.preventDefault();
    event.stopPropagation();
    end();
  });
  // Below the field: the next key after Tab ends the edit, and approves nothing.
  textButton(parent, t("Done"), end, "lectern-change-done");
  field.focus({ preventScroll: true });
  return field;
}
