// A dialog that asks for one line of text.
import { type App, Modal, Setting } from "obsidian";
import { t } from "../base/translate.ts";

/** What the dialog says. */
export interface WordsQuestion {
  readonly title: string;
  readonly name: string;
  readonly description: string;
  readonly button: string;
}

/** The dialog of "Find in notes, as a model would". */
export const searchQuestion = (): WordsQuestion => ({
  title: t("Find in notes, as a model would"),
  name: t("Words"),
  description: t('Words, "a phrase", -without'),
  button: t("Find"),
});

/** The dialog of "Why not this note?". */
export const whyQuestion = (): WordsQuestion => ({
  title: t("Why is a note not found, or not first?"),
  name: t("Note"),
  description: t("Its name or path"),
  button: t("Explain"),
});

/** Asks the question. */
export class WordsModal extends Modal {
  readonly #question: WordsQuestion;
  readonly #done: (words: string) => void;
  #words = "";

  constructor(app: App, question: WordsQuestion, done: (words: string) => void) {
    super(app);
    this.#question = question;
    this.#done = done;
  }

  override onOpen(): void {
    const { title, name, description, button: label } = this.#question;
    this.setTitle(title);
    this.contentEl.addClass("lectern-words");
    new Setting(this.contentEl)
      .setName(name)
      .setDesc(description)
      .addText((text) => {
        text.onChange((words) => (this.#words = words));
        text.inputEl.addEventListener("keydown", (event) => {
          // During composition, Enter only ends the composition.
          if (event.key === "Enter" && !event.isComposing) this.#end();
        });
        text.inputEl.setAttr("aria-label", name);
        text.inputEl.focus();
      })
      .addButton((button) =>
        button
          .setButtonText(label)
          .setCta()
          .onClick(() => this.#end()),
      );
  }

  #end(): void {
    if (this.#words.trim() === "") return;
    this.close();
    this.#done(this.#words.trim());
  }
}
