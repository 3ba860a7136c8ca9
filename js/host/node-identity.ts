// Entries held by their identity, where the system does not tell where an open file lies (macOS, Windows): the device and
// the number of each folder on the way are noted, and looked at before and after each question. No folder on the way may
// be another one or a link then, and none may have been changed between the two looks, which it is if what it holds is
// swapped and swapped back.
//
// Where the clock of a file system is coarse, two changes that follow at once leave one time. A folder that was changed a
// moment ago is therefore asked several times, and all answers have to be the same.
import * as fs from "node:fs";
import { join } from "node:path";
import { find } from "./node-disk.ts";
import type { Held } from "./node-held.ts";

/** A change longer ago than this has a time of its own on every common file system. */
const RECENT_MS = 50;
/** How many answers have to agree after a recent change. */
const AGREEING = 6;
/** How often an entry is asked about while the folders above it keep changing. */
const TRIES = 20;

/** An entry on the way, and what tells it from any other. */
interface Step {
  readonly place: string;
  readonly identity: string;
}

/** An entry that is held by its identity, and by those of the folders above it. */
export class HeldByIdentity implements Held {
  /** From the vault's root down to the entry itself. */
  readonly #way: readonly Step[];
  readonly place: string;

  private constructor(above: readonly Step[], place: string) {
    this.place = place;
    this.#way = [...above, { place, identity: identityOf(fs.lstatSync(place, { bigint: true })) }];
  }

  /** The vault's root folder, which lies at `place`. */
  static root(place: string): HeldByIdentity {
    return new HeldByIdentity([], place);
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
    // A link that was followed to the file has another identity.
    const isThis = identityOf(fs.fstatSync(file, { bigint: true })) === this.#way.at(-1)?.identity;
    if (isThis && this.sure(() => true, String)) return file;
    fs.closeSync(file);
    return undefined;
  }

  close(): void {
    // Nothing is open.
  }

  /**
   * When the folders above the entry were changed, and the newest of these times in milliseconds; undefined if any of
   * them, or the entry itself, is no longer what it was.
   */
  #look(): { changes: string; newest: number } | undefined {
    const times: bigint[] = [];
    for (const { place, identity } of this.#way) {
      const found = tried(() => fs.lstatSync(place, { bigint: true, throwIfNoEntry: false }));
      if (!("found" in found) || !found.found || identityOf(found.found) !== identity) return undefined;
      times.push(found.found.ctimeNs);
    }
    // What the entry itself holds may change: that leads nowhere else.
    times.pop();
    const newest = times.reduce((newest, time) => (time > newest ? time : newest), 0n);
    return { changes: times.join(" "), newest: Number(newest / 1_000_000n) };
  }
}

/** Windows has neither: a link is followed there, and found out. */
const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = fs.constants as Partial<typeof fs.constants>;
const OPEN = (O_RDONLY ?? 0) | O_NOFOLLOW | O_NONBLOCK;

/** What tells an entry from any other. A link has an identity of its own; Windows tells a device in 32 bits or in 64. */
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
