// Makes quotations of the passages that were found: adds neighboring blocks that belong to them. quotation.ts formats
// them.
import type { Candidate } from "./candidates.ts";
import { isTags, type Block } from "./note-blocks.ts";
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
    const block = blocks.find((block) => isIn(block, candidate));
    if (!block) continue;
    const part = partOf(block, candidate);
    if (!part && isQuoted(block)) continue;
    const similar = candidates.filter(({ score }) => score >= candidate.score * SIMILAR);
    const isSimilar = (other: Block): boolean => similar.some((one) => isIn(other, one));
    const together = part ? [part] : withNeighbors(block, blocks, isSimilar, isQuoted);
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
  const parts = [block];
  const isNext = (before: Block | undefined, behind: Block | undefined): boolean =>
    before?.path === behind?.path &&
    before?.headings.join("\n") === behind?.headings.join("\n") &&
    areNear(before, behind);
  if (block.kind === "list") {
    const joins = (other: Block | undefined): other is Block =>
      other !== undefined &&
      !isQuoted(other) &&
      other.kind === "list" &&
      other.group === block.group &&
      other.path === block.path &&
      isSimilar(other);
    for (let next = at + 1; joins(blocks[next]) && parts.length < 6; next++) parts.push(blocks[next] as Block);
    for (let next = at - 1; joins(blocks[next]) && parts.length < 6; next--) parts.unshift(blocks[next] as Block);
  }
  const first = blocks[blocks.indexOf(parts[0] ?? block) - 1];
  const isStartOfGroup = first?.group !== parts[0]?.group;
  if (
    block.kind !== "text" &&
    first?.kind === "text" &&
    isStartOfGroup &&
    announces(first) &&
    isNext(first, parts[0]) &&
    !isQuoted(first)
  ) {
    parts.unshift(first);
  }
  if (block.kind === "text" && announces(block)) {
    for (let next = at + 1; next < blocks.length && parts.length < 8; next++) {
      const other = blocks[next];
      if (!other || other.kind === "text" || isQuoted(other) || !isNext(parts.at(-1), other)) break;
      if (parts.length > 1 && other.group !== parts.at(-1)?.group) break;
      parts.push(other);
    }
  }
  // A short passage is clearer with the text after it.
  for (let next = blocks.indexOf(parts.at(-1) ?? block) + 1; next < blocks.length; next++) {
    const other = blocks[next];
    const last = parts.at(-1);
    const isSection = isNext(last, other) && other?.group !== last?.group;
    const isFit = (other?.kind === "text" && !isTags(other)) || (last && announces(last));
    if (
      !other ||
      !isSection ||
      !isFit ||
      isQuoted(other) ||
      lengthOf(parts) >= FEW_CHARS ||
      lengthOf([...parts, other]) > ENOUGH_CHARS
    )
      break;
    parts.push(other);
  }
  // Drops a last line that introduces a block for which there was no room.
  const last = parts.at(-1);
  if (last && parts.length > 1 && last !== block && last.kind === "text" && announces(last)) parts.pop();
  return parts;
}

/** The length of `blocks` in characters. */
function lengthOf(blocks: readonly Block[]): number {
  const text = blocks.flatMap(({ lines }) => lines).join("\n");
  // A full-width character counts twice: it says about twice as much.
  return text.length + (text.match(/[\u3000-\u9fff\uac00-\ud7af]/g)?.length ?? 0);
}

/** Whether there is at most one line between the blocks. */
function areNear(before: Block | undefined, behind: Block | undefined): boolean {
  return !!before && !!behind && behind.startLine - before.endLine <= 2;
}

/** Whether the block ends with a colon, so that it introduces the next one. */
function announces(block: Block): boolean {
  return /[:：][*_\s]*$/.test(block.lines.at(-1) ?? "");
}
