// Undoes changes that are in the journal, and keeps the journal right.
//
// What is undone is what was shown: if another undo was first, nothing is done. If another program brings it back at
// once, it stays in the journal.
import type { Answer, Decision, Made, Reply, Undo } from "../../pkg/lectern.js";
import { NO_JOURNAL, withoutEntries, type Changes, type Journal, type JournalEntry } from "./changes.ts";
import { errorReply } from "./error-reply.ts";
import type { Tools } from "./tools.ts";

/** Where undoing happens. */
export interface UndoPlace {
  readonly tools: Tools;
  readonly journal: Journal;
  readonly approve: Changes["approve"];
}

/** The last undo of each journal. It never rejects. */
const last = new WeakMap<Journal, Promise<unknown>>();

/**
 * Undoes the change `shown`, or those of its parts that `hunks` names. Resolves to undefined if it is not in the journal
 * any more, or has other parts there: another undo was first. They run one after the other.
 */
export function undoChange(
  shown: JournalEntry,
  hunks: number[] | null,
  place: UndoPlace,
  signal?: AbortSignal,
): Promise<Reply | undefined> {
  const { journal } = place;
  const done = (last.get(journal) ?? Promise.resolve()).then(() => undoNow(shown, hunks, place, signal));
  const ended = done.catch(() => undefined);
  last.set(journal, ended);
  return done;
}

/** Whether `reply`, to an undo, says that the change is undone. */
export function isUndone({ structuredContent: { change } }: Reply): boolean {
  return change?.outcome === "accepted" || change?.outcome === "unchanged";
}

async function undoNow(
  shown: JournalEntry,
  hunks: number[] | null,
  { tools, journal, approve }: UndoPlace,
  signal?: AbortSignal,
): Promise<Reply | undefined> {
  const entries = await journal.entries();
  const entry = entries.find(({ id }) => id === shown.id);
  if (!entry || !hasSameParts(entry, shown)) return undefined;
  const later = laterChanges(entry, entries);
  if (entry.movedTo !== undefined && currentPath(entry, entries) !== entry.movedTo) {
    const message = `${JSON.stringify(entry.movedTo)} has moved again since`;
    return errorReply("outdated", message, "undo the later move first");
  }
  const undo = entry.movedTo === undefined ? undoOf(entry, entries, hunks) : undoOfMove(entry, entries);
  if (entry.newVersion === null) undo.trashed = await tools.trashed(undo.path);
  // What is undone leaves the journal instead of being added to it.
  const written: (Answer | undefined)[] = [];
  const wrote = (answer: Answer | undefined): void => void written.push(answer);
  const reply = await tools.undo(undo, { approve, journal: withoutEntries(journal), wrote, undoes: entry }, signal);
  if (!isUndone(reply)) return reply;
  if (written.some(isOverwritten) && (await isThere(undo, tools))) {
    const message = `another program brought back what was undone in ${JSON.stringify(undo.path)}`;
    return errorReply("outdated", message, "undo it again");
  }
  if (entry.movedTo !== undefined) {
    const links = linksOf(entry, entries);
    const ids = [entry, ...links, ...later].map((made) => made.id);
    // The move has changed links in the file that moved, too.
    const stay = later.filter((made) => !links.includes(made)).map((made) => ({ ...made, path: entry.path }));
    await replaceIn(journal, ids, [...stay, ...heirOf(entry, entries)]);
    return reply;
  }
  const known = [entry, ...later];
  // Without a new history, what is left of the change is found by the lines around it, and so are the later ones.
  const left = reply.structuredContent.change?.journal ?? [
    { ...entry, replaced: entry.replaced.filter((_, part) => hunks !== null && !hunks.includes(part)) },
  ];
  const kept = left.flatMap((made, index) => {
    const of = known[index];
    return of && made.replaced.length > 0 ? [{ ...of, ...made }] : [];
  });
  const ids = known.slice(0, left.length).map((other) => other.id);
  await replaceIn(journal, ids, [...kept, ...(kept.length === 0 ? heirOf(entry, entries) : [])]);
  return reply;
}

function replaceIn(journal: Journal, ids: readonly string[], entries: readonly JournalEntry[]): Promise<void> {
  return journal.alone((held) => held.replace([...new Set([...ids, ...entries.map(({ id }) => id)])], entries));
}

/** Another change in the folders that `entry` made, which will be empty once that is undone too. */
function heirOf(entry: JournalEntry, entries: readonly JournalEntry[]): JournalEntry[] {
  const { madeFolder } = entry;
  const isHeir = (other: JournalEntry): boolean =>
    other !== entry &&
    `${other.madeFolder ?? madeFolder}/`.startsWith(`${madeFolder}/`) &&
    (other.version === null || other.movedTo !== undefined) &&
    currentPath(other, entries).startsWith(`${madeFolder}/`);
  const heir = madeFolder === undefined ? undefined : entries.find(isHeir);
  return heir && madeFolder !== undefined ? [{ ...heir, madeFolder }] : [];
}

function isOverwritten(answer: Answer | undefined): boolean {
  return typeof answer === "object" && "written" in answer && answer.written === "overwritten";
}

/** Whether what `undo` undoes is there, at a certain place: the user would be asked. */
async function isThere(undo: Undo, tools: Tools): Promise<boolean> {
  const approve = (): Promise<Decision> => Promise.resolve({ outcome: "rejected", hunks: null, comment: null });
  const { structuredContent } = await tools.undo(undo, { approve, journal: NO_JOURNAL });
  return structuredContent.change?.outcome === "rejected";
}

function hasSameParts({ replaced }: JournalEntry, shown: JournalEntry): boolean {
  const textOf = (parts: JournalEntry["replaced"]): string => JSON.stringify(parts.map((part) => [part.old, part.new]));
  return textOf(replaced) === textOf(shown.replaced);
}

/** Where the file that `entry` changed is now, as far as the journal knows. */
export function currentPath(entry: JournalEntry, entries: readonly JournalEntry[]): string {
  let path = entry.movedTo ?? entry.path;
  for (const other of entries) {
    if (other.time > entry.time && other.movedTo !== undefined && other.path === path) path = other.movedTo;
  }
  return path;
}

/** The later changes to the text of the file that `entry` changed, oldest first. */
function laterChanges(entry: JournalEntry, entries: readonly JournalEntry[]): JournalEntry[] {
  const later: JournalEntry[] = [];
  let path = entry.movedTo ?? entry.path;
  for (const other of entries) {
    if (other.time <= entry.time || other.path !== path) continue;
    if (other.movedTo === undefined) later.push(other);
    else path = other.movedTo;
  }
  return later;
}

/** The changes of links that the move `entry` made. */
function linksOf(entry: JournalEntry, entries: readonly JournalEntry[]): JournalEntry[] {
  return entries.filter((other) => other.move === entry.id);
}

function undoOf(entry: JournalEntry, entries: readonly JournalEntry[], hunks: number[] | null): Undo {
  const later = laterChanges(entry, entries).map(madeIn);
  return { path: currentPath(entry, entries), change: madeIn(entry), hunks, later };
}

function undoOfMove(entry: JournalEntry, entries: readonly JournalEntry[]): Undo {
  const linked = linksOf(entry, entries).map((link) => undoOf(link, entries, null));
  const moved = { to: entry.path, linked };
  return { path: currentPath(entry, entries), change: madeIn(entry), hunks: null, later: [], moved };
}

function madeIn({ version, newVersion, replaced }: JournalEntry): Made {
  return { version, newVersion, replaced };
}
