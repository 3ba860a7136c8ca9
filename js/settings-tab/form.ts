// Handles every change in a row: validates it, by the core if it concerns exclusions, and saves it or shows the error
// in the row.
import type { App, Setting } from "obsidian";
import { openTools } from "../host/obsidian-vaults.ts";
import { type ChatSettings, defaultChatSettings } from "../settings/chat-settings.ts";
import { reason } from "../base/reason.ts";
import { defaultSettings, type Settings } from "../settings/parse-settings.ts";
import type { SettingsStore } from "../settings/settings-store.ts";
import { defaultMeaning, meaningProblem, type MeaningSettings } from "../settings/meaning-settings.ts";
import { chatProblem } from "../settings/parse-chat.ts";
import { t } from "../base/translate.ts";
import { Fields } from "./setting-fields.ts";

/** The settings being edited. */
export class Form {
  readonly app: App;
  readonly #store: SettingsStore;
  /** Draws the tab again. */
  readonly again: () => void;
  /** Rows for values of the settings. */
  readonly fields = new Fields<Settings>(() => this.settings, defaultSettings, this.change.bind(this));
  /** Rows for values of the chat's settings. */
  readonly chatFields = new Fields<ChatSettings>(() => this.chat, defaultChatSettings, this.changeChat.bind(this));
  /** Rows for values of the search by meaning. */
  readonly meaningFields = new Fields<MeaningSettings>(
    () => this.meaning,
    defaultMeaning,
    this.changeMeaning.bind(this),
  );
  readonly #followers = new Set<() => void>();
  #isSaving = false;
  /** Changes are applied in order, so that the last one wins. */
  #changing: Promise<unknown> = Promise.resolve();

  constructor(app: App, store: SettingsStore, again: () => void) {
    this.app = app;
    this.#store = store;
    this.again = again;
  }

  /** The current settings; the default ones until they have been read. */
  get settings(): Settings {
    return this.#store.current ?? defaultSettings;
  }

  /** The chat's current settings. */
  get chat(): ChatSettings {
    return this.settings.chat;
  }

  /** The current settings of the search by meaning. */
  get meaning(): MeaningSettings {
    return this.settings.meaning;
  }

  /** Whether the store tells of a change that was made here. */
  get isSaving(): boolean {
    return this.#isSaving;
  }

  /** Calls `listener` after each change that was made here, until the returned function is called. */
  follow(listener: () => void): () => void {
    this.#followers.add(listener);
    return () => this.#followers.delete(listener);
  }

  /** Resolves once every change so far is saved or refused. */
  async settled(): Promise<void> {
    await this.#changing;
  }

  /** Saves `change` if it is valid, else shows the error below `setting`. Resolves to whether it is saved. */
  change(setting: Setting, change: Partial<Settings>): Promise<boolean> {
    return this.#next(setting, (settings) => ({ ...settings, ...change }));
  }

  /** Like `change`, for the chat's settings. */
  changeChat(setting: Setting, change: Partial<ChatSettings>): Promise<boolean> {
    return this.#next(setting, (settings) => ({ ...settings, chat: { ...settings.chat, ...change } }));
  }

  /** Like `change`, for the search by meaning. */
  changeMeaning(setting: Setting, change: Partial<MeaningSettings>): Promise<boolean> {
    return this.#next(setting, (settings) => ({ ...settings, meaning: { ...settings.meaning, ...change } }));
  }

  #next(setting: Setting, change: (settings: Settings) => Settings): Promise<boolean> {
    const changed = this.#changing.then(() => this.#change(setting, change));
    this.#changing = changed;
    return changed;
  }

  async #change(setting: Setting, change: (settings: Settings) => Settings): Promise<boolean> {
    setting.descEl.querySelector(".lectern-settings-error[role=alert]")?.remove();
    try {
      const settings = change(await this.load());
      const problem = chatProblem(settings.chat) ?? meaningProblem(settings.meaning);
      if (problem !== undefined) {
        tell(setting, problem);
        return false;
      }
      const tools = openTools(this.app, settings);
      await tools.ready().finally(() => tools.close());
      await this.save(change(await this.load()));
      for (const listener of [...this.#followers]) listener();
      return true;
    } catch (error) {
      tell(setting, t("Not saved: {reason}.", { reason: reason(error) }));
      return false;
    }
  }

  /** The settings, read at the first call. */
  load(): Promise<Settings> {
    return this.#store.load();
  }

  /** Saves `settings` as they are. */
  save(settings: Settings): Promise<void> {
    this.#isSaving = true;
    const saved = this.#store.save(settings);
    this.#isSaving = false;
    return saved;
  }
}

/** Says below `setting` why its change was not saved. */
function tell(setting: Setting, text: string): void {
  setting.descEl.createDiv({ cls: "lectern-settings-error", text, attr: { role: "alert" } });
}
