// The card above a part of a note that is edited in place: a field that says what to change, what the edit waits for, and
// buttons.
import { Platform, setTooltip } from "obsidian";
import { t } from "../../base/translate.ts";
import { copyButton, singleClickButton } from "../button.ts";
import { drawCard } from "../card.ts";
import { drawWarnings } from "../changes/change-file.ts";
import { askToSend } from "../sending/send-card.ts";
import type { SendChoice, SendQuestion } from "../sending/send-review.ts";

/** What an edit waits for: the user's words, the model, the user's decision, or the app. */
export type Step = "ask" | "wait" | "decide" | "write";

/** What its buttons do. */
export interface CardActions {
  readonly ask: () => unknown;
  readonly accept: () => unknown;
  /** Stops the model, or ends the edit. */
  readonly leave: () => unknown;
}

export class EditCard {
  readonly el = createDiv({ cls: "lectern-inline", attr: { contenteditable: "false" } });
  readonly field: HTMLTextAreaElement;
  readonly #actions: CardActions;
  readonly #saysEl: HTMLElement;
  readonly #actionsEl: HTMLElement;

  constructor(actions: CardActions) {
    this.#actions = actions;
    const says = t("What should change?");
    const card = drawCard(this.el, t("Edit the selection in place"));
    const attr = { rows: "1", dir: "auto", placeholder: says, "aria-label": says };
    this.field = card.createEl("textarea", { cls: "lectern-inline-field", attr });
    this.#saysEl = card.createDiv({ attr: { role: "status" } });
    this.#actionsEl = card.createDiv("lectern-change-actions");
  }

  /** Shows what the edit waits for, and `says`; `text` can be copied. */
  show(step: Step, says: readonly string[] = [], text = ""): void {
    const { ask, accept, leave } = this.#actions;
    const hadFocus = this.el.contains(this.el.doc.activeElement);
    this.field.readOnly = step === "wait" || step === "write";
    this.#saysEl.empty();
    if (step === "wait") this.#saysEl.createDiv({ cls: "lectern-inline-wait", text: t("Thinking…") });
    drawWarnings(this.#saysEl, says);
    this.#actionsEl.empty();
    const button = (name: string, key: string, click: () => unknown, cls?: string): void => {
      const el = singleClickButton(this.#actionsEl, name, click, cls);
      if (!Platform.isMobile) setTooltip(el, `${name} (${key})`);
    };
    const [main, mod] = ["lectern-change-accept", Platform.isMacOS ? "Cmd" : "Ctrl"];
    if (step === "decide") button(t("Accept"), `${mod}+Enter`, accept, main);
    if (step === "decide") button(t("Reject"), "Esc", leave);
    if (step === "decide") button(t("Ask again"), "Enter", ask);
    if (step === "ask") button(t("Send"), "Enter", ask, main);
    if (step === "ask" || step === "wait") button(t("Cancel"), "Esc", leave);
    if (step === "ask" && text !== "") copyButton(this.#actionsEl, t("Copy answer"), () => text);
    if (hadFocus) this.focus();
  }

  focus(): void {
    this.field.focus({ preventScroll: true });
  }

  /** Shows what is about to be sent, and resolves to the user's choice. */
  async send(question: SendQuestion): Promise<SendChoice> {
    this.#saysEl.empty();
    this.#actionsEl.empty();
    const choice = await askToSend(this.#saysEl, question);
    this.focus();
    if (choice) this.show("wait");
    return choice;
  }
}
