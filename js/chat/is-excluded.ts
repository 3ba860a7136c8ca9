// Whether a file is excluded from the model: by its path, or by what the app knows of its content.
import { type App, getAllTags, type TAbstractFile, TFile } from "obsidian";
import type { LecternApi } from "../api.ts";
import type { SettingsStore } from "../settings/settings-store.ts";

/** By its path. Until the settings are read, everything counts as excluded. */
export function isClosed(api: LecternApi, path: string): boolean {
  try {
    return api.isProtectedPath(path);
  } catch {
    return true;
  }
}

/** By its properties or tags in the app's cache. The core checks again when it reads. */
export function isClosedByContent(app: App, settings: SettingsStore, file: TAbstractFile): boolean {
  const cache = file instanceof TFile ? app.metadataCache.getFileCache(file) : null;
  if (!cache) return false;
  if (cache.frontmatter?.["lectern"] === false) return true;
  const closed = (settings.current?.closedTags ?? []).map((tag) => tag.replace(/^#/, "").toLowerCase());
  const tags = closed.length > 0 ? (getAllTags(cache) ?? []).map((tag) => tag.replace(/^#/, "").toLowerCase()) : [];
  return tags.some((tag) => closed.some((one) => tag === one || tag.startsWith(`${one}/`)));
}
