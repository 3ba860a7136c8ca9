// The settings tab. Every change is checked by the core before it is saved, so that no session is refused later.
import { type App, type Plugin, PluginSettingTab, Setting } from "obsidian";
import { openTools } from "./api.ts";
import { reason } from "./host.ts";
import { defaultSettings, type Settings, type SettingsStore } from "./settings-store.ts";

type ListKey = "closed" | "patterns" | "closedTags";
type NumberKey = Exclude<keyof Settings, ListKey>;

/** The limits, and what is closed. */
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

    this.#number(
      "Size of one reply",
      "Bytes of numbered text that a model gets at once. A longer note comes in pages.",
      settings,
      "maxBytes",
    );
    this.#number(
      "Lines of one reply",
      "Empty for any number. 0, here or above, gives outlines only.",
      settings,
      "maxLines",
    );
    this.#number(
      "Files read side by side",
      "From 1 to 100, where a model asks for several at once.",
      settings,
      "filesAtOnce",
    );
    this.#number("Size of one image", "Bytes as base64. A larger one is scaled down.", settings, "maxImageBytes");
    this.#number("Size of all images of one reply", "Bytes as base64.", settings, "maxImagesBytes");
    this.#lines(
      "Closed folders",
      "One a line. A name closes every folder or note of that name, a path such as Work/Clients one place. " +
        "Names that begin with a dot are always closed.",
      settings,
      "closed",
      "Private",
    );
    this.#lines(
      "Closed patterns",
      "One a line, as in a .gitignore file. A file .lecternignore at the root of the vault does the same.",
      settings,
      "patterns",
      "drafts/**/*.md",
    );
    this.#lines(
      "Closed tags",
      "One a line. Notes with such a tag are closed, and always those with the property lectern: false.",
      settings,
      "closedTags",
      "private",
    );
  }

  /** A setting that is a number. */
  #number(name: string, description: string, settings: Settings, key: NumberKey): void {
    const setting = new Setting(this.containerEl).setName(name).setDesc(description);
    const usual = defaultSettings[key];
    setting.addText((text) =>
      text
        .setPlaceholder(String(usual ?? ""))
        .setValue(String(settings[key] ?? ""))
        .onChange((value) => void this.#change(setting, { [key]: value.trim() ? Number(value) : usual })),
    );
  }

  /** A setting that is a list, one thing a line. */
  #lines(name: string, description: string, settings: Settings, key: ListKey, placeholder: string): void {
    const setting = new Setting(this.containerEl).setName(name).setDesc(description);
    setting.addTextArea((text) =>
      text
        .setPlaceholder(placeholder)
        .setValue(settings[key].join("\n"))
        .onChange((value) => void this.#change(setting, { [key]: value.split("\n").filter((line) => line.trim()) })),
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
