// Views, and the leaf that holds one: a registered view is really created, opened, shown and closed. `workspace.ts`
// decides where leaves are and which one is active.
import type * as Obsidian from "obsidian";
import type { App } from "./app.ts";
import { Editor } from "./editor.ts";
import { Component, Events } from "./events.ts";
import { Menu } from "./menu.ts";
import { debounce, setIcon } from "./ui.ts";
import type { Region } from "./workspace.ts";

type From<V> = abstract new (leaf: Obsidian.WorkspaceLeaf) => V;

export abstract class View extends (Component as unknown as From<Obsidian.View>) {
  override containerEl = createDiv("workspace-leaf-content");
  override icon = "file";
  override navigation = true;
  override scope = null;

  constructor(leaf: Obsidian.WorkspaceLeaf) {
    super(leaf);
    this.leaf = leaf;
    this.app = (leaf as WorkspaceLeaf).app.typed;
  }

  protected override async onOpen(): Promise<void> {}
  protected override async onClose(): Promise<void> {}
  override async setState(_state: unknown, _result: Obsidian.ViewStateResult): Promise<void> {}
  override setEphemeralState(_state: unknown): void {}
  override onResize(): void {}
  override getState(): Record<string, unknown> {
    return {};
  }
  override getEphemeralState(): Record<string, unknown> {
    return {};
  }
  override getIcon(): string {
    return this.icon;
  }
}

export abstract class ItemView extends (View as unknown as From<Obsidian.ItemView>) {
  readonly #headerEl = this.containerEl.createDiv("view-header");
  readonly titleEl = this.#headerEl.createDiv("view-header-title-container").createDiv("view-header-title");
  readonly #actionsEl = this.#headerEl.createDiv("view-actions");
  override contentEl = this.containerEl.createDiv("view-content");

  override addAction(icon: string, title: string, callback: (event: MouseEvent) => unknown): HTMLElement {
    const attr = { "aria-label": title };
    const action = this.#actionsEl.createEl("button", { cls: "clickable-icon view-action", attr, prepend: true });
    setIcon(action, icon);
    action.onClickEvent(callback);
    return action;
  }
}

/** A new tab; also what is left of a view whose plugin is gone. */
class EmptyView extends ItemView {
  readonly #type: string;
  #state: Record<string, unknown> = {};

  constructor(leaf: Obsidian.WorkspaceLeaf, type: string) {
    super(leaf);
    this.#type = type;
    this.contentEl.createDiv({
      cls: "empty-state",
      text: type === "empty" ? "No file is open" : "Plugin no longer active",
    });
  }

  override getViewType = () => this.#type;
  override getDisplayText = () => (this.#type === "empty" ? "New tab" : this.#type);
  override getState = () => this.#state;
  override setState(state: unknown): Promise<void> {
    this.#state = state as Record<string, unknown>;
    return Promise.resolve();
  }
}

/** The time after which the app saves what was typed. */
const SAVE_MS = 2000;

/**
 * An open note, as plain text in an editor that is saved a moment after it changes, and where in it the app was asked
 * to go. Where a note changes on disk while it has unsaved text, that text stays; the app merges both.
 */
export class MarkdownView extends (ItemView as unknown as new (leaf: Obsidian.WorkspaceLeaf) => Obsidian.MarkdownView) {
  #place: Record<string, unknown> = {};
  #mode: Obsidian.MarkdownViewModeType = "source";
  /** The text on disk, as the editor would have it. */
  #saved = "";
  override requestSave = debounce(() => void this.save(), SAVE_MS);
  readonly #editor = new Editor(
    this.contentEl.createDiv("markdown-source-view cm-s-obsidian mod-cm6"),
    this,
    () => (this.leaf as WorkspaceLeaf).app.editorExtensions,
    () => this.requestSave(),
  );
  override editor = this.#editor as unknown as Obsidian.Editor;

  override getViewType = () => "markdown" as const;
  override getDisplayText = () => this.file?.basename ?? "No file";
  override getState = () => ({ file: this.file?.path, mode: this.#mode });
  override getMode = () => this.#mode;
  override getViewData = () => this.editor.getValue();
  override getEphemeralState = () => this.#place;
  override setEphemeralState = (state: unknown) => void (this.#place = state as Record<string, unknown>);
  override setState(state: unknown): Promise<void> {
    const { vault } = (this.leaf as WorkspaceLeaf).app;
    const { file, mode } = state as { file: string; mode?: Obsidian.MarkdownViewModeType };
    this.file = vault.getFileByPath(file);
    this.#mode = mode ?? this.#mode;
    this.editor.setValue(this.#onDisk());
    this.#saved = this.editor.getValue();
    if (!this.#isWatching) {
      this.registerEvent(vault.on("modify", (changed) => this.#changedOnDisk(changed)));
      this.contentEl.addEventListener("contextmenu", (event) => {
        const menu = new Menu();
        this.app.workspace.trigger("editor-menu", menu, this.editor, this);
        menu.showAtMouseEvent(event);
      });
    }
    this.#isWatching = true;
    return Promise.resolve();
  }

  #isWatching = false;

  #onDisk(): string {
    const { vault } = (this.leaf as WorkspaceLeaf).app;
    return this.file ? new TextDecoder().decode(vault.adapter.bytes(this.file.path)).replace(/\r\n?/g, "\n") : "";
  }

  #changedOnDisk(changed: Obsidian.TAbstractFile): void {
    const onDisk = changed === this.file ? this.#onDisk() : this.#saved;
    if (onDisk === this.#saved || this.editor.getValue() !== this.#saved) return;
    this.#saved = onDisk;
    this.#editor.setOnDisk(onDisk);
  }

  /** The extensions of plugins have changed. */
  updateOptions(): void {
    this.#editor.updateOptions();
  }

  protected override onClose(): Promise<void> {
    this.#editor.cm.destroy();
    return Promise.resolve();
  }

  override async save(): Promise<void> {
    const { vault } = (this.leaf as WorkspaceLeaf).app;
    const data = this.getViewData();
    if (!this.file || data === this.#saved) return;
    this.#saved = data;
    await vault.modify(this.file, data);
  }
}

export class WorkspaceLeaf extends (Events as unknown as typeof Obsidian.WorkspaceLeaf) {
  readonly app: App;
  region: Region;
  readonly containerEl = createDiv("workspace-leaf");
  readonly tabEl = createDiv("workspace-tab-header");

  constructor(app: App, region: Region) {
    super();
    this.app = app;
    this.region = region;
    this.parent = region;
    this.view = new EmptyView(this, "empty");
    this.containerEl.append(this.view.containerEl);
  }

  override async open(view: Obsidian.View): Promise<Obsidian.View> {
    await this.#close();
    this.view = view;
    view.containerEl.setAttr("data-type", view.getViewType());
    this.containerEl.append(view.containerEl);
    view.load();
    await view["onOpen"]();
    return view;
  }

  async #close(): Promise<void> {
    await this.view["onClose"]();
    this.view.unload();
    this.view.containerEl.detach();
  }

  #build(type: string): Promise<Obsidian.View> {
    const creator = this.app.viewTypes.get(type);
    return this.open(creator ? creator(this) : new EmptyView(this, type));
  }

  /** The same type and state in a new view: its plugin has come or gone. */
  async rebuild(): Promise<void> {
    const state = this.getViewState();
    await this.#build(state.type);
    await this.setViewState(state);
  }

  override async setViewState(state: Obsidian.ViewState, ephemeral?: unknown): Promise<void> {
    if (state.type !== this.view.getViewType()) await this.#build(state.type);
    await this.view.setState(state.state ?? {}, { history: false });
    if (ephemeral) this.view.setEphemeralState(ephemeral);
    if (this.view instanceof ItemView) this.view.titleEl.setText(this.view.getDisplayText());
    this.tabEl.setText(this.view.getDisplayText());
    this.app.workspace.trigger("layout-change");
    if (state.active) this.app.workspace.setActiveLeaf(this);
  }

  override setEphemeralState = (state: unknown) => this.view.setEphemeralState(state);
  override getEphemeralState = () => this.view.getEphemeralState();
  override getViewState = () => ({ type: this.view.getViewType(), state: this.view.getState(), pinned: false });
  override getDisplayText = () => this.view.getDisplayText();
  override getRoot = () => this.app.workspace.testSplits.get(this.region) ?? this.region;
  override getContainer = () => this.getRoot() as unknown as Obsidian.WorkspaceContainer;
  override get isDeferred(): boolean {
    return false;
  }
  override loadIfDeferred = () => Promise.resolve();
  override openFile = async (file: Obsidian.TFile, options: Obsidian.OpenViewState = {}) => {
    const state = { ...options.state, file: file.path };
    await this.setViewState({ type: "markdown", state, active: options.active ?? true }, options.eState);
    this.app.workspace.trigger("file-open", file);
  };
  override detach = () => {
    void this.#close();
    this.region.remove(this);
  };
}
