// Whether a file is closed to the model, as the panel asks: by its path, and by what the app knows of it.
import { type App, getAllTags, type TAbstractFile, TFile } from "obsidian";
import type { LecternApi } from "../api.ts";
import type { SettingsStore } from "../settings/settings-store.ts";

/** Before the settings are read nothing is known to be open. */
export function isClosed(api: LecternApi, path: string): boolean {
  try {
    return api.isProtectedPath(path);
  } catch {
    return true;
  }
}

/** By its properties or tags, as the app knows them. The read itself is checked by the core again. */
export function isClosedByContent(app: App, settings: SettingsStore, file: TAbstractFile): boolean {
  const cache = file instanceof TFile ? app.metadataCache.getFileCache(file) : null;
  if (!cache) return false;
  if (cache.frontmatter?.["lectern"] === false) return true;
  const closed = (settings.current?.closedTags ?? []).map((tag) => tag.replace(/^#/, "").toLowerCase());
  const tags = closed.length > 0 ? (getAllTags(cache) ?? []).map((tag) => tag.replace(/^#/, "").toLowerCase()) : [];
  return tags.some((tag) => closed.some((one) => tag === one || tag.startsWith(`${one}/`)));
}
