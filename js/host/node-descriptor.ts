// Entries held by a file descriptor, on Linux. There the system reports the path of an open file, and the entries of an
// open folder can be named through it, as `/proc/self/fd/7/a.md`.
import * as fs from "node:fs";
import { join } from "node:path";
import { find, isGoneOrLink } from "./node-disk.ts";
import type { Held } from "./node-held.ts";

/** O_PATH opens an entry for queries only: links are not followed, pipes do not block. */
const LOOK = 0o10000000 | fs.constants.O_NOFOLLOW;
const READ = fs.constants.O_RDONLY | fs.constants.O_NONBLOCK;

/** The folder of this process's descriptors. By process id it is found faster than by `/proc/self`. */
const DESCRIPTORS = descriptors();

/** An entry held by a file descriptor. */
export class HeldByDescriptor implements Held {
  readonly place: string;
  readonly #file: number;

  private constructor(place: string, file: number) {
    this.place = place;
    this.#file = file;
  }

  /** Whether the system reports the path of the open folder at `place`. */
  static works(place: string): boolean {
    if (DESCRIPTORS === "") return false;
    try {
      const held = HeldByDescriptor.at(place);
      held?.close();
      return held !== undefined;
    } catch {
      return false;
    }
  }

  /** Holds the entry at `place`; undefined if a link on the way leads elsewhere. Throws if there is none. */
  static at(place: string): HeldByDescriptor | undefined {
    const file = checked(fs.openSync(place, LOOK), place);
    return file === undefined ? undefined : new HeldByDescriptor(place, file);
  }

  /** Opens the file at `place` for reading; undefined if a link on the way leads elsewhere. */
  static openAt(place: string): number | undefined {
    return checked(fs.openSync(place, READ | fs.constants.O_NOFOLLOW), place);
  }

  stats(): fs.Stats {
    return fs.fstatSync(this.#file);
  }

  child(name: string): HeldByDescriptor | undefined {
    const found = find(this.at, name);
    if (found === undefined) return undefined;
    return new HeldByDescriptor(join(this.place, found), fs.openSync(`${this.at}/${found}`, LOOK));
  }

  sure<T>(ask: (at: string) => T): { found: T } | undefined {
    const found = ask(this.at);
    return liesAt(this.#file, this.place) ? { found } : undefined;
  }

  watch<T>(watch: (at: string) => T): T {
    return watch(this.at);
  }

  open(): number | undefined {
    return checked(fs.openSync(this.at, READ), this.place);
  }

  close(): void {
    try {
      fs.closeSync(this.#file);
    } catch {
      // It was only looked at. A change that was made must not seem to have failed.
    }
  }

  get at(): string {
    return `${DESCRIPTORS}${this.#file}`;
  }
}

/** Holds the entry at `place`; undefined if it is missing or a link. */
export function heldAt(place: string): HeldByDescriptor | undefined {
  try {
    const held = HeldByDescriptor.at(place);
    if (!held?.stats().isSymbolicLink()) return held;
    held.close();
  } catch (error) {
    if (!isGoneOrLink(error)) throw error;
  }
  return undefined;
}

/** `file` if it is at `place`; else closes it. */
function checked(file: number, place: string): number | undefined {
  let lies = false;
  try {
    lies = liesAt(file, place);
    return lies ? file : undefined;
  } finally {
    if (!lies) fs.closeSync(file);
  }
}

/** Whether the open entry is at `place`, compared exactly. */
function liesAt(file: number, place: string): boolean {
  // The path of a deleted entry does not exist.
  const lies = fs.readlinkSync(`${DESCRIPTORS}${file}`);
  return lies === place || lies.toLowerCase() === place.toLowerCase();
}

function descriptors(): string {
  if (process.platform !== "linux" && process.platform !== "android") return "";
  try {
    return `/proc/${fs.readlinkSync("/proc/self")}/fd/`;
  } catch {
    return "";
  }
}
