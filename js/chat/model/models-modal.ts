// All models of the providers that are set up, to choose one for a conversation. Opening it asks these providers for
// their lists: that sends the key, and nothing of the notes.
import { type App, Modal } from "obsidian";
import { isProgram } from "../../agent/model-choice.ts";
import type { SavedModel } from "../../agent/saved-model.ts";
import { reason } from "../../base/reason.ts";
import { t } from "../../base/translate.ts";
import { appNetwork } from "../../host/network.ts";
import type { ChatSettings, ModelSetup } from "../../settings/chat-settings.ts";
import { addressOf, isSamePlace, setups } from "../../settings/model-setups.ts";
import { choiceOf, placeOf } from "./chosen-model.ts";

/** Some providers list hundreds of models; the search finds the rest. */
const SHOWN = 100;

/** The models of one provider. */
interface Listed {
  readonly setup: ModelSetup;
  ids: readonly string[];
  /** Why there is no list, or that it is being read. */
  says: string;
}

/** The list. */
export class ModelsModal extends Modal {
  readonly #settings: ChatSettings;
  readonly #choose: (model: SavedModel) => void;
  readonly #asking = new AbortController();
  readonly #lists: Listed[];
  #searchEl!: HTMLInputElement;
  #listEl!: HTMLElement;

  constructor(app: App, settings: ChatSettings, choose: (model: SavedModel) => void) {
    super(app);
    this.#settings = settings;
    this.#choose = choose;
    const all = setups(settings).filter(({ provider }) => provider !== "quotes" && !isProgram(provider));
    const places = all.filter((one, at) => all.findIndex((other) => isSamePlace(one, other)) === at);
    this.#lists = places.map((setup) => ({ setup, ids: [], says: t("Loading models …") }));
  }

  override onOpen(): void {
    this.modalEl.addClass("lectern-saved");
    this.titleEl.setText(t("Models"));
    const placeholder = t("Search models");
    const attr = { type: "search", placeholder, "aria-label": placeholder };
    this.#searchEl = this.contentEl.createEl("input", { cls: "lectern-saved-search", attr });
    this.#searchEl.addEventListener("input", () => this.#draw());
    this.#listEl = this.contentEl.createDiv({ cls: "lectern-saved-list", attr: { "aria-live": "polite" } });
    this.#draw();
    this.#searchEl.focus();
    for (const list of this.#lists) void this.#read(list);
  }

  override onClose(): void {
    this.#asking.abort();
    this.contentEl.empty();
  }

  async #read(list: Listed): Promise<void> {
    try {
      const { listModels } = await import("../../agent/providers/models.ts");
      const choice = choiceOf(this.app, { ...this.#settings, ...list.setup });
      const models = await listModels(choice, appNetwork(), this.#asking.signal);
      list.ids = models.map(({ id }) => id);
      list.says = models.length === 0 ? t("This provider lists no models.") : "";
    } catch (error) {
      list.says = t("Couldn't load models. {reason}", { reason: reason(error) });
    }
    if (!this.#asking.signal.aborted) this.#draw();
  }

  #draw(): void {
    const words = this.#searchEl.value.toLowerCase().split(/\s+/);
    const found = this.#listEl;
    found.empty();
    for (const { setup, ids, says } of this.#lists) {
      const attr = { role: "heading", "aria-level": "3" };
      found.createDiv({ cls: "lectern-saved-group", text: placeOf(setup), attr });
      if (says) found.createDiv({ cls: "lectern-saved-status", text: says });
      const matches = ids.filter((id) => words.every((word) => id.toLowerCase().includes(word)));
      for (const id of matches.slice(0, SHOWN)) {
        const row = found.createDiv("lectern-saved-row");
        const open = row.createEl("button", { cls: "lectern-saved-open", attr: { type: "button" } });
        open.createSpan({ cls: "lectern-saved-name", text: id, attr: { dir: "auto" } });
        open.addEventListener("click", () => {
          this.close();
          this.#choose({ provider: setup.provider, baseUrl: addressOf(setup), model: id, thinking: "" });
        });
      }
    }
  }
}
