// `lectern undo`: takes back changes that were made from a terminal.
import type { Reply } from "../../pkg/lectern.js";
import type { JournalEntry } from "../vault/changes.ts";
import { isUndone, undoChange, type UndoPlace } from "../vault/undo-change.ts";
import type { AskedChanges } from "./approve.ts";
import type { Terminal } from "./terminal.ts";
import { UsageError } from "./exit-codes.ts";

/** Letters of an id that are shown, and enough to name it. */
const SHOWN_ID = 8;

const DAMAGED = "the last entry of the undo journal is damaged, so the last change may be missing";

export interface UndoOptions extends Omit<UndoPlace, "approve"> {
  readonly approve: AskedChanges["approve"];
  /** Only lists what can be undone. */
  readonly list: boolean;
  /** Undoes everything. */
  readonly all: boolean;
  /** Whether the user is asked before anything is undone. */
  readonly asks: boolean;
  readonly print: (reply: Reply) => void;
  readonly output: Terminal;
}

const counted = (changes: number): string => (changes === 1 ? "1 change" : `${changes} changes`);

/** A change to undo, and which parts of it; null for all. */
type Target = readonly [JournalEntry, number[] | null];

/** Undoes the changes with these `ids`, or the last change. Returns 1 if there was none, or one could not be undone. */
export async function undo(ids: readonly string[], options: UndoOptions): Promise<number> {
  const { journal, list, all, asks, print, output } = options;
  // Links that a move changed are undone with it.
  const entries = (await journal.entries()).filter(({ move }) => move === undefined).reverse();
  const isUnsure = ids.length === 0 && (await journal.endsDamaged());
  if (isUnsure && !list && !asks) throw new UsageError(`${DAMAGED}; name the change to undo, see lectern undo --list`);
  if (isUnsure) output.line(`warning: ${DAMAGED}`);
  if (list) {
    for (const { id, time, path, replaced, version, newVersion, movedTo } of entries) {
      const done = version === null ? "created" : newVersion === null ? "deleted" : counted(replaced.length);
      const what = movedTo === undefined ? `${done}  ${path}` : `moved  ${path} to ${movedTo}`;
      output.line(`${id.slice(0, SHOWN_ID)}  ${time.slice(0, 16).replace("T", " ")}  ${what}`);
    }
    if (entries.length === 0) output.line("nothing to undo");
    return 0;
  }
  const targets = all ? entries.map((entry): Target => [entry, null]) : chosen(ids, entries);
  if (targets.length === 0) {
    output.line("nothing to undo");
    return 1;
  }
  let worst = 0;
  for (const [index, [entry, hunks]] of targets.entries()) {
    const place = { number: index + 1, count: targets.length };
    const approve: UndoPlace["approve"] = (proposal, signal) => options.approve(proposal, signal, place);
    const reply = await undoChange(entry, hunks, { ...options, approve });
    // Undoing a move takes its links back too.
    if (!reply) continue;
    print(reply);
    if (!isUndone(reply)) worst = 1;
  }
  return worst;
}

/** The changes that `ids` name, newest first: `1f3a`, or `1f3a:2` for its second part. */
function chosen(ids: readonly string[], entries: readonly JournalEntry[]): Target[] {
  if (ids.length === 0) return entries.slice(0, 1).map((entry) => [entry, null]);
  const targets = new Map<JournalEntry, number[] | null>();
  for (const given of ids) {
    const [id = "", part] = given.split(":");
    const found = entries.filter((entry) => id !== "" && entry.id.startsWith(id));
    const [entry] = found;
    if (!entry || found.length > 1) {
      const why = found.length > 1 ? "several changes have" : "no change has";
      throw new UsageError(`${why} the id "${id}"; see lectern undo --list`);
    }
    const hunk = Number(part ?? 1);
    if (!Number.isInteger(hunk) || hunk < 1 || hunk > Math.max(entry.replaced.length, 1)) {
      throw new UsageError(`"${given}" names no part of the change; it has ${entry.replaced.length}`);
    }
    const before = targets.get(entry);
    targets.set(entry, part === undefined || before === null ? null : [...(before ?? []), hunk - 1]);
  }
  return [...targets].sort(([a], [b]) => entries.indexOf(a) - entries.indexOf(b));
}
