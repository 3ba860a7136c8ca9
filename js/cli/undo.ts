// `lectern undo`: takes back changes that were made from a terminal.
import type { Made, Reply } from "../../pkg/lectern.js";
import { NO_JOURNAL, type Changes, type Journal, type JournalEntry } from "../vault/changes.ts";
import type { Tools } from "../vault/tools.ts";
import type { Terminal } from "./terminal.ts";
import { UsageError } from "./usage.ts";

/** Letters of an id that are shown, and enough to name it. */
const SHOWN_ID = 8;

export interface UndoOptions {
  readonly tools: Tools;
  readonly journal: Journal;
  readonly approve: Changes["approve"];
  /** Only lists what can be undone. */
  readonly list: boolean;
  /** Undoes everything. */
  readonly all: boolean;
  readonly print: (reply: Reply) => void;
  readonly output: Terminal;
}

/** A change to undo, and which parts of it; null for all. */
type Target = readonly [JournalEntry, number[] | null];

/** Undoes the changes that `ids` name, or the last one. Returns 1 if one of them could not be undone. */
export async function undo(ids: readonly string[], options: UndoOptions): Promise<number> {
  const { tools, journal, approve, list, all, print, output } = options;
  const entries = [...(await journal.entries())].reverse();
  if (list) {
    for (const { id, time, path, replaced, version, newVersion } of entries) {
      const what = version === null ? "created" : newVersion === null ? "deleted" : `${replaced.length} changed`;
      output.line(`${id.slice(0, SHOWN_ID)}  ${time.slice(0, 16).replace("T", " ")}  ${what}  ${path}`);
    }
    if (entries.length === 0) output.line("nothing to undo");
    return 0;
  }
  const targets = all ? entries.map((entry): Target => [entry, null]) : chosen(ids, entries);
  if (targets.length === 0) {
    output.line("nothing to undo");
    return 0;
  }
  let worst = 0;
  for (const [{ id }, hunks] of targets) {
    // An earlier one may have changed what the journal has of it.
    const now = await journal.entries();
    const entry = now.find((other) => other.id === id);
    if (!entry) continue;
    const later = now.filter((other) => other.path === entry.path && other.time > entry.time);
    const { path } = entry;
    const undo = { path, change: madeIn(entry), hunks, later: later.map(madeIn) };
    // What is undone leaves the journal instead of being added to it.
    const reply = await tools.undo(undo, { approve, journal: NO_JOURNAL });
    print(reply);
    const { change } = reply.structuredContent;
    if (change?.outcome === "accepted" || change?.outcome === "unchanged") {
      const known = [entry, ...later];
      // Without a new history, what is left of the change is found by the lines around it, and so are the later ones.
      const left = change.journal ?? [
        { ...entry, replaced: entry.replaced.filter((_, part) => !isUndone(part, hunks)) },
      ];
      const kept = left.flatMap((made, index) => {
        const of = known[index];
        return of && made.replaced.length > 0 ? [{ ...of, ...made }] : [];
      });
      await journal.replace(
        known.slice(0, left.length).map((other) => other.id),
        kept,
      );
    } else {
      worst = 1;
    }
  }
  return worst;
}

/** Whether the part with this index was to be undone. */
function isUndone(part: number, hunks: readonly number[] | null): boolean {
  return hunks === null || hunks.includes(part);
}

function madeIn({ version, newVersion, replaced }: JournalEntry): Made {
  return { version, newVersion, replaced };
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
