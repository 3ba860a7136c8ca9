// Handles every change in a row: validates it, by the core if it concerns exclusions, and saves it or shows the error
// in the row.
import type { App, Setting } from "obsidian";
import { openTools } from "../api.ts";
import type { ChatSettings } from "../settings/chat-settings.ts";
import { reason } from "../base/reason.ts";
import type { Settings } from "../settings/parse-settings.ts";
import type { SettingsStore } from "../settings/settings-store.ts";
import { chatProblem } from "../settings/parse-chat.ts";
import { t } from "../base/translate.ts";

/** The settings being edited. */
export class Form {
  readonly app: App;
  readonly #store: SettingsStore;
  readonly #saved: (settings: Settings) => void;
  /** Changes are applied in order, so that the last one wins. */
  #changing: Promise<unknown> = Promise.resolve();

  /** `saved` receives the settings after each change. */
  constructor(app: App, store: SettingsStore, saved: (settings: Settings) => void) {
    this.app = app;
    this.#store = store;
    this.#saved = saved;
  }

  /** The chat's current settings, if they have been read. */
  get chat(): ChatSettings | undefined {
    return this.#store.current?.chat;
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

  #next(setting: Setting, change: (settings: Settings) => Settings): Promise<boolean> {
    const changed = this.#changing.then(() => this.#change(setting, change));
    this.#changing = changed;
    return changed;
  }

  async #change(setting: Setting, change: (settings: Settings) => Settings): Promise<boolean> {
    setting.descEl.querySelector(".lectern-settings-error[role=alert]")?.remove();
    try {
      const settings = change(await this.#store.load());
      const problem = chatProblem(settings.chat);
      if (problem !== undefined) {
        tell(setting, problem);
        return false;
      }
      const tools = openTools(this.app, settings);
      await tools.ready().finally(() => tools.close());
      await this.#store.save(change(await this.#store.load()));
      this.#saved(settings);
      return true;
    } catch (error) {
      tell(setting, t("Not saved: {reason}.", { reason: reason(error) }));
      return false;
    }
  }
}

/** Says below `setting` why its change was not saved. */
function tell(setting: Setting, text: string): void {
  setting.descEl.createDiv({ cls: "lectern-settings-error", text, attr: { role: "alert" } });
}

/** Parses a number; invalid text becomes NaN, which fails every check. */
export const numberIn = <T>(text: string, usual: T): number | T => (text.trim() === "" ? usual : Number(text));

/** The lines that are not blank. */
export const linesIn = (text: string): string[] => text.split("\n").filter((line) => line.trim());
