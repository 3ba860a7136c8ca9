// Entries held by identity, where the system does not report the path of an open file (macOS, Windows): the device and
// inode of each folder on the way are compared before and after each query. None of these folders may have been
// replaced, or changed in between, as it is if an entry is swapped and swapped back. On a coarse clock, two changes in
// a row may share one time. So if a folder was changed recently, the query is repeated, and all answers must agree.
import * as fs from "node:fs";
import { join } from "node:path";
import { find } from "./node-disk.ts";
import type { Held } from "./node-held.ts";

/** A change this old has its own time on every common file system. */
const RECENT_MS = 50;
/** How many answers must agree after a recent change. */
const AGREEING = 6;
/** How often a query is repeated while the parent folders keep changing. */
const TRIES = 20;

/** An entry on the way, and its identity. */
interface Step {
  readonly place: string;
  readonly identity: string;
}

/** An entry held by its identity and those of its parent folders. */
export class HeldByIdentity implements Held {
  /** From the vault's root to the entry. */
  readonly #way: readonly Step[];
  readonly place: string;

  private constructor(above: readonly Step[], place: string) {
    this.place = place;
    this.#way = [...above, { place, identity: identityOf(fs.lstatSync(place, { bigint: true })) }];
  }

  /** Holds the vault's root folder, at `place`. */
  static root(place: string): HeldByIdentity {
    return new HeldByIdentity([], place);
  }

  get at(): string {
    return this.place;
  }

  stats(): fs.Stats {
    return fs.lstatSync(this.place);
  }

  child(name: string): HeldByIdentity | undefined {
    const found = find(this.place, name);
    return found === undefined ? undefined : new HeldByIdentity(this.#way, join(this.place, found));
  }

  sure<T>(ask: (at: string) => T, key: (found: T) => string): { found: T } | undefined {
    let [agreed, before] = ["", 0];
    for (let tries = 0; tries < TRIES; tries++) {
      const first = this.#look();
      const found = tried(() => ask(this.place));
      const second = this.#look();
      if (!first || !second) return undefined;
      if (first.changes !== second.changes) continue;
      const said = "error" in found ? `error ${found.error.message}` : `found ${key(found.found)}`;
      [agreed, before] = [said, said === agreed ? before + 1 : 1];
      if (before < (Date.now() - second.newest < RECENT_MS ? AGREEING : 1)) continue;
      if ("error" in found) throw found.error;
      return found;
    }
    return undefined;
  }

  watch<T extends { close(): void }>(watch: (at: string) => T): T | undefined {
    const watcher = watch(this.place);
    if (this.sure(() => true, String)) return watcher;
    watcher.close();
    return undefined;
  }

  open(): number | undefined {
    const file = fs.openSync(this.place, OPEN);
    // If a link was followed, the identity differs.
    const isThis = identityOf(fs.fstatSync(file, { bigint: true })) === this.#way.at(-1)?.identity;
    if (isThis && this.sure(() => true, String)) return file;
    fs.closeSync(file);
    return undefined;
  }

  close(): void {
    // Nothing is open.
  }

  /**
   * The times of change of the parent folders, and the latest in milliseconds; undefined if one of them, or the entry
   * itself, was replaced.
   */
  #look(): { changes: string; newest: number } | undefined {
    const times: bigint[] = [];
    for (const { place, identity } of this.#way) {
      const found = tried(() => fs.lstatSync(place, { bigint: true, throwIfNoEntry: false }));
      if (!("found" in found) || !found.found || identityOf(found.found) !== identity) return undefined;
      times.push(found.found.ctimeNs);
    }
    // Changes inside the entry do not matter.
    times.pop();
    const newest = times.reduce((newest, time) => (time > newest ? time : newest), 0n);
    return { changes: times.join(" "), newest: Number(newest / 1_000_000n) };
  }
}

/** Windows has neither flag: a link is followed there, and detected. */
const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = fs.constants as Partial<typeof fs.constants>;
const OPEN = (O_RDONLY ?? 0) | O_NOFOLLOW | O_NONBLOCK;

/** Distinguishes an entry from any other. Links have their own identity; Windows reports devices in 32 or 64 bits. */
function identityOf({ dev, ino, mode }: fs.BigIntStats): string {
  return [BigInt.asUintN(32, dev), ino, mode & BigInt(fs.constants.S_IFMT)].join(" ");
}

function tried<T>(work: () => T): { found: T } | { error: Error } {
  try {
    return { found: work() };
  } catch (error) {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }
}
