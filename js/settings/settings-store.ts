// Reads and writes the settings in the plugin's `data.json`. parse-settings.ts parses them, settings-tab/ shows them.
import { parseSettings, type Settings } from "./parse-settings.ts";

/** The plugin, which stores them. */
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

  /** The settings, if they have been read. */
  get current(): Settings | undefined {
    return this.#current;
  }

  /** The settings, read at the first call. Rejects if they are invalid; another call tries again. */
  load(): Promise<Settings> {
    if (this.#current) return Promise.resolve(this.#current);
    this.#loading ??= this.#read().finally(() => (this.#loading = undefined));
    return this.#loading;
  }

  /** Reads them again after another device has changed them. */
  async reload(): Promise<void> {
    // The read in progress may be older.
    await this.#loading?.catch(() => undefined);
    this.#current = undefined;
    this.#changed();
    await this.load();
  }

  /** Applies `settings` at once, and writes them. */
  async save(settings: Settings): Promise<void> {
    this.#current = settings;
    this.#changed();
    await this.#plugin.saveData(settings);
  }

  /** Calls `listener` whenever the settings change, until the returned function is called. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async #read(): Promise<Settings> {
    const settings = parseSettings(await this.#plugin.loadData());
    // Settings saved meanwhile are newer.
    if (this.#current) return this.#current;
    this.#current = settings;
    this.#changed();
    return settings;
  }

  #changed(): void {
    for (const listener of [...this.#listeners]) listener();
  }
}
