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
  /** The change that is undone; absent if none is. */
  readonly undoes?: JournalEntry;
}

/** A change that was made, with all that undoes it. */
export interface JournalEntry extends Made {
  readonly id: string;
  /** When it was made, as ISO 8601 in UTC. */
  readonly time: string;
  readonly path: string;
  /** The id of the conversation; absent if none made the change. */
  readonly conversation?: string;
  /** The first of the folders that the change made for the file; absent if it made none. */
  readonly madeFolder?: string;
  /** Where the change moved the file to; absent for other changes. */
  readonly movedTo?: string;
  /** The id of the move because of which links changed; absent for other changes. */
  readonly move?: string;
}

/** The changes of a vault that can be undone. */
export interface Journal {
  /** All entries, oldest first. */
  entries(): Promise<readonly JournalEntry[]>;
  /** Whether its last line can't be read: it may be the last change. */
  endsDamaged(): Promise<boolean>;
  /** What to tell the user before a change with `bytes` of old and new text. Throws if it could not be undone. */
  roomFor(bytes: number): Promise<readonly string[]>;
  /** Does `work`, which may change the vault and the journal, while no other Lectern process does. Never nested. */
  alone<T>(work: (held: HeldJournal) => Promise<T>): Promise<T>;
}

/** The journal while no other process changes it. */
export interface HeldJournal {
  /** Keeps `entry`. Resolves once it survives a crash. */
  record(entry: JournalEntry): Promise<void>;
  /** Replaces entries by those with the same ids: all or none, even if it crashes. An id without an entry is removed. */
  replace(ids: readonly string[], entries: readonly JournalEntry[]): Promise<void>;
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

const KEEPS_NOTHING: HeldJournal = { record: () => Promise.resolve(), replace: () => Promise.resolve() };

/** Keeps nothing. */
export const NO_JOURNAL: Journal = {
  entries: () => Promise.resolve([]),
  endsDamaged: () => Promise.resolve(false),
  roomFor: () => Promise.resolve([]),
  alone: (work) => work(KEEPS_NOTHING),
};

/** Keeps nothing of what is done under the lock of `journal`. */
export function withoutEntries(journal: Journal): Journal {
  return { ...NO_JOURNAL, alone: (work) => journal.alone(() => work(KEEPS_NOTHING)) };
}
