// The settings tab: provider, what leaves the device, exclusions, changes and limits. Every change is checked by the core before
// it is saved, so that no later session fails.
import { type App, type Plugin, PluginSettingTab, Setting } from "obsidian";
import type { LecternApi } from "../api.ts";
import { firstRunCard } from "../chat/first-run.ts";
import { reason } from "../base/reason.ts";
import { defaultSettings, type Settings } from "../settings/parse-settings.ts";
import type { SettingsStore } from "../settings/settings-store.ts";
import { limitRows, panelRows, providerRows } from "./chat-rows.ts";
import { changeRows } from "./change-rows.ts";
import { type ClosedRow, closingRows } from "./exclude-rows.ts";
import { Form, numberIn } from "./form.ts";
import { indexRows } from "./index-rows.ts";
import { instructionRows } from "./instruction-rows.ts";
import { promptRows } from "./prompt-rows.ts";
import { sentRows } from "./sent-rows.ts";
import { whatLeaves } from "../chat/leaves-device.ts";
import { t } from "../base/translate.ts";

type NumberKey = "maxBytes" | "maxLines" | "filesAtOnce" | "maxImageBytes" | "maxImagesBytes";
/** A plugin with the state of the search index. */
type Knowing = Plugin & { readonly api: LecternApi };

/** The settings tab. */
export class LecternSettingTab extends PluginSettingTab {
  readonly #store: SettingsStore;
  readonly #plugin: Knowing;
  #closed: ClosedRow | undefined;
  /** Whether the last group is unfolded; a row above it may draw the tab again. */
  #showsAdvanced = false;

  constructor(app: App, plugin: Knowing, store: SettingsStore) {
    super(app, plugin);
    this.#plugin = plugin;
    this.#store = store;
  }

  override display(): void {
    void this.#show();
  }

  override hide(): void {
    this.#closed?.stop();
    super.hide();
  }

  async #show(): Promise<void> {
    const { containerEl } = this;
    const settings = await this.#store.load().catch((error: unknown) => reason(error));
    // Only now, and all at once: the tab may have been shown again meanwhile.
    this.#closed?.stop();
    containerEl.empty();
    if (typeof settings === "string") {
      containerEl.createEl("p", {
        text: t("Lectern reads no note until this is fixed: {reason}.", { reason: settings }),
      });
      const again = new Setting(containerEl).setName(t("Start again with the default settings"));
      again.addButton((button) => button.setButtonText(t("Reset")).onClick(() => void this.#reset(again)));
      return;
    }
    this.#rows(settings);
  }

  #rows(settings: Settings): void {
    const { containerEl } = this;
    const again = (): void => void this.#show();
    const form = new Form(this.app, this.#store, (saved) => {
      this.#say(leaves, saved);
      void this.#closed?.count(saved);
    });
    const { chat } = settings;
    new Setting(containerEl).setName(t("Model")).setHeading();
    if (chat.isChosen || chat.provider !== "quotes") providerRows(form, containerEl, chat, again);
    else firstRunCard(containerEl, { store: this.#store, chosen: again });

    new Setting(containerEl).setName(t("Privacy")).setHeading();
    const title = t("What leaves this device");
    const leaves = containerEl.createDiv({
      cls: "lectern-settings-leaves",
      attr: { role: "group", "aria-label": title },
    });
    this.#say(leaves, settings, title);
    sentRows(form, containerEl, chat);

    new Setting(containerEl).setName(t("Excluded from models")).setHeading();
    this.#closed = closingRows(form, containerEl, settings);
    void this.#closed.count(settings);

    new Setting(containerEl).setName(t("Changes")).setHeading();
    changeRows(form, containerEl, settings, again);

    new Setting(containerEl).setName(t("Chat")).setHeading();
    panelRows(form, containerEl, chat, again);
    instructionRows(form, containerEl, chat, this.#plugin.api);
    promptRows(form, containerEl, chat, again);

    const advanced = containerEl.createEl("details", "lectern-settings-advanced");
    advanced.open = this.#showsAdvanced;
    advanced.addEventListener("toggle", () => (this.#showsAdvanced = advanced.open));
    advanced.createEl("summary", { text: t("Advanced") });
    limitRows(form, advanced, chat);
    indexRows(form, advanced, settings, this.#plugin.api.indexed());
    this.#limits(form, advanced, settings);
  }

  /** Shows what leaves the device under `settings`. */
  #say(leaves: HTMLElement, { chat }: Settings, title = leaves.getAttr("aria-label") ?? ""): void {
    leaves.empty();
    leaves.createDiv({ cls: "lectern-settings-leaves-title", text: title });
    const list = leaves.createEl("ul");
    for (const text of whatLeaves(chat)) list.createEl("li", { text });
  }

  #limits(form: Form, parent: HTMLElement, settings: Settings): void {
    const number = (name: string, description: string, key: NumberKey): void => {
      const setting = new Setting(parent).setName(name).setDesc(description);
      const usual = defaultSettings[key];
      setting.addText((text) =>
        text
          .setPlaceholder(String(usual ?? ""))
          .setValue(String(settings[key] ?? ""))
          .onChange((value) => void form.change(setting, { [key]: numberIn(value, usual) })),
      );
    };
    number(
      t("Reply size"),
      t("Maximum bytes of text that a model gets at once. Longer notes are split into pages."),
      "maxBytes",
    );
    number(
      t("Reply lines"),
      t("Maximum lines that a model gets at once. Leave empty for no limit. 0 lines or bytes returns outlines only."),
      "maxLines",
    );
    number(t("Parallel reads"), t("Files that are read at once, from 1 to 100."), "filesAtOnce");
    number(t("Image size"), t("Maximum bytes of an image as base64. Larger images are scaled down."), "maxImageBytes");
    number(t("Image size per reply"), t("Maximum bytes of all images of a reply as base64."), "maxImagesBytes");
  }

  async #reset(again: Setting): Promise<void> {
    try {
      await this.#store.save(defaultSettings);
    } catch (error) {
      again.setDesc(t("Not saved: {reason}.", { reason: reason(error) }));
      return;
    }
    await this.#show();
  }
}
