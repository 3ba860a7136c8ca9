// The card that shows the changes of a turn in the conversation and waits for the user. Afterwards it is one line for
// each file. change-file.ts draws a file.
import { type App, Platform } from "obsidian";
import type { ChangeOutcome } from "../../../pkg/lectern.js";
import type { ChangeQuestion, Choice } from "./approvals.ts";
import { type ChangeEnd, FileView, labelOf } from "./change-file.ts";
import { iconButton, singleClickButton, textButton } from "../button.ts";
import { chosenIn, drawCard, endCard, focusCard, hasFocus, type Outcome } from "../card.ts";
import { openChangesTab } from "./changes-tab.ts";
import type { Shown } from "./corrections.ts";
import { counted, t } from "../../base/translate.ts";

/** Draws `question` in `parent`, and resolves to the user's choices. Aborting its signal rejects all. */
export function askAbout(
  app: App,
  parent: HTMLElement,
  { proposals, note, signal }: ChangeQuestion,
): Promise<Choice[]> {
  return chosenIn(signal, (choose) => {
    const card = new ChangeCard(app, parent, proposals, note, choose);
    return () => card.decide("rejected");
  });
}

/** Draws `proposal` in `parent` as a part of a plan: nothing is asked. */
export function showPlan(app: App, parent: HTMLElement, proposal: Shown): void {
  new ChangeCard(app, parent, [proposal]);
}

/** The icon of what was decided. */
const ICONS: Partial<Record<ChangeOutcome, string>> = { accepted: "check", returned: "undo-2" };

class ChangeCard {
  readonly el: HTMLElement;
  readonly #files: readonly FileView[];
  readonly #decided: ((choices: Choice[]) => void) | undefined;
  #acceptEl: HTMLButtonElement | undefined;
  #commentEl: HTMLTextAreaElement | undefined;
  /** Takes the card back from its tab. */
  #takeBack: () => void = () => undefined;
  #isDone = false;

  constructor(
    app: App,
    parent: HTMLElement,
    proposals: readonly Shown[],
    note?: string,
    decided?: (choices: Choice[]) => void,
  ) {
    this.#decided = decided;
    const isOnly = proposals.length === 1;
    const label = isOnly
      ? proposals.map(labelOf).join()
      : counted(proposals.length, "Changes in {n} file", "Changes in {n} files");
    this.el = drawCard(parent, label);
    const options = { isPlan: decided === undefined, isOnly, changed: (): void => this.#label() };
    this.#files = proposals.map((proposal) => new FileView(app, this.el, proposal, options));
    if (decided) this.#drawActions(app, label, note);
    this.el.addEventListener("keydown", (event) => this.#key(event));
  }

  /** Ends the wait: the card becomes one line for each file that is decided. */
  decide(outcome: ChangeEnd): void {
    if (this.#isDone || (outcome === "accepted" && !this.#canAccept)) return;
    this.#isDone = true;
    const comment = this.#commentEl?.value.trim() ?? "";
    const choices = this.#files.map((file) => file.choice(outcome, comment || null));
    const outcomes = this.#files.flatMap((file, index): Outcome[] => {
      const choice = choices[index];
      return !choice || choice === "later" ? [] : [{ icon: ICONS[choice.outcome] ?? "x", text: file.wordsFor(choice) }];
    });
    const last = outcomes.pop();
    if (last) outcomes.push(comment ? { ...last, text: `${last.text}: “${comment}”` } : last);
    const hadFocus = hasFocus(this.el);
    this.#takeBack();
    endCard(this.el, outcomes, hadFocus);
    this.#decided?.(choices);
  }

  get #canAccept(): boolean {
    return this.#decided !== undefined && this.#files.some(({ on }) => on > 0);
  }

  /** The comment comes last: no key press from a text field leads to "Accept". */
  #drawActions(app: App, label: string, note: string | undefined): void {
    const actions = this.el.createDiv("lectern-change-actions");
    if (note !== undefined) actions.createDiv({ cls: "lectern-change-note", text: note, attr: { dir: "auto" } });
    const button = (text: string, outcome: ChangeEnd, cls: string): HTMLButtonElement =>
      singleClickButton(actions, text, () => this.decide(outcome), `lectern-change-${cls}`);
    this.#acceptEl = button("", "accepted", "accept");
    button(t("Reject"), "rejected", "reject");
    if (this.#files.some(({ canReturn }) => canReturn)) button(t("Let the model correct it"), "returned", "return");
    if (!Platform.isPhone) {
      const open = (): void => void this.#openTab(app, label);
      iconButton(actions, "columns-2", t("Open in a tab, side by side"), open).addClass("lectern-change-open");
    }
    const says = t("Comment for the model");
    this.#commentEl = actions.createEl("textarea", {
      cls: "lectern-change-comment",
      attr: { rows: "1", dir: "auto", placeholder: says, "aria-label": says },
    });
    this.#label();
  }

  /** Moves the card into a tab of the main area, until that is closed or the card is decided. */
  async #openTab(app: App, label: string): Promise<void> {
    const tab = await openChangesTab(app, label);
    if (!tab || this.#isDone) return;
    const text = t("Open in a tab: {what}", { what: label });
    const place = createDiv({ cls: "lectern-change lectern-change-away", text });
    textButton(place, t("Show here"), () => {
      this.#takeBack();
      focusCard(this.el);
    });
    this.#takeBack = () => {
      this.#takeBack = () => undefined;
      place.replaceWith(this.el);
      tab.leaf.detach();
    };
    this.el.replaceWith(place);
    tab.addColumnsButton();
    tab.show(this.el, () => this.#takeBack());
    focusCard(this.el);
  }

  #label(): void {
    const on = this.#files.reduce((sum, file) => sum + file.on, 0);
    const all = this.#files.reduce((sum, file) => sum + file.size, 0);
    this.#acceptEl?.setText(on < all ? t("Accept {on} of {all}", { on, all }) : t("Accept"));
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
    const parts = this.#files.flatMap((file) => file.hunks.map((hunk) => ({ file, hunk })));
    const index = parts.findIndex(({ hunk }) => hunk.owns(target));
    const part = parts[index];
    if (!part) return;
    if (key === "a" || key === "r") part.file.turn(part.hunk, key === "a");
    else if (key === "e") part.hunk.edit();
    else if (key === "j" || key === "k") parts[index + (key === "j" ? 1 : -1)]?.hunk.el.focus();
    else return;
    event.preventDefault();
  }
}
