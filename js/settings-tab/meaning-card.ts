// The card before the first passage is sent: how many notes and tokens would go to which host.
import { type App, Modal, Setting } from "obsidian";
import { reason } from "../base/reason.ts";
import { counted, decimal, t } from "../base/translate.ts";
import { isThisDevice } from "../chat/model/chosen-model.ts";
import type { Meaning } from "../host/obsidian-meaning.ts";

/** Shows the card. Nothing of a note is sent before the user agrees; a test of the model sends one word. */
export const askToEmbed = (app: App, meaning: Meaning): void => new MeaningCard(app, meaning).open();

class MeaningCard extends Modal {
  readonly #meaning: Meaning;
  readonly #stop = new AbortController();

  constructor(app: App, meaning: Meaning) {
    super(app);
    this.#meaning = meaning;
  }

  override onOpen(): void {
    this.modalEl.addClass("lectern-meaning-card");
    this.setTitle(t("Search by meaning"));
    void this.#draw();
  }

  override onClose(): void {
    this.#stop.abort();
    this.contentEl.empty();
  }

  async #draw(): Promise<void> {
    const { contentEl } = this;
    const status = contentEl.createEl("p", { text: t("Counting your notes…"), attr: { role: "status" } });
    const { settings } = this.#meaning;
    try {
      const { host, dims } = await this.#meaning.test(this.#stop.signal);
      const { notes, tokens } = await this.#meaning.estimate(dims);
      if (this.#stop.signal.aborted) return;
      this.setTitle(t("Send your notes to {host}?", { host }));
      const about = counted(tokens, "at most about {n} token", "at most about {n} tokens");
      status.setText(`${counted(notes, "{n} note", "{n} notes")}, ${about}.`);
      const line = (text: string): void => void contentEl.createEl("p", { text, attr: { dir: "auto" } });
      if (isThisDevice(host)) line(t("{host} is on this device: nothing leaves it.", { host }));
      line(t("Model: {model}. Dimensions: {n}.", { model: settings.model, n: dims }));
      if (settings.price !== null) {
        const cost = (tokens * settings.price) / 1e6;
        const amount = cost < 0.01 ? cost.toPrecision(2) : decimal(cost, 2);
        line(t("Costs at most about {amount}.", { amount }));
      }
      line(
        t(
          "Later, what is new or changed is sent too, and the words of each search. Excluded notes are never sent. Each request is recorded on this device.",
        ),
      );
      this.#buttons(() => this.#meaning.approve(dims));
    } catch (error) {
      if (this.#stop.signal.aborted) return;
      status.addClass("lectern-settings-error");
      status.setText(reason(error));
      this.#buttons();
    }
  }

  /** The buttons; without `send`, only one that closes the card. */
  #buttons(send?: () => void): void {
    const row = new Setting(this.contentEl);
    if (send) {
      row.addButton((button) => {
        button
          .setButtonText(t("Send"))
          .setCta()
          .onClick(() => {
            this.close();
            send();
          });
      });
    }
    row.addButton((button) => {
      button.setButtonText(t("Cancel")).onClick(() => this.close());
      button.buttonEl.focus();
    });
  }
}
