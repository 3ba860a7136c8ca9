// The app without its window, for Node: its vault, where no note is open. A test mocks the module "obsidian" with it.
import type * as Obsidian from "obsidian";
import { Adapter } from "./adapter.ts";
import type { App } from "./app.ts";
import { TestCounts } from "./counts.ts";
import { Component } from "./events.ts";
import { FileManager } from "./file-manager.ts";
import { MetadataCache } from "./metadata.ts";
import { Vault } from "./vault.ts";

export { getAllTags, getLinkpath, parseLinktext } from "./metadata.ts";
export { normalizePath, TAbstractFile, TFile, TFolder } from "./vault.ts";

/** No view is one. */
export class MarkdownView extends Component {}

/** An app whose vault has `files`. */
export function createApp(files: Record<string, string | Uint8Array>): App {
  const counts = new TestCounts();
  const adapter = new Adapter("Vault", counts);
  const vault = new Vault(adapter, ".obsidian", counts);
  for (const [path, data] of Object.entries(files)) adapter.put(path, data, {}, true);
  const metadataCache = new MetadataCache(vault);
  const workspace: Partial<Obsidian.Workspace> = { getLeavesOfType: () => [] };
  const fileManager = new FileManager(vault, metadataCache, counts);
  const loadLocalStorage = (): null => null;
  return { testCounts: counts, vault, metadataCache, workspace, fileManager, loadLocalStorage } as unknown as App;
}
