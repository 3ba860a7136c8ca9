// The Node host: a vault that is a folder on disk. It follows no symbolic link by itself: it tells the core where the
// link leads, and the core asks its policy before it goes on. Nothing outside the folder is listed or read.
import { constants } from "node:fs";
import { lstat, open, readdir, readFile, readlink, realpath, stat } from "node:fs/promises";
import { dirname, isAbsolute, join, parse, relative, resolve, sep } from "node:path";
import type { Answer } from "../../pkg/lectern.js";
import type { PdfJs } from "../documents/pdfjs.ts";
import { excludedIn, IGNORE_FILE, isAscii, reason, type Host, type Rules } from "../host.ts";
import { loadPdfJs } from "./node-pdf.ts";

/** A folder on disk as a vault. */
export class NodeHost implements Host {
  /** Free of links. */
  readonly #root: string;
  /** As it was given: links in the vault may name it so. */
  readonly #given: string;

  private constructor(root: string, given: string) {
    this.#root = root;
    this.#given = given;
  }

  /** Opens `folder`. Throws if there is none. */
  static async open(folder: string): Promise<NodeHost> {
    const root = await realpath(folder);
    if (!(await stat(root)).isDirectory()) throw new Error("not a folder");
    return new NodeHost(root, resolve(folder));
  }

  async stat(path: string): Promise<Answer> {
    try {
      const place = await this.#walk(path);
      if ("answer" in place) return place.answer;
      // The file system may take other names for these: other case, NTFS's short names.
      const real = this.#vaultPath(await realpath(place.path));
      if (real !== path) return real === undefined ? "outside" : { moved: real };
      const found = await stat(place.path);
      if (found.isFile()) return { file: { size: found.size, mtime: found.mtimeMs } };
      return found.isDirectory() ? "folder" : "special";
    } catch (error) {
      return failure(error);
    }
  }

  async list(path: string): Promise<Answer> {
    try {
      // One look is enough where the names on disk are as the path says; else one name after another.
      const exact = join(this.#root, path);
      const place = (await realpath(exact).catch(() => "")) === exact ? { path: exact } : await this.#walk(path);
      if ("answer" in place) return NOTHING;
      const entries = (await readdir(place.path, { withFileTypes: true })).filter(({ name }) => canBeNamed(name));
      const paths = (kept: typeof entries): string[] => kept.map(({ name }) => (path ? `${path}/${name}` : name));
      // Links are left out: what they lead to is listed where it is.
      return {
        listing: {
          files: paths(entries.filter((entry) => entry.isFile())),
          folders: paths(entries.filter((entry) => entry.isDirectory())),
        },
      };
    } catch (error) {
      // One folder that cannot be listed hides nothing of the others.
      return path === "" ? failure(error) : NOTHING;
    }
  }

  /** `.lecternignore`, and what the app excludes if this is a vault of the app. */
  async rules(): Promise<Rules> {
    const text = async (path: string): Promise<string> => {
      try {
        return await readFile(join(this.#root, path), "utf8");
      } catch (error) {
        if (failure(error) === "missing") return "";
        throw new Error(`${path} cannot be read: ${reason(error)}`, { cause: error });
      }
    };
    const [ignoreFile, app] = await Promise.all([text(IGNORE_FILE), text(".obsidian/app.json")]);
    return { ignoreFile, excluded: excludedIn(app) };
  }

  link(): Answer {
    return { link: null };
  }

  async read(path: string, signal?: AbortSignal): Promise<Answer> {
    try {
      const place = await this.#walk(path);
      // The core asks only for what `stat` found to be free of links. If it no longer is, it was swapped meanwhile.
      if ("answer" in place) return place.answer === "missing" ? "missing" : SWAPPED;
      const file = await open(place.path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
      try {
        // Linux can tell where the open file itself lies; elsewhere its path is looked at once more.
        const opened = await realpath(`/proc/self/fd/${file.fd}`).catch(() => realpath(place.path));
        if (!(await file.stat()).isFile() || opened !== place.path) return SWAPPED;
        return { bytes: await file.readFile(signal ? { signal } : {}) };
      } finally {
        await file.close();
      }
    } catch (error) {
      return failure(error);
    }
  }

  pdfJs(): Promise<PdfJs> {
    return loadPdfJs();
  }

  /** Goes down to `path` name by name. Ends early, with the answer to `stat`, where nothing is there or a link is. */
  async #walk(path: string): Promise<{ path: string } | { answer: Answer }> {
    let place = this.#root;
    const names = path === "" ? [] : path.split("/");
    for (const [index, name] of names.entries()) {
      const entry = await find(place, name);
      if (!entry) return { answer: "missing" };
      if (entry.isLink) return { answer: await this.#follow(entry.path, names.slice(index + 1)) };
      place = entry.path;
    }
    return { path: place };
  }

  /** Where the link at `place` leads, and `rest` from there. One step: there may be another link. */
  async #follow(place: string, rest: string[]): Promise<Answer> {
    try {
      const leads = join(await target(place), ...rest);
      const path = this.#vaultPath(leads) ?? (await this.#backIn(leads));
      return path === undefined ? "outside" : { moved: path };
    } catch (error) {
      return failure(error);
    }
  }

  /**
   * The vault path of a place that other links, outside the vault, lead back into it; undefined if none do. Decided by the
   * first of the folders above it that lies in the vault, so that nothing depends on what is there.
   */
  async #backIn(place: string): Promise<string | undefined> {
    const names = place.split(sep);
    for (let depth = 1; depth <= names.length; depth++) {
      const real = await realpath(names.slice(0, depth).join(sep) || sep).catch(() => undefined);
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
async function target(place: string): Promise<string> {
  const text = await readlink(place);
  let leads = isAbsolute(text) ? parse(text).root : dirname(place);
  for (const name of text.slice(isAbsolute(text) ? leads.length : 0).split(sep)) {
    if (name === "" || name === ".") continue;
    // What is above a link depends on where that leads, which is for the policy to see first.
    if (name === ".." && (await isLink(leads))) throw new Error("its symbolic link leads through another one");
    leads = name === ".." ? dirname(leads) : join(leads, name);
  }
  return leads;
}

function isLink(place: string): Promise<boolean> {
  return lstat(place).then(
    (found) => found.isSymbolicLink(),
    () => false,
  );
}

const NOTHING: Answer = { listing: { files: [], folders: [] } };
const SWAPPED: Answer = { failed: "it was moved while it was read" };

/** What is in `folder` by that name; its name on disk need not be NFC, as `name` is. */
async function find(folder: string, name: string): Promise<{ path: string; isLink: boolean } | undefined> {
  const at = async (path: string): Promise<{ path: string; isLink: boolean } | undefined> =>
    lstat(path).then(
      (found) => ({ path, isLink: found.isSymbolicLink() }),
      (error: unknown) => {
        if (failure(error) === "missing") return undefined;
        throw error;
      },
    );
  const found = await at(join(folder, name));
  if (found || isAscii(name)) return found;
  const names = await readdir(folder).catch(() => []);
  const twin = names.find((other) => other.normalize("NFC") === name);
  return twin === undefined ? undefined : at(join(folder, twin));
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
