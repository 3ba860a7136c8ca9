// The trash of a vault on disk, `.trash` at its root: files go there and come back, and none is replaced.
import * as fs from "node:fs";
import { join } from "node:path";
import type { Answer, Write } from "../../pkg/lectern.js";
import { systemReason } from "../base/reason.ts";
import type { Held } from "./node-held.ts";
import {
  andClose,
  DONE,
  flushFolder,
  inFolder,
  isThere,
  OUTDATED,
  parted,
  type Places,
  readBack,
  rename,
  tried,
} from "./node-files.ts";
import { namedAs, nameBefore, TRASH } from "./trash-names.ts";

/** Files of more bytes are no notes. */
const MAX_BYTES = 64 * 1024 * 1024;

/** Moves the file `name` in `folder` to the vault's trash, unless it has changed. */
export function trash(places: Places, folder: Held, name: string, { path, before }: Write): Answer {
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

/** The content of what the trash has of the name of `path`. */
export function trashed(places: Places, path: string): Uint8Array[] {
  return inTrash(places, path, (bin, names) => names.flatMap((name) => contentIn(bin, name) ?? [])) ?? [];
}

/** Takes the file of `write` back from the trash; undefined if it is not there. Never throws. */
export function restore(places: Places, { path, after }: Write): Answer | undefined {
  try {
    return inTrash(places, path, (bin, names) => {
      const name = names.find((name) => after !== null && contentIn(bin, name)?.equals(after));
      return name === undefined ? undefined : moveBack(places, bin, name, path);
    });
  } catch (error) {
    return { failed: systemReason(error) };
  }
}

function moveBack(places: Places, bin: Held, name: string, path: string): Answer {
  const { folders, name: wanted } = parted(path);
  const own = nameBefore(name, wanted);
  return inFolder(places, folders, (folder) => {
    rename(join(bin.at, name), join(folder.at, own));
    flushFolder(folder.at);
    flushFolder(bin.at);
    return DONE;
  });
}

/** The result of `work` with the trash and the names there that the file at `path` may have; undefined if there are none. */
function inTrash<T>(places: Places, path: string, work: (bin: Held, names: string[]) => T): T | undefined {
  const bin = tried(() => places.hold(TRASH));
  if (!bin) return undefined;
  try {
    if (!bin.stats().isDirectory()) return undefined;
    const names = namedAs(path, fs.readdirSync(bin.at));
    return names.length > 0 ? work(bin, names) : undefined;
  } finally {
    bin.close();
  }
}

/** The content of a file in the trash, or undefined if it is not a file or can't be read. */
function contentIn(bin: Held, name: string): Buffer | undefined {
  return tried(() => {
    const file = bin.child(name);
    try {
      const stats = file?.stats();
      if (!stats?.isFile() || stats.size > MAX_BYTES) return undefined;
      const opened = file?.open();
      return opened === undefined ? undefined : andClose(opened, (file) => fs.readFileSync(file));
    } finally {
      file?.close();
    }
  });
}
