// What most of the panel needs.
import type { App } from "obsidian";
import type { LecternApi } from "../api.ts";
import type { SettingsStore } from "../settings/settings-store.ts";

/** The app, and the plugin in it. */
export interface Parts {
  readonly app: App;
  readonly api: LecternApi;
  readonly settings: SettingsStore;
}
