// Watching a folder on disk: each folder that the core has listed, by itself. Closed ones are never listed, and so never
// watched.
import * as fs from "node:fs";
import type { Answer, Change } from "../../pkg/lectern.js";
import type { Watch } from "../vault/host.ts";
import { nextTurn } from "../base/turns.ts";
import { canBeNamed } from "./node-disk.ts";
import { keyOf, type Held } from "./node-held.ts";

/** What `ask` finds out about what is at a vault path; or the host's answer if there is nothing that can be asked about. */
type Hold = (path: string, ask: (held: Held) => fs.Stats | undefined) => fs.Stats | Answer;

/** How many places are looked at between two turns of the loop: some milliseconds' work. */
const LOOKS_AT_ONCE = 50;
/** More events than the system queues: they come faster than they are taken in, and would come for ever. */
const FLOOD = 20_000;

/** The folders of one vault that are watched. */
export class NodeWatch implements Watch {
  readonly #hold: Hold;
  readonly #changed: (change: Change) => void;
  readonly #folders = new Map<string, { watcher: fs.FSWatcher; identity: string }>();
  /** What may have changed: the folder and the name in it, null where the system does not tell. */
  readonly #pending = new Map<string, [folder: string, name: string | null]>();
  /** Looks at what is pending in the next turn. */
  #next: NodeJS.Immediate | undefined;
  /** Events since the last turn. */
  #events = 0;
  #stopped = false;

  constructor(hold: Hold, changed: (change: Change) => void) {
    this.#hold = hold;
    this.#changed = changed;
  }

  /** Watches `folder`, at the vault path `path`, if it is not watched yet. */
  add(path: string, folder: Held): void {
    if (this.#stopped || this.#folders.has(path)) return;
    try {
      const identity = identityOf(folder.stats());
      const watcher = folder.watch((at) => fs.watch(at, { persistent: false }, (_, name) => this.#note(path, name)));
      if (!watcher) return;
      watcher.on("error", () => this.#lose());
      this.#folders.set(path, { watcher, identity });
    } catch {
      // The system lets no more folders be watched, or this one has gone.
      this.#lose();
    }
  }

  /** Something could not be looked at, and nothing else tells of it: all files are listed anew, once. */
  tellUnknown(): void {
    if (!this.#stopped) this.#changed("unknown");
  }

  /**
   * What the system has told is delivered between two turns of the loop, perhaps behind the message that makes one. What
   * happens meanwhile is not waited for.
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

  /** From now on all files are listed whenever all are needed. */
  #lose(): void {
    if (this.#stopped) return;
    this.stop();
    this.#changed("unwatched");
  }

  /** Something is different about `name` in `folder`. Looking at it at once would take longer than the next event does. */
  #note(folder: string, name: string | null): void {
    if (this.#stopped) return;
    if (++this.#events > FLOOD) {
      // The next listing begins to watch again.
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

  /** Tells what is there now. */
  #look(folder: string, name: string | null): void {
    if (this.#stopped) return;
    if (name === null) {
      this.#changed("unknown");
      return;
    }
    // No listing names it either. To the core, `a\b.md` would be a file in the folder `a`.
    if (!canBeNamed(name)) return;
    const path = folder === "" ? name : `${folder}/${name}`;
    const answer = this.#hold(path, (held) => held.sure(() => held.stats(), keyOf)?.found);
    const found = answer instanceof fs.Stats ? answer : undefined;
    const known = this.#folders.get(path);
    // One that is known tells of its own files.
    if (found?.isDirectory() && known?.identity === identityOf(found)) return;
    // Another has taken its place: what is watched is the one that went.
    if (known) this.#leave(path);
    if (found?.isFile()) this.#changed({ written: { path, size: found.size, mtime: found.mtimeMs } });
    // A new folder, perhaps with files: it has to be listed.
    else this.#changed(found?.isDirectory() ? "unknown" : { gone: path });
  }

  /** The folder at `path` has gone. */
  #leave(path: string): void {
    for (const [below, { watcher }] of this.#folders) {
      if (below !== path && !below.startsWith(`${path}/`)) continue;
      watcher.close();
      this.#folders.delete(below);
    }
    this.#changed({ folder_gone: path });
  }
}

/** What tells a folder from another in its place; numbers of folders that have gone are given again. */
function identityOf({ dev, ino, birthtimeMs }: fs.Stats): string {
  return [dev, ino, birthtimeMs].join(" ");
}
