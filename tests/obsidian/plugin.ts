// The base class of plugins: what it registers is removed when it is unloaded. Post-processors and protocol
// handlers are missing: calling them is a TypeError.
import type { Extension } from "@codemirror/state";
import type * as Obsidian from "obsidian";
import type { App } from "./app.ts";
import { Component } from "./events.ts";
import { type OldPluginSettingTab, PluginSettingTab } from "./settings.ts";
import { setIcon } from "./ui.ts";

type From = abstract new (app: App, manifest: Obsidian.PluginManifest) => Obsidian.Plugin;

export class Plugin extends (Component as unknown as From) {
  readonly #app: App;
  readonly #dataPath: string;

  constructor(app: App, manifest: Obsidian.PluginManifest) {
    super(app, manifest);
    this.#app = app;
    this.#dataPath = `${app.vault.configDir}/plugins/${manifest.id}/data.json`;
    this.app = app.typed;
    this.manifest = manifest;
  }

  override registerHoverLinkSource(id: string, info: Obsidian.HoverLinkSource): void {
    this.#app.hoverSources.set(id, info);
    this.register(() => this.#app.hoverSources.delete(id));
  }

  override registerEditorExtension(extension: Extension): void {
    const { editorExtensions, workspace } = this.#app;
    editorExtensions.push(extension);
    workspace.updateOptions();
    this.register(() => {
      editorExtensions.remove(extension);
      workspace.updateOptions();
    });
  }

  override addCommand(command: Obsidian.Command): Obsidian.Command {
    const { id, name } = this.manifest;
    Object.assign(command, { id: `${id}:${command.id}`, name: `${name}: ${command.name}` });
    this.#app.commands.commands[command.id] = command;
    this.register(() => Reflect.deleteProperty(this.#app.commands.commands, command.id));
    return command;
  }

  override removeCommand(id: string): void {
    Reflect.deleteProperty(this.#app.commands.commands, `${this.manifest.id}:${id}`);
  }

  override addSettingTab(tab: Obsidian.PluginSettingTab): void {
    const { pluginTabs } = this.#app.setting;
    const added = tab as OldPluginSettingTab;
    pluginTabs.push(added);
    if (added instanceof PluginSettingTab) added.update();
    this.register(() => pluginTabs.remove(added));
  }

  override addRibbonIcon(icon: string, title: string, callback: (event: MouseEvent) => unknown): HTMLElement {
    const attr = { "aria-label": title };
    const el = this.#app.ribbonEl.createDiv({ cls: "clickable-icon side-dock-ribbon-action", attr });
    setIcon(el, icon);
    el.onClickEvent(callback);
    this.register(() => el.detach());
    return el;
  }

  override registerCliHandler(
    command: string,
    description: string,
    flags: Obsidian.CliFlags | null,
    handler: Obsidian.CliHandler,
  ): void {
    const { apiVersion, cliCommands } = this.#app;
    // Older apps have no such method.
    if (apiVersion.localeCompare("1.12.2", "en", { numeric: true }) < 0) throw new TypeError("not a function");
    if (cliCommands.has(command)) throw new Error(`CLI command "${command}" is already registered`);
    cliCommands.set(command, { description, flags, handler });
    this.register(() => cliCommands.delete(command));
  }

  override registerView(type: string, creator: Obsidian.ViewCreator): void {
    const { viewTypes, workspace } = this.#app;
    if (viewTypes.has(type)) throw new Error(`Attempting to register an existing view type "${type}"`);
    const rebuild = () => workspace.getLeavesOfType(type).forEach((leaf) => void leaf.rebuild());
    viewTypes.set(type, creator);
    rebuild();
    this.register(() => {
      viewTypes.delete(type);
      rebuild();
    });
  }

  /** A file read like any other, counted as one. */
  override async loadData(): Promise<unknown> {
    const { adapter } = this.#app.vault;
    return adapter.statOf(this.#dataPath) ? (JSON.parse(await adapter.read(this.#dataPath)) as unknown) : null;
  }

  override async saveData(data: unknown): Promise<void> {
    await this.#app.vault.adapter.write(this.#dataPath, JSON.stringify(data, null, 2));
  }
}
