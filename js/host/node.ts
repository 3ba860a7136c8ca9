// The Node host: a vault in a folder on disk. It does not follow symbolic links: it reports where a link leads, and the
// core checks that path against the policy. Nothing outside the folder is listed or read, even if files and folders are
// swapped for links meanwhile: see node-held.ts.
// Calls that take the system microseconds are synchronous: as promises they would take twenty times as long.
//
// What the Node host says of an entry, it asked of that entry, not of its path twice. A call takes in only the changes
// that were queued when it began.
import * as fs from "node:fs";
import { basename, join, resolve, sep } from "node:path";
import type { Answer, Change, Move, Write } from "../../pkg/lectern.js";
import type { PdfJs } from "../documents/pdfjs.ts";
import type { KeptTexts } from "../documents/kept-text.ts";
import type { DrawPicture } from "../documents/picture.ts";
import {
  type Embedder,
  type Host,
  type KeptIndex,
  type KeptPieces,
  PAGE,
  pageAfter,
  type Rules,
  type Watch,
} from "../vault/host.ts";
import { HeldByDescriptor, heldAt } from "./node-descriptor.ts";
import {
  contentOf,
  entriesIn,
  failure,
  find,
  isGoneOrLink,
  linkedPath,
  realpath,
  statOf,
  target,
  vaultPath,
} from "./node-disk.ts";
import { type Places, removeEmptyFolder } from "./node-files.ts";
import { keyOf, type Held } from "./node-held.ts";
import { HeldByIdentity } from "./node-identity.ts";
import { NodeRules } from "./node-rules.ts";
import { restore, trashed } from "./node-trash.ts";
import { NodeWatch } from "./node-watch.ts";
import { moveFile, writeFile } from "./node-write.ts";

/** A folder on disk as a vault. */
export class NodeHost implements Host {
  /** The folder's real path. */
  readonly root: string;
  /** The real path, and the one that was given, which may have links: links in the vault may use it. */
  readonly roots: readonly string[];
  documentMs?: number;
  kept?: KeptIndex;
  texts?: KeptTexts;
  vectors?: KeptPieces;
  embedder?: Embedder;
  readonly #rules: NodeRules;
  #watch: NodeWatch | undefined;
  /** The entries of folders that are being listed in pages. */
  readonly #listed = new Map<string, fs.Dirent[]>();

  /** Whether entries can be held by a file descriptor. */
  readonly #tellsPlaces: boolean;

  readonly #places: Places = { hold: (path) => this.#held(path) };

  private constructor(root: string, given: string, tellsPlaces: boolean) {
    this.root = root;
    this.roots = [...new Set([root, given])];
    this.#rules = new NodeRules(root);
    this.#tellsPlaces = tellsPlaces;
  }

  /**
   * Opens `folder`. Throws if it does not exist. `tellsPlaces`: whether the system reports the path of an open file.
   */
  static open(folder: string, tellsPlaces?: boolean): NodeHost {
    const root = realpath(folder);
    if (!fs.statSync(root).isDirectory()) throw new Error("not a folder");
    return new NodeHost(root, resolve(folder), tellsPlaces ?? HeldByDescriptor.works(root));
  }

  stat(path: string): Answer {
    return this.#hold<Answer>(path, (held) => {
      const sure = held.sure(() => held.stats(), keyOf);
      if (!sure) return undefined;
      const { found } = sure;
      // The file system may accept other names: another case, NTFS short names.
      const real = this.#realName(held);
      if (real === undefined) return undefined;
      if (real !== path) return { moved: real };
      if (found.isFile()) return { file: { size: found.size, mtime: found.mtimeMs } };
      return found.isDirectory() ? "folder" : "special";
    });
  }

  list(path: string, from: number): Answer {
    const answer = this.#hold<Answer>(path, (folder) => {
      // Before reading, so that no change is missed in between.
      this.#watch?.add(path, folder);
      const named = (from > 0 && this.#listed.get(path)) || folder.sure(entriesIn, namesOf)?.found;
      if (!named) return undefined;
      const page = named.slice(from, from + PAGE);
      // A file that has vanished since is left out.
      const files = page.filter((entry) => entry.isFile()).map(({ name }) => name);
      const stats = folder.sure((at) => files.map((name) => statsIn(at, name)), keysOf)?.found;
      if (!stats) return undefined;
      const next = pageAfter(from, named.length);
      if (next === null) this.#listed.delete(path);
      else this.#listed.set(path, named);
      const below = (name: string): string => (path ? `${path}/${name}` : name);
      return {
        listing: {
          files: files.flatMap((name, index) => {
            const found = stats[index];
            return found?.isFile() ? [{ path: below(name), ...statOf(found) }] : [];
          }),
          folders: page.filter((entry) => entry.isDirectory()).map(({ name }) => below(name)),
          next,
        },
      };
    });
    if (typeof answer === "object" && "listing" in answer) return answer;
    // A folder that can't be listed must not hide the others.
    this.#listed.delete(path);
    if (answer === SWAPPED) this.#watch?.tellUnknown();
    return path === "" ? answer : NOTHING;
  }

  /** See {@link NodeRules}. */
  rules(): Rules {
    return this.#rules.read();
  }

  watch(changed: (change: Change) => void): Watch {
    return (this.#watch = new NodeWatch((path, look) => this.#hold(path, look), changed));
  }

  links(): Answer {
    return { links: [] };
  }

  async read(path: string, signal?: AbortSignal): Promise<Answer> {
    try {
      const opened = this.#open(path);
      if (typeof opened !== "number") return opened;
      try {
        const bytes = await contentOf(opened, signal);
        return bytes ? { bytes } : SWAPPED;
      } finally {
        fs.closeSync(opened);
      }
    } catch (error) {
      return failure(error);
    }
  }

  write = (change: Write): Answer => writeFile(this.#places, change);
  move = (change: Move): Answer => moveFile(this.#places, change);
  readonly trashed = (path: string): Uint8Array[] => trashed(this.#places, path);
  readonly restore = (change: Write): Answer | undefined => restore(this.#places, change);
  readonly removeEmptyFolder = (path: string): boolean => removeEmptyFolder(this.#places, path);

  linkCount(path: string): number {
    const answer = this.#hold(path, (held) => ({ count: held.stats().nlink }));
    return typeof answer === "object" && "count" in answer ? answer.count : 1;
  }

  async drawPicture(...picture: Parameters<DrawPicture>): Promise<Answer> {
    return (await import("./node-pictures.ts")).drawInNode(...picture);
  }

  async pdfJs(): Promise<PdfJs> {
    return (await import("./node-pdf.ts")).loadPdfJs();
  }

  /** Opens the file at `path` for reading; else returns the answer to give instead. */
  #open(path: string): number | Answer {
    // The fast path, twice as fast: the file is nearly always at its path.
    if (this.#tellsPlaces) {
      try {
        const file = HeldByDescriptor.openAt(join(this.root, path));
        if (file !== undefined) return file;
      } catch (error) {
        if (!isGoneOrLink(error)) throw error;
      }
    }
    const opened = this.#hold(path, (held) => held.open());
    // `stat` found no link on this path. If there is one now, the file was swapped.
    const isLink = opened === "outside" || (typeof opened === "object" && "moved" in opened);
    return isLink ? SWAPPED : opened;
  }

  /** The result of `ask` for the entry at `path`; retried if the entry is moved meanwhile. */
  #hold<T>(path: string, ask: (held: Held) => T | undefined): Answer | T {
    try {
      for (let tries = 0; tries < TRIES; tries++) {
        const reached = this.#reach(path);
        if (reached === undefined) continue;
        if (!("held" in reached)) return reached.answer;
        try {
          const answer = ask(reached.held);
          if (answer !== undefined) return answer;
        } finally {
          reached.held.close();
        }
      }
      return SWAPPED;
    } catch (error) {
      return failure(error);
    }
  }

  /** Holds the entry at `path`; undefined if it is missing. Throws if a link is on the way. */
  #held(path: string): Held | undefined {
    for (let tries = 0; tries < TRIES; tries++) {
      const reached = this.#reach(path);
      if (!reached) continue;
      if ("held" in reached) return reached.held;
      if (reached.answer === "missing") return undefined;
      throw new Error("a symbolic link is on the way to it");
    }
    throw new Error("it was moved while it was written");
  }

  /**
   * Holds the entry at `path`; or the answer to `stat` if there is none or a link is on the way; undefined if it was
   * moved.
   */
  #reach(path: string): { held: Held } | { answer: Answer } | undefined {
    // One step if the names on disk are those of the path; else name by name.
    const exact = this.#tellsPlaces ? heldAt(join(this.root, path)) : undefined;
    if (exact) return { held: exact };
    let held: Held | undefined = this.#tellsPlaces ? HeldByDescriptor.at(this.root) : HeldByIdentity.root(this.root);
    const names = path === "" ? [] : path.split("/");
    for (const [index, name] of names.entries()) {
      if (!held) return undefined;
      const next = this.#step(held, name, names.slice(index + 1));
      if (!next || "answer" in next) return next;
      held = next.held;
    }
    return held && { held };
  }

  /** Takes one step from `folder`, which it closes; `rest` are the names that follow. */
  #step(folder: Held, name: string, rest: string[]): { held: Held } | { answer: Answer } | undefined {
    try {
      const held = folder.child(name);
      if (!held) {
        const isMissing = folder.sure((at) => find(at, name) === undefined, String)?.found;
        return isMissing ? { answer: "missing" } : undefined;
      }
      if (!held.stats().isSymbolicLink()) return { held };
      held.close();
      const text = folder.sure((at) => fs.readlinkSync(join(at, basename(held.place)), "utf8"), String);
      return text && { answer: this.#follow(target(folder.place, text.found), rest) };
    } finally {
      folder.close();
    }
  }

  /** The answer if a link leads to `place` and `rest` follows. Only one step: another link may follow. */
  #follow(place: string, rest: string[]): Answer {
    const path = linkedPath(this.roots, join(place, ...rest));
    return path === undefined ? "outside" : { moved: path };
  }

  /** The path of a held entry by its names on disk; undefined if it was moved. */
  #realName(held: Held): string | undefined {
    // For a descriptor, the names have been compared already.
    const place = this.#tellsPlaces ? held.place : held.sure((at) => realpath(at), String)?.found;
    return place === undefined ? undefined : vaultPath(this.roots, place);
  }
}

const NOTHING: Answer = { listing: { files: [], folders: [], next: null } };
const SWAPPED: Answer = { failed: "it was moved while it was read" };

/** How often an entry that keeps being moved is looked up. */
const TRIES = 3;

function namesOf(entries: fs.Dirent[]): string {
  return entries.map(({ name }) => name).join("/");
}

/** The entry `name` in the folder at `at`; undefined if it has vanished. */
function statsIn(at: string, name: string): fs.Stats | undefined {
  return fs.lstatSync(`${at}${sep}${name}`, { throwIfNoEntry: false });
}

function keysOf(all: (fs.Stats | undefined)[]): string {
  return all.map(keyOf).join("/");
}
