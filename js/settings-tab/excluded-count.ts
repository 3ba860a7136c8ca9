// Counts the excluded files by the policy itself, under the settings being edited, so that users see at once what a
// line excludes.
import type { App } from "obsidian";
import { openTools } from "../host/obsidian-vaults.ts";
import type { Settings } from "../settings/parse-settings.ts";
import { Turns } from "../base/turns.ts";
import { counted, t } from "../base/translate.ts";

/** The number of files excluded by their paths. */
export interface ClosedCount {
  readonly notes: number;
  readonly others: number;
  /** All files of the vault, excluded or not. */
  readonly all: number;
}

/** Counts what `settings` exclude; undefined once `signal` is aborted. Yields to the app meanwhile. */
export async function countClosed(app: App, settings: Settings, signal: AbortSignal): Promise<ClosedCount | undefined> {
  const tools = openTools(app, settings);
  try {
    await tools.ready();
    const turns = new Turns();
    const files = app.vault.getFiles();
    const count = { notes: 0, others: 0, all: files.length };
    for (const { path, extension } of files) {
      if (signal.aborted) return undefined;
      if (tools.isProtectedPath(path)) count[extension === "md" ? "notes" : "others"]++;
      await turns.give();
    }
    return count;
  } finally {
    tools.close();
  }
}

/** The count as a sentence. */
export function saysClosed({ notes, others, all }: ClosedCount): string {
  const [first, second] = [
    ...(notes > 0 ? [counted(notes, "{n} note", "{n} notes")] : []),
    ...(others > 0 ? [counted(others, "{n} other file", "{n} other files")] : []),
  ];
  if (first === undefined) return t("No files are excluded.");
  const what = second === undefined ? first : t("{first} and {second}", { first, second });
  return counted(all, "{what} of {n} file.", "{what} of {n} files.", { what });
}
