// Moves files of a vault on disk, without replacing any.
import * as fs from "node:fs";
import { join } from "node:path";
import type { Answer, Move } from "../../pkg/lectern.js";
import { failure, find } from "./node-disk.ts";
import { DONE, flushFolder, hasContent, inFolder, nameOnDisk, OUTDATED, rename, type Places } from "./node-files.ts";

/** Moves a file, unless it has changed or its new place is taken. Never throws. */
export function moveFile(places: Places, move: Move): Answer {
  try {
    return moved(places, move);
  } catch (error) {
    const answer = failure(error);
    return answer === "missing" ? OUTDATED : answer;
  }
}

function moved(places: Places, { path, to, before }: Move): Answer {
  const held = places.hold(path);
  if (!held) return OUTDATED;
  try {
    const seen = held.stats();
    if (!seen.isFile() || !hasContent(held, before)) return OUTDATED;
    if ((seen.mode & 0o222) === 0) throw new Error("the file is read-only");
    const folder = places.hold(parted(path).folders.join("/"));
    if (!folder) return OUTDATED;
    try {
      const target = parted(to);
      return inFolder(places, target.folders, (into) => {
        // The name may be taken in another Unicode form.
        const other = join(into.at, find(into.at, target.name) ?? target.name);
        renameOrRespell(join(folder.at, nameOnDisk(held)), join(into.at, target.name), other);
        flushFolder(into.at);
        flushFolder(folder.at);
        return DONE;
      });
    } finally {
      folder.close();
    }
  } finally {
    held.close();
  }
}

function parted(path: string): { folders: string[]; name: string } {
  const folders = path.split("/");
  return { name: folders.pop() ?? "", folders };
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
