// The settings: what a person may change, read at first need and kept in the plugin's `data.json`. The tab that shows
// them is in settings.ts.
import { defaults } from "../pkg/definitions.js";
import { type ChatSettings, defaultChatSettings } from "./chat-settings.ts";
import { parseChat } from "./parse-chat.ts";

/** What a person may change. */
export interface Settings {
  /** Bytes of numbered text in one reply. */
  readonly maxBytes: number;
  /** Lines of content in one reply; null for any number. */
  readonly maxLines: number | null;
  /** How many files are read side by side. */
  readonly filesAtOnce: number;
  /** Bytes of one image, as base64. */
  readonly maxImageBytes: number;
  /** Bytes of all images of one reply, as base64. */
  readonly maxImagesBytes: number;
  /** Patterns of what is closed, as in a .gitignore file, one each. */
  readonly patterns: string[];
  /** Tags that close the notes that carry them. */
  readonly closedTags: string[];
  /** Files and folders closed to the model, besides those that always are. */
  readonly closed: string[];
  /** Who answers, and how the panel behaves. The core knows nothing of it. */
  readonly chat: ChatSettings;
}

/** What a person who changed nothing has. */
export const defaultSettings: Settings = {
  maxBytes: defaults.maxBytes,
  maxLines: defaults.maxLines,
  filesAtOnce: defaults.filesAtOnce,
  maxImageBytes: defaults.maxImageBytes,
  maxImagesBytes: defaults.maxImagesBytes,
  patterns: defaults.patterns,
  closedTags: defaults.closedTags,
  closed: defaults.protected,
  chat: defaultChatSettings,
};

/** Where they are kept: the plugin itself. */
interface DataFile {
  loadData(): Promise<unknown>;
  saveData(data: unknown): Promise<void>;
}

/** Reads and writes the settings of one plugin. */
export class SettingsStore {
  readonly #plugin: DataFile;
  readonly #listeners = new Set<() => void>();
  #current: Settings | undefined;
  #loading: Promise<Settings> | undefined;

  constructor(plugin: DataFile) {
    this.#plugin = plugin;
  }

  /** The settings, if they have been read by now. */
  get current(): Settings | undefined {
    return this.#current;
  }

  /** The settings, read at the first call. Rejects when there are some that cannot be understood; then try again. */
  load(): Promise<Settings> {
    if (this.#current) return Promise.resolve(this.#current);
    this.#loading ??= this.#read().finally(() => (this.#loading = undefined));
    return this.#loading;
  }

  /** Reads them again, since another device has changed them. */
  async reload(): Promise<void> {
    // What is being read now may be older.
    await this.#loading?.catch(() => undefined);
    this.#current = undefined;
    this.#changed();
    await this.load();
  }

  /** Takes `settings` into use at once, and writes them. */
  async save(settings: Settings): Promise<void> {
    this.#current = settings;
    this.#changed();
    await this.#plugin.saveData(settings);
  }

  /** Calls `listener` whenever settings are taken into use, until what this gives is called. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async #read(): Promise<Settings> {
    const settings = parseSettings(await this.#plugin.loadData());
    // What was saved meanwhile is newer.
    if (this.#current) return this.#current;
    this.#current = settings;
    this.#changed();
    return settings;
  }

  #changed(): void {
    for (const listener of [...this.#listeners]) listener();
  }
}

/** Takes what a file held. What cannot be understood is an error: a folder that was closed must not open by a slip. */
function parseSettings(data: unknown): Settings {
  if (data === null || data === undefined) return defaultSettings;
  if (typeof data !== "object" || Array.isArray(data)) throw new Error("the settings in data.json are no object");
  const unknown = Object.keys(data).find((key) => !Object.keys(defaultSettings).includes(key));
  if (unknown !== undefined) throw new Error(`data.json has a setting "${unknown}", which this version does not know`);
  const { chat, ...core } = { ...defaultSettings, ...data };
  for (const [key, value] of Object.entries(core) as [keyof typeof core, unknown][]) {
    const usual = defaultSettings[key];
    if (Array.isArray(usual)) {
      if (!Array.isArray(value) || !value.every((line) => typeof line === "string")) {
        throw new Error(`${key} in data.json is no list of ${key === "closed" ? "paths" : "text"}`);
      }
    } else if (typeof value !== "number" && !(value === null && usual === null)) {
      throw new Error(`${key} in data.json is no number`);
    }
  }
  return { ...core, chat: parseChat(chat) };
}
