// The changes in the journal as the list of changes shows them: by note, newest first, and where each is in the note now.
// Whether a change can be undone there, the core decides.
import type { ProposedHunk, Replaced } from "../../../pkg/lectern.js";
import type { JournalEntry } from "../../vault/changes.ts";
import { currentPath } from "../../vault/undo-change.ts";
import { t } from "../../base/translate.ts";

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

/** The lines of a note at a place. */
export interface PlaceNow {
  /** Counted from 1. */
  readonly startLine: number;
  readonly lines: readonly string[];
  /** Whether they are what the change wrote. */
  readonly isAsWritten: boolean;
}

/** How many lines above and below are compared, most certain first. */
const CONTEXTS = [3, 2, 1];

/** `text` as lines with their ends. */
export const linesIn = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];

/** Where `part` is in `text`: as it was written, or else what is now between the lines around it. */
export function placeNow(text: string, part: Replaced): PlaceNow | undefined {
  const lines = linesIn(text);
  const [above, written, below] = [linesIn(part.above), linesIn(part.new), linesIn(part.below)];
  for (const count of CONTEXTS) {
    const before = above.slice(-count);
    const [at, other] = starts(lines, [...before, ...written, ...below.slice(0, count)]);
    if (at === undefined || other !== undefined) continue;
    return { startLine: at + before.length + 1, lines: written, isAsWritten: true };
  }
  const start = edge(above, (count) =>
    starts(lines, above.slice(-count)).map((at) => at + Math.min(count, above.length)),
  );
  const end = edge(below, (count) => starts(lines, below.slice(0, count)));
  const length = Math.max(written.length, 1);
  let [from, to] = [start ?? (above.length === 0 ? 0 : undefined), end];
  if (to === undefined && below.length === 0) to = lines.length;
  if (from === undefined && to === undefined) return undefined;
  from ??= Math.max((to ?? 0) - length, 0);
  to ??= from + length;
  if (to < from) return undefined;
  return { startLine: from + 1, lines: lines.slice(from, to), isAsWritten: false };
}

/** Where the lines on one side meet the place, if that is certain. */
function edge(side: readonly string[], find: (count: number) => number[]): number | undefined {
  if (side.length === 0) return undefined;
  for (const count of CONTEXTS) {
    const [at, other] = find(count);
    if (at !== undefined && other === undefined) return at;
  }
  return undefined;
}

/** The indices at which `wanted` begins in `lines`; none if it is empty. */
function starts(lines: readonly string[], wanted: readonly string[]): number[] {
  const [first] = wanted;
  if (first === undefined) return [];
  return lines.flatMap((line, at) =>
    line === first && wanted.every((one, index) => lines[at + index] === one) ? [at] : [],
  );
}
