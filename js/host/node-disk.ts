// The disk, as the Node host asks it: real places, what a link holds, names in either Unicode form, files opened and read.
// The host decides what of it a vault may show. Links are followed only by `realpath` and its like.
import * as fs from "node:fs";
import { promisify } from "node:util";
import { dirname, isAbsolute, join, parse, sep } from "node:path";
import type { Answer } from "../../pkg/lectern.js";
import { isAscii } from "../vault/host.ts";

/** Files of at most this many bytes are read at once: on a slow disk too it is one read. Larger ones beside other work. */
const AT_ONCE = 256 * 1024;

/** Where on disk a link with this text points to that lies in `folder`. Only by name: what is there may be a link. */
export function target(folder: string, text: string): string {
  let leads = isAbsolute(text) ? parse(text).root : folder;
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

/** The content of an open file; undefined if it is no file. */
export async function contentOf(file: number, signal?: AbortSignal): Promise<Buffer | undefined> {
  const found = fs.fstatSync(file);
  if (!found.isFile()) return undefined;
  if (found.size > AT_ONCE) return readBeside(file, signal ? { signal } : {});
  // One byte more shows whether it has grown.
  const room = roomFor(found.size + 1);
  const count = fs.readSync(file, room, 0, room.length, 0);
  // A reading that names its place does not move the one where the next begins.
  return count === found.size ? room.subarray(0, count) : fs.readFileSync(file);
}

/** Memory that small files are read into, one behind the other: a buffer for each would have the garbage collected often. */
let slab = Buffer.alloc(0);
let used = 0;
/** As large as some hundred notes. */
const SLAB = 1024 * 1024;

/** A buffer of `size` bytes, which hold anything. */
function roomFor(size: number): Buffer {
  if (size > SLAB / 8) return Buffer.allocUnsafeSlow(size);
  if (used + size > slab.length) {
    slab = Buffer.allocUnsafeSlow(SLAB);
    used = 0;
  }
  return slab.subarray(used, (used += size));
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

/** The name on disk, which need not be NFC, of what the vault calls `name` in `folder`; undefined if nothing is there. */
export function find(folder: string, name: string): string | undefined {
  if (!canBeNamed(name)) return undefined;
  if (isIn(folder, name)) return name;
  return isAscii(name) ? undefined : namesIn(folder).find((other) => other.normalize("NFC") === name);
}

function isIn(folder: string, name: string): boolean {
  try {
    return fs.lstatSync(join(folder, name), { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    if (failure(error) === "missing") return false;
    throw error;
  }
}

function namesIn(folder: string): string[] {
  try {
    return fs.readdirSync(folder);
  } catch {
    return [];
  }
}

/**
 * Whether a vault path can name what has this name on disk. A backslash would be read as a separator, and no vault path holds
 * a control character. No name on Windows has a colon: `a.md:b` would open a stream of the file `a.md`.
 */
export function canBeNamed(name: string): boolean {
  return !/[\\\p{Cc}]/u.test(name) && !(process.platform === "win32" && name.includes(":"));
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
