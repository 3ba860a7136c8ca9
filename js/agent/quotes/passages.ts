// Makes quotations of the passages that were found: adds neighboring blocks that belong to them. quotation.ts formats
// them.
import type { Candidate } from "./candidates.ts";
import { blocksOf, isTags, type Block } from "./note-blocks.ts";
import { unquoted } from "../markdown/code.ts";
import { quotable } from "../markdown/inline.ts";
import { OMITTED, wholesOf } from "./sentences.ts";

/** Blocks that are quoted together, such as adjacent items of a list with the line that introduces them. */
export interface Passage {
  readonly path: string;
  readonly blocks: readonly Block[];
  /** The headings above it, outermost first. */
  readonly headings: readonly string[];
}

/** A passage shorter than `FEW_CHARS` is extended by the next blocks of its section, up to `ENOUGH_CHARS`. */
const FEW_CHARS = 260;
const ENOUGH_CHARS = 520;

/** Maximum list items of a passage, and blocks of one that introduces others. */
const MOST_ITEMS = 6;
const MOST_ANNOUNCED = 8;

/** List items with this part of a passage's score are quoted with it. */
const SIMILAR = 0.6;

/** The passages for `chosen`, with the neighbors that belong to them. What is quoted once is not quoted again. */
export function passagesOf(
  chosen: readonly Candidate[],
  candidates: readonly Candidate[],
  blocks: readonly Block[],
): Passage[] {
  const passages: Passage[] = [];
  const quoted = new Set<string>();
  const texts: string[] = [];
  const isQuoted = (block: Block): boolean =>
    block.lines.some((_, at) => quoted.has(`${block.startLine + at} ${block.path}`));
  for (const candidate of chosen) {
    const found = blocks.find((block) => isIn(block, candidate));
    const block = found ?? propertyOf(candidate);
    if (!block) continue;
    const part = partOf(block, candidate);
    if (!part && isQuoted(block)) continue;
    const similar = candidates.filter(({ score }) => score >= candidate.score * SIMILAR);
    const isSimilar = (other: Block): boolean => similar.some((one) => isIn(other, one));
    const alone = part ?? (found ? undefined : block);
    const together = alone ? [alone] : withNeighbors(block, blocks, isSimilar, isQuoted);
    const text = lettersOf(part ?? block);
    if (texts.some((other) => other.includes(text))) continue;
    texts.push(together.map(lettersOf).join(""));
    passages.push({ path: candidate.path, blocks: together, headings: candidate.found.headings });
    // Of a long line, another part may follow.
    if (part) continue;
    for (const { path, startLine, lines } of together)
      lines.forEach((_, at) => quoted.add(`${startLine + at} ${path}`));
  }
  return passages;
}

/** The letters that a quotation of `block` shows. A copy of a note may have other links and marks. */
function lettersOf({ lines }: Block): string {
  const shown = lines.map((line) => quotable(line)).join("");
  return shown.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");
}

function isIn(block: Block, { path, startLine, endLine }: Candidate): boolean {
  return block.path === path && block.startLine <= endLine && block.endLine >= startLine;
}

/** The part of a long paragraph that was found, with "…" for what is before and after it. Splits no markup. */
function partOf(block: Block, { found }: Candidate): Block | undefined {
  if (block.kind !== "text" || (!found.starts_inside && !found.ends_inside)) return undefined;
  const text = block.lines.join("\n");
  const part = found.text
    .split("\n")
    .map((line) => unquoted(line))
    .join("\n");
  const at = text.indexOf(part);
  if (at < 0) return undefined;
  let [start, end] = [at, at + part.length];
  for (const [from, to] of wholesOf(text)) {
    if (from < start && start < to) start = from;
    if (from < end && end < to) end = to;
  }
  const shown = `${found.starts_inside ? `${OMITTED} ` : ""}${text.slice(start, end)}${found.ends_inside ? ` ${OMITTED}` : ""}`;
  const lineAt = (offset: number): number => block.startLine + text.slice(0, offset).split("\n").length - 1;
  return { ...block, startLine: lineAt(start), endLine: lineAt(end), lines: shown.split("\n"), isPart: true };
}

/**
 * `block` with the neighbors that belong to it: the line that introduces it, list items that match as well, or what it
 * introduces.
 */
function withNeighbors(
  block: Block,
  blocks: readonly Block[],
  isSimilar: (other: Block) => boolean,
  isQuoted: (other: Block) => boolean,
): Block[] {
  const at = blocks.indexOf(block);
  let [from, to] = [at, at + 1];
  const grow = (fits: (last: Block, other: Block) => boolean): void => {
    for (; ; to++) {
      const [last, other] = [blocks[to - 1], blocks[to]];
      if (!last || !other || isQuoted(other) || !fits(last, other)) return;
    }
  };
  const joins = (other: Block | undefined): boolean =>
    other?.kind === "list" && other.path === block.path && other.group === block.group && isSimilar(other);
  if (block.kind === "list") {
    grow((_, other) => to - from < MOST_ITEMS && joins(other));
    for (let before = blocks[at - 1]; before && to - from < MOST_ITEMS; before = blocks[from - 1]) {
      if (!joins(before) || isQuoted(before)) break;
      from--;
    }
  }
  const [above, first] = [blocks[from - 1], blocks[from]];
  const isIntroduced = block.kind !== "text" && above?.kind === "text" && announces(above) && isNext(above, first);
  if (isIntroduced && !isQuoted(above)) from--;
  if (block.kind === "text" && announces(block))
    grow((last, other) => {
      const isSame = to - from === 1 || other.group === last.group;
      return to - from < MOST_ANNOUNCED && other.kind !== "text" && isSame && isNext(last, other);
    });
  // A short passage is clearer with the text after it.
  grow((last, other) => {
    const isFit = (other.kind === "text" && !isTags(other)) || announces(last);
    const isShort = lengthOf(blocks.slice(from, to)) < FEW_CHARS;
    const hasRoom = isShort && lengthOf(blocks.slice(from, to + 1)) <= ENOUGH_CHARS;
    return isNext(last, other) && other.group !== last.group && isFit && hasRoom;
  });
  // Drops a last line that introduces a block for which there was no room.
  const last = blocks[to - 1];
  if (last && last !== block && last.kind === "text" && announces(last)) to--;
  return blocks.slice(from, to);
}

/** Whether `behind` follows in the same section, with at most one line between the blocks. */
function isNext(before: Block, behind: Block | undefined): boolean {
  const isSection = before.path === behind?.path && sectionOf(before) === sectionOf(behind);
  return isSection && behind.startLine - before.endLine <= 2;
}

/** The length of `blocks` in characters. */
function lengthOf(blocks: readonly Block[]): number {
  const text = blocks.flatMap(({ lines }) => lines).join("\n");
  // A full-width character counts twice: it says about twice as much.
  return text.length + (text.match(/[\u3000-\u9fff\uac00-\ud7af]/g)?.length ?? 0);
}

/** Whether the block ends with a colon, so that it introduces the next one. */
function announces(block: Block): boolean {
  return /[:：][*_\s]*$/.test(block.lines.at(-1) ?? "");
}

/** The passages that the search found, as they are in its reply; those right below each other as one. */
export function foundPassages(candidates: readonly Candidate[]): Passage[] {
  const passages: { path: string; headings: readonly string[]; blocks: Block[] }[] = [];
  for (const candidate of candidates) {
    const { path, startLine, found } = candidate;
    const blocks = blocksOf(path, new Map(found.text.split("\n").map((line, at) => [startLine + at, line])));
    const [last, end] = [passages.at(-1), passages.at(-1)?.blocks.at(-1)?.endLine];
    const isNext =
      last?.path === path && end === startLine - 1 && last.headings.join("\n") === found.headings.join("\n");
    if (isNext) last.blocks.push(...blocks);
    else passages.push({ path, headings: found.headings, blocks });
  }
  return passages;
}

/** The property in front matter that `candidate` is, as a block; undefined if it is something else. */
function propertyOf({ path, startLine, endLine, found }: Candidate): Block | undefined {
  const isWhole = !found.starts_inside && !found.ends_inside;
  if (!isWhole || !PROPERTY.test(found.text)) return undefined;
  return { path, kind: "text", startLine, endLine, lines: found.text.split("\n"), headings: [], group: startLine };
}

/** The beginning of a property, such as `due: `. */
const PROPERTY = /^[\p{L}\p{N}_"'][^:\n]*:(?:\s|$)/u;

const sectionOf = ({ headings }: Block): string => headings.join("\n");
