// The disk, as the Node host asks it: real places, what a link holds, names in either Unicode form, files opened and read.
// Which of it a vault may show is the host's to say. Links are followed only by `realpath` and its like.
import * as fs from "node:fs";
import { promisify } from "node:util";
import { dirname, isAbsolute, join, parse, sep } from "node:path";
import type { Answer } from "../../pkg/lectern.js";
import { isAscii } from "../host.ts";

/** Files of at most this many bytes are read at once: on a slow disk too it is one read. Larger ones beside other work. */
const AT_ONCE = 256 * 1024;

/** Where on disk the link at `place`, in a folder free of links, points to. Only by name: what is there may be a link. */
export function target(place: string): string {
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

/** Whether the system tells where an open file lies. */
export const TELLS_PLACES = process.platform === "linux" || process.platform === "android";

/** Opens the file at `place` for reading. A link there is not followed, a pipe not waited for. */
export function open(place: string): number {
  return fs.openSync(place, fs.constants.O_RDONLY | fs.constants.O_NOFOLLOW | fs.constants.O_NONBLOCK);
}

/** Where an open file itself lies, whatever led to it; undefined where the system does not tell. */
export function placeOf(file: number): string | undefined {
  try {
    // Of one that was deleted this is no path any more.
    return TELLS_PLACES ? fs.readlinkSync(`/proc/self/fd/${file}`) : undefined;
  } catch {
    return undefined;
  }
}

/** The content of an open file; undefined if it is no file. */
export async function contentOf(file: number, signal?: AbortSignal): Promise<Buffer | undefined> {
  const found = fs.fstatSync(file);
  if (!found.isFile()) return undefined;
  if (found.size > AT_ONCE) return readBeside(file, signal ? { signal } : {});
  // One byte more shows whether it has grown.
  const room = Buffer.allocUnsafeSlow(found.size + 1);
  const count = fs.readSync(file, room, 0, room.length, 0);
  // A reading that names its place does not move the one where the next begins.
  return count === found.size ? room.subarray(0, count) : fs.readFileSync(file);
}

const readBeside = promisify(fs.readFile) as (file: number, options: { signal?: AbortSignal }) => Promise<Buffer>;

export const realpath = fs.realpathSync.native;

/** The same; undefined where there is nothing, or nothing that can be looked at. */
export function realpathOf(place: string): string | undefined {
  try {
    return realpath(place);
  } catch {
    return undefined;
  }
}

/** What is in `folder` and has a name that the core can take. Links are left out: what they lead to is listed where it is. */
export function entriesIn(folder: string): fs.Dirent[] {
  return fs
    .readdirSync(folder, { withFileTypes: true })
    .filter((entry) => canBeNamed(entry.name) && (entry.isFile() || entry.isDirectory()));
}

/** What is in `folder` by that name; its name on disk need not be NFC, as `name` is. */
export function find(folder: string, name: string): { path: string; isLink: boolean } | undefined {
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
export function canBeNamed(name: string): boolean {
  return !/[\\\p{Cc}]/u.test(name);
}

/** Whether the system refused because there is no file of that name, or a link. */
export function isGoneOrLink(error: unknown): boolean {
  return failure(error) === "missing" || codeOf(error) === "ELOOP";
}

/** Why the system refused, without the path on disk that its own message holds. */
export function failure(error: unknown): Answer {
  const code = codeOf(error);
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

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error ? String(error.code) : undefined;
}
