// The dialog of "Find in notes, as a model would".
import { type App, Modal, Setting } from "obsidian";

/** Asks for a search query. */
export class SearchModal extends Modal {
  readonly #found: (query: string) => void;
  #query = "";

  constructor(app: App, found: (query: string) => void) {
    super(app);
    this.#found = found;
  }

  override onOpen(): void {
    this.setTitle("Find in notes, as a model would");
    new Setting(this.contentEl)
      .setName("Words")
      .setDesc('Words, "a phrase", -without')
      .addText((text) => {
        text.onChange((query) => (this.#query = query));
        text.inputEl.addEventListener("keydown", (event) => {
          // During composition, Enter only ends the composition.
          if (event.key === "Enter" && !event.isComposing) this.#find();
        });
        text.inputEl.focus();
      })
      .addButton((button) =>
        button
          .setButtonText("Find")
          .setCta()
          .onClick(() => this.#find()),
      );
  }

  override onClose(): void {
    this.contentEl.empty();
  }

  #find(): void {
    if (this.#query.trim() === "") return;
    this.close();
    this.#found(this.#query);
  }
}
