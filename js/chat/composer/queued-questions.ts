// The questions that wait until the model has answered: shown above the field, and each can be taken back. And what is
// done with a question that is not asked yet.
import type { Question } from "../../agent/loop/conversation.ts";
import { type Attachment, pinnedIn } from "../../agent/message.ts";
import { drawIcon, iconButton } from "../button.ts";
import { t } from "../../base/translate.ts";

/** The most characters of a question in the label of its button. */
const NAMED = 40;

export const EMPTY: Question = { text: "", attachments: [] };

export const isBlank = ({ text, attachments }: Question): boolean => text.trim() === "" && attachments.length === 0;

/** `question` without what is pinned to the conversation that it was begun in. */
export const unpinned = ({ text, attachments }: Question): Question => ({
  text,
  attachments: attachments.filter(({ isPinned }) => !isPinned),
});

/** `later` below `before`, as one question. */
export function joined({ text, attachments }: Question, later: Question): Question {
  const before = text.trim();
  const has = ({ path }: Attachment): boolean => pinnedIn(attachments).some((one) => one.path === path);
  return {
    text: before === "" ? later.text : `${before}\n\n${later.text}`,
    attachments: [...attachments, ...later.attachments.filter((one) => !one.isPinned || !has(one))],
  };
}

/** Draws those of the conversation that is shown. */
export class QueuedQuestions {
  readonly #el: HTMLElement;
  readonly #takeBack: (question: Question) => void;
  #drawn: readonly Question[] = [];

  constructor(parent: HTMLElement, takeBack: (question: Question) => void) {
    this.#takeBack = takeBack;
    const attr = { role: "list", "aria-label": t("Waiting to be asked"), "aria-live": "polite" };
    this.#el = parent.createDiv({ cls: "lectern-chat-queue", attr });
  }

  /** Draws `questions`, from which a question is removed that is taken back. */
  show(questions: Question[]): void {
    if (questions.length === this.#drawn.length && questions.every((one, at) => one === this.#drawn[at])) return;
    this.#drawn = [...questions];
    this.#el.empty();
    for (const question of questions) {
      const row = this.#el.createDiv({ cls: "lectern-chat-queued", attr: { role: "listitem" } });
      drawIcon(row, "clock");
      row.createSpan({ cls: "lectern-chat-queued-text", text: question.text, attr: { dir: "auto" } });
      iconButton(row, "x", t("Take back “{question}”", { question: question.text.slice(0, NAMED) }), () => {
        questions.remove(question);
        this.show(questions);
        this.#takeBack(question);
      });
    }
  }
}
