// Draws one change in the list of changes: what it was, its parts, and buttons that undo them. Where it could not be
// undone, it shows why, and what the note has there now.
import type { Replaced, Reply } from "../../../pkg/lectern.js";
import { textOf } from "../../vault/tools.ts";
import { singleClickButton, textButton } from "../button.ts";
import { drawLinks } from "./change-file.ts";
import { HunkView } from "./change-hunk.ts";
import { hunksOf, kindOf, type MadeChange, placeNow } from "./made-changes.ts";
import { t } from "../../base/translate.ts";

/** What a change needs to be drawn. */
export interface MadeChangeParts {
  readonly path: string;
  /** The note as it is now; undefined if it is not there. */
  readonly text: string | undefined;
  /** Notes whose links are not shown: they are excluded or gone. */
  readonly hidden: ReadonlySet<string>;
  /** Why it was not undone, if the user tried. */
  readonly refused: Reply | undefined;
  /** Undoes it, or its parts with these indices. */
  readonly undo: (hunks: number[] | null) => void;
  /** Opens the note, at a line. */
  readonly open: (line?: number) => void;
}

/** Draws `change` into `parent`. */
export function drawMadeChange(parent: HTMLElement, { entry, links }: MadeChange, parts: MadeChangeParts): void {
  const time = new Date(entry.time).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
  const words = `${kindOf(entry)}, ${time}`;
  const what = `${parts.path}, ${words}`;
  const head = parent.createDiv("lectern-change-head");
  head.createSpan({ cls: "lectern-change-kind", text: words, attr: { dir: "auto" } });
  undoButton(head, t("Undo"), () => parts.undo(null)).setAttr("aria-label", t("Undo: {what}", { what }));
  const isEdit = entry.version !== null && entry.newVersion !== null;
  const hunks = hunksOf(entry.replaced);
  if (parts.refused) explain(parent, parts.refused);
  hunks.forEach((hunk, index) => {
    const view = new HunkView(parent, hunk, index, hunks.length);
    const part = entry.replaced[index];
    if (part) compare(view.el, part, parts);
    if (!isEdit || hunks.length === 1) return;
    const label = t("Undo part {index} of {count}: {what}", { index: index + 1, count: hunks.length, what });
    undoButton(view.headEl, t("Undo"), () => parts.undo([index])).setAttr("aria-label", label);
  });
  for (const link of links) {
    drawLinks(parent, { path: link.path, hunks: parts.hidden.has(link.path) ? [] : hunksOf(link.replaced) });
  }
}

/** A button that undoes something. */
export const undoButton = (parent: HTMLElement, text: string, undo: () => void): HTMLButtonElement =>
  singleClickButton(parent, text, undo, "lectern-changes-undo");

/** Says why nothing was undone. */
function explain(parent: HTMLElement, reply: Reply): void {
  const { error } = reply.structuredContent;
  const text = t("Not undone: {reason}.", { reason: error?.message ?? textOf(reply) });
  parent.createDiv({ cls: "lectern-changes-refused", text, attr: { role: "alert", dir: "auto" } });
}

/** If the change was refused because the place of `part` has changed: the place before, as written, and now. */
function compare(parent: HTMLElement, part: Replaced, { refused, text, open }: MadeChangeParts): void {
  if (refused?.structuredContent.error?.code !== "outdated" || text === undefined) return;
  const place = placeNow(text, part);
  if (place?.isAsWritten) return;
  const el = parent.createEl("details", "lectern-changes-compare");
  el.createEl("summary", { text: t("Compare before, after and now") });
  const columns = el.createDiv("lectern-changes-three");
  const now = place ? place.lines.join("") : t("These lines no longer exist.");
  const sides = [
    [t("Before"), part.old],
    [t("Written by the model"), part.new],
    [t("Now"), now],
  ] as const;
  for (const [name, text] of sides) {
    const column = columns.createDiv({ attr: { role: "group", "aria-label": name } });
    column.createDiv({ cls: "lectern-change-kind", text: name });
    column.createEl("pre", { text, attr: { dir: "auto", tabindex: "0" } });
  }
  const words = place ? t("Open note at line {line}", { line: String(place.startLine) }) : t("Open note");
  textButton(el, words, () => open(place?.startLine));
}
