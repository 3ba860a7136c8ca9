// Watching a folder on disk: each folder that the core has listed, by itself. Closed ones are never listed, and so never
// watched.
import * as fs from "node:fs";
import { join } from "node:path";
import type { Change } from "../../pkg/lectern.js";
import { nextTurn } from "../turns.ts";
import type { Watch } from "../host.ts";

/** The folders of one vault that are watched. */
export class NodeWatch implements Watch {
  readonly #root: string;
  readonly #changed: (change: Change) => void;
  readonly #folders = new Map<string, { watcher: fs.FSWatcher; identity: string }>();
  #stopped = false;

  constructor(root: string, changed: (change: Change) => void) {
    this.#root = root;
    this.#changed = changed;
  }

  /** Watches the folder at the vault path `path`, if it is not watched yet. */
  add(path: string): void {
    if (this.#stopped || this.#folders.has(path)) return;
    try {
      const place = join(this.#root, path);
      const identity = identityOf(fs.lstatSync(place));
      const watcher = fs.watch(place, { persistent: false }, (_, name) => this.#look(path, name));
      watcher.on("error", () => this.#lose());
      this.#folders.set(path, { watcher, identity });
    } catch {
      // The system lets no more folders be watched, or this one has gone.
      this.#lose();
    }
  }

  /** What the system has told is delivered between two turns of the loop, perhaps behind the message that makes one. */
  async settled(): Promise<void> {
    await nextTurn();
    await nextTurn();
  }

  after(ms: number, work: () => void): () => void {
    const timer = setTimeout(work, ms).unref();
    return () => clearTimeout(timer);
  }

  stop(): void {
    this.#stopped = true;
    for (const { watcher } of this.#folders.values()) watcher.close();
    this.#folders.clear();
  }

  /** From now on all files are listed whenever all are needed. */
  #lose(): void {
    if (this.#stopped) return;
    this.stop();
    this.#changed("unwatched");
  }

  /** Something is different about `name` in `folder`. */
  #look(folder: string, name: string | null): void {
    if (this.#stopped) return;
    if (name === null) {
      this.#changed("unknown");
      return;
    }
    const path = folder === "" ? name : `${folder}/${name}`;
    let found: fs.Stats | undefined;
    try {
      found = fs.lstatSync(join(this.#root, path), { throwIfNoEntry: false });
    } catch {
      // Nothing that could be listed either.
    }
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
