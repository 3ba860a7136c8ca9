// An entry of a vault on disk that is held: it was reached from the vault's root without following a link, and what is
// asked about it is answered for that very entry. A path says less: if it is looked up twice, it may lead elsewhere the
// second time, since any program that can write in the vault can swap a folder for a link.
//
// node-descriptor.ts does this where the system tells where an open file lies, node-identity.ts everywhere else.
import type { Stats } from "node:fs";

/** A file, folder or link of the vault. */
export interface Held {
  /** Where it lies on disk. */
  readonly place: string;
  /** What it is, and how large. */
  stats(): Stats;
  /** What is in this folder by the vault's name `name`; undefined if nothing is. */
  child(name: string): Held | undefined;
  /**
   * What `ask` finds out about the entry, which it reaches by the path `at`; undefined if the entry was moved meanwhile.
   * `ask` may be called more than once: `key` is the same for results that say the same.
   */
  sure<T>(ask: (at: string) => T, key: (found: T) => string): { found: T } | undefined;
  /** Has the system watch the entry; undefined if it was moved meanwhile. */
  watch<T extends { close(): void }>(watch: (at: string) => T): T | undefined;
  /** Opens this file for reading; undefined if it was moved meanwhile. */
  open(): number | undefined;
  /** Ends its use. */
  close(): void;
}

/** What `stats` says that an answer may hold, as a key for {@link Held.sure}. */
export function keyOf(stats: Stats | undefined): string {
  return stats ? [stats.dev, stats.ino, stats.mode, stats.size, stats.mtimeMs].join(" ") : "";
}
