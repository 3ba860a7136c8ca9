// The settings tab. Every change is checked by the core before it is saved, so that no session is refused later.
import { type App, type Plugin, PluginSettingTab, Setting } from "obsidian";
import { reason } from "./host.ts";
import { ObsidianHost } from "./host/obsidian.ts";
import { defaultSettings, type Settings, type SettingsStore } from "./settings-store.ts";
import { Tools } from "./tools.ts";

/** The byte limit and the closed folders. */
export class LecternSettingTab extends PluginSettingTab {
  readonly #store: SettingsStore;

  constructor(app: App, plugin: Plugin, store: SettingsStore) {
    super(app, plugin);
    this.#store = store;
  }

  override display(): void {
    void this.#show();
  }

  async #show(): Promise<void> {
    const { containerEl } = this;
    containerEl.empty();
    let settings: Settings;
    try {
      settings = await this.#store.load();
    } catch (error) {
      containerEl.createEl("p", { text: `Lectern reads no note until this is mended: ${reason(error)}.` });
      const again = new Setting(containerEl).setName("Start again with the default settings");
      again.addButton((button) => button.setButtonText("Reset").onClick(() => void this.#reset()));
      return;
    }

    const limit = new Setting(containerEl)
      .setName("Size of one reply")
      .setDesc("Bytes of numbered text that a model gets at once. A longer note comes in pages.");
    limit.addText((text) =>
      text
        .setPlaceholder(String(defaultSettings.maxBytes))
        .setValue(String(settings.maxBytes))
        .onChange(
          (value) => void this.#change(limit, { maxBytes: value.trim() ? Number(value) : defaultSettings.maxBytes }),
        ),
    );

    const closed = new Setting(containerEl)
      .setName("Closed folders")
      .setDesc(
        "One a line. A name closes every folder or note of that name, a path such as Work/Clients one place. " +
          "Names that begin with a dot are always closed.",
      );
    closed.addTextArea((text) =>
      text
        .setPlaceholder("Private")
        .setValue(settings.closed.join("\n"))
        .onChange((value) => void this.#change(closed, { closed: value.split("\n").filter((line) => line.trim()) })),
    );
  }

  /** Saves `change` if the core can work with it, else says below `setting` why not. */
  async #change(setting: Setting, change: Partial<Settings>): Promise<void> {
    setting.descEl.querySelector(".lectern-settings-error")?.remove();
    const settings = { ...(await this.#store.load()), ...change };
    const { maxBytes, closed } = settings;
    try {
      const config = { configDir: this.app.vault.configDir, protected: closed, maxBytes };
      await new Tools(new ObsidianHost(this.app), config).ready();
    } catch (error) {
      setting.descEl.createDiv({ cls: "lectern-settings-error", text: `Not saved: ${reason(error)}.` });
      return;
    }
    await this.#store.save(settings);
  }

  async #reset(): Promise<void> {
    await this.#store.save(defaultSettings);
    await this.#show();
  }
}
