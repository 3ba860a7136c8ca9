// The settings tab: provider, what leaves the device, exclusions, changes and limits. Every change is checked by the
// core before it is saved, so that no later session fails. Apps from 1.13 on draw and search the definitions themselves.
import { type App, Platform, type Plugin, PluginSettingTab, requireApiVersion, type Setting } from "obsidian";
import type { LecternApi } from "../api.ts";
import { reason } from "../base/reason.ts";
import { t } from "../base/translate.ts";
import { defaultSettings } from "../settings/parse-settings.ts";
import type { AppServer } from "../server/app-server.ts";
import type { SettingsStore } from "../settings/settings-store.ts";
import { agentRows } from "./agent-rows.ts";
import { changeRows } from "./change-rows.ts";
import { chatRows, instructionRows, promptRows } from "./chat-rows.ts";
import { DrawnSettings, type Section } from "./drawn-settings.ts";
import { excludeRows, sentRows } from "./privacy-rows.ts";
import type { Row } from "./setting-fields.ts";
import { Form } from "./form.ts";
import { answerRows, indexRows, readRows } from "./advanced-rows.ts";
import { meaningRows } from "./meaning-rows.ts";
import { providerRows } from "./provider-rows.ts";

/** A plugin with the state of the search index, and the server for agents. */
type Knowing = Plugin & { readonly api: LecternApi; readonly server: AppServer };

/** The settings tab. */
export class LecternSettingTab extends PluginSettingTab {
  readonly #plugin: Knowing;
  readonly #store: SettingsStore;
  readonly #form: Form;
  readonly #drawn = new DrawnSettings(this.containerEl);
  /** Why the settings can't be read. */
  #problem: string | undefined;

  constructor(app: App, plugin: Knowing, store: SettingsStore) {
    super(app, plugin);
    this.#plugin = plugin;
    this.#store = store;
    this.containerEl.addClass("lectern-settings");
    this.#form = new Form(app, store, () => this.#again());
    // The settings were read, or the panel or another device changed them; not while the user types here.
    plugin.register(store.onChange(() => this.#form.isSaving || this.#hasFocus() || this.#again()));
    this.#form.follow(() => (requireApiVersion("1.13.0") ? this.refreshDomState() : this.#drawn.refresh()));
  }

  /** The app also asks for them when the plugin is enabled, so nothing is read here, but where a row is drawn. */
  override getSettingDefinitions(): Section[] {
    const sections = this.#sections().map((section) => ({ ...section, items: section.items.map(named) }));
    if (this.#store.current) return sections;
    if (this.#problem !== undefined) return [{ type: "group", items: [this.#resetRow(this.#problem)] }];
    const unread = (row: Row): Row => ({ ...row, render: () => void this.#read() });
    return sections.map((section) => ({ ...section, items: section.items.map(unread) }));
  }

  /** For apps before 1.13. */
  override display(): void {
    this.#drawn.draw(this.getSettingDefinitions());
  }

  override hide(): void {
    this.#drawn.clear();
    super.hide();
  }

  #hasFocus(): boolean {
    return this.containerEl.querySelector("input:focus, textarea:focus") !== null;
  }

  #again(): void {
    if (requireApiVersion("1.13.0")) this.update();
    else if (this.containerEl.isConnected) this.#drawn.draw(this.getSettingDefinitions());
  }

  /** Reads the settings. Once they are, the store tells. */
  async #read(): Promise<void> {
    const problem = await this.#store.load().then(() => undefined, reason);
    if (problem === undefined || problem === this.#problem) return;
    this.#problem = problem;
    this.#again();
  }

  #sections(): Section[] {
    const { api } = this.#plugin;
    const form = this.#form;
    return [
      { type: "group", heading: t("Model"), items: providerRows(form) },
      { type: "group", heading: t("Privacy"), items: sentRows(form) },
      { type: "group", heading: t("Excluded from models"), items: excludeRows(form) },
      { type: "group", heading: t("Search"), items: meaningRows(form, api) },
      { type: "group", heading: t("Changes"), items: changeRows(form) },
      {
        type: "group",
        heading: t("Chat"),
        items: [...chatRows(form), ...instructionRows(form, api), ...promptRows(form)],
      },
      ...(Platform.isDesktopApp
        ? [{ type: "group", heading: t("Agents"), items: agentRows(form, () => this.#plugin.server) } as const]
        : []),
      { type: "page", name: t("Advanced"), items: [...answerRows(form), ...indexRows(form, api), ...readRows(form)] },
    ];
  }

  #resetRow(problem: string): Row {
    return {
      name: t("Start again with the default settings"),
      desc: t("Lectern reads no note until this is fixed: {reason}.", { reason: problem }),
      render: (setting) => {
        // It may have been fixed meanwhile.
        void this.#read();
        setting.addButton((button) => button.setButtonText(t("Reset")).onClick(() => void this.#reset(setting)));
      },
    };
  }

  async #reset(setting: Setting): Promise<void> {
    try {
      await this.#form.save(defaultSettings);
    } catch (error) {
      setting.setDesc(t("Not saved: {reason}.", { reason: reason(error) }));
      return;
    }
    this.#again();
  }
}

/** The row with its name on its controls, for screen readers. */
function named({ name, render, ...row }: Row): Row {
  return {
    ...row,
    name,
    render: (setting, group) => {
      const clean = render(setting, group);
      for (const el of setting.controlEl.findAll("input, select, textarea")) el.ariaLabel ??= name;
      return clean;
    },
  };
}
