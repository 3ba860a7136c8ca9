// The changes in the journal as the list of changes shows them: by note, newest first.
import type { ProposedHunk, Replaced } from "../../pkg/lectern.js";
import type { JournalEntry } from "../vault/changes.ts";
import { currentPath } from "../vault/undo-change.ts";
import { linesIn } from "./place-now.ts";
import { t } from "../base/translate.ts";

/** A file and its changes. */
export interface ChangedFile {
  /** Where it is now, as far as the journal knows. */
  readonly path: string;
  /** Newest first. */
  readonly changes: readonly MadeChange[];
}

/** A change that can be undone. */
export interface MadeChange {
  readonly entry: JournalEntry;
  /** Changes of links that are undone with it. */
  readonly links: readonly JournalEntry[];
}

/** The files that the conversation with the id `conversation` changed, or all if it is undefined; last changed first. */
export function changedFiles(entries: readonly JournalEntry[], conversation: string | undefined): ChangedFile[] {
  const files = new Map<string, MadeChange[]>();
  // Ends with the file changed last.
  for (const entry of entries) {
    if (entry.move !== undefined || (conversation !== undefined && entry.conversation !== conversation)) continue;
    const path = currentPath(entry, entries);
    const links = entries.filter(({ move }) => move === entry.id);
    const changes = [{ entry, links }, ...(files.get(path) ?? [])];
    files.delete(path);
    files.set(path, changes);
  }
  return [...files].map(([path, changes]) => ({ path, changes })).reverse();
}

/** How many changes these are, counted as on the card on which they were accepted: the parts of each. */
export function countOf(changes: readonly MadeChange[]): number {
  const parts = ({ entry: { version, newVersion, movedTo, replaced } }: MadeChange): number =>
    version === null || newVersion === null || movedTo !== undefined ? 1 : Math.max(replaced.length, 1);
  return changes.reduce((sum, change) => sum + parts(change), 0);
}

/** What `entry` did, for its heading. */
export function kindOf({ version, newVersion, movedTo, path }: JournalEntry): string {
  if (movedTo !== undefined) return t("Moved from {path}", { path });
  if (newVersion === null) return t("Moved to trash");
  return version === null ? t("New note") : t("Changed");
}

/** The parts of a change as hunks, which can be drawn. */
export function hunksOf(replaced: readonly Replaced[]): ProposedHunk[] {
  let shift = 0;
  return replaced.map(({ line, old, new: made }) => {
    const [removedLines, addedLines] = [linesIn(old).length, linesIn(made).length];
    const hunk = { line, removed: old, removedLines, newLine: line + shift, added: made, addedLines };
    shift += addedLines - removedLines;
    return hunk;
  });
}
