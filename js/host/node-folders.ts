// Where programs keep what belongs to the user on this computer.
import { homedir } from "node:os";
import { join } from "node:path";

/** The folder for what can be made again. */
export function cacheFolder(name: string): string {
  const { XDG_CACHE_HOME, LOCALAPPDATA } = process.env;
  if (process.platform === "win32") return join(LOCALAPPDATA ?? join(homedir(), "AppData", "Local"), "lectern", name);
  if (process.platform === "darwin") return join(homedir(), "Library", "Caches", "lectern", name);
  return join(XDG_CACHE_HOME ?? join(homedir(), ".cache"), "lectern", name);
}
