// The lines of a journal of changes, and which of them are kept. It is one file a vault, with one entry a line. The
// hosts read and write the file.
import { byteLength } from "../base/byte-length.ts";
import type { Replaced } from "../../pkg/lectern.js";
import type { JournalEntry } from "./changes.ts";

/** Older entries are dropped; so are the oldest if the file would be larger. */
const MAX_AGE_MS = 90 * 24 * 60 * 60 * 1000;
export const MAX_JOURNAL_BYTES = 50 * 1024 * 1024;

/** A line of the file: an entry, or what replaces earlier ones. */
export type JournalLine =
  JournalEntry | { readonly replaces: readonly string[]; readonly entries: readonly JournalEntry[] };

/** The text of a line, with its end. */
export function lineText(line: JournalLine): string {
  return `${JSON.stringify(line)}\n`;
}

/** The entries of the file `text`, oldest first. Any other line, such as one that a crash cut off, counts for nothing. */
export function entriesIn(text: string): JournalEntry[] {
  const entries = new Map<string, JournalEntry>();
  for (const line of text.split("\n")) {
    const read = parsed(line);
    if (!read) continue;
    if ("replaces" in read) {
      for (const id of read.replaces) entries.delete(id);
      for (const entry of read.entries) entries.set(entry.id, entry);
    } else {
      entries.set(read.id, read);
    }
  }
  const oldest = Date.now() - MAX_AGE_MS;
  const kept = [...entries.values()].filter(({ time }) => Date.parse(time) >= oldest);
  return kept.sort((a, b) => a.time.localeCompare(b.time));
}

/** A new file without the oldest entries, in which there is room for `added` more bytes. */
export function prunedText(entries: readonly JournalEntry[], added: number): string {
  const lines = entries.map(lineText);
  const sizes = lines.map(byteLength);
  let bytes = sizes.reduce((sum, size) => sum + size, added);
  let dropped = 0;
  for (const size of sizes) {
    if (bytes <= MAX_JOURNAL_BYTES / 2) break;
    bytes -= size;
    dropped++;
  }
  return lines.slice(dropped).join("");
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

function isEntry(read: { readonly [key in keyof JournalEntry]: unknown }): boolean {
  const isText = (value: unknown): boolean => typeof value === "string";
  const texts = [read.id, read.time, read.path, read.conversation ?? "", read.movedTo ?? "", read.move ?? ""];
  const isPart = (part: { readonly [key in keyof Replaced]: unknown }): boolean =>
    [part.at, part.line].every(Number.isInteger) && [part.old, part.new, part.above, part.below].every(isText);
  return (
    texts.every(isText) &&
    [read.version ?? "", read.newVersion ?? ""].every(isText) &&
    (read.replaced as Replaced[]).every(isPart)
  );
}
