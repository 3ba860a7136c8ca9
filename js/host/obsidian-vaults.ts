// The tools of each vault in the app, under the current settings, and the search by meaning that they share.
import type { App } from "obsidian";
import type { Config } from "../../pkg/lectern.js";
import { coreSettings, defaultSettings, type Settings } from "../settings/parse-settings.ts";
import type { SettingsStore } from "../settings/settings-store.ts";
import { Tools } from "../vault/tools.ts";
import { approvedModel, Meaning } from "./obsidian-meaning.ts";
import { ObsidianHost } from "./obsidian.ts";

/** The tools of each vault, under the current settings. */
export class Vaults {
  readonly #settings: SettingsStore;
  readonly #open = new Map<App, Tools>();
  readonly #meanings = new Map<App, Meaning>();
  /** Tools under the default settings, until the user's are read. */
  #early: Tools | undefined;

  constructor(settings: SettingsStore) {
    this.#settings = settings;
    settings.onChange(() => {
      this.#early?.close();
      this.#early = undefined;
      this.#configure();
    });
  }

  /** The search by meaning of the vault of `app`. */
  meaning(app: App): Meaning {
    let meaning = this.#meanings.get(app);
    if (!meaning) {
      this.#meanings.set(app, (meaning = new Meaning(app, this.#settings, () => this.open(app))));
      let key: string | undefined;
      meaning.onChange(() => {
        const now = meaning?.approved?.key;
        if (now !== key) this.#configure();
        key = now;
      });
    }
    return meaning;
  }

  #configure(): void {
    // While there are no settings, no tools are called.
    const { current } = this.#settings;
    if (current) for (const [app, tools] of this.#open) tools.configure(configFor(app, current));
  }

  /** The tools of the vault of `app`. Rejects if the settings can't be read: then nothing is known to be open. */
  async open(app: App): Promise<Tools> {
    await this.#settings.load();
    // The current settings, not those just loaded: a folder may have been excluded meanwhile.
    const settings = this.#settings.current;
    return settings ? this.#under(app, settings) : this.open(app);
  }

  /** The tools of the vault of `app`, if they have been used. */
  opened(app: App): Tools | undefined {
    return this.#open.get(app);
  }

  /**
   * The tools that can judge `path` synchronously. Before the settings are read, only what is always excluded can be
   * judged.
   */
  guard(app: App, path: string): Tools {
    const settings = this.#settings.current;
    if (settings) return this.#under(app, settings);
    this.#early ??= openTools(app, defaultSettings);
    if (this.#early.isProtectedPath(path)) return this.#early;
    throw new Error("Lectern has not read its settings yet: await api.ready() first");
  }

  /** Frees their memory, and stops watching. */
  close(): void {
    for (const meaning of this.#meanings.values()) meaning.close();
    for (const tools of [...this.#open.values(), this.#early]) tools?.close();
    this.#open.clear();
    this.#early = undefined;
  }

  #under(app: App, settings: Settings): Tools {
    let tools = this.#open.get(app);
    if (!tools) {
      const meaning = this.meaning(app);
      const own = (tools = openTools(app, settings, meaning));
      this.#open.set(app, own);
      own.whenQuiet = () => meaning.whenQuiet(own);
    }
    return tools;
  }
}

/** The tools of the vault of `app`, under `settings`. */
export function openTools(app: App, settings: Settings, embedder?: Meaning): Tools {
  const host = new ObsidianHost(app);
  if (embedder) Object.assign(host, { embedder, vectors: embedder.vectors });
  return new Tools(host, configFor(app, settings));
}

function configFor(app: App, settings: Settings): Partial<Config> {
  const meaning = approvedModel(app, settings.meaning) ?? null;
  return { ...coreSettings(settings), meaning, configDir: app.vault.configDir };
}
