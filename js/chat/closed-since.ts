// Which notes of a conversation have been closed since they were shown: by the rules for paths at once, and by what stands in a
// note as the core judges it, read again only where the note or the rules have changed.
import type { App } from "obsidian";
import type { ClosedNow } from "../agent/withheld.ts";
import type { LecternApi } from "../api.ts";
import type { Settings } from "../parse-settings.ts";
import type { SettingsStore } from "../settings-store.ts";
import { isClosed } from "./attachments.ts";
import { isClosedByContent } from "./mentions.ts";

interface Judged {
  readonly mtime: number;
  readonly rules: Settings | undefined;
  readonly isClosed: boolean;
}

/** Judges for one conversation. */
export function closedSince(app: App, api: LecternApi, settings: SettingsStore): ClosedNow {
  const judged = new Map<string, Judged>();

  const judge = async (path: string, isShown: boolean, signal: AbortSignal): Promise<boolean> => {
    if (isClosed(api, path)) return true;
    const file = app.vault.getFileByPath(path);
    if (!file) return false;
    if (isClosedByContent(app, settings, file)) return true;
    // A listing has only names, and leaves out what is closed by what stands in it as far as that is known.
    if (!isShown || file.extension.toLowerCase() !== "md") return false;
    const { current: rules } = settings;
    const { mtime } = file.stat;
    const known = judged.get(path);
    if (known?.mtime === mtime && known.rules === rules) return known.isClosed;
    const isClosedNow = await isClosedInside(api, path, signal);
    if (!signal.aborted) judged.set(path, { mtime, rules, isClosed: isClosedNow });
    return isClosedNow;
  };

  return async (named, signal) => {
    // Rules of the vault itself, such as its ignore file, are read with each call.
    await api.ready().catch(() => undefined);
    const closed = await Promise.all(named.map(({ path, isShown }) => judge(path, isShown, signal)));
    return new Set(named.filter((_, index) => closed[index]).map(({ path }) => path));
  };
}

/** Whether the core gives nothing of a note that is there: as if it were not, where it closes itself. */
export async function isClosedInside(api: LecternApi, path: string, signal?: AbortSignal): Promise<boolean> {
  const reply = await api.call("read_file", { path, start_line: 1, end_line: 1 }, signal && { signal });
  const code = reply.structuredContent.error?.code;
  return code === "denied" || code === "not_found";
}
