// The Node host: a vault that is a folder on disk. It follows no symbolic link by itself: it tells the core where the
// link leads, and the core asks its policy before it goes on. Nothing outside the folder is listed or read.
//
// What takes the system some microseconds is asked for at once: as a promise it takes twenty times as long.
import * as fs from "node:fs";
import { isAbsolute, join, relative, resolve, sep } from "node:path";
import type { Answer, Change, ListedFile } from "../../pkg/lectern.js";
import type { PdfJs } from "../documents/pdfjs.ts";
import { PAGE, pageAfter, type Host, type Rules, type Watch } from "../host.ts";
import {
  canBeNamed,
  contentOf,
  entriesIn,
  failure,
  find,
  isGoneOrLink,
  open,
  placeOf,
  realpath,
  realpathOf,
  target,
  TELLS_PLACES,
} from "./node-disk.ts";
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

  private constructor(root: string, given: string) {
    this.#root = root;
    this.#given = given;
    this.#rules = new NodeRules(root);
  }

  /** Opens `folder`. Throws if there is none. */
  static open(folder: string): NodeHost {
    const root = realpath(folder);
    if (!fs.statSync(root).isDirectory()) throw new Error("not a folder");
    return new NodeHost(root, resolve(folder));
  }

  stat(path: string): Answer {
    try {
      const place = this.#walk(path);
      if ("answer" in place) return place.answer;
      // The file system may take other names for these: other case, NTFS's short names.
      const real = this.#vaultPath(realpath(place.path));
      if (real !== path) return real === undefined ? "outside" : { moved: real };
      const found = fs.statSync(place.path);
      if (found.isFile()) return { file: { size: found.size, mtime: found.mtimeMs } };
      return found.isDirectory() ? "folder" : "special";
    } catch (error) {
      return failure(error);
    }
  }

  list(path: string, from: number): Answer {
    try {
      // One look is enough where the names on disk are as the path says; else one name after another.
      const exact = join(this.#root, path);
      const place = realpathOf(exact) === exact ? { path: exact } : this.#walk(path);
      if ("answer" in place) return NOTHING;
      // Before it is read, so that no change falls between the two.
      this.#watch?.add(path);
      const entries = (from > 0 && this.#listed.get(path)) || entriesIn(place.path);
      const next = pageAfter(from, entries.length);
      if (next === null) this.#listed.delete(path);
      else this.#listed.set(path, entries);
      const files: ListedFile[] = [];
      const folders: string[] = [];
      for (const entry of entries.slice(from, from + PAGE)) {
        const named = path ? `${path}/${entry.name}` : entry.name;
        if (entry.isDirectory()) folders.push(named);
        if (!entry.isFile()) continue;
        // One that has vanished since is left out.
        const found = fs.lstatSync(join(place.path, entry.name), { throwIfNoEntry: false });
        if (found?.isFile()) files.push({ path: named, size: found.size, mtime: found.mtimeMs });
      }
      return { listing: { files, folders, next } };
    } catch (error) {
      // One folder that cannot be listed hides nothing of the others.
      return path === "" ? failure(error) : NOTHING;
    }
  }

  /** What the vault excludes: see {@link NodeRules}. */
  rules(): Rules {
    return this.#rules.read();
  }

  watch(changed: (change: Change) => void): Watch {
    return (this.#watch = new NodeWatch(this.#root, changed));
  }

  link(): Answer {
    return { link: null };
  }

  async read(path: string, signal?: AbortSignal): Promise<Answer> {
    try {
      const file = this.#openExact(path) ?? this.#openWalked(path);
      if (typeof file !== "number") return file.answer;
      try {
        const bytes = await contentOf(file, signal);
        return bytes ? { bytes } : SWAPPED;
      } finally {
        fs.closeSync(file);
      }
    } catch (error) {
      return failure(error);
    }
  }

  pdfJs(): Promise<PdfJs> {
    return loadPdfJs();
  }

  /**
   * Opens the file at `path` without a walk, which takes three times as long, and leaves nothing to find out if the file
   * itself then turns out to lie exactly there. Undefined if it does not, or if the system does not tell.
   */
  #openExact(path: string): number | undefined {
    if (!TELLS_PLACES) return undefined;
    const exact = join(this.#root, path);
    let file: number;
    try {
      file = open(exact);
    } catch (error) {
      if (isGoneOrLink(error)) return undefined;
      throw error;
    }
    if (placeOf(file) === exact) return file;
    fs.closeSync(file);
    return undefined;
  }

  /** Opens the file at `path`, whose name on disk may be spelled another way. */
  #openWalked(path: string): number | { answer: Answer } {
    const place = this.#walk(path);
    // The core asks only for what `stat` found to be free of links. If it no longer is, it was swapped meanwhile.
    if ("answer" in place) return { answer: place.answer === "missing" ? "missing" : SWAPPED };
    const file = open(place.path);
    // Where the system does not tell where the open file lies, its path is looked at once more.
    if ((placeOf(file) ?? realpathOf(place.path)) === place.path) return file;
    fs.closeSync(file);
    return { answer: SWAPPED };
  }

  /** Goes down to `path` name by name. Ends early, with the answer to `stat`, where nothing is there or a link is. */
  #walk(path: string): { path: string } | { answer: Answer } {
    let place = this.#root;
    const names = path === "" ? [] : path.split("/");
    for (const [index, name] of names.entries()) {
      const entry = find(place, name);
      if (!entry) return { answer: "missing" };
      if (entry.isLink) return { answer: this.#follow(entry.path, names.slice(index + 1)) };
      place = entry.path;
    }
    return { path: place };
  }

  /** Where the link at `place` leads, and `rest` from there. One step: there may be another link. */
  #follow(place: string, rest: string[]): Answer {
    try {
      const leads = join(target(place), ...rest);
      const path = this.#vaultPath(leads) ?? this.#backIn(leads);
      return path === undefined ? "outside" : { moved: path };
    } catch (error) {
      return failure(error);
    }
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
