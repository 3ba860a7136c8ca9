// Writes files of a vault on disk. A file is replaced as a whole: new content goes to a temporary file beside it, which
// is flushed and then renamed, so that a crash leaves the old or the new content. Nothing is written if the file is not
// what the user saw.
import * as fs from "node:fs";
import { join } from "node:path";
import type { Answer, Write } from "../../pkg/lectern.js";
import { failure, find } from "./node-disk.ts";
import {
  flushFolder,
  hasContent,
  inFolder,
  nameOnDisk,
  OUTDATED,
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
  const temporary = join(folder.at, temporaryName());
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
    // The name may be taken in another Unicode form, beside which the system would make a second file.
    if (find(folder.at, name) !== undefined) return OUTDATED;
    const temporary = join(folder.at, temporaryName());
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
