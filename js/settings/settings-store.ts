// The settings in the app: read at first need, and kept in the plugin's `data.json`. What they may say is in
// parse-settings.ts, the tab that shows them in settings-tab.ts.
import { parseSettings, type Settings } from "./parse-settings.ts";

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
