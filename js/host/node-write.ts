// Writes files of a vault on disk. A file is replaced as a whole: new content goes to a temporary file beside it, which
// is flushed and then renamed, so that a crash leaves the old or the new content. Nothing is written if the file is not
// what the user saw.
import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import * as fs from "node:fs";
import { basename, join } from "node:path";
import type { Answer, Write } from "../../pkg/lectern.js";
import { failure } from "./node-disk.ts";
import type { Held } from "./node-held.ts";

/** Temporary files; one that is this old was left by a crash. */
const TEMPORARY = /^\.lectern-[0-9a-f]{16}\.tmp$/;
const LEFT_BEHIND_MS = 60 * 60 * 1000;

/** The vault's trash, as the app names it. */
const TRASH = ".trash";

export const DONE: Answer = { written: "done" };
export const OUTDATED: Answer = { written: "outdated" };

/** What `write` needs of the host. */
export interface Places {
  /** Holds the entry at a vault path; undefined if it is missing. Throws if a link is on the way. */
  hold(path: string): Held | undefined;
}

/** Makes the change `write`. Never throws. */
export function writeFile(places: Places, write: Write): Answer {
  try {
    return written(places, write);
  } catch (error) {
    const answer = failure(error);
    return answer === "missing" ? OUTDATED : answer;
  }
}

function written(places: Places, write: Write): Answer {
  const { path, before, after } = write;
  const names = path.split("/");
  const name = names.pop() ?? "";
  if (before === null) {
    if (after === null) return OUTDATED;
    return create(places, names, name, after);
  }
  const held = places.hold(path);
  if (!held) return OUTDATED;
  try {
    const seen = held.stats();
    if (!seen.isFile() || !hasContent(held, before)) return OUTDATED;
    if ((seen.mode & 0o222) === 0) throw new Error("the file is read-only");
    const folder = places.hold(names.join("/"));
    if (!folder) return OUTDATED;
    try {
      removeLeftBehind(folder.at);
      const onDisk = nameOnDisk(held);
      if (after === null) return trash(places, folder, onDisk, write);
      return replace(folder, onDisk, held, seen, after);
    } finally {
      folder.close();
    }
  } finally {
    held.close();
  }
}

function replace(folder: Held, name: string, held: Held, seen: fs.Stats, after: Uint8Array): Answer {
  const temporary = join(folder.at, `.lectern-${randomBytes(8).toString("hex")}.tmp`);
  const target = join(folder.at, name);
  try {
    copyAttributes(target, temporary);
    const file = fs.openSync(temporary, "r+");
    try {
      fs.ftruncateSync(file);
      fill(file, after);
      const made = fs.fstatSync(file);
      if (made.uid !== seen.uid || made.gid !== seen.gid) tried(() => fs.fchownSync(file, seen.uid, seen.gid));
      if (made.mode !== seen.mode) fs.fchmodSync(file, seen.mode & 0o7777);
      fs.fsyncSync(file);
    } finally {
      fs.closeSync(file);
    }
    // The last look before the rename: the time between is a few microseconds.
    if (!isSame(held.stats(), seen)) return OUTDATED;
    const now = fs.lstatSync(target, { throwIfNoEntry: false });
    if (!now || !isSame(now, seen)) return OUTDATED;
    fs.renameSync(temporary, target);
  } finally {
    tried(() => fs.rmSync(temporary, { force: true }));
  }
  flushFolder(folder.at);
  return readBack(target, after);
}

/** Makes a file that must not exist yet, with the folders it needs. */
function create(places: Places, folders: readonly string[], name: string, after: Uint8Array): Answer {
  return inFolder(places, folders, (folder) => {
    const temporary = join(folder.at, `.lectern-${randomBytes(8).toString("hex")}.tmp`);
    const target = join(folder.at, name);
    try {
      const file = fs.openSync(temporary, "wx");
      try {
        fill(file, after);
        fs.fsyncSync(file);
      } finally {
        fs.closeSync(file);
      }
      rename(temporary, target);
    } finally {
      tried(() => fs.rmSync(temporary, { force: true }));
    }
    flushFolder(folder.at);
    return readBack(target, after);
  });
}

/** Does `work` in the folder with these names, which is made if it is missing. "outdated" if a name is taken. */
export function inFolder(places: Places, names: readonly string[], work: (folder: Held) => Answer): Answer {
  const made: string[] = [];
  let folder: Held | undefined;
  try {
    for (const [index, part] of ["", ...names].entries()) {
      const path = names.slice(0, index).join("/");
      let next = places.hold(path);
      if (!next && folder) {
        fs.mkdirSync(join(folder.at, part));
        made.push(join(folder.place, part));
        next = places.hold(path);
      }
      folder?.close();
      folder = next;
      if (!folder) return OUTDATED;
      if (!folder.stats().isDirectory()) throw new Error(`${path} is a file, not a folder`);
    }
    if (!folder) return OUTDATED;
    const answer = work(folder);
    if (answer === OUTDATED) removeEmpty(made);
    return answer;
  } catch (error) {
    removeEmpty(made);
    if (codeOf(error) === "EEXIST") return OUTDATED;
    throw error;
  } finally {
    folder?.close();
  }
}

/** Removes folders that were made for nothing. What others have put into them stays. */
function removeEmpty(made: string[]): void {
  for (const place of made.reverse()) tried(() => fs.rmdirSync(place));
}

/** Gives the file `from` the name `to`, unless that is taken: then throws EEXIST. What throws has changed nothing. */
export function rename(from: string, to: string): void {
  const { ino } = fs.lstatSync(from);
  const isOurs = (place: string): boolean => fs.lstatSync(place).ino === ino;
  const taken = Object.assign(new Error("the name is taken"), { code: "EEXIST" });
  try {
    // Unlike a rename, a link replaces nothing.
    fs.linkSync(from, to);
  } catch (error) {
    if (codeOf(error) === "EEXIST") throw error;
    // Some file systems have no links. A copy would be half a file if the process were killed meanwhile.
    if (isThere(to)) throw taken;
    fs.renameSync(from, to);
    return;
  }
  try {
    // Another program may have put its own file there.
    if (!isOurs(from)) throw taken;
    fs.unlinkSync(from);
  } catch (error) {
    if (isOurs(to)) fs.unlinkSync(to);
    throw error;
  }
}

function isThere(place: string): boolean {
  return fs.lstatSync(place, { throwIfNoEntry: false }) !== undefined;
}

/** Moves the file `name` in `folder` to the vault's trash, unless it has changed. */
function trash(places: Places, folder: Held, name: string, { path, before }: Write): Answer {
  const root = places.hold("");
  if (!root) return OUTDATED;
  const at = join(root.at, TRASH);
  const bin = fs.lstatSync(at, { throwIfNoEntry: false });
  try {
    if (bin && !bin.isDirectory()) throw new Error("the vault's .trash is not a folder");
    if (!bin) fs.mkdirSync(at);
    const from = join(folder.at, name);
    const trashed = moveBeside(from, at, name);
    const isAsSeen = before !== null && readBack(trashed, before) === DONE;
    if (!isAsSeen && tried(() => (rename(trashed, from), true))) return OUTDATED;
    flushFolder(at);
    flushFolder(folder.at);
    const other = tried(() => places.hold(path));
    other?.close();
    return other ? { written: "overwritten" } : DONE;
  } finally {
    // Unless it is empty, it stays.
    if (!bin) tried(() => fs.rmdirSync(at));
    root.close();
  }
}

/** Moves the file `from` into `folder`: as `a 2.md` if there is an `a.md`. Its new place. */
function moveBeside(from: string, folder: string, name: string): string {
  const dot = name.lastIndexOf(".");
  const [stem, extension] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ""];
  for (let copy = 1; ; copy++) {
    const free = join(folder, copy === 1 ? name : `${stem} ${copy}${extension}`);
    if (isThere(free)) continue;
    fs.renameSync(from, free);
    return free;
  }
}

function fill(file: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length;) at += fs.writeSync(file, bytes, at, bytes.length - at, at);
}

/**
 * Makes `to` with the attributes of `from`: on Linux with `cp`, which keeps extended ones and access lists, elsewhere by
 * a copy of the system's.
 */
function copyAttributes(from: string, to: string): void {
  if (process.platform === "linux") {
    const { status } = spawnSync("cp", ["--attributes-only", "--preserve=all", "--", from, to], { stdio: "ignore" });
    if (status === 0) return;
    fs.rmSync(to, { force: true });
  }
  fs.copyFileSync(from, to, fs.constants.COPYFILE_EXCL);
}

export function hasContent(held: Held, bytes: Uint8Array): boolean {
  const file = held.open();
  if (file === undefined) return false;
  try {
    return fs.fstatSync(file).size === bytes.length && fs.readFileSync(file).equals(bytes);
  } finally {
    fs.closeSync(file);
  }
}

function readBack(place: string, bytes: Uint8Array): Answer {
  const now = tried(() => fs.readFileSync(place));
  return now?.equals(bytes) ? DONE : { written: "overwritten" };
}

/** Whether both are the same version of one file. */
function isSame(a: fs.Stats, b: fs.Stats): boolean {
  return a.dev === b.dev && a.ino === b.ino && a.size === b.size && a.mtimeMs === b.mtimeMs && a.ctimeMs === b.ctimeMs;
}

/** Makes the names in a folder survive a power failure, where the system can. */
export function flushFolder(at: string): void {
  tried(() => {
    const file = fs.openSync(at, "r");
    try {
      fs.fsyncSync(file);
    } finally {
      fs.closeSync(file);
    }
  });
}

function removeLeftBehind(at: string): void {
  for (const name of fs.readdirSync(at).filter((name) => TEMPORARY.test(name))) {
    const place = join(at, name);
    tried(() => {
      if (Date.now() - fs.lstatSync(place).mtimeMs > LEFT_BEHIND_MS) fs.rmSync(place);
    });
  }
}

/** The name of an entry on disk, which may be in another Unicode form than in the vault. */
export function nameOnDisk({ place }: Held): string {
  return basename(place);
}

export function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}

function tried<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
