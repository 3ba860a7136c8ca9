// The field in which the user edits the added lines of a part of a change.
import type { ProposedHunk } from "../../pkg/lectern.js";
import { textOfAdded } from "./edited-hunk.ts";
import { t } from "../base/translate.ts";

/** A field with the added lines of a part. */
export class HunkEditor {
  readonly #el: HTMLTextAreaElement;

  /**
   * Draws it into `parent`, focused. `end` is called when the user ends the edit by the
   * button or by Escape, which keep the text.
   */
  constructor(parent: HTMLElement, hunk: ProposedHunk, label: string, end: () => void) {
    // Browsers that don't size the field by its content show so many rows.
    const attr = { "aria-label": label, dir: "auto", spellcheck: "true", rows: "6" };
    this.#el = parent.createEl("textarea", { cls: "lectern-change-field", attr });
    this.#el.value = textOfAdded(hunk);
    this.#el.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || event.isComposing) return;
      // Elsewhere, it stops the answer.
      event.preventDefault();
      event.stopPropagation();
      end();
    });
    // Below the field: the next key after Tab ends the edit, and approves nothing.
    const done = parent.createEl("button", { cls: "lectern-change-done", text: t("Done"), attr: { type: "button" } });
    done.addEventListener("click", end);
    this.#el.focus({ preventScroll: true });
  }

  get text(): string {
    return this.#el.value;
  }
}
