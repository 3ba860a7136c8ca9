// The Node host: a vault that is a folder on disk. Symbolic links are resolved, and the core is told where they led, so
// that its policy judges the place itself; what lies outside the folder is never read.
import { constants } from "node:fs";
import { open, readdir, readlink, realpath, stat } from "node:fs/promises";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import type { Answer } from "../../pkg/lectern.js";
import { reason, type Host } from "../host.ts";

/** As many links in a row as Linux follows. */
const MAX_LINKS = 40;

/** A folder on disk as a vault. */
export class NodeHost implements Host {
  readonly #root: string;

  private constructor(root: string) {
    this.#root = root;
  }

  /** Opens `folder`. Throws if there is none. */
  static async open(folder: string): Promise<NodeHost> {
    const root = await realpath(folder);
    if (!(await stat(root)).isDirectory()) throw new Error("not a folder");
    return new NodeHost(root);
  }

  async stat(path: string): Promise<Answer> {
    const place = await this.#locate(path);
    const real = this.#vaultPath(place.path);
    if (real === undefined) return "outside";
    const elsewhere = real === path ? undefined : real;
    if (!place.exists) return { missing: elsewhere ?? null };
    const found = await stat(place.path);
    if (found.isFile()) {
      return { file: { size: found.size, mtime: found.mtimeMs, ...(elsewhere !== undefined && { real: elsewhere }) } };
    }
    return found.isDirectory() ? { folder: elsewhere ?? null } : "special";
  }

  async list(path: string): Promise<Answer> {
    const place = await this.#locate(path);
    if (!place.exists || this.#vaultPath(place.path) !== path) return { listing: { files: [], folders: [] } };
    // Links are left out: what they lead to is listed where it is. A backslash would be read as a separator.
    const entries = (await readdir(place.path, { withFileTypes: true })).filter(({ name }) => !name.includes("\\"));
    const paths = (kept: typeof entries): string[] => kept.map(({ name }) => (path ? `${path}/${name}` : name));
    return {
      listing: {
        files: paths(entries.filter((entry) => entry.isFile())),
        folders: paths(entries.filter((entry) => entry.isDirectory())),
      },
    };
  }

  link(): Answer {
    return { link: null };
  }

  async read(path: string, signal?: AbortSignal): Promise<Answer> {
    const place = await this.#locate(path);
    if (!place.exists) return { missing: null };
    // `path` was found to be free of links. If it no longer is, it was swapped meanwhile.
    if (this.#vaultPath(place.path) !== path) return { failed: "the file was moved while it was read" };
    const file = await open(place.path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      if (!(await file.stat()).isFile()) return { failed: "it is no longer a file" };
      return { bytes: await file.readFile(signal ? { signal } : {}) };
    } finally {
      await file.close();
    }
  }

  /** Where a vault path leads on disk once every link is resolved. */
  async #locate(path: string): Promise<Place> {
    const exact = await resolveLinks(join(this.#root, path));
    // Vault paths are NFC; the names on disk need not be.
    if (exact.exists || isAscii(path)) return exact;
    let folder = this.#root;
    for (const name of path.split("/")) {
      const names = await readdir(folder).catch(() => []);
      const twin = names.find((other) => other.normalize("NFC") === name);
      if (twin === undefined) return exact;
      folder = join(folder, twin);
    }
    return resolveLinks(folder);
  }

  /** The vault path of a place on disk; undefined outside the vault. */
  #vaultPath(place: string): string | undefined {
    const path = relative(this.#root, place);
    if (path === ".." || path.startsWith(`..${sep}`) || isAbsolute(path)) return undefined;
    return path.split(sep).join("/").normalize("NFC");
  }
}

/** A place on disk, free of links. */
interface Place {
  path: string;
  exists: boolean;
}

/** Resolves links also on the way to what does not exist, so that no one learns from the difference. */
async function resolveLinks(path: string, links = 0): Promise<Place> {
  try {
    return { path: await realpath(path), exists: true };
  } catch (error) {
    if (!isAbsence(error)) throw new Error(`it cannot be reached (${reason(error).split(",")[0] ?? ""})`);
  }
  if (links > MAX_LINKS) throw new Error("too many symbolic links");
  const target = await readlink(path).catch(() => undefined);
  if (target !== undefined)
    return { ...(await resolveLinks(resolve(dirname(path), target), links + 1)), exists: false };
  if (dirname(path) === path) return { path, exists: false };
  const folder = await resolveLinks(dirname(path), links);
  return { path: join(folder.path, basename(path)), exists: false };
}

function isAbsence(error: unknown): boolean {
  return error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR");
}

function isAscii(path: string): boolean {
  return /^[\0-\x7f]*$/.test(path);
}
