// The Node host: a vault that is a folder on disk. It follows no symbolic link by itself: it tells the core where the
// link leads, and the core asks its policy before it goes on. Nothing outside the folder is listed or read.
//
// What takes the system some microseconds is asked for at once: as a promise it takes twenty times as long.
import * as fs from "node:fs";
import { promisify } from "node:util";
import { dirname, isAbsolute, join, parse, relative, resolve, sep } from "node:path";
import type { Answer, Change, ListedFile } from "../../pkg/lectern.js";
import type { PdfJs } from "../documents/pdfjs.ts";
import {
  excludedIn,
  IGNORE_FILE,
  isAscii,
  PAGE,
  pageAfter,
  reason,
  type Host,
  type Rules,
  type Watch,
} from "../host.ts";
import { loadPdfJs } from "./node-pdf.ts";
import { NodeWatch } from "./node-watch.ts";

/** Files of at most this many bytes are read at once: on a slow disk too it is one read. Larger ones beside other work. */
const AT_ONCE = 256 * 1024;

/** A folder on disk as a vault. */
export class NodeHost implements Host {
  /** Free of links. */
  readonly #root: string;
  /** As it was given: links in the vault may name it so. */
  readonly #given: string;
  #watch: NodeWatch | undefined;

  /** The entries of folders that are being listed page by page. */
  readonly #listed = new Map<string, fs.Dirent[]>();

  private constructor(root: string, given: string) {
    this.#root = root;
    this.#given = given;
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

  /** `.lecternignore`, and what the app excludes if this is a vault of the app. */
  rules(): Rules {
    const text = (path: string): string => {
      try {
        return fs.readFileSync(join(this.#root, path), "utf8");
      } catch (error) {
        if (failure(error) === "missing") return "";
        throw new Error(`${path} cannot be read: ${reason(error)}`, { cause: error });
      }
    };
    return { ignoreFile: text(IGNORE_FILE), excluded: excludedIn(text(".obsidian/app.json")) };
  }

  watch(changed: (change: Change) => void): Watch {
    return (this.#watch = new NodeWatch(this.#root, changed));
  }

  link(): Answer {
    return { link: null };
  }

  async read(path: string, signal?: AbortSignal): Promise<Answer> {
    try {
      const place = this.#walk(path);
      // The core asks only for what `stat` found to be free of links. If it no longer is, it was swapped meanwhile.
      if ("answer" in place) return place.answer === "missing" ? "missing" : SWAPPED;
      const file = fs.openSync(place.path, fs.constants.O_RDONLY | fs.constants.O_NOFOLLOW | fs.constants.O_NONBLOCK);
      try {
        // Linux can tell where the open file itself lies; elsewhere its path is looked at once more.
        const opened = realpathOf(`/proc/self/fd/${file}`) ?? realpath(place.path);
        const found = fs.fstatSync(file);
        if (!found.isFile() || opened !== place.path) return SWAPPED;
        if (found.size <= AT_ONCE) return { bytes: fs.readFileSync(file) };
        return { bytes: await content(file, signal ? { signal } : {}) };
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

/** Where on disk the link at `place`, in a folder free of links, points to. Only by name: what is there may be a link. */
function target(place: string): string {
  const text = fs.readlinkSync(place);
  let leads = isAbsolute(text) ? parse(text).root : dirname(place);
  for (const name of text.slice(isAbsolute(text) ? leads.length : 0).split(sep)) {
    if (name === "" || name === ".") continue;
    // What is above a link depends on where that leads, which is for the policy to see first.
    if (name === ".." && isLink(leads)) throw new Error("its symbolic link leads through another one");
    leads = name === ".." ? dirname(leads) : join(leads, name);
  }
  return leads;
}

function isLink(place: string): boolean {
  try {
    return fs.lstatSync(place).isSymbolicLink();
  } catch {
    return false;
  }
}

/** The content of an open file. */
const content = promisify(fs.readFile) as (file: number, options: { signal?: AbortSignal }) => Promise<Buffer>;

const realpath = fs.realpathSync.native;

/** The same; undefined where there is nothing, or nothing that can be looked at. */
function realpathOf(place: string): string | undefined {
  try {
    return realpath(place);
  } catch {
    return undefined;
  }
}

const NOTHING: Answer = { listing: { files: [], folders: [], next: null } };
const SWAPPED: Answer = { failed: "it was moved while it was read" };

/** What is in `folder` and has a name that the core can take. Links are left out: what they lead to is listed where it is. */
function entriesIn(folder: string): fs.Dirent[] {
  return fs
    .readdirSync(folder, { withFileTypes: true })
    .filter((entry) => canBeNamed(entry.name) && (entry.isFile() || entry.isDirectory()));
}

/** What is in `folder` by that name; its name on disk need not be NFC, as `name` is. */
function find(folder: string, name: string): { path: string; isLink: boolean } | undefined {
  const at = (path: string): { path: string; isLink: boolean } | undefined => {
    try {
      return { path, isLink: fs.lstatSync(path).isSymbolicLink() };
    } catch (error) {
      if (failure(error) === "missing") return undefined;
      throw error;
    }
  };
  const found = at(join(folder, name));
  if (found || isAscii(name)) return found;
  const twin = namesIn(folder).find((other) => other.normalize("NFC") === name);
  return twin === undefined ? undefined : at(join(folder, twin));
}

function namesIn(folder: string): string[] {
  try {
    return fs.readdirSync(folder);
  } catch {
    return [];
  }
}

/** A backslash would be read as a separator, and no vault path holds a control character. */
function canBeNamed(name: string): boolean {
  return !/[\\\p{Cc}]/u.test(name);
}

/** Why the system refused, without the path on disk that its own message holds. */
function failure(error: unknown): Answer {
  const code = error instanceof Error && "code" in error ? String(error.code) : undefined;
  if (code === "ENOENT" || code === "ENOTDIR" || code === "ENAMETOOLONG") return "missing";
  const words: Record<string, string> = {
    ABORT_ERR: "the call was cancelled",
    EACCES: "permission denied",
    EIO: "the disk reports an error",
    ELOOP: "it was moved while it was read",
    EMFILE: "too many files are open",
    EPERM: "permission denied",
  };
  if (code !== undefined) return { failed: words[code] ?? `the system says ${code}` };
  return { failed: error instanceof Error ? error.message : "unknown error" };
}
