// A window of its own for a leaf, as "Move to new window" makes it: a document and prototypes of its own, the styles and
// classes of the first window, and the view's elements moved into it as they are.
import type * as Obsidian from "obsidian";
import type { App } from "./app.ts";
import { extendWindow } from "./dom.ts";
import type { WorkspaceLeaf } from "./view.ts";
import { Region } from "./workspace.ts";

export class Popout implements Pick<Obsidian.WorkspaceWindow, "win" | "doc"> {
  readonly win: Window;
  readonly doc: Document;
  readonly region: Region;

  constructor(app: App, leaf: WorkspaceLeaf, data: Obsidian.WorkspaceWindowInitData = {}) {
    const { width, height } = data.size ?? { width: 600, height: 800 };
    const win = window.open("about:blank", "_blank", `popup,width=${width},height=${height}`);
    if (!win) throw new Error("no window could be opened");
    extendWindow(win as Window & typeof globalThis);
    this.win = win;
    this.doc = win.document;
    this.doc.documentElement.lang = document.documentElement.lang;
    this.doc.body.className = `${document.body.className} is-popout-window`;
    for (const style of document.querySelectorAll("style")) this.doc.head.append(style.cloneNode(true));
    this.region = new Region(app, this.doc.body.createDiv("app-container").createDiv("workspace"), "root");
    const { workspace } = app;
    workspace.popouts.push(this);
    this.#take(leaf);
    const activate = (active: Window) =>
      Object.assign(window, { activeWindow: active, activeDocument: active.document });
    activate(win);
    win.addEventListener("focus", () => activate(win));
    win.addEventListener("pagehide", () => this.#closed(app, activate));
    workspace.setActiveLeaf(leaf);
    workspace.trigger("window-open", this.typed, win);
  }

  get typed(): Obsidian.WorkspaceWindow {
    return this as unknown as Obsidian.WorkspaceWindow;
  }

  #take(leaf: WorkspaceLeaf): void {
    this.region.take(leaf);
  }

  /** Moves the leaf back among the first window's tabs, as dragging it there does. The window closes with its last leaf. */
  testMoveBack(app: App): void {
    for (const leaf of [...this.region.leaves]) app.workspace.rootSplit.take(leaf);
    this.win.close();
  }

  /** What is left in a window that closes is closed too. */
  #closed(app: App, activate: (active: Window) => void): void {
    const { workspace } = app;
    activate(window);
    const splits = [...workspace.testSplits.keys()].filter((one) => workspace.testSplits.get(one) === this.region);
    for (const region of [this.region, ...splits]) {
      for (const leaf of [...region.leaves]) leaf.detach();
      workspace.testSplits.delete(region);
    }
    workspace.popouts.remove(this);
    workspace.trigger("window-close", this.typed, this.win);
  }
}
