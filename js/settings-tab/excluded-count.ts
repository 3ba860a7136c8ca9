// Counts the excluded files by the policy itself, under the settings being edited, so that users see at once what a
// line excludes.
import type { App } from "obsidian";
import { openTools } from "../api.ts";
import type { Settings } from "../settings/parse-settings.ts";
import { Turns } from "../base/turns.ts";

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
  const parts = [
    ...(notes > 0 ? [`${number(notes)} ${notes === 1 ? "note" : "notes"}`] : []),
    ...(others > 0 ? [`${number(others)} ${others === 1 ? "other file" : "other files"}`] : []),
  ];
  const are = notes + others > 1 ? "are" : "is";
  return `${parts.join(" and ") || "None"} of ${number(all)} ${all === 1 ? "file" : "files"} ${are} excluded.`;
}

const number = (count: number): string => count.toLocaleString("en");
