// A plugin's settings tab, and the window that shows it. Not included: the app's own tabs.
import type * as Obsidian from "obsidian";
import { DefinedSettings, type Found, found } from "./defined-settings.ts";
import { Modal } from "./ui.ts";

/** As it was before 1.13. */
export class OldSettingTab extends (Object as unknown as typeof Obsidian.SettingTab) {
  override containerEl = createDiv("vertical-tab-content");
  override icon = "puzzle";

  override hide(): void {
    this.containerEl.empty();
  }
}

export class OldPluginSettingTab extends (OldSettingTab as unknown as typeof Obsidian.PluginSettingTab) {
  readonly id: string;

  constructor(app: Obsidian.App, plugin: Obsidian.Plugin) {
    super(app, plugin);
    this.app = app;
    this.id = plugin.manifest.id;
  }
}

/** From 1.13 on, a tab can say what it shows instead of drawing it. */
export class PluginSettingTab extends OldPluginSettingTab {
  readonly testDefined = new DefinedSettings(this.containerEl);
  override settingItems: Obsidian.SettingDefinitionItem[] = [];

  override getSettingDefinitions(): Obsidian.SettingDefinitionItem[] {
    return [];
  }

  override update(): void {
    this.settingItems = this.getSettingDefinitions();
    if (this.containerEl.isConnected) this.testDefined.draw(this.settingItems);
  }

  override refreshDomState = () => this.testDefined.refresh();

  override hide(): void {
    this.testDefined.clear();
    super.hide();
  }
}

/** `app.setting`: not public, but how a plugin opens its own tab. */
export class SettingsWindow extends Modal {
  readonly pluginTabs: OldPluginSettingTab[] = [];
  activeTab: OldPluginSettingTab | null = null;

  constructor(app: Obsidian.App) {
    super(app);
    this.modalEl.addClass("mod-settings");
  }

  openTabById(id: string, testPages: readonly string[] = []): OldPluginSettingTab | null {
    this.onClose();
    const tab = this.pluginTabs.find((tab) => tab.id === id) ?? null;
    this.activeTab = tab;
    if (!tab) return null;
    this.contentEl.append(tab.containerEl);
    if (tab instanceof PluginSettingTab) {
      tab.testDefined.pages = [...testPages];
      tab.update();
    }
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- the app still calls it where there are no definitions
    if (!(tab instanceof PluginSettingTab && tab.settingItems.length > 0)) tab.display();
    return tab;
  }

  /** What the window's search finds: by names, descriptions and aliases. */
  testSearch(query: string): Found[] {
    return this.pluginTabs.flatMap((tab) => (tab instanceof PluginSettingTab ? found(tab.settingItems, query) : []));
  }

  override onClose(): void {
    this.activeTab?.hide();
    this.activeTab?.containerEl.detach();
    this.activeTab = null;
  }
}
