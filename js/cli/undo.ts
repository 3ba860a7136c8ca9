// `lectern undo`: takes back changes that were made from a terminal.
import type { Reply } from "../../pkg/lectern.js";
import type { Journal, JournalEntry } from "../vault/changes.ts";
import type { Tools } from "../vault/tools.ts";
import type { Terminal } from "./terminal.ts";
import { UsageError } from "./usage.ts";

/** Letters of an id that are shown, and enough to name it. */
const SHOWN_ID = 8;

export interface UndoOptions {
  readonly tools: Tools;
  readonly journal: Journal;
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
  const { tools, journal, list, all, print, output } = options;
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
  for (const [entry, hunks] of targets) {
    const { path, version, newVersion, replaced } = entry;
    const reply = await tools.undo({ path, version, newVersion, replaced: [...replaced], hunks });
    print(reply);
    const { change } = reply.structuredContent;
    if (change?.outcome === "accepted" || change?.outcome === "unchanged") {
      await journal.remove(entry.id);
      const rest = replaced.filter((_, index) => hunks && !hunks.includes(index));
      if (rest.length > 0)
        await journal.record({ ...entry, id: crypto.randomUUID(), newVersion: change.version, replaced: rest });
    } else {
      worst = 1;
    }
  }
  return worst;
}

/** The changes that `ids` name, newest first: `1f3a`, or `1f3a:2` for its second part. */
function chosen(ids: readonly string[], entries: readonly JournalEntry[]): Target[] {
  if (ids.length === 0) return entries.slice(0, 1).map((entry) => [entry, null]);
  const targets = ids.map((given): Target => {
    const [id = "", part] = given.split(":");
    const found = entries.filter((entry) => id !== "" && entry.id.startsWith(id));
    const [entry] = found;
    if (!entry || found.length > 1) {
      throw new UsageError(
        `${found.length > 1 ? "several changes have" : "no change has"} the id "${id}"; see lectern undo --list`,
      );
    }
    if (part === undefined) return [entry, null];
    const hunk = Number(part);
    if (!Number.isInteger(hunk) || hunk < 1 || hunk > entry.replaced.length) {
      throw new UsageError(`"${given}" names no part of the change; it has ${entry.replaced.length}`);
    }
    return [entry, [hunk - 1]];
  });
  return targets.sort(([a], [b]) => entries.indexOf(a) - entries.indexOf(b));
}
