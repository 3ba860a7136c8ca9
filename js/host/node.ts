// The Node host: a vault that is a folder on disk. It follows no symbolic link by itself: it tells the core where the
// link leads, and the core asks its policy before it goes on. Nothing outside the folder is listed or read, also while
// files and folders are swapped for links: see node-held.ts.
//
// What takes the system some microseconds is asked for at once: as a promise it takes twenty times as long.
import * as fs from "node:fs";
import { basename, isAbsolute, join, relative, resolve, sep } from "node:path";
import type { Answer, Change } from "../../pkg/lectern.js";
import type { PdfJs } from "../documents/pdfjs.ts";
import { PAGE, pageAfter, type Host, type Rules, type Watch } from "../vault/host.ts";
import { HeldByDescriptor } from "./node-descriptor.ts";
import {
  canBeNamed,
  contentOf,
  entriesIn,
  failure,
  find,
  isGoneOrLink,
  realpath,
  realpathOf,
  target,
} from "./node-disk.ts";
import { keyOf, type Held } from "./node-held.ts";
import { HeldByIdentity } from "./node-identity.ts";
import { loadPdfJs } from "./node-pdf.ts";
import { NodeRules } from "./node-rules.ts";
import { NodeWatch } from "./node-watch.ts";

/** A folder on disk as a vault. */
export class NodeHost implements Host {
  /** Free of links. */
  readonly #root: string;
  /** As it was given: links in the vault may name it so. */
  readonly #given: string;
  readonly #rules: NodeRules;
  #watch: NodeWatch | undefined;

  /** The entries of folders that are being listed page by page. */
  readonly #listed = new Map<string, fs.Dirent[]>();

  /** Whether entries can be held by a descriptor. */
  readonly #tellsPlaces: boolean;

  private constructor(root: string, given: string, tellsPlaces: boolean) {
    this.#root = root;
    this.#given = given;
    this.#rules = new NodeRules(root);
    this.#tellsPlaces = tellsPlaces;
  }

  /** Opens `folder`. Throws if there is none. `tellsPlaces`: whether the system tells where an open file lies. */
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
      // The file system may take other names for these: other case, NTFS's short names.
      const real = this.#realName(held);
      if (real === undefined) return undefined;
      if (real !== path) return { moved: real };
      if (found.isFile()) return { file: { size: found.size, mtime: found.mtimeMs } };
      return found.isDirectory() ? "folder" : "special";
    });
  }

  list(path: string, from: number): Answer {
    const answer = this.#hold<Answer>(path, (folder) => {
      // Before it is read, so that no change falls between the two.
      this.#watch?.add(path, folder);
      const named = (from > 0 && this.#listed.get(path)) || folder.sure(entriesIn, namesOf)?.found;
      if (!named) return undefined;
      const page = named.slice(from, from + PAGE);
      // One that has vanished since is left out.
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
            return found?.isFile() ? [{ path: below(name), size: found.size, mtime: found.mtimeMs }] : [];
          }),
          folders: page.filter((entry) => entry.isDirectory()).map(({ name }) => below(name)),
          next,
        },
      };
    });
    if (typeof answer === "object" && "listing" in answer) return answer;
    // One folder that cannot be listed hides nothing of the others.
    this.#listed.delete(path);
    if (answer === SWAPPED) this.#watch?.tellUnknown();
    return path === "" ? answer : NOTHING;
  }

  /** What the vault excludes: see {@link NodeRules}. */
  rules(): Rules {
    return this.#rules.read();
  }

  watch(changed: (change: Change) => void): Watch {
    return (this.#watch = new NodeWatch((path, look) => this.#hold(path, look), changed));
  }

  link(): Answer {
    return { link: null };
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

  pdfJs(): Promise<PdfJs> {
    return loadPdfJs();
  }

  /** Opens the file at `path` for reading; else what there is instead. */
  #open(path: string): number | Answer {
    // Without holding it first, which takes twice as long: it lies where its path says but for rare cases.
    if (this.#tellsPlaces) {
      try {
        const file = HeldByDescriptor.openAt(join(this.#root, path));
        if (file !== undefined) return file;
      } catch (error) {
        if (!isGoneOrLink(error)) throw error;
      }
    }
    const opened = this.#hold(path, (held) => held.open());
    // The core asks only for what `stat` found to be free of links. If it no longer is, it was swapped meanwhile.
    const isLink = opened === "outside" || (typeof opened === "object" && "moved" in opened);
    return isLink ? SWAPPED : opened;
  }

  /** What `ask` finds out about what is at `path`; it is asked again if that was moved meanwhile. */
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

  /** What is at `path`; or the answer to `stat` if that is nothing, or a link on the way; undefined if it was moved. */
  #reach(path: string): { held: Held } | { answer: Answer } | undefined {
    // One look is enough where the names on disk are as the path says; else one name after another.
    const exact = this.#tellsPlaces ? heldAt(join(this.#root, path)) : undefined;
    if (exact) return { held: exact };
    let held: Held | undefined = this.#tellsPlaces ? HeldByDescriptor.at(this.#root) : HeldByIdentity.root(this.#root);
    const names = path === "" ? [] : path.split("/");
    for (const [index, name] of names.entries()) {
      if (!held) return undefined;
      const next = this.#step(held, name, names.slice(index + 1));
      if (!next || "answer" in next) return next;
      held = next.held;
    }
    return held && { held };
  }

  /** The same for one name in `folder`, whose use ends; `rest` is what follows. */
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

  /** The answer where a link leads to `place`, and `rest` follows. One step: there may be another link. */
  #follow(place: string, rest: string[]): Answer {
    const leads = join(place, ...rest);
    const path = this.#vaultPath(leads) ?? this.#backIn(leads);
    return path === undefined ? "outside" : { moved: path };
  }

  /**
   * The vault path of a place that other links, outside the vault, lead back into it; undefined if none do. Decided by the
   * first of the folders above it that lies in the vault, so that nothing depends on what is there.
   */
  #backIn(place: string): string | undefined {
    const names = place.split(sep);
    for (let depth = 1; depth <= names.length; depth++) {
      const real = realpathOf(names.slice(0, depth).join(sep) || sep);
      if (real === undefined) return undefined;
      const path = this.#vaultPath(join(real, ...names.slice(depth)));
      if (this.#vaultPath(real) !== undefined) return path;
    }
    return undefined;
  }

  /** The path of what is held, by its names on disk; undefined if it was moved. */
  #realName(held: Held): string | undefined {
    // Of what is held by a descriptor, the names were compared.
    const place = this.#tellsPlaces ? held.place : held.sure((at) => realpath(at), String)?.found;
    return place === undefined ? undefined : this.#vaultPath(place);
  }

  /** The vault path of a place on disk; undefined outside the vault. */
  #vaultPath(place: string): string | undefined {
    for (const root of [this.#root, this.#given]) {
      const path = relative(root, place);
      if (path === ".." || path.startsWith(`..${sep}`) || isAbsolute(path)) continue;
      const names = path.split(sep);
      if (!names.every(canBeNamed)) throw new Error("it has a name that no vault path can hold");
      return names.join("/").normalize("NFC");
    }
    return undefined;
  }
}

const NOTHING: Answer = { listing: { files: [], folders: [], next: null } };
const SWAPPED: Answer = { failed: "it was moved while it was read" };

/** How often what is at a path is looked for, if it is moved all the time. */
const TRIES = 3;

/** What lies at `place` and is no link; undefined if there is no such thing. */
function heldAt(place: string): Held | undefined {
  try {
    const held = HeldByDescriptor.at(place);
    if (!held?.stats().isSymbolicLink()) return held;
    held.close();
  } catch (error) {
    if (!isGoneOrLink(error)) throw error;
  }
  return undefined;
}

function namesOf(entries: fs.Dirent[]): string {
  return entries.map(({ name }) => name).join("/");
}

/** What is in the folder at `at` by that name; undefined if it has vanished. */
function statsIn(at: string, name: string): fs.Stats | undefined {
  return fs.lstatSync(`${at}${sep}${name}`, { throwIfNoEntry: false });
}

function keysOf(all: (fs.Stats | undefined)[]): string {
  return all.map(keyOf).join("/");
}
