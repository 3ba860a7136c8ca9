// Which notes that a conversation showed are no longer open where they were: excluded, moved or deleted since. Paths are judged
// at once; what is in a note is judged by the core, and again only if the note or the rules have changed.
import { type App, type TAbstractFile, TFile } from "obsidian";
import type { Reply } from "../../pkg/lectern.js";
import type { ClosedNow } from "../agent/withheld.ts";
import type { LecternApi } from "../api.ts";
import { finder } from "../host/obsidian.ts";
import type { Settings, SettingsStore } from "../settings-store.ts";
import { isClosed, isClosedByContent, isClosedInside } from "./closed.ts";

interface Judged {
  readonly file: TFile;
  readonly mtime: number;
  readonly size: number;
  readonly rules: Settings | undefined;
  readonly isClosed: boolean;
}

/** Judges for one conversation. */
export function closedSince(app: App, api: LecternApi, settings: SettingsStore): ClosedNow {
  const judged = new Map<string, Judged>();
  /** What was at each path when a reply that names it was first seen: another note may have taken its place since. */
  const named = new WeakMap<Reply, Map<string, TAbstractFile | null>>();

  const isClosedNow = async (path: string, file: TAbstractFile | null, signal: AbortSignal): Promise<boolean> => {
    if (!(file instanceof TFile) || file.extension.toLowerCase() !== "md" || isClosed(api, path)) return false;
    const { current: rules } = settings;
    const { mtime, size } = file.stat;
    const known = judged.get(path);
    if (known?.file === file && known.mtime === mtime && known.size === size && known.rules === rules)
      return known.isClosed;
    const isClosedNow = await isClosedInside(api, path, signal);
    if (!signal.aborted) judged.set(path, { file, mtime, size, rules, isClosed: isClosedNow });
    return isClosedNow;
  };

  return async (all, signal) => {
    // Rules of the vault itself, such as its ignore file, are read with each call.
    await api.ready().catch(() => undefined);
    const before = finder(app.vault);
    // A listing has only names, and leaves out what is closed by what is in it as far as that is known.
    const shown = [...new Set(all.filter(({ isShown }) => isShown).map(({ path }) => path))];
    const inside = await Promise.all(shown.map((path) => isClosedNow(path, before(path), signal)));
    const closedInside = new Set(shown.filter((_, index) => inside[index]));
    // Files may have been moved while notes were read.
    const now = finder(app.vault);
    return all.filter(({ path, reply }) => {
      const file = now(path);
      const places = named.get(reply) ?? new Map<string, TAbstractFile | null>();
      named.set(reply, places);
      if (!places.has(path)) places.set(path, file);
      if (!file || places.get(path) !== file || before(path) !== file) return true;
      return closedInside.has(path) || isClosed(api, path) || isClosedByContent(app, settings, file);
    });
  };
}
