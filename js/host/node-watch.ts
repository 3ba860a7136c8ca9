// Watches the folders that the core has listed. Excluded folders are never listed, so they are not watched.
import * as fs from "node:fs";
import type { Answer, Change } from "../../pkg/lectern.js";
import type { Watch } from "../vault/host.ts";
import { nextTurn } from "../base/turns.ts";
import { canBeNamed, statOf } from "./node-disk.ts";
import { keyOf, type Held } from "./node-held.ts";

/** The result of `ask` for the entry at a vault path; or the host's answer if there is no such entry. */
type Hold = (path: string, ask: (held: Held) => fs.Stats | undefined) => fs.Stats | Answer;

/** Entries checked between two turns of the event loop: a few milliseconds of work. */
const LOOKS_AT_ONCE = 50;
/** More events than the system queues: they arrive faster than they can be handled. */
const FLOOD = 20_000;

/** The folders of one vault that are watched. */
export class NodeWatch implements Watch {
  readonly #hold: Hold;
  readonly #changed: (change: Change) => void;
  readonly #folders = new Map<string, { watcher: fs.FSWatcher; identity: string }>();
  /** Possible changes: the folder and the name in it, null if the system does not report it. */
  readonly #pending = new Map<string, [folder: string, name: string | null]>();
  /** Handles the pending changes in the next turn. */
  #next: NodeJS.Immediate | undefined;
  /** Events since the last turn. */
  #events = 0;
  #stopped = false;

  constructor(hold: Hold, changed: (change: Change) => void) {
    this.#hold = hold;
    this.#changed = changed;
  }

  /** Watches `folder`, at the vault path `path`, unless it is watched already. */
  add(path: string, folder: Held): void {
    if (this.#stopped || this.#folders.has(path)) return;
    try {
      const identity = identityOf(folder.stats());
      const watcher = folder.watch((at) => fs.watch(at, { persistent: false }, (_, name) => this.#note(path, name)));
      if (!watcher) return;
      watcher.on("error", () => this.#lose());
      this.#folders.set(path, { watcher, identity });
    } catch {
      // The system's limit of watches is reached, or the folder is gone.
      this.#lose();
    }
  }

  /** Reports an unknown change: all files are listed again, once. */
  tellUnknown(): void {
    if (!this.#stopped) this.#changed("unknown");
  }

  /**
   * Events are delivered between two turns of the event loop, possibly after the message that makes one. Does not wait
   * for later changes.
   */
  async settled(): Promise<void> {
    await nextTurn();
    await nextTurn();
    for (let left = this.#pending.size; left > 0; left -= LOOKS_AT_ONCE) {
      this.#lookAtSome(Math.min(left, LOOKS_AT_ONCE));
      await nextTurn();
    }
  }

  after(ms: number, work: () => void): () => void {
    const timer = setTimeout(work, ms).unref();
    return () => clearTimeout(timer);
  }

  stop(): void {
    this.#stopped = true;
    this.#forget();
  }

  #forget(): void {
    for (const { watcher } of this.#folders.values()) watcher.close();
    this.#folders.clear();
    this.#pending.clear();
    clearImmediate(this.#next);
    this.#next = undefined;
  }

  /** Gives up watching: files are listed again whenever all are needed. */
  #lose(): void {
    if (this.#stopped) return;
    this.stop();
    this.#changed("unwatched");
  }

  /**
   * Notes that `name` in `folder` has changed. Checking each event at once would take longer than the next event takes
   * to arrive.
   */
  #note(folder: string, name: string | null): void {
    if (this.#stopped) return;
    if (++this.#events > FLOOD) {
      // The next listing starts watching again.
      this.#events = 0;
      this.#forget();
      this.#changed("unknown");
      return;
    }
    this.#pending.set(`${folder}/${name ?? ""}`, [folder, name]);
    this.#next ??= setImmediate(() => this.#lookInTurn()).unref();
  }

  #lookInTurn(): void {
    this.#next = undefined;
    this.#events = 0;
    this.#lookAtSome(LOOKS_AT_ONCE);
    if (this.#pending.size > 0) this.#next ??= setImmediate(() => this.#lookInTurn()).unref();
  }

  #lookAtSome(count: number): void {
    for (const [key, [folder, name]] of [...this.#pending].slice(0, count)) {
      this.#pending.delete(key);
      this.#look(folder, name);
    }
  }

  /** Checks an entry and reports the change. */
  #look(folder: string, name: string | null): void {
    if (this.#stopped) return;
    if (name === null) {
      this.#changed("unknown");
      return;
    }
    // Listings leave it out too. The core would read `a\b.md` as a file in the folder `a`.
    if (!canBeNamed(name)) return;
    // What the path opens, which may be a file whose name is in another Unicode form.
    const path = (folder === "" ? name : `${folder}/${name}`).normalize("NFC");
    const answer = this.#hold(path, (held) => held.sure(() => held.stats(), keyOf)?.found);
    const found = answer instanceof fs.Stats ? answer : undefined;
    const known = this.#folders.get(path);
    // A watched folder reports its own files.
    if (found?.isDirectory() && known?.identity === identityOf(found)) return;
    // Another folder has taken its place; the watch is on the old one.
    if (known) this.#leave(path);
    if (found?.isFile()) this.#changed({ written: { path, ...statOf(found) } });
    // A new folder may contain files, so it has to be listed.
    else this.#changed(found?.isDirectory() ? "unknown" : { gone: path });
  }

  /** Stops watching the folder at `path`, which is gone. */
  #leave(path: string): void {
    for (const [below, { watcher }] of this.#folders) {
      if (below !== path && !below.startsWith(`${path}/`)) continue;
      watcher.close();
      this.#folders.delete(below);
    }
    this.#changed({ folder_gone: path });
  }
}

/** Distinguishes a folder from one that replaces it; inode numbers are reused. */
function identityOf({ dev, ino, birthtimeMs }: fs.Stats): string {
  return [dev, ino, birthtimeMs].join(" ");
}
