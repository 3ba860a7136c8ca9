// The files that say what a vault excludes: `.lecternignore`, and the settings of the app and of the plugin. What their bytes
// mean is the same for every host. A file that cannot be understood is an error, and an error closes everything.
import { reason } from "../base/reason.ts";
import { parseSettings, type Settings } from "../settings/parse-settings.ts";

/** Bytes of one such file. One that is larger is not what its name says. */
export const MOST_BYTES = 1024 * 1024;

/** Throws unless what is at `path` can hold rules: a regular file, and not a large one. */
export function requireSmallFile(path: string, isFile: boolean, size: number): void {
  if (!isFile) throw new Error(`${path} is not a regular file; put a text file in its place, or remove it`);
  if (size > MOST_BYTES) throw new Error(`${path} is larger than 1 MB; shorten it`);
}

/** The text in `bytes`: UTF-8, or UTF-16 with a byte order mark. Lines end with LF. */
export function textIn(path: string, bytes: Uint8Array): string {
  requireSmallFile(path, true, bytes.length);
  const [first, second] = bytes;
  const encoding =
    first === 0xff && second === 0xfe ? "utf-16le" : first === 0xfe && second === 0xff ? "utf-16be" : "utf-8";
  let text: string | undefined;
  try {
    text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    // Not in this encoding.
  }
  // UTF-16 without a mark and UTF-32 are full of NULs, as is a file that a crash of the system left unwritten.
  if (text === undefined || text.includes("\0")) throw new Error(`${path} is not text in UTF-8; save it as UTF-8`);
  return text.replace(/\r\n?/g, "\n");
}

/** The JSON value in `text`. The error quotes nothing of it: a model may read the error. */
export function jsonIn(path: string, text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new Error(`${path} is not valid JSON; correct it, or restore it from a backup`);
  }
}

/** The app's "Excluded files", in its own settings. */
export function excludedIn(path: string, text: string): string[] {
  const settings = jsonIn(path, text);
  if (typeof settings !== "object" || settings === null || Array.isArray(settings)) {
    throw new Error(`${path} is not a JSON object; correct it, or restore it from a backup`);
  }
  return filtersOf(path, "userIgnoreFilters" in settings ? settings.userIgnoreFilters : null);
}

/** The app's "Excluded files", as their setting in `path` holds them: null or undefined if they were never changed. */
export function filtersOf(path: string, setting: unknown): string[] {
  const filters = setting ?? [];
  if (Array.isArray(filters) && filters.every((filter) => typeof filter === "string")) return filters;
  throw new Error(
    `"userIgnoreFilters" in ${path} is not a list of text; set Excluded files again in the app's settings`,
  );
}

/** The plugin's own settings. */
export function settingsIn(path: string, text: string): Settings {
  const data = jsonIn(path, text);
  try {
    return parseSettings(data);
  } catch (error) {
    throw new Error(`${path} cannot be used: ${reason(error)}; correct it, or restore it from a backup`, {
      cause: error,
    });
  }
}
