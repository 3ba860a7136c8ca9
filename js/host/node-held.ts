// A held entry of a vault on disk: it was reached from the vault's root without following a link, and every query is
// answered for that very entry. A path is not enough: any program that can write in the vault can swap a folder for a
// link between two lookups. node-descriptor.ts does this where the system reports the path of an open file,
// node-identity.ts everywhere else.
import type { Stats } from "node:fs";

/** A file, folder or link of the vault. */
export interface Held {
  /** Its path on disk. */
  readonly place: string;
  /** A path to the entry for one use: on Linux to the entry itself, wherever it is moved. */
  readonly at: string;
  /** Its type and size. */
  stats(): Stats;
  /** The entry in this folder that the vault calls `name`; undefined if there is none. */
  child(name: string): Held | undefined;
  /**
   * The result of `ask`, which gets a path to the entry; undefined if the entry was moved meanwhile. `ask` may be
   * called more than once: `key` is equal for equal results.
   */
  sure<T>(ask: (at: string) => T, key: (found: T) => string): { found: T } | undefined;
  /** Watches the entry; undefined if it was moved meanwhile. */
  watch<T extends { close(): void }>(watch: (at: string) => T): T | undefined;
  /** Opens this file for reading; undefined if it was moved meanwhile. */
  open(): number | undefined;
  /** Releases the entry. */
  close(): void;
}

/** The relevant part of `stats`, as a key for {@link Held.sure}. */
export function keyOf(stats: Stats | undefined): string {
  return stats ? [stats.dev, stats.ino, stats.mode, stats.size, stats.mtimeMs].join(" ") : "";
}
