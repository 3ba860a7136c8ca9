// Steps of a change on disk: folders that are made and removed, names that replace nothing, content that is compared.
import * as fs from "node:fs";
import { basename, join } from "node:path";
import type { Answer } from "../../pkg/lectern.js";
import { failure } from "./node-disk.ts";
import type { Held } from "./node-held.ts";

export const DONE: Answer = { written: "done" };
export const OUTDATED: Answer = { written: "outdated" };

/** What a change needs of the host. */
export interface Places {
  /** Holds the entry at a vault path; undefined if it is missing. Throws if a link is on the way. */
  hold(path: string): Held | undefined;
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

/** Removes a folder if it is empty. Returns whether it is gone. */
export function removeEmptyFolder(places: Places, path: string): boolean {
  const { folders, name } = parted(path);
  const above = tried(() => places.hold(folders.join("/")));
  const folder = tried(() => above?.child(name));
  folder?.close();
  const isGone = above && folder && tried(() => (fs.rmdirSync(join(above.at, nameOnDisk(folder))), true));
  above?.close();
  return isGone ?? false;
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

export function isThere(place: string): boolean {
  return fs.lstatSync(place, { throwIfNoEntry: false }) !== undefined;
}

/** The result of `work` with an open file, which is closed then. */
export function andClose<T>(file: number, work: (file: number) => T): T {
  try {
    return work(file);
  } finally {
    fs.closeSync(file);
  }
}

/**
 * Does `work` with the file at `path` and its folder, if the file has the content that the user saw and may be written.
 * Both are held meanwhile, and `seen` is the file as it was found.
 */
export function ifUnchanged(
  places: Places,
  path: string,
  before: Uint8Array,
  work: (held: Held, folder: Held, seen: fs.Stats) => Answer,
): Answer {
  const held = places.hold(path);
  let folder: Held | undefined;
  try {
    const seen = held?.stats();
    if (!held || !seen?.isFile() || !hasContent(held, before)) return OUTDATED;
    if ((seen.mode & 0o222) === 0) throw new Error("the file is read-only");
    folder = places.hold(parted(path).folders.join("/"));
    return folder ? work(held, folder, seen) : OUTDATED;
  } finally {
    folder?.close();
    held?.close();
  }
}

function hasContent(held: Held, bytes: Uint8Array): boolean {
  const opened = held.open();
  if (opened === undefined) return false;
  return andClose(opened, (file) => fs.fstatSync(file).size === bytes.length && fs.readFileSync(file).equals(bytes));
}

/** The answer to a change; what it throws is an answer too. */
export function answered(change: () => Answer): Answer {
  try {
    return change();
  } catch (error) {
    const answer = failure(error);
    return answer === "missing" ? OUTDATED : answer;
  }
}

export function readBack(place: string, bytes: Uint8Array): Answer {
  const now = tried(() => fs.readFileSync(place));
  return now?.equals(bytes) ? DONE : { written: "overwritten" };
}

/** Makes the names in a folder survive a power failure, where the system can. */
export function flushFolder(at: string): void {
  tried(() => andClose(fs.openSync(at, "r"), fs.fsyncSync));
}

/** The names of the folders of a vault path, and that of the file. */
export function parted(path: string): { folders: string[]; name: string } {
  const folders = path.split("/");
  return { name: folders.pop() ?? "", folders };
}

/** The name of an entry on disk, which may be in another Unicode form than in the vault. */
export function nameOnDisk({ place }: Held): string {
  return basename(place);
}

export function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}

export function tried<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
