// The journal of changes as text: one file a vault with one entry a line, and a file of its own for what a large entry
// replaced. The hosts read and write the files.
import { byteLength } from "../base/byte-length.ts";
import type { Replaced } from "../../pkg/lectern.js";
import type { JournalEntry } from "./changes.ts";

/** Older entries are dropped. */
const MAX_AGE_MS = 90 * 24 * 60 * 60 * 1000;
const MB = 1024 * 1024;
/** If the lines would be more, the oldest are dropped until half of it is free. */
const MAX_LINES_BYTES = 50 * MB;
/** What replaced more than this has a file of its own. */
const LARGE_BYTES = MB;
/** If these files would be more, the oldest are dropped. */
const MAX_LARGE_BYTES = 200 * MB;

/** What an entry has in a file of its own. */
interface Apart {
  readonly name: string;
  readonly bytes: number;
}

/** An entry as its line has it: what a large one replaced is elsewhere. */
export type StoredEntry = JournalEntry & { readonly apart?: Apart };

/** A line of the file: an entry, or what replaces earlier ones. */
export type JournalLine =
  StoredEntry | { readonly replaces: readonly string[]; readonly entries: readonly StoredEntry[] };

/** The files of a journal. */
export interface JournalFiles {
  /** The lines; empty if there is no file yet. */
  lines(): Promise<string>;
  /** Their size in bytes. */
  size(): Promise<number>;
  /** Adds lines, behind a whole line. Resolves once they survive a crash. */
  append(text: string): Promise<void>;
  /** Replaces all lines. A crash leaves the old ones or the new ones. */
  rewrite(text: string): Promise<void>;
  /** The names of the other files. */
  names(): Promise<readonly string[]>;
  /** The content of another file, or undefined if it does not exist. */
  text(name: string): Promise<string | undefined>;
  /** Makes another file. Resolves once it survives a crash. */
  make(name: string, text: string): Promise<void>;
  remove(name: string): Promise<void>;
}

/** The entries of a journal, and whether its last line can't be read. */
export interface JournalText {
  readonly entries: readonly StoredEntry[];
  readonly endsDamaged: boolean;
}

/** The entries in the lines `text`, oldest first. Any other line, such as one that a crash cut off, counts for nothing. */
export function journalIn(text: string): JournalText {
  const entries = new Map<string, StoredEntry>();
  let endsDamaged = false;
  for (const line of text.split("\n").filter((line) => line !== "")) {
    const read = parsed(line);
    endsDamaged = !read;
    if (!read) continue;
    if ("replaces" in read) {
      // Another process may have undone one of them meanwhile.
      const gone = new Set(read.replaces.filter((id) => !entries.delete(id)));
      for (const entry of read.entries) if (!gone.has(entry.id)) entries.set(entry.id, entry);
    } else {
      entries.set(read.id, read);
    }
  }
  const oldest = Date.now() - MAX_AGE_MS;
  const kept = [...entries.values()].filter(({ time }) => Date.parse(time) >= oldest);
  return { entries: kept.sort((a, b) => a.time.localeCompare(b.time)), endsDamaged };
}

/** The text of a line, with its end. */
function lineText(line: JournalLine): string {
  return `${JSON.stringify(line)}\n`;
}

/** Adds lines to the journal in `files`. The oldest entries that there is no room for are dropped. */
export async function addLines(files: JournalFiles, lines: readonly JournalLine[]): Promise<void> {
  const stored: JournalLine[] = [];
  let large = 0;
  for (const line of lines) {
    const entries = await Promise.all(("replaces" in line ? line.entries : [line]).map((one) => madeApart(files, one)));
    large += entries.reduce((sum, { apart }) => sum + (apart?.bytes ?? 0), 0);
    stored.push(...("replaces" in line ? [{ ...line, entries }] : entries));
  }
  const text = stored.map(lineText).join("");
  const size = await files.size();
  const bytes = { lines: byteLength(text), large };
  const isFull = size + bytes.lines > MAX_LINES_BYTES;
  if (isFull || large > 0) {
    const { entries } = journalIn(await files.lines());
    const dropped = new Set(withoutRoom(entries, size, bytes));
    const kept = entries.filter((entry) => !dropped.has(entry));
    if (isFull || dropped.size > 0) await files.rewrite(kept.map(lineText).join(""));
  }
  await files.append(text);
  // What stays is removed the next time.
  await removeUnused(files).catch(() => undefined);
}

/** All of `entries`. One whose file is gone is left out. */
export async function whole(files: JournalFiles, entries: readonly StoredEntry[]): Promise<JournalEntry[]> {
  const found: JournalEntry[] = [];
  for (const { apart, ...entry } of entries) {
    const replaced = apart ? replacedIn(await files.text(apart.name)) : entry.replaced;
    if (replaced) found.push({ ...entry, replaced });
  }
  return found;
}

/** What the user should know before a change with `bytes` of old and new text. Throws if it could not be undone. */
export function roomFor({ entries }: JournalText, size: number, bytes: number): string[] {
  if (bytes > MAX_LARGE_BYTES)
    throw new Error(`it is too large to be undone: ${Math.ceil(bytes / MB)} MB of text change, and 200 MB can be kept`);
  const isLarge = bytes > LARGE_BYTES;
  const dropped = withoutRoom(entries, size, { lines: isLarge ? 0 : bytes, large: isLarge ? bytes : 0 });
  if (dropped.length === 0) return [];
  const [what, them] = dropped.length === 1 ? ["change", "it"] : [`${dropped.length} changes`, "them"];
  const paths = [...new Set(dropped.map(({ path }) => JSON.stringify(path)))];
  const named = paths.slice(0, 3).join(", ") + (paths.length > 3 ? ` and ${paths.length - 3} more files` : "");
  return [`the oldest ${what} can't be undone afterwards, because there is no room to keep ${them}: ${named}`];
}

/** The oldest of `entries`, whose lines take `size`, that there is no room for beside more bytes. */
function withoutRoom(
  entries: readonly StoredEntry[],
  size: number,
  more: { readonly lines: number; readonly large: number },
): StoredEntry[] {
  const largeOf = ({ apart }: StoredEntry): number => apart?.bytes ?? 0;
  let large = entries.reduce((sum, entry) => sum + largeOf(entry), more.large);
  const isFull = size + more.lines > MAX_LINES_BYTES;
  const sizes = isFull ? entries.map((entry) => byteLength(lineText(entry))) : [];
  let lines = sizes.reduce((sum, bytes) => sum + bytes, more.lines);
  return entries.filter((entry, index) => {
    const isDropped =
      (isFull && lines > MAX_LINES_BYTES / 2) || (more.large > 0 && large > MAX_LARGE_BYTES && largeOf(entry) > 0);
    if (isDropped) [large, lines] = [large - largeOf(entry), lines - (sizes[index] ?? 0)];
    return isDropped;
  });
}

/** `entry` as its line has it. */
async function madeApart(files: JournalFiles, entry: StoredEntry): Promise<StoredEntry> {
  const length = entry.replaced.reduce((sum, part) => sum + part.old.length + part.new.length, 0);
  if (length <= LARGE_BYTES / 2) return entry;
  const text = JSON.stringify(entry.replaced);
  const bytes = byteLength(text);
  if (bytes <= LARGE_BYTES) return entry;
  const apart = { name: `${crypto.randomUUID()}.json`, bytes };
  await files.make(apart.name, text);
  return { ...entry, replaced: [], apart };
}

/** Removes the files of entries that are gone. */
async function removeUnused(files: JournalFiles): Promise<void> {
  const names = (await files.names()).filter((name) => APART.test(name));
  if (names.length === 0) return;
  const used = new Set(journalIn(await files.lines()).entries.map(({ apart }) => apart?.name));
  for (const name of names) if (!used.has(name)) await files.remove(name);
}

const APART = /^[0-9a-f-]{36}\.json$/;

function replacedIn(text: string | undefined): Replaced[] | undefined {
  try {
    const read = JSON.parse(text ?? "") as Replaced[];
    return read.every(isPart) ? read : undefined;
  } catch {
    return undefined;
  }
}

/** The line, if it is one of a journal. */
function parsed(line: string): JournalLine | undefined {
  try {
    const read = JSON.parse(line) as JournalLine;
    if (!("replaces" in read)) return isEntry(read) ? read : undefined;
    return Array.isArray(read.replaces) && read.entries.every(isEntry) ? read : undefined;
  } catch {
    return undefined;
  }
}

function isEntry(read: { readonly [key in keyof StoredEntry]: unknown }): boolean {
  const isText = (value: unknown): boolean => typeof value === "string";
  const texts = [read.id, read.time, read.path];
  const optional = [read.conversation, read.movedTo, read.move, read.madeFolder, read.version, read.newVersion];
  const { name, bytes } = (read.apart ?? { name: "", bytes: 0 }) as { readonly [key in keyof Apart]: unknown };
  return (
    [...texts, ...optional.map((one) => one ?? "")].every(isText) &&
    (read.replaced as Replaced[]).every(isPart) &&
    (read.apart === undefined || (typeof name === "string" && APART.test(name) && Number.isInteger(bytes)))
  );
}

function isPart(part: { readonly [key in keyof Replaced]: unknown }): boolean {
  return (
    [part.at, part.line].every(Number.isInteger) &&
    [part.old, part.new, part.above, part.below].every((text) => typeof text === "string")
  );
}
