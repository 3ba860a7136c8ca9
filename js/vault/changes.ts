// Changes to notes: who approves them, and the journal that undoes them.
import type { Answer, Decision, Made, Move, Proposal, Write } from "../../pkg/lectern.js";

/** What a front end provides so that notes can be changed. Without it, nothing is written. */
export interface Changes {
  /** Asks the user, or decides by the user's rules. Nothing of the proposal exists yet. */
  approve(proposal: Proposal, signal?: AbortSignal): Promise<Decision>;
  readonly journal: Journal;
  /** Called with what came of each file that was to be written. */
  wrote?(answer: Answer | undefined): void;
  /** The id of the conversation that changes notes. */
  readonly conversation?: string;
}

/** A change that was made, with all that undoes it. */
export interface JournalEntry extends Made {
  readonly id: string;
  /** When it was made, as ISO 8601 in UTC. */
  readonly time: string;
  readonly path: string;
  /** The id of the conversation; absent if none made the change. */
  readonly conversation?: string;
  /** Where the change moved the file to; absent for other changes. */
  readonly movedTo?: string;
  /** The id of the move because of which links changed; absent for other changes. */
  readonly move?: string;
}

/** The changes of a vault that can be undone. */
export interface Journal {
  /** Keeps `entry`. Resolves once it survives a crash. */
  record(entry: JournalEntry): Promise<void>;
  /** Replaces entries by those with the same ids: all or none, even if it crashes. An id without an entry is removed. */
  replace(ids: readonly string[], entries: readonly JournalEntry[]): Promise<void>;
  /** All entries, oldest first. */
  entries(): Promise<readonly JournalEntry[]>;
}

/** The entry for a change that is about to be written; because of the move with the id `move`, if there is one. */
export function entryOf({ path, version, newVersion, replaced }: Write, move?: string): JournalEntry {
  return { ...newEntry(), path, version, newVersion, replaced, ...(move !== undefined && { move }) };
}

/** The entry for a file that is about to be moved. */
export function entryOfMove({ path, to, version }: Move): JournalEntry {
  return { ...newEntry(), path, version, newVersion: version, replaced: [], movedTo: to };
}

function newEntry(): Pick<JournalEntry, "id" | "time"> {
  return { id: crypto.randomUUID(), time: new Date().toISOString() };
}

/** Keeps nothing. */
export const NO_JOURNAL: Journal = {
  record: () => Promise.resolve(),
  replace: () => Promise.resolve(),
  entries: () => Promise.resolve([]),
};
