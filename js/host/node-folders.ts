// Where programs keep what belongs to the user on this computer, and how they read it.
import * as fs from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { systemCode } from "../base/reason.ts";

/** The folder for what can be made again. */
export function cacheFolder(name: string): string {
  return folder(name, process.env.XDG_CACHE_HOME, [".cache"], "Caches");
}

/** The folder for what is neither settings nor cache. */
export function stateFolder(name: string): string {
  return folder(name, process.env.XDG_STATE_HOME, [".local", "state"], "Application Support");
}

function folder(name: string, given: string | undefined, usual: readonly string[], onMac: string): string {
  const home = homedir();
  if (process.platform === "win32")
    return join(process.env.LOCALAPPDATA ?? join(home, "AppData", "Local"), "lectern", name);
  if (process.platform === "darwin") return join(home, "Library", onMac, "lectern", name);
  return join(given ?? join(home, ...usual), "lectern", name);
}

/** The result of `work`; undefined if there is no such file or folder. */
export function ifThere<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (systemCode(error) === "ENOENT") return undefined;
    throw error;
  }
}

/** The content of a file that may be missing. */
export const contentIfThere = (file: string): Buffer | undefined => ifThere(() => fs.readFileSync(file));
