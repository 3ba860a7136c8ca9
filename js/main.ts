// The plugin's life in the app: what is registered when it is enabled. Nothing is compiled or read until it is used, or
// the app is idle.
import { Plugin } from "obsidian";
import { createApi, type LecternApi } from "./api.ts";
import { INSPECTOR, InspectorView } from "./inspector.ts";
import { LecternSettingTab } from "./settings.ts";
import { SettingsStore } from "./settings-store.ts";

/** How long the app may stay busy before the core is loaded all the same; loading takes some 30 ms. */
const IDLE_TIMEOUT_MS = 10_000;
/** Where the app cannot say when it is idle: by then a phone has drawn its first screen. */
const IDLE_GUESS_MS = 1000;

export default class LecternPlugin extends Plugin {
  /** For other plugins. */
  api!: LecternApi;
  #settings!: SettingsStore;

  override onload(): void {
    this.#settings = new SettingsStore(this);
    this.api = createApi(this.app, this.#settings);
    this.registerView(INSPECTOR, (leaf) => new InspectorView(leaf, this.api));
    this.addSettingTab(new LecternSettingTab(this.app, this, this.#settings));
    this.addCommand({
      id: "show-active-note",
      name: "Show what a model sees in the active note",
      checkCallback: (checking) => {
        const file = this.app.workspace.getActiveFile();
        if (file && !checking) void this.#inspect(file.path);
        return file !== null;
      },
    });
    this.app.workspace.onLayoutReady(() => this.#whenIdle(() => void this.api.ready().catch(() => undefined)));
  }

  override async onExternalSettingsChange(): Promise<void> {
    // What is wrong with them is told by whoever needs them next.
    await this.#settings.reload().catch(() => undefined);
  }

  async #inspect(path: string): Promise<void> {
    const { workspace } = this.app;
    await workspace.ensureSideLeaf(INSPECTOR, "right", { active: true, reveal: true, state: { args: { path } } });
  }

  /** A failure then is no loss: the first use tries again, and shows why. */
  #whenIdle(work: () => void): void {
    // Safari, and so iOS, has no requestIdleCallback.
    if (typeof window.requestIdleCallback === "function") {
      const handle = window.requestIdleCallback(work, { timeout: IDLE_TIMEOUT_MS });
      this.register(() => window.cancelIdleCallback(handle));
    } else {
      const handle = window.setTimeout(work, IDLE_GUESS_MS);
      this.register(() => window.clearTimeout(handle));
    }
  }
}
