// Which files are excluded from the model: by their paths, by what the app knows of their content, and since a
// conversation showed them. Paths are judged at once; content is judged by the core, and again only if the note or the
// rules have changed.
import { getAllTags, type TAbstractFile, TFile, type Vault } from "obsidian";
import type { LecternApi } from "../../api.ts";
import type { Reply } from "../../../pkg/lectern.js";
import { type ClosedNow, namedBy } from "../../agent/context/redact.ts";
import { finder } from "../../host/obsidian.ts";
import type { Settings } from "../../settings/parse-settings.ts";
import type { Parts } from "../parts.ts";

/** By its path. Until the settings are read, everything counts as excluded. */
export function isClosed(api: LecternApi, path: string): boolean {
  try {
    return api.isProtectedPath(path);
  } catch {
    return true;
  }
}

/** By its path, or by what the app knows of its content. The core checks again when it reads. */
export const isExcluded = (parts: Parts, file: TAbstractFile): boolean =>
  isClosed(parts.api, file.path) || isClosedByContent(parts, file);

/** By its properties or tags in the app's cache. */
function isClosedByContent({ app, settings }: Parts, file: TAbstractFile): boolean {
  const cache = file instanceof TFile ? app.metadataCache.getFileCache(file) : null;
  if (!cache) return false;
  if (cache.frontmatter?.["lectern"] === false) return true;
  const plain = (tag: string): string => tag.replace(/^#/, "").toLowerCase();
  const closed = (settings.current?.closedTags ?? []).map(plain);
  const tags = closed.length > 0 ? (getAllTags(cache) ?? []).map(plain) : [];
  return tags.some((tag) => closed.some((one) => tag === one || tag.startsWith(`${one}/`)));
}

/** A version of a note, under the rules of that time. */
interface NoteState {
  readonly file: TFile;
  readonly mtime: number;
  readonly size: number;
  readonly rules: Settings | undefined;
}

/** The files that each reply named, when it was made: another file may be at the path now. */
const places = new WeakMap<Reply, ReadonlyMap<string, TAbstractFile | null>>();

/** Remembers the files and folders that `reply`, which was just made, names. */
export function remember(vault: Vault, reply: Reply): Reply {
  const find = finder(vault);
  places.set(reply, new Map(namedBy(reply).map(({ path }) => [path, find(path)])));
  return reply;
}

/** The check for one conversation. */
export function closedSince(parts: Parts): ClosedNow {
  const { app, api, settings } = parts;
  const judged = new Map<string, NoteState & { isClosed: boolean }>();

  /** The notes at `paths` that are excluded by their content. */
  const closedInside = async (
    paths: readonly string[],
    find: (path: string) => TAbstractFile | null,
    signal: AbortSignal,
  ): Promise<Set<string>> => {
    const { current: rules } = settings;
    const asked = new Map<string, NoteState>();
    const closed = new Set<string>();
    for (const path of paths) {
      const file = find(path);
      if (!(file instanceof TFile) || file.extension.toLowerCase() !== "md" || isClosed(api, path)) continue;
      const { mtime, size } = file.stat;
      const known = judged.get(path);
      if (known?.file !== file || known.mtime !== mtime || known.size !== size || known.rules !== rules)
        asked.set(path, { file, mtime, size, rules });
      else if (known.isClosed) closed.add(path);
    }
    if (asked.size === 0) return closed;
    for (const path of await api.closedPaths([...asked.keys()], { signal })) closed.add(path);
    if (!signal.aborted) for (const [path, state] of asked) judged.set(path, { ...state, isClosed: closed.has(path) });
    return closed;
  };

  return async (all, signal) => {
    // Rules of the vault itself, such as its ignore file, are read again.
    await api.ready().catch(() => undefined);
    const before = finder(app.vault);
    // Listings show only names, and leave out notes that are known to be excluded by content.
    const shown = new Set(all.filter(({ isShown }) => isShown).map(({ path }) => path));
    const inside = await closedInside([...shown], before, signal);
    // Files may have been moved while notes were read.
    const now = finder(app.vault);
    const isExcludedNow = (path: string): boolean => {
      const file = now(path);
      return inside.has(path) || isClosed(api, path) || (file !== null && isClosedByContent(parts, file));
    };
    const closed = new Set([...new Set(all.map(({ path }) => path))].filter(isExcludedNow));
    return all.flatMap((named) => {
      const { path, reply } = named;
      // For a loaded conversation, earlier files are unknown.
      if (!places.has(reply)) remember(app.vault, reply);
      const [was, file] = [places.get(reply)?.get(path), now(path)];
      if (closed.has(path)) return [named];
      const isGone = !file || file !== before(path) || (was !== undefined && was !== file);
      return isGone ? [{ ...named, isGone }] : [];
    });
  };
}
