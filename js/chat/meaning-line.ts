// A line in the panel that says how far the search by meaning has come, while its vectors are made.
import { Component } from "obsidian";
import { type LecternApi, meaningOf } from "../api.ts";
import { languageCode, t } from "../base/translate.ts";
import type { Meaning } from "../host/obsidian-meaning.ts";

export class MeaningLine extends Component {
  readonly #el: HTMLElement;
  readonly #meaning: Meaning;

  constructor(parent: HTMLElement, api: LecternApi) {
    super();
    // Not a status: screen readers would read every step.
    this.#el = parent.createDiv("lectern-chat-meaning");
    this.#meaning = meaningOf(api);
  }

  override onload(): void {
    this.#show();
    this.register(this.#meaning.onChange(() => this.#show()));
  }

  #show(): void {
    const { phase, state } = this.#meaning;
    const { notes = 0, waiting_notes: left = 0 } = state ?? {};
    this.#el.toggle(phase === "running" && left > 0);
    const percent = (notes / Math.max(1, notes + left)).toLocaleString(languageCode(), { style: "percent" });
    this.#el.setText(t("Indexing meaning: {percent}", { percent }));
  }
}
