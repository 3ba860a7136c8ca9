// What the user should know before approving a change: warnings, and what the model proposed before it corrected them.
import type { Proposal } from "../../pkg/lectern.js";
import { drawIcon } from "./button.ts";
import { HunkView } from "./change-hunk.ts";
import { t } from "../base/translate.ts";

export function drawWarnings(parent: HTMLElement, warnings: readonly string[]): void {
  for (const text of warnings) {
    const warning = parent.createDiv({ cls: "lectern-change-warning", attr: { role: "note" } });
    drawIcon(warning, "circle-alert");
    warning.createSpan({ text: sentence(text), attr: { dir: "auto" } });
  }
}

/** Draws the `first` version of a change, closed. */
export function drawFirst(parent: HTMLElement, { warnings, hunks }: Proposal): void {
  const first = parent.createEl("details", "lectern-change-first");
  first.createEl("summary", { text: t("First version") });
  drawWarnings(first, warnings);
  hunks.forEach((hunk, index) => new HunkView(first, hunk, index, hunks.length));
}

/** `text`, which begins in lower case and has no full stop, as a sentence. */
const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1).replace(/([^.!?])$/, "$1.");
