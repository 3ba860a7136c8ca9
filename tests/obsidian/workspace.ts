// The window: a root and two side regions of leaves, regions split from the root, the active leaf, opening links, and
// waiting for the layout. `popout.ts` has windows beside it. Not included: pinned and deferred tabs.
import type * as Obsidian from "obsidian";
import type { App } from "./app.ts";
import { Events } from "./events.ts";
import { parseLinktext } from "./metadata.ts";
import { Popout } from "./popout.ts";
import { debounce, Platform } from "./ui.ts";
import { MarkdownView, WorkspaceLeaf } from "./view.ts";

/** One of the three columns: a single group of tabs. Side columns start collapsed. */
export class Region extends (Events as unknown as typeof Obsidian.WorkspaceSidedock) {
  readonly leaves: WorkspaceLeaf[] = [];
  readonly #app: App;
  /** Its window's workspace. */
  readonly parentEl: HTMLElement;
  readonly #containerEl: HTMLElement;
  readonly #headersEl: HTMLElement;
  readonly #leavesEl: HTMLElement;
  shown: WorkspaceLeaf | undefined;

  constructor(app: App, parentEl: HTMLElement, name: "left-split" | "root" | "right-split") {
    super();
    this.#app = app;
    this.parentEl = parentEl;
    this.#containerEl = parentEl.createDiv(`workspace-split mod-vertical mod-${name}`);
    const tabs = this.#containerEl.createDiv("workspace-tabs");
    this.#headersEl = tabs.createDiv("workspace-tab-header-container");
    this.#leavesEl = tabs.createDiv("workspace-tab-container");
    this.#setCollapsed(name.endsWith("split"));
  }

  #setCollapsed(collapsed: boolean): void {
    this.collapsed = collapsed;
    this.#containerEl.toggleClass("is-sidedock-collapsed", collapsed);
  }

  override collapse = () => this.#setCollapsed(true);
  override expand = () => this.#setCollapsed(false);
  override toggle = () => this.#setCollapsed(!this.collapsed);

  add(): WorkspaceLeaf {
    const leaf = new WorkspaceLeaf(this.#app, this);
    this.leaves.push(leaf);
    leaf.tabEl.setText(leaf.getDisplayText());
    leaf.tabEl.onClickEvent(() => this.#app.workspace.setActiveLeaf(leaf));
    this.show(leaf);
    return leaf;
  }

  /** Takes a leaf over, with its view as it is. */
  take(leaf: WorkspaceLeaf): void {
    const from = leaf.region;
    from.leaves.remove(leaf);
    if (from.shown === leaf) from.show(from.leaves.last());
    leaf.region = leaf.parent = this;
    this.leaves.push(leaf);
    this.show(leaf);
    this.#app.workspace.trigger("layout-change");
  }

  show(leaf: WorkspaceLeaf | undefined): void {
    this.shown = leaf;
    this.#headersEl.replaceChildren(...this.leaves.map(({ tabEl }) => tabEl));
    for (const one of this.leaves) one.tabEl.toggleClass("is-active", one === leaf);
    this.#leavesEl.replaceChildren(...(leaf ? [leaf.containerEl] : []));
  }

  remove(leaf: WorkspaceLeaf): void {
    this.leaves.remove(leaf);
    if (this.shown === leaf) this.show(this.leaves.last());
    const { workspace } = this.#app;
    if (workspace.activeLeaf === leaf) workspace.setActiveLeaf(workspace.rootSplit.shown ?? null);
    workspace.trigger("layout-change");
  }
}

type Own = "leftSplit" | "rootSplit" | "rightSplit" | "activeLeaf";

export class Workspace extends (Events as unknown as new () => Omit<Obsidian.Workspace, Own>) {
  readonly #app: App;
  readonly #waiting: (() => unknown)[] = [];
  readonly leftSplit: Region;
  readonly rootSplit: Region;
  readonly rightSplit: Region;
  readonly popouts: Popout[] = [];
  /** Split from the root, or from a pop-out: each with the first region of its window. */
  readonly testSplits = new Map<Region, Region>();
  override containerEl: HTMLElement;
  override layoutReady = false;
  activeLeaf: WorkspaceLeaf | null = null;

  constructor(app: App, containerEl: HTMLElement) {
    super();
    this.#app = app;
    this.containerEl = containerEl;
    this.leftSplit = new Region(app, containerEl, "left-split");
    this.rootSplit = new Region(app, containerEl, "root");
    this.rightSplit = new Region(app, containerEl, "right-split");
    this.setActiveLeaf(this.rootSplit.add());
  }

  override onLayoutReady = (callback: () => unknown) =>
    this.layoutReady ? void callback() : void this.#waiting.push(callback);

  /** What the app does once its layout is there. */
  finishLayout(): void {
    this.layoutReady = true;
    for (const callback of this.#waiting.splice(0)) callback();
  }

  /** Never that of a view that is not for navigating, such as a panel at home in the root. */
  override getLeaf = (newLeaf?: Obsidian.PaneType | boolean) => {
    const active = this.activeLeaf?.region ?? this.rootSplit;
    const region = active === this.leftSplit || active === this.rightSplit ? this.rootSplit : active;
    const { shown, leaves } = region;
    const open = newLeaf ? [] : [shown, ...leaves].filter((leaf) => leaf?.view.navigation);
    return open[0] ?? region.add();
  };
  override createLeafBySplit = (leaf: Obsidian.WorkspaceLeaf) => {
    const { region } = leaf as WorkspaceLeaf;
    const split = new Region(this.#app, region.parentEl, "root");
    this.testSplits.set(split, this.testSplits.get(region) ?? region);
    return split.add();
  };

  override getRightLeaf = (_split: boolean) => this.rightSplit.add();
  override moveLeafToPopout: Obsidian.Workspace["moveLeafToPopout"] = (leaf, data) => {
    if (Platform.isMobile) throw new Error("Popout windows are not supported on this platform");
    return new Popout(this.#app, leaf as WorkspaceLeaf, data).typed;
  };
  override getMostRecentLeaf = () => this.rootSplit.shown ?? null;
  override ensureSideLeaf: Obsidian.Workspace["ensureSideLeaf"] = async (type, side, options = {}) => {
    const region = side === "left" ? this.leftSplit : this.rightSplit;
    const leaf = region.leaves.find((one) => one.view.getViewType() === type) ?? region.add();
    const state = (options.state ?? leaf.view.getState()) as Record<string, unknown>;
    if (leaf.view.getViewType() !== type || options.state) await leaf.setViewState({ type, state });
    if (options.reveal ?? true) await this.revealLeaf(leaf);
    if (options.active) this.setActiveLeaf(leaf);
    return leaf;
  };
  override revealLeaf = async (leaf: Obsidian.WorkspaceLeaf) => {
    const { region } = leaf as WorkspaceLeaf;
    region.expand();
    region.show(leaf as WorkspaceLeaf);
    await leaf.loadIfDeferred();
  };
  override setActiveLeaf = (leaf: Obsidian.WorkspaceLeaf | null) => {
    const active = leaf as WorkspaceLeaf | null;
    active?.region.show(active);
    this.activeLeaf = active;
    this.iterateAllLeaves((one) => one.containerEl.toggleClass("mod-active", one === active));
    this.trigger("active-leaf-change", active);
  };

  /** The app writes its layout a moment later; here nothing does. */
  override requestSaveLayout: Obsidian.Workspace["requestSaveLayout"] = debounce(() => Promise.resolve());
  /**
   * Of the root region, so that a note stays active while a side pane has the focus; else that of another of its tabs.
   */
  override getActiveFile = () => {
    const { shown, leaves } = this.rootSplit;
    const isPanel = shown !== undefined && !shown.view.navigation;
    const view = isPanel ? leaves.find((leaf) => leaf.view instanceof MarkdownView)?.view : shown?.view;
    return view instanceof MarkdownView ? view.file : null;
  };
  override updateOptions = () =>
    this.iterateAllLeaves(({ view }) => view instanceof MarkdownView && view.updateOptions());
  override iterateAllLeaves = (callback: (leaf: WorkspaceLeaf) => unknown) =>
    [
      ...[this.rootSplit, this.leftSplit, this.rightSplit, ...this.testSplits.keys()],
      ...this.popouts.map(({ region }) => region),
    ]
      .flatMap(({ leaves }) => leaves)
      .forEach(callback);
  override getLeavesOfType = (type: string) => {
    const leaves: WorkspaceLeaf[] = [];
    this.iterateAllLeaves((leaf) => leaf.view.getViewType() === type && leaves.push(leaf));
    return leaves;
  };
  override detachLeavesOfType = (type: string) => this.getLeavesOfType(type).forEach((leaf) => leaf.detach());

  /** A link that leads nowhere makes the note, as in the app. */
  override openLinkText: Obsidian.Workspace["openLinkText"] = async (linktext, sourcePath, newLeaf, options = {}) => {
    const { metadataCache, vault } = this.#app;
    const { path, subpath } = parseLinktext(linktext);
    const found = metadataCache.getFirstLinkpathDest(path, sourcePath);
    const file = found ?? (await vault.create(path.endsWith(".md") ? path : `${path}.md`, ""));
    const eState = { ...options.eState, ...(subpath && { subpath }) };
    await this.getLeaf(newLeaf).openFile(file, { ...options, eState });
  };
}
