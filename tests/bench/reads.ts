// What the benchmarks read: sizes of notes, and how often each is read.
import { type Language, note } from "./corpus.ts";

export const KB = 1024;
export const MB = 1024 * KB;

/** Sizes, with how often each is read: the small ones many times, since a clock tick is long for them. */
export const SIZES = [
  { size: "1 KB", bytes: KB, rounds: 41, batch: 200 },
  { size: "100 KB", bytes: 100 * KB, rounds: 41, batch: 100 },
  { size: "1 MB", bytes: MB, rounds: 31, batch: 10 },
  { size: "10 MB", bytes: 10 * MB, rounds: 15, batch: 3 },
  { size: "50 MB", bytes: 50 * MB, rounds: 5, batch: 1 },
];
export const WINDOW_LINES = 200;

/** Several files in one call: how many, and how large each is. */
export const SEVERAL = { count: 20, bytes: 10 * KB, rounds: 41, batch: 20 };

/** Sizes that differ a little: so do the notes. */
export function severalNotes(language: Language): Record<string, Uint8Array> {
  const { count, bytes } = SEVERAL;
  return Object.fromEntries(
    Array.from({ length: count }, (_, index) => [`note ${index}.md`, note(language, bytes - index)]),
  );
}
