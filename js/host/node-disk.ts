// Disk operations of the Node host: real paths, links, names in either Unicode form, opening and reading files. The
// host decides what a vault may show. Only `realpath` and the like follow links.
import * as fs from "node:fs";
import { promisify } from "node:util";
import { dirname, isAbsolute, join, parse, relative, sep } from "node:path";
import type { Answer } from "../../pkg/lectern.js";
import { systemCode, systemReason } from "../base/reason.ts";
import { isAscii } from "../vault/host.ts";

/** Files of at most this many bytes are read synchronously: one read, even on a slow disk. */
const AT_ONCE = 256 * 1024;

/** Where a link with this text in `folder` points to, by name only: there may be another link. */
export function target(folder: string, text: string): string {
  let leads = isAbsolute(text) ? parse(text).root : folder;
  for (const name of text.slice(isAbsolute(text) ? leads.length : 0).split(sep)) {
    if (name === "" || name === ".") continue;
    // `..` after a link depends on where the link leads, which the policy must see first.
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

/** The content of an open file; undefined if it is not a regular file. */
export async function contentOf(file: number, signal?: AbortSignal): Promise<Buffer | undefined> {
  const found = fs.fstatSync(file);
  if (!found.isFile()) return undefined;
  if (found.size > AT_ONCE) return readBeside(file, signal ? { signal } : {});
  // One extra byte shows whether the file has grown.
  const room = roomFor(found.size + 1);
  const count = fs.readSync(file, room, 0, room.length, 0);
  // Reads with a position do not move the file's own position.
  return count === found.size ? room.subarray(0, count) : fs.readFileSync(file);
}

/** A shared buffer for small files: a buffer for each would trigger frequent garbage collection. */
let slab = Buffer.alloc(0);
let used = 0;
/** The size of about a hundred notes. */
const SLAB = 1024 * 1024;

/** An uninitialized buffer of `size` bytes. */
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

/** Like `realpath`; undefined if there is nothing, or nothing accessible. */
function realpathOf(place: string): string | undefined {
  try {
    return realpath(place);
  } catch {
    return undefined;
  }
}

/** The vault path of a place on disk; undefined outside the vault, whose root may have several paths. */
export function vaultPath(roots: readonly string[], place: string): string | undefined {
  for (const root of roots) {
    const path = relative(root, place);
    if (path === ".." || path.startsWith(`..${sep}`) || isAbsolute(path)) continue;
    const names = path.split(sep);
    if (!names.every(canBeNamed)) throw new Error("it has a name that no vault path can hold");
    return names.join("/").normalize("NFC");
  }
  return undefined;
}

/**
 * The vault path of a place to which a link leads; undefined outside the vault. Links outside the vault may lead back:
 * the first of its parent folders that is in the vault decides, so the result does not depend on what exists there.
 */
export function linkedPath(roots: readonly string[], place: string): string | undefined {
  const path = vaultPath(roots, place);
  if (path !== undefined) return path;
  const names = place.split(sep);
  for (let depth = 1; depth <= names.length; depth++) {
    const real = realpathOf(names.slice(0, depth).join(sep) || sep);
    if (real === undefined) return undefined;
    const path = vaultPath(roots, join(real, ...names.slice(depth)));
    if (vaultPath(roots, real) !== undefined) return path;
  }
  return undefined;
}

/**
 * The entries of `folder` whose names the core accepts. Links are left out: their targets are listed where they are.
 */
export function entriesIn(folder: string): fs.Dirent[] {
  const entries = fs.readdirSync(folder, { withFileTypes: true });
  const found = entries.filter((entry) => canBeNamed(entry.name) && (entry.isFile() || entry.isDirectory()));
  return found.every(({ name }) => isAscii(name)) ? found : withoutTwins(found);
}

/**
 * `entries` without those that no path opens: of several names that differ only in their Unicode form, `find` takes the
 * one in NFC, else the first.
 */
function withoutTwins(entries: readonly fs.Dirent[]): fs.Dirent[] {
  const opened = new Map<string, fs.Dirent>();
  for (const entry of entries) {
    const path = entry.name.normalize("NFC");
    if (entry.name === path || !opened.has(path)) opened.set(path, entry);
  }
  return entries.filter((entry) => opened.get(entry.name.normalize("NFC")) === entry);
}

/** The name on disk, not necessarily NFC, of `name` in `folder`; undefined if there is none. */
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
 * Whether a vault path can contain this name. A backslash would be a separator, and control characters are not allowed.
 * On Windows, neither is a colon: `a.md:b` opens a stream of the file `a.md`.
 */
export function canBeNamed(name: string): boolean {
  return !/[\\\p{Cc}]/u.test(name) && !(process.platform === "win32" && name.includes(":"));
}

/** Whether the error means that there is no such file, or a link. */
export function isGoneOrLink(error: unknown): boolean {
  return failure(error) === "missing" || systemCode(error) === "ELOOP";
}

/** The system's reason, without the path on disk that its message contains. */
export function failure(error: unknown): Answer {
  const code = systemCode(error);
  if (code === "ENOENT" || code === "ENOTDIR" || code === "ENAMETOOLONG") return "missing";
  if (code === "ELOOP") return { failed: "it was moved while it was read" };
  return { failed: systemReason(error) };
}

/** What the core is told of a file. */
export function statOf({ size, mtimeMs, birthtimeMs }: fs.Stats): { size: number; mtime: number; ctime: number } {
  return { size, mtime: mtimeMs, ctime: birthtimeMs };
}
