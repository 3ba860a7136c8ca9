// The passages that searches found, best first, which of them to quote, and what to read for that.
import { pageName, placeNamed } from "../citations/seen-lines.ts";
import type { Next, NoteFound, PassageFound, Reply } from "../../../pkg/lectern.js";

/** A passage that a search found. */
export interface Candidate {
  /** With the page, if its lines are counted in one: `Report.pdf#page=3`. */
  readonly path: string;
  readonly startLine: number;
  readonly endLine: number;
  readonly found: PassageFound;
  /** Its score, lower if the user asked about other notes. */
  readonly score: number;
}

/** The notes that the user asked about, with a test for the lines meant. */
export type AskedAbout = ReadonlyMap<string, (line: number) => boolean>;

/** The factor for passages of notes that the user did not ask about, if there are some that the user did. */
const NOT_ASKED = 0.4;

/** Maximum number of passages: as many as can be read at a glance. */
const MOST = 5;

/** Maximum passages of one note, unless the user asked about it. */
const MOST_OF_A_NOTE = 3;

/**
 * Passages with less than `LEAST_SHARE` of the best score are left out. For the first `FEWEST` passages, and for those
 * with a word that no better one has, the lower `FEWEST_SHARE` applies. After `FEW` passages, only those near the best
 * follow. Those with `BEST_SHARE` tell whether there is an answer.
 */
const LEAST_SHARE = 0.55;
const FEWEST_SHARE = 0.3;
const FEWEST = 2;
const NEAR_SHARE = 0.8;
const BEST_SHARE = 0.95;
const FEW = 3;

/** The passages that `replies` found, best first, each once: those of notes that the user asked about before others. */
export function candidatesIn(replies: readonly Reply[], askedAbout: AskedAbout): Candidate[] {
  const [asked, others] = [new Map<string, Candidate>(), new Map<string, Candidate>()];
  const notes = replies.flatMap(({ structuredContent }) => structuredContent.notes ?? []);
  for (const { passage, found, ...note } of notes) {
    if (!passage || !found) continue;
    const path = pageName(note);
    const [startLine, endLine] = passage;
    const isAsked = askedAbout.size === 0 || isAskedAbout(askedAbout, path, startLine);
    const score = found.score * (isAsked ? 1 : NOT_ASKED);
    const key = `${startLine} ${endLine} ${found.text.length} ${path}`;
    const same = isAsked ? asked : others;
    // The first search is the narrowest.
    if (!same.has(key)) same.set(key, { path, startLine, endLine, found, score });
  }
  const candidates = [...asked.values(), ...others.values()];
  return candidates.length > 0 ? candidates : notes.flatMap(listed);
}

/** A note of a search without words, from its first hit to its last. */
function listed({ hits, ...note }: NoteFound): Candidate[] {
  const lines = hits.map(({ line }) => line);
  if (lines.length === 0) return [];
  const found = { headings: [], text: "", starts_inside: false, ends_inside: false, score: 1, covered: 1 };
  const [startLine, endLine] = [Math.min(...lines), Math.max(...lines)];
  return [
    { path: pageName(note), startLine, endLine, found: { ...found, likely: true, missing: [], absent: [] }, score: 1 },
  ];
}

/** Whether the user asked about the line. Who asked about a document did so about all its pages. */
export function isAskedAbout(askedAbout: AskedAbout, path: string, line: number): boolean {
  const { path: file, page } = placeNamed(path);
  return askedAbout.get(path)?.(line) === true || (page !== undefined && askedAbout.has(file));
}

/** Those of `candidates` to quote. If none is likely to answer, the nearest one. */
export function chosenOf(candidates: readonly Candidate[], askedAbout: AskedAbout): Candidate[] {
  const best = Math.max(0, ...candidates.map(({ score }) => score));
  const chosen: Candidate[] = [];
  for (const candidate of candidates) {
    if (chosen.length === MOST) break;
    const { path, startLine, found, score } = candidate;
    const isNew = missingIn(chosen).some((word) => !found.missing.includes(word));
    const share = chosen.length < FEWEST || isNew ? FEWEST_SHARE : chosen.length < FEW ? LEAST_SHARE : NEAR_SHARE;
    const ofNote = chosen.filter((other) => other.path === path).length;
    const hasEnough = ofNote >= MOST_OF_A_NOTE && !isAskedAbout(askedAbout, path, startLine);
    if (score >= best * share && !hasEnough) chosen.push(candidate);
  }
  return isAnswered(chosen) ? chosen : chosen.slice(0, 1);
}

/** Whether any of the best of `candidates` is likely to answer. */
export function isAnswered(candidates: readonly Candidate[]): boolean {
  const best = Math.max(0, ...candidates.map(({ score }) => score));
  return candidates.some(({ found, score }) => found.likely && score >= best * BEST_SHARE);
}

/** The words that none of `passages` has. */
export function missingIn(passages: readonly Pick<Candidate, "found">[]): string[] {
  const [first, ...others] = passages.map(({ found }) => found.missing);
  // In a script without spaces, a passage may lack more of the same run.
  return (first ?? []).filter((word) => others.every((missing) => missing.some((other) => other.includes(word))));
}

/** Arguments of `read_file` for one file. */
export type ReadRange = Pick<Next, "path"> & Partial<Next>;

/** Lines to read before a passage, to include its heading, and after it, to include a list or what it introduces. */
const BEFORE = 30;
const BEHIND = 22;

/** The ranges to read around `candidates`, by note. Of a part of a long line only this line, which may be very long. */
export function rangesAround(candidates: readonly Candidate[]): ReadRange[] {
  const notes = new Map<string, Candidate[]>();
  for (const candidate of candidates) {
    const { path } = candidate;
    notes.set(path, [...(notes.get(path) ?? []), candidate]);
  }
  return [...notes].flatMap(([name, of]) => {
    const ranges: { path: string; page?: number; start_line: number; end_line: number }[] = [];
    for (const { startLine, endLine, found } of of.sort((a, b) => a.startLine - b.startLine)) {
      const isPart = startLine === endLine && (found.starts_inside || found.ends_inside);
      const [start, end] = isPart ? [startLine, endLine] : [Math.max(1, startLine - BEFORE), endLine + BEHIND];
      const last = ranges.at(-1);
      if (last && start <= last.end_line + 1) last.end_line = Math.max(last.end_line, end);
      else ranges.push({ ...placeNamed(name), start_line: start, end_line: end });
    }
    return ranges;
  });
}
