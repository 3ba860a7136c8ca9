// A line in the terminal that says what the command waits for and for how long: how far the reading of notes and documents
// has come, for one. And what was read in the end.
import type { Indexed } from "../../pkg/lectern.js";

/** How often the line is written; the first time after this time too. */
export const EVERY_MS = 500;

/** Goes to the start of the line and erases it. */
export const ERASE = "\r\x1b[K";

/** A terminal, or another stream. */
export interface Stream {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

/** `what` is awaited, and the seconds since `began`, of `performance.now()`: `Thinking … 3 s`. */
export function waitingText(what: string, began: number): string {
  const seconds = Math.floor((performance.now() - began) / 1000);
  return seconds < 1 ? `${what} …` : `${what} … ${seconds} s`;
}

/** Replaces the line by `text`, as far as it fits: what wraps could not be erased. Some terminals say that they have 0 columns. */
export function showLine(stream: Stream, text: string): void {
  stream.write(`${ERASE}${text.slice(0, (stream.columns || 80) - 1)}`);
}

/** How far the reading has come; undefined if nothing is being read. */
export function readingText(indexed: Indexed | undefined): string | undefined {
  const { notes = 0, unread = 0, documents = 0, documents_unread: left = 0 } = indexed ?? {};
  if (unread > 0) return `Reading notes: ${notes} of ${notes + unread}`;
  return left > 0 ? `Reading documents: ${documents} of ${documents + left}` : undefined;
}

/** Does `work`, and writes meanwhile `what` is awaited, if anything is and `stream` is a terminal. */
export async function whileWaiting<T>(
  stream: Stream,
  what: () => string | undefined,
  work: () => Promise<T>,
): Promise<T> {
  if (!stream.isTTY) return work();
  const began = performance.now();
  const timer = setInterval(() => {
    const text = what();
    if (text !== undefined) showLine(stream, waitingText(text, began));
  }, EVERY_MS);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    stream.write(ERASE);
  }
}

/** Does `work`, and writes meanwhile how far the reading has come. */
export const whileReading = <T>(
  stream: Stream,
  tools: { indexed(): Indexed | undefined },
  work: () => Promise<T>,
): Promise<T> => whileWaiting(stream, () => readingText(tools.indexed()), work);

/** What is indexed, and whether it is kept. */
export function indexedText(indexed: Indexed | undefined): string {
  const { notes = 0, documents = 0, documents_unreadable: broken = 0, documents_too_large: large = 0 } = indexed ?? {};
  const all = [
    `notes: ${notes}`,
    `documents: ${documents}`,
    ...(broken > 0 ? [`can't be read: ${broken}`] : []),
    ...(large > 0 ? [`too large to be read to the end: ${large}`] : []),
  ].join(", ");
  return `Indexed: ${all}. ${keptText(indexed)}`;
}

/** Whether the index is kept, as a sentence. */
export function keptText(indexed: Indexed | undefined): string {
  const kept = indexed?.kept ?? 0;
  if (kept > 0) return `The index is kept (${Math.ceil(kept / 1024)} KB).`;
  return "The index is not kept: the vault is small, --keep-index is off, or there is no room.";
}
