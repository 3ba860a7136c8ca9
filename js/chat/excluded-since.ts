// Which notes that a conversation showed are no longer open where they were: excluded, moved or deleted since. Paths are judged
// at once; the core judges what is in a note, and again only if the note or the rules have changed.
import { type App, type TAbstractFile, TFile, type Vault } from "obsidian";
import type { Reply } from "../../pkg/lectern.js";
import { type ClosedNow, namedBy } from "../agent/context/redact.ts";
import type { LecternApi } from "../api.ts";
import { finder } from "../host/obsidian.ts";
import type { Settings } from "../settings/parse-settings.ts";
import type { SettingsStore } from "../settings/settings-store.ts";
import { isClosed, isClosedByContent } from "./is-excluded.ts";

/** A state of a note, under the rules of that time. */
interface NoteState {
  readonly file: TFile;
  readonly mtime: number;
  readonly size: number;
  readonly rules: Settings | undefined;
}

/** What was at each path that a reply names when it was made: another file may have taken its place since. */
const places = new WeakMap<Reply, ReadonlyMap<string, TAbstractFile | null>>();

/** Remembers which files and folders `reply`, which was just made, is about. */
export function remember(vault: Vault, reply: Reply): Reply {
  const find = finder(vault);
  places.set(reply, new Map(namedBy(reply).map(({ path }) => [path, find(path)])));
  return reply;
}

/** Judges for one conversation. */
export function closedSince(app: App, api: LecternApi, settings: SettingsStore): ClosedNow {
  const judged = new Map<string, NoteState & { isClosed: boolean }>();

  /** The notes at `paths` that are closed by their content. */
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
    // Rules of the vault itself, such as its ignore file, are read with each call.
    await api.ready().catch(() => undefined);
    const before = finder(app.vault);
    // A listing has only names, and leaves out what is closed by what is in it as far as that is known.
    const shown = new Set(all.filter(({ isShown }) => isShown).map(({ path }) => path));
    const inside = await closedInside([...shown], before, signal);
    // Files may have been moved while notes were read.
    const now = finder(app.vault);
    const paths = [...new Set(all.map(({ path }) => path))].filter((path) => {
      const file = now(path);
      if (!file || file !== before(path) || inside.has(path)) return true;
      return isClosed(api, path) || isClosedByContent(app, settings, file);
    });
    const closed = new Set(paths);
    return all.filter(({ path, reply }) => {
      // Of a conversation that was loaded, nothing is known of before.
      if (!places.has(reply)) remember(app.vault, reply);
      const was = places.get(reply)?.get(path);
      return closed.has(path) || (was !== undefined && was !== now(path));
    });
  };
}
