// Reads the files that exclude: `.lecternignore`, and the settings of the app and of the plugin, the same for every
// host. A file that can't be understood is an error, which excludes everything.
import { reason } from "../base/reason.ts";
import { fieldsOf, valueOf } from "../base/fields.ts";
import type { Rules } from "../vault/host.ts";
import { parseSettings, type Settings } from "../settings/parse-settings.ts";

/** Maximum bytes of such a file. */
export const MOST_BYTES = 1024 * 1024;

/** The app's setting for daily notes, in its config folder. */
export const DAILY_NOTES = "daily-notes.json";

/** Throws unless `path` is a regular file of acceptable size. */
export function requireSmallFile(path: string, isFile: boolean, size: number): void {
  if (!isFile) throw new Error(`${path} is not a regular file; put a text file in its place, or remove it`);
  if (size > MOST_BYTES) throw new Error(`${path} is larger than 1 MB; shorten it`);
}

/** Decodes UTF-8, or UTF-16 with a byte order mark. Line endings become LF. */
export function textIn(path: string, bytes: Uint8Array): string {
  requireSmallFile(path, true, bytes.length);
  const [first, second] = bytes;
  const encoding =
    first === 0xff && second === 0xfe ? "utf-16le" : first === 0xfe && second === 0xff ? "utf-16be" : "utf-8";
  let text: string | undefined;
  try {
    text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    // Invalid in this encoding.
  }
  // UTF-16 without a mark, UTF-32 and files left unwritten by a crash are full of NULs.
  if (text === undefined || text.includes("\0")) throw new Error(`${path} is not text in UTF-8; save it as UTF-8`);
  return text.replace(/\r\n?/g, "\n");
}

/** Parses JSON. The error quotes nothing of the file, because a model may read it. */
export function jsonIn(path: string, text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new Error(`${path} is not valid JSON; correct it, or restore it from a backup`);
  }
}

/** The app's "Excluded files" in its settings file. */
export function excludedIn(path: string, text: string): string[] {
  const settings = jsonIn(path, text);
  if (typeof settings !== "object" || settings === null || Array.isArray(settings)) {
    throw new Error(`${path} is not a JSON object; correct it, or restore it from a backup`);
  }
  return filtersOf(path, "userIgnoreFilters" in settings ? settings.userIgnoreFilters : null);
}

/** Checks the app's "Excluded files" setting: null or undefined if it was never changed. */
export function filtersOf(path: string, setting: unknown): string[] {
  const filters = setting ?? [];
  if (Array.isArray(filters) && filters.every((filter) => typeof filter === "string")) return filters;
  throw new Error(
    `"userIgnoreFilters" in ${path} is not a list of text; set Excluded files again in the app's settings`,
  );
}

/** The app's setting for daily notes, from its file. It excludes nothing, so a file that can't be read is ignored. */
export function dailyNotesIn(text = ""): Pick<Rules, "dailyNotesFolder" | "dailyNotesFormat"> {
  const { folder, format } = fieldsOf(valueOf(text));
  if (typeof format !== "string") return {};
  return { dailyNotesFolder: typeof folder === "string" ? folder : "", dailyNotesFormat: format };
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
