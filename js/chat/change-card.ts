// The card that shows a change in the conversation and waits for the user. Afterwards it is one line. change-hunk.ts
// draws the parts of the change.
import { type App, setIcon } from "obsidian";
import type { Decision, Proposal } from "../../pkg/lectern.js";
import { HunkView } from "./change-hunk.ts";
import { drawFirst, drawWarnings } from "./change-warnings.ts";
import type { Shown } from "./corrections.ts";
import { openPlace } from "./open-note.ts";

/** Draws `proposal` in `parent`, and resolves to the user's decision. Aborting `signal` rejects. */
export function askAbout(app: App, parent: HTMLElement, proposal: Shown, signal?: AbortSignal): Promise<Decision> {
  return new Promise((resolve) => {
    const card = new ChangeCard(app, parent, proposal, (decision) => {
      signal?.removeEventListener("abort", stopped);
      resolve(decision);
    });
    const stopped = (): void => card.decide("rejected");
    if (signal?.aborted) stopped();
    else signal?.addEventListener("abort", stopped);
  });
}

/** Draws `proposal` in `parent` as a part of a plan: nothing is asked. */
export function showPlan(app: App, parent: HTMLElement, proposal: Shown): void {
  new ChangeCard(app, parent, proposal);
}

class ChangeCard {
  readonly el: HTMLElement;
  readonly #proposal: Shown;
  readonly #hunks: readonly HunkView[];
  readonly #decided: ((decision: Decision) => void) | undefined;
  #acceptEl: HTMLButtonElement | undefined;
  #commentEl: HTMLTextAreaElement | undefined;
  #isDone = false;

  constructor(app: App, parent: HTMLElement, proposal: Shown, decided?: (decision: Decision) => void) {
    this.#proposal = proposal;
    this.#decided = decided;
    const { path, hunks, linked, warnings } = proposal;
    const label = `${kindOf(proposal)}: ${path}`;
    // The panel's status announces it; the log around it must not read all of it.
    const attr = { role: "group", "aria-label": label, "aria-live": "off" };
    this.el = parent.createDiv({ cls: "lectern-change", attr });
    this.#drawHead(app);
    drawWarnings(this.el, warnings);
    // A file is moved to the trash as a whole.
    const changed = decided && proposal.newVersion !== null ? (): void => this.#label() : undefined;
    this.#hunks = hunks.map((hunk, index) => new HunkView(this.el, hunk, index, hunks.length, changed));
    for (const note of linked) {
      this.el.createDiv({ cls: "lectern-change-linked", text: `Links in ${note.path}`, attr: { dir: "auto" } });
      note.hunks.forEach((hunk, index) => new HunkView(this.el, hunk, index, note.hunks.length));
    }
    if (hunks.length + linked.length === 0) {
      const text = proposal.movedTo === null ? "The file is empty." : "No links change.";
      this.el.createDiv({ cls: "lectern-change-empty", text });
    }
    if (proposal.first) drawFirst(this.el, proposal.first);
    if (decided) this.#drawActions();
    this.el.addEventListener("keydown", (event) => this.#key(event));
  }

  /** Ends the wait: the card becomes one line. */
  decide(outcome: "accepted" | "rejected" | "returned"): void {
    const hunks = this.#hunks.flatMap(({ isOn }, index) => (isOn ? [index] : []));
    const isAccepted = outcome === "accepted";
    if (this.#isDone || (isAccepted && !this.#canAccept)) return;
    this.#isDone = true;
    const comment = this.#commentEl?.value.trim() ?? "";
    const hadFocus = this.el.contains(this.el.doc.activeElement);
    this.el.empty();
    this.el.addClass("is-decided");
    setIcon(
      this.el.createSpan({ cls: "lectern-chat-icon", attr: { "aria-hidden": "true" } }),
      { accepted: "check", rejected: "x", returned: "undo-2" }[outcome],
    );
    const words =
      outcome === "returned"
        ? `Sent back: the change in ${this.#proposal.path}`
        : decidedWords(this.#proposal, isAccepted ? hunks.length : undefined);
    this.el.createSpan({ text: comment ? `${words}: “${comment}”` : words, attr: { dir: "auto" } });
    if (hadFocus) {
      // Keeps the place of the keyboard in the conversation.
      this.el.setAttr("tabindex", "-1");
      this.el.focus({ preventScroll: true });
    }
    this.#decided?.({
      outcome,
      hunks: isAccepted && hunks.length < this.#hunks.length ? hunks : null,
      comment: comment || null,
    });
  }

  get #canAccept(): boolean {
    return this.#decided !== undefined && (this.#hunks.length === 0 || this.#hunks.some(({ isOn }) => isOn));
  }

  #drawHead(app: App): void {
    const { path, version, movedTo, hunks } = this.#proposal;
    const head = this.el.createDiv("lectern-change-head");
    const kind = kindOf(this.#proposal);
    head.createSpan({ cls: "lectern-change-kind", text: this.#decided ? kind : `Planned: ${kind.toLowerCase()}` });
    if (version === null) {
      head.createSpan({ cls: "lectern-change-file", text: path, attr: { dir: "auto" } });
      return;
    }
    const file = head.createEl("button", {
      cls: "lectern-change-file",
      text: path,
      attr: { type: "button", dir: "auto" },
    });
    const { line: startLine } = hunks[0] ?? {};
    file.addEventListener("click", () => void openPlace(app, { path, startLine }, false));
    if (movedTo !== null) {
      head.createSpan({ cls: "lectern-change-to", text: "to" });
      head.createSpan({ cls: "lectern-change-file", text: movedTo, attr: { dir: "auto" } });
    }
  }

  /** The comment comes last: no key press from a text field leads to "Accept". */
  #drawActions(): void {
    const actions = this.el.createDiv("lectern-change-actions");
    const attr = { type: "button" };
    this.#acceptEl = actions.createEl("button", { cls: "lectern-change-accept", attr });
    // The second click of a double click is meant for the card that was here before.
    this.#acceptEl.addEventListener("click", ({ detail }) => detail > 1 || this.decide("accepted"));
    const reject = actions.createEl("button", { cls: "lectern-change-reject", text: "Reject", attr });
    reject.addEventListener("click", ({ detail }) => detail > 1 || this.decide("rejected"));
    if (this.#proposal.canReturn) {
      const correct = actions.createEl("button", { cls: "lectern-change-return", text: "Let the model correct", attr });
      correct.addEventListener("click", ({ detail }) => detail > 1 || this.decide("returned"));
    }
    this.#commentEl = actions.createEl("textarea", {
      cls: "lectern-change-comment",
      attr: { rows: "1", dir: "auto", placeholder: "Comment for the model", "aria-label": "Comment for the model" },
    });
    this.#label();
  }

  #label(): void {
    const on = this.#hunks.filter(({ isOn }) => isOn).length;
    const all = this.#hunks.length;
    this.#acceptEl?.setText(on < all ? `Accept ${on} of ${all}` : "Accept");
    // Not `disabled`: a disabled button loses the focus.
    this.#acceptEl?.setAttr("aria-disabled", String(!this.#canAccept));
  }

  #key(event: KeyboardEvent): void {
    const { key, target, ctrlKey, metaKey, altKey, shiftKey, isComposing, repeat } = event;
    if (isComposing || altKey || shiftKey || this.#isDone) return;
    if (key === "Enter" && (ctrlKey || metaKey)) {
      event.preventDefault();
      // Other buttons do what they say, even with Ctrl.
      const isOther = (target as HTMLElement).closest("button") && target !== this.#acceptEl;
      if (!repeat && !isOther) this.decide("accepted");
      return;
    }
    if (ctrlKey || metaKey) return;
    const index = this.#hunks.findIndex((hunk) => hunk.owns(target));
    if (index < 0) return;
    if (key === "a" || key === "r") this.#hunks[index]?.turn(key === "a");
    else if (key === "j" || key === "k") this.#hunks[index + (key === "j" ? 1 : -1)]?.el.focus();
    else return;
    event.preventDefault();
  }
}

function kindOf({ version, newVersion, movedTo }: Proposal): string {
  if (movedTo !== null) return "Move";
  if (newVersion === null) return "Move to trash";
  return version === null ? "New note" : "Change";
}

/** What was decided; `accepted` is how many parts, undefined if none. */
function decidedWords({ path, version, newVersion, movedTo, hunks }: Proposal, accepted: number | undefined): string {
  const did = accepted === undefined ? "Rejected" : "Accepted";
  if (movedTo !== null) return `${did} moving ${path} to ${movedTo}`;
  if (newVersion === null) return `${did} moving ${path} to the trash`;
  if (version === null) return `${did} the new note ${path}`;
  const all = hunks.length;
  if (all === 1) return `${did} the change in ${path}`;
  return accepted === undefined || accepted === all
    ? `${did} ${all} changes in ${path}`
    : `${did} ${accepted} of ${all} changes in ${path}`;
}
