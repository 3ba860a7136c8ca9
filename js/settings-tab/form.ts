// What every row of the settings does with a change: it is judged, the part of it that closes things by the core itself, and
// saved, or the row says why not. Which rows there are is the other files' matter.
import type { App, Setting } from "obsidian";
import { openTools } from "../api.ts";
import type { ChatSettings } from "../settings/chat-settings.ts";
import { reason } from "../base/reason.ts";
import type { Settings } from "../settings/parse-settings.ts";
import type { SettingsStore } from "../settings/settings-store.ts";
import { chatProblem } from "../settings/parse-chat.ts";

/** The settings while a person changes them. */
export class Form {
  readonly app: App;
  readonly #store: SettingsStore;
  readonly #saved: (settings: Settings) => void;
  /** One change after the other: the last word typed is the one that stays. */
  #changing: Promise<unknown> = Promise.resolve();

  /** `saved` is told of the settings whenever they have changed. */
  constructor(app: App, store: SettingsStore, saved: (settings: Settings) => void) {
    this.app = app;
    this.#store = store;
    this.#saved = saved;
  }

  /** The chat's settings as they are now, if they have been read. */
  get chat(): ChatSettings | undefined {
    return this.#store.current?.chat;
  }

  /** Resolves once every change so far is saved or refused. */
  async settled(): Promise<void> {
    await this.#changing;
  }

  /** Saves `change` if everybody can work with it, else says below `setting` why not. Resolves to whether it is saved. */
  change(setting: Setting, change: Partial<Settings>): Promise<boolean> {
    return this.#next(setting, (settings) => ({ ...settings, ...change }));
  }

  /** The same for a part of the chat's. */
  changeChat(setting: Setting, change: Partial<ChatSettings>): Promise<boolean> {
    return this.#next(setting, (settings) => ({ ...settings, chat: { ...settings.chat, ...change } }));
  }

  #next(setting: Setting, change: (settings: Settings) => Settings): Promise<boolean> {
    const changed = this.#changing.then(() => this.#change(setting, change));
    this.#changing = changed;
    return changed;
  }

  async #change(setting: Setting, change: (settings: Settings) => Settings): Promise<boolean> {
    setting.descEl.querySelector(".lectern-settings-error")?.remove();
    try {
      const settings = change(await this.#store.load());
      const problem = chatProblem(settings.chat);
      if (problem !== undefined) throw new Error(problem);
      const tools = openTools(this.app, settings);
      await tools.ready().finally(() => tools.close());
      await this.#store.save(change(await this.#store.load()));
      this.#saved(settings);
      return true;
    } catch (error) {
      const attr = { role: "alert" };
      setting.descEl.createDiv({ cls: "lectern-settings-error", text: `Not saved: ${reason(error)}.`, attr });
      return false;
    }
  }
}

/** A number as a person writes it; NaN for what is none, which no check lets through. */
export const numberIn = <T>(text: string, usual: T): number | T => (text.trim() === "" ? usual : Number(text));

/** The lines that say something. */
export const linesIn = (text: string): string[] => text.split("\n").filter((line) => line.trim());
