// Puts what is on a PDF page beside its text at its place: values into lines, comments after the lines that they mark.
import type { Corners, PageLink, PageMarks, PageNote, PageValue } from "./pdf-annotations.ts";
import { lineOf, type Line, type TextRun } from "./pdf-line.ts";

/** How far a value may be above or below a line, in font sizes. */
const REACH = 0.6;
/** The height of a line of type, in font sizes, below and above its baseline. */
const [DESCENT, ASCENT] = [0.25, 0.75];
/** Font sizes of a value: its field tells only the height. */
const [SMALLEST, LARGEST] = [4, 12];
/** Comparisons of areas with runs for one comment: a page may have 50,000 runs and 500 comments. */
const MOST_WORK = 100_000;
/** The longest quote of marked words; pdf-annotations.ts cuts it exactly. */
const MOST_LETTERS = 5000;
/** The average width of a letter, in font sizes. */
const LETTER = 0.5;

interface Box {
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
  readonly top: number;
}

/** `corners` as text of this angle sees them. */
function boxOf(corners: Corners, angle: number): Box {
  const [cos, sin] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
  const [along, across]: [number[], number[]] = [[], []];
  for (let at = 0; at + 1 < corners.length; at += 2) {
    const [x = 0, y = 0] = corners.slice(at, at + 2);
    along.push(x * cos + y * sin);
    across.push(y * cos - x * sin);
  }
  const [left, right] = [Math.min(...along), Math.max(...along)];
  return { left, right, bottom: Math.min(...across), top: Math.max(...across) };
}

/** The lines with the values in them. */
export function withValues(lines: readonly Line[], values: readonly PageValue[]): Line[] {
  const all = [...lines];
  const angle = lines[0]?.angle ?? 0;
  const placed = values.map((value) => ({ value, box: boxOf(value.corners, angle) }));
  placed.sort((one, other) => other.box.top - one.box.top || one.box.left - other.box.left);
  /** Lines that hold only values. */
  const added = new Set<Line>();
  for (const { value, box } of placed) {
    const [first = "", ...more] = value.text.split("\n");
    const height = box.top - box.bottom;
    const size = Math.min(Math.max((more.length > 0 ? height / (more.length + 1) : height) * 0.7, SMALLEST), LARGEST);
    const level = more.length > 0 ? box.top - size : (box.top + box.bottom) / 2 - size * 0.35;
    const line = nearest(all, angle, box, level, size);
    const isAlone = !line || added.has(line);
    const { label } = value;
    const text = !isAlone || label === "" ? first : value.isBox ? `${first} ${label}` : `${label}: ${first}`;
    const run = runOf(text, box, line?.level ?? level, line?.size ?? size, angle);
    let last = line;
    if (line) join(line, run);
    else {
      last = lineOf(run);
      added.add(last);
      all.splice(placeFor(all, last), 0, last);
    }
    if (!last || more.length === 0) continue;
    const below = more.map((text, index) => lineOf(runOf(text, box, level - (index + 1) * size * 1.2, size, angle)));
    all.splice(all.indexOf(last) + 1, 0, ...below);
  }
  return all;
}

function runOf(text: string, box: Box, level: number, size: number, angle: number): TextRun {
  const end = Math.min(box.left + text.length * size * LETTER, box.right);
  const isRightToLeft = /^[^\p{L}]*[\u0590-\u08ff]/u.test(text);
  return { text, isRightToLeft, start: box.left, end, level, size, angle, isSpaced: true };
}

/** The line that goes through the box, or the nearest of several. */
function nearest(lines: readonly Line[], angle: number, box: Box, level: number, size: number): Line | undefined {
  let [found, least] = [undefined as Line | undefined, Infinity];
  for (const line of lines) {
    if (line.angle !== angle || Math.abs(line.level - level) > Math.max(size, line.size) * REACH) continue;
    const apart = Math.max(line.start - box.right, box.left - line.end, 0);
    if (apart < least) [found, least] = [line, apart];
  }
  return found;
}

function join(line: Line, run: TextRun): void {
  let next: TextRun | undefined;
  for (const other of line.runs) if (other.start > run.start && !(next && next.start <= other.start)) next = other;
  if (next) line.runs[line.runs.indexOf(next)] = { ...next, isSpaced: true };
  line.runs.push(run);
  line.start = Math.min(line.start, run.start);
  line.end = Math.max(line.end, run.end);
}

/** Where a new line belongs: behind the nearest one above it. */
function placeFor(lines: readonly Line[], { angle, level, start, end }: Line): number {
  let [place, least] = [-1, Infinity];
  lines.forEach((line, index) => {
    if (line.angle !== angle || line.level < level) return;
    // A line of another column is no neighbour.
    const away = line.level - level + (line.start < end && start < line.end ? 0 : 1000);
    if (away <= least) [place, least] = [index, away];
  });
  return place + 1;
}

/** The texts that come after each line; under `undefined` those of the whole page. */
export function notesByLine(
  lines: readonly Line[],
  { notes, links, drawn }: PageMarks,
): Map<Line | undefined, string[]> {
  const after = new Map<Line | undefined, string[]>();
  const placed = notes.map((note) => ({ note, top: Math.max(...note.areas.map((area) => boxOf(area, 0).top)) }));
  placed.sort((one, other) => other.top - one.top);
  for (const { note } of placed) {
    const { line, words } = note.marksWords ? markedBy(note, lines) : { line: undefined, words: "" };
    const at = line ?? beside(lines, note.areas[0] ?? []);
    after.set(at, [...(after.get(at) ?? []), note.text(words), ...note.replies]);
  }
  const below = links.map((link) => linkText(link, lines)).filter(Boolean);
  if (drawn !== "") below.push(`[${drawn}]`);
  if (below.length > 0) after.set(undefined, [...(after.get(undefined) ?? []), ...below]);
  return after;
}

/** Where a link leads, with its words; empty if these say it. */
function linkText({ url, areas }: PageLink, lines: readonly Line[]): string {
  const { words } = markedBy({ areas }, lines);
  const bare = (text: string): string =>
    text.replace(/^[a-z]+:\/*(?:www\.|(?:dx\.)?doi\.org)?|[\s/]+/gi, "").toLowerCase();
  if (bare(words).includes(bare(url))) return "";
  return words === "" ? `[link: ${url}]` : `[link of “${words}”: ${url}]`;
}

/** The words in the areas, and the last line of them. */
function markedBy(
  { areas }: Pick<PageNote, "areas">,
  lines: readonly Line[],
): { line: Line | undefined; words: string } {
  const words: string[] = [];
  let last: Line | undefined;
  const runs = lines.reduce((sum, line) => sum + line.runs.length, 0);
  const boxesAt = areas.slice(0, Math.ceil(MOST_WORK / Math.max(runs, 1))).map(boxesOf);
  let letters = 0;
  for (const line of lines) {
    for (const boxAt of boxesAt) {
      if (letters > MOST_LETTERS) return { line: last, words: words.join(" ") };
      const box = boxAt(line.angle);
      const middle = middleOf(line);
      if (middle < box.bottom || middle > box.top || line.end < box.left || line.start > box.right) continue;
      const inside = line.runs.filter(({ start, end }) => end >= box.left && start <= box.right);
      inside.sort((one, other) => one.start - other.start);
      const found = inside.map((run) => wordsIn(run, box)).filter(Boolean);
      if (found.length === 0) continue;
      words.push(...found.slice(0, MOST_LETTERS));
      letters += found.reduce((sum, word) => sum + word.length, 0);
      last = line;
    }
  }
  return { line: last, words: words.join(" ") };
}

/** The words of a run that are at least half inside, as if its letters were of one width. */
function wordsIn(run: TextRun, { left, right }: Box): string {
  if (run.start >= left && run.end <= right) return run.text;
  const letter = (run.end - run.start) / Math.max(run.text.length, 1);
  const found: string[] = [];
  for (const { 0: word, index } of run.text.matchAll(/\S+/g)) {
    const at = run.isRightToLeft ? run.text.length - index - word.length : index;
    const middle = run.start + (at + word.length / 2) * letter;
    if (middle >= left && middle <= right) found.push(word);
  }
  return found.join(" ");
}

/** The line beside the area: the one at its height, or else the nearest above. */
function beside(lines: readonly Line[], area: Corners): Line | undefined {
  let [found, least] = [undefined as Line | undefined, Infinity];
  const boxAt = boxesOf(area);
  for (const line of lines) {
    const { left, right, bottom, top } = boxAt(line.angle);
    const middle = middleOf(line);
    const above = middle > top ? middle - top : middle < bottom ? 1000 + bottom - middle : 0;
    const apart = Math.max(line.start - right, left - line.end, 0) / 10;
    const center = Math.abs(middle - (top + bottom) / 2) / 100;
    if (above + apart + center < least) [found, least] = [line, above + apart + center];
  }
  return found;
}

/** Half the height of its small letters above the baseline. */
function middleOf({ level, size }: Line): number {
  return level + (size * (ASCENT - DESCENT)) / 2;
}

/** The boxes of an area by angle, made once each: a page may have 50,000 lines. */
function boxesOf(area: Corners): (angle: number) => Box {
  const boxes = new Map<number, Box>();
  return (angle) => {
    let box = boxes.get(angle);
    if (!box) boxes.set(angle, (box = boxOf(area, angle)));
    return box;
  };
}
