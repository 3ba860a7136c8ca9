// Writes and moves files of a vault on disk. A file is replaced as a whole: new content goes to a temporary file beside it,
// which is flushed and then renamed, so that a crash leaves the old or the new content. Nothing is written if the file is
// not what the user saw, and no other file is replaced.
import * as fs from "node:fs";
import { join } from "node:path";
import type { Answer, Move, Write } from "../../pkg/lectern.js";
import { find } from "./node-disk.ts";
import {
  andClose,
  answered,
  DONE,
  flushFolder,
  ifUnchanged,
  inFolder,
  nameOnDisk,
  OUTDATED,
  parted,
  type Places,
  readBack,
  rename,
  tried,
} from "./node-files.ts";
import type { Held } from "./node-held.ts";
import { trash } from "./node-trash.ts";

/** Temporary files; one that is this old was left by a crash. */
const TEMPORARY = /^\.lectern-[0-9a-f]{16}\.tmp$/;
const LEFT_BEHIND_MS = 60 * 60 * 1000;
const temporaryName = (): string =>
  `.lectern-${Buffer.from(crypto.getRandomValues(new Uint8Array(8))).toString("hex")}.tmp`;

/** Makes the change `write`. Never throws. */
export function writeFile(places: Places, write: Write): Answer {
  const { path, before, after } = write;
  return answered(() => {
    if (before === null) return after === null ? OUTDATED : create(places, path, after);
    return ifUnchanged(places, path, before, (held, folder, seen) => {
      removeLeftBehind(folder.at);
      if (after === null) return trash(places, folder, nameOnDisk(held), write);
      return replace(folder, held, seen, after);
    });
  });
}

/** Moves a file, unless it has changed or its new place is taken. Never throws. */
export function moveFile(places: Places, { path, to, before }: Move): Answer {
  const { folders, name } = parted(to);
  return answered(() =>
    ifUnchanged(places, path, before, (held, folder) =>
      inFolder(places, folders, (into) => {
        // The name may be taken in another Unicode form.
        const other = join(into.at, find(into.at, name) ?? name);
        renameOrRespell(join(folder.at, nameOnDisk(held)), join(into.at, name), other);
        flushFolder(into.at);
        flushFolder(folder.at);
        return DONE;
      }),
    ),
  );
}

function replace(folder: Held, held: Held, seen: fs.Stats, after: Uint8Array): Answer {
  const target = join(folder.at, nameOnDisk(held));
  return byTemporary(folder, target, after, (temporary) => {
    copyAttributes(target, temporary);
    andClose(fs.openSync(temporary, "r+"), (file) => {
      fs.ftruncateSync(file);
      fill(file, after);
      const made = fs.fstatSync(file);
      if (made.uid !== seen.uid || made.gid !== seen.gid) tried(() => fs.fchownSync(file, seen.uid, seen.gid));
      if (made.mode !== seen.mode) fs.fchmodSync(file, seen.mode & 0o7777);
      fs.fsyncSync(file);
    });
    // The last look before the rename: the time between is a few microseconds.
    if (!isSame(held.stats(), seen)) return false;
    const now = fs.lstatSync(target, { throwIfNoEntry: false });
    if (!now || !isSame(now, seen)) return false;
    fs.renameSync(temporary, target);
    return true;
  });
}

/** Makes a file that must not exist yet, with the folders it needs. */
function create(places: Places, path: string, after: Uint8Array): Answer {
  const { folders, name } = parted(path);
  return inFolder(places, folders, (folder) => {
    // The name may be taken in another Unicode form, beside which the system would make a second file.
    if (find(folder.at, name) !== undefined) return OUTDATED;
    const target = join(folder.at, name);
    return byTemporary(folder, target, after, (temporary) => {
      andClose(fs.openSync(temporary, "wx"), (file) => {
        fill(file, after);
        fs.fsyncSync(file);
      });
      rename(temporary, target);
      return true;
    });
  });
}

/** Has `make` write a temporary file in `folder` and rename it to `target`. If it did not, the file is outdated. */
function byTemporary(folder: Held, target: string, after: Uint8Array, make: (temporary: string) => boolean): Answer {
  const temporary = join(folder.at, temporaryName());
  try {
    if (!make(temporary)) return OUTDATED;
  } finally {
    tried(() => fs.rmSync(temporary, { force: true }));
  }
  flushFolder(folder.at);
  return readBack(target, after);
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
    // Loading it takes longer than reading a note.
    const { spawnSync } = process.getBuiltinModule("node:child_process");
    const { status } = spawnSync("cp", ["--attributes-only", "--preserve=all", "--", from, to], { stdio: "ignore" });
    if (status === 0) return;
    fs.rmSync(to, { force: true });
  }
  fs.copyFileSync(from, to, fs.constants.COPYFILE_EXCL);
}

/** Whether both are the same version of one file. */
function isSame(a: fs.Stats, b: fs.Stats): boolean {
  return a.dev === b.dev && a.ino === b.ino && a.size === b.size && a.mtimeMs === b.mtimeMs && a.ctimeMs === b.ctimeMs;
}

function removeLeftBehind(at: string): void {
  for (const name of fs.readdirSync(at).filter((name) => TEMPORARY.test(name))) {
    const place = join(at, name);
    tried(() => {
      if (Date.now() - fs.lstatSync(place).mtimeMs > LEFT_BEHIND_MS) fs.rmSync(place);
    });
  }
}

/** Throws EEXIST if something is at `taken` or `to`, unless it is the file itself: `a.md` may become `A.md`. */
function renameOrRespell(from: string, to: string, taken: string): void {
  const [file, other] = [from, taken].map((place) => fs.lstatSync(place, { throwIfNoEntry: false }));
  const isSame = file && other && file.dev === other.dev && file.ino === other.ino && file.nlink === 1;
  if (isSame) {
    fs.renameSync(from, to);
    return;
  }
  rename(from, other ? taken : to);
}
