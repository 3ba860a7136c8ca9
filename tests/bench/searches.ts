// The searches that are measured in Node and in Chromium.
import { seeded } from "./random.mjs";

/** The last one takes JavaScript more than linear time, so JavaScript doesn't run it. */
export const PATTERNS = [
  "\\bnote\\w*",
  "[A-Z][a-z]+ [A-Z][a-z]+",
  "^#+ .*",
  "\\d{4}-\\d{2}-\\d{2}",
  "(\\w+\\s+){3}end",
  "(a+)+$",
];
export const isCatastrophic = (pattern: string): boolean => pattern === "(a+)+$";

/** What finds nothing, so that nothing is read for it but what the index needs. */
export const FIRST = { query: "zqxjkvbwpf" };

/** How many searches by words are timed. */
const SEARCHES = 300;

/** Searches for up to four words of notes here and there, whose texts `read` gives; always the same. */
export function searchesByWords(paths: string[], read: (path: string) => string): { query: string }[] {
  const random = seeded(1);
  const pick = <T>(from: T[]): T | undefined => from[Math.floor(random() * from.length)];
  const words = Array.from({ length: 200 }, () => read(pick(paths) ?? "").match(/[\p{L}\p{N}]+/gu) ?? []);
  const some = words.flatMap((of) => of.slice(0, 50));
  return Array.from({ length: SEARCHES }, () => ({
    query: Array.from({ length: 1 + Math.floor(random() * 4) }, () => pick(some)).join(" "),
  }));
}

/** How many notes a search found, as its reply says to a person. */
export function notesFound(display: string): number {
  const [, found] = /: (?:[0-9]+ of )?([0-9]+|no) notes?$/.exec(display) ?? [];
  return found === "no" ? 0 : Number(found);
}

/** Of times: the middle one, and that which one of 100 is longer than. */
export function spread(times: number[]): string {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (share: number): string => `${(sorted[Math.floor(sorted.length * share)] ?? NaN).toFixed(1)} ms`;
  return `median ${at(0.5)}, 99 of 100 within ${at(0.99)}`;
}

/** How many times as fast, for people. */
export const times = (theirs: number, ours: number): string => (theirs / ours).toFixed(1);
