// The questions that wait until the model has answered: shown above the field, and each can be taken back.
import type { Question } from "../agent/loop/conversation.ts";
import { drawIcon, iconButton } from "./button.ts";
import { t } from "../base/translate.ts";

/** The most characters of a question in the label of its button. */
const NAMED = 40;

/** The questions that wait, in order. */
export class QueuedQuestions {
  readonly #el: HTMLElement;
  readonly #takeBack: (question: Question) => void;
  #questions: Question[] = [];

  constructor(parent: HTMLElement, takeBack: (question: Question) => void) {
    this.#takeBack = takeBack;
    const attr = { role: "list", "aria-label": t("Waiting to be asked"), "aria-live": "polite" };
    this.#el = parent.createDiv({ cls: "lectern-chat-queue", attr });
  }

  add(question: Question): void {
    this.#questions.push(question);
    this.#draw();
  }

  /** Takes the first one out. */
  next(): Question | undefined {
    const question = this.#questions.shift();
    this.#draw();
    return question;
  }

  #draw(): void {
    this.#el.empty();
    for (const question of this.#questions) {
      const row = this.#el.createDiv({ cls: "lectern-chat-queued", attr: { role: "listitem" } });
      drawIcon(row, "clock");
      row.createSpan({ cls: "lectern-chat-queued-text", text: question.text, attr: { dir: "auto" } });
      iconButton(row, "x", t("Take back “{question}”", { question: question.text.slice(0, NAMED) }), () => {
        this.#questions = this.#questions.filter((other) => other !== question);
        this.#draw();
        this.#takeBack(question);
      });
    }
  }
}
