// Entries held by a descriptor, on Linux: there the system tells where an open file lies, and what is in an open folder
// can be named through it, as `/proc/self/fd/7/a.md`.
import * as fs from "node:fs";
import { join } from "node:path";
import { find } from "./node-disk.ts";
import type { Held } from "./node-held.ts";

/** O_PATH opens an entry only so far that it can be asked about: a link is not followed, a pipe not waited for. */
const LOOK = 0o10000000 | fs.constants.O_NOFOLLOW;
const READ = fs.constants.O_RDONLY | fs.constants.O_NONBLOCK;

/** Where the descriptors of this process are. By its number this is found sooner than by `/proc/self`. */
const DESCRIPTORS = descriptors();

/** An entry that is held by a descriptor. */
export class HeldByDescriptor implements Held {
  readonly place: string;
  readonly #file: number;

  private constructor(place: string, file: number) {
    this.place = place;
    this.#file = file;
  }

  /** Whether the system tells where the open folder at `place` lies. */
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

  /** The entry that lies at `place`; undefined if a link on the way there leads elsewhere. Throws if there is none. */
  static at(place: string): HeldByDescriptor | undefined {
    const file = checked(fs.openSync(place, LOOK), place);
    return file === undefined ? undefined : new HeldByDescriptor(place, file);
  }

  /** Opens the file that lies at `place` for reading; undefined if a link on the way there leads elsewhere. */
  static openAt(place: string): number | undefined {
    return checked(fs.openSync(place, READ | fs.constants.O_NOFOLLOW), place);
  }

  stats(): fs.Stats {
    return fs.fstatSync(this.#file);
  }

  child(name: string): HeldByDescriptor | undefined {
    const found = find(this.#at, name);
    if (found === undefined) return undefined;
    return new HeldByDescriptor(join(this.place, found), fs.openSync(`${this.#at}/${found}`, LOOK));
  }

  sure<T>(ask: (at: string) => T): { found: T } | undefined {
    const found = ask(this.#at);
    return liesAt(this.#file, this.place) ? { found } : undefined;
  }

  watch<T>(watch: (at: string) => T): T {
    return watch(this.#at);
  }

  open(): number | undefined {
    return checked(fs.openSync(this.#at, READ), this.place);
  }

  close(): void {
    fs.closeSync(this.#file);
  }

  /** The path that leads to the open entry, wherever it is moved. */
  get #at(): string {
    return `${DESCRIPTORS}${this.#file}`;
  }
}

/** `file`, if it lies at `place`; else it is closed. */
function checked(file: number, place: string): number | undefined {
  let lies = false;
  try {
    lies = liesAt(file, place);
    return lies ? file : undefined;
  } finally {
    if (!lies) fs.closeSync(file);
  }
}

/** Whether the open entry lies at `place`. Where case makes no difference, the system tells of any. */
function liesAt(file: number, place: string): boolean {
  // Of one that was deleted this is no path any more.
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
