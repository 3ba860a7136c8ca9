// The settings tab. Every change is checked by the core before it is saved, so that no session is refused later.
import { type App, type Plugin, PluginSettingTab, Setting } from "obsidian";
import { openTools } from "./api.ts";
import { reason } from "./host.ts";
import { defaultSettings, type Settings, type SettingsStore } from "./settings-store.ts";

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
    const settings = await this.#store.load().catch((error: unknown) => reason(error));
    // Only now, and all at once: the tab may be shown again meanwhile.
    containerEl.empty();
    if (typeof settings === "string") {
      containerEl.createEl("p", { text: `Lectern reads no note until this is mended: ${settings}.` });
      const again = new Setting(containerEl).setName("Start again with the default settings");
      again.addButton((button) => button.setButtonText("Reset").onClick(() => void this.#reset(again)));
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
    try {
      const tools = openTools(this.app, { ...(await this.#store.load()), ...change });
      await tools.ready().finally(() => tools.close());
      await this.#store.save({ ...(await this.#store.load()), ...change });
    } catch (error) {
      setting.descEl.createDiv({ cls: "lectern-settings-error", text: `Not saved: ${reason(error)}.` });
    }
  }

  async #reset(again: Setting): Promise<void> {
    try {
      await this.#store.save(defaultSettings);
    } catch (error) {
      again.setDesc(`Not saved: ${reason(error)}.`);
      return;
    }
    await this.#show();
  }
}
