// Chooses the passages that answer a question best, by the scores of scoring.ts, and adds neighboring blocks that
// belong to them. quotation.ts formats them.
import type { Block } from "./note-blocks.ts";
import { newWorth, scoredBlocks, type Scored, type Standing } from "./scoring.ts";
import { parted } from "./sentences.ts";
import { fold, type QuestionWords } from "./question-words.ts";

/** Blocks that are quoted together, such as adjacent items of a list with the line that introduces them. */
export interface Passage {
  readonly path: string;
  readonly blocks: readonly Block[];
  /** The indexes of the question's words that it contains. */
  readonly words: ReadonlySet<number>;
}

/** Maximum number of passages: as many as can be read at a glance. */
const MOST = 5;

/** Maximum passages of one note, unless the user asked about it. */
const MOST_OF_A_NOTE = 3;

/**
 * Passages with less than `LEAST_SHARE` of the best score are left out. For the first `FEWEST` passages, the lower
 * `FEWEST_SHARE` applies.
 */
const LEAST_SHARE = 0.45;
const FEWEST_SHARE = 0.25;
const FEWEST = 2;

/** The bonus, as a share of the best score, for containing all words that no chosen passage contains yet. */
const NEW_WORDS = 0.35;

/** A passage shorter than `FEW_CHARS` is extended by the next blocks of its section, up to `ENOUGH_CHARS`. */
const FEW_CHARS = 260;
const ENOUGH_CHARS = 520;

/** Passages that share at least this part of their shingles are duplicates. */
const ALIKE = 0.8;

/** The best passages of the blocks `whole`, best first. `standing` maps paths to ranks. */
export function bestPassages(
  whole: readonly Block[],
  words: QuestionWords,
  standing: ReadonlyMap<string, Standing>,
): Passage[] {
  const blocks = whole.flatMap(parted);
  const { scored, weights } = scoredBlocks(blocks, words, standing);
  const left = new Set(scored.filter(({ score }) => score > 0));
  const best = Math.max(0, ...scored.map(({ score }) => score));
  const covered = new Set<number>();
  const chosen: { passage: Passage; lines: Set<number>; shingles: Set<string> }[] = [];
  while (chosen.length < MOST) {
    // New words make a block worth more than its score.
    const worth = ({ held, score }: Scored): number => score + best * NEW_WORDS * newWorth(held, covered, weights);
    const next = [...left].reduce<Scored | undefined>(
      (most, one) => (most && worth(most) >= worth(one) ? most : one),
      undefined,
    );
    const share = chosen.length < FEWEST ? FEWEST_SHARE : LEAST_SHARE;
    if (!next || worth(next) < best * share) break;
    left.delete(next);
    const { block, held } = next;
    const ofNote = chosen.filter(({ passage }) => passage.path === block.path).length;
    if (ofNote >= MOST_OF_A_NOTE && !standing.get(block.path)?.isAskedAbout(block.startLine)) continue;
    const isQuoted = (other: Block): boolean =>
      chosen.some(({ passage, lines }) => passage.path === other.path && lines.has(other.startLine));
    if (isQuoted(block) && !block.isPart) continue;
    const passage = { path: block.path, blocks: together(block, blocks, scored, best, isQuoted), words: held };
    const shingles = shinglesOf(passage.blocks);
    if (chosen.some((other) => areAlike(other.shingles, shingles))) continue;
    const lines = new Set(passage.blocks.flatMap((part) => part.lines.map((_, index) => part.startLine + index)));
    chosen.push({ passage, lines, shingles });
    for (const word of held) covered.add(word);
  }
  return chosen.map(({ passage }) => passage);
}

/**
 * `block` with the neighbors that belong to it: the line that introduces it, list items with a similar score, or what
 * it introduces.
 */
function together(
  block: Block,
  blocks: readonly Block[],
  scored: readonly Scored[],
  best: number,
  isQuoted: (other: Block) => boolean,
): Block[] {
  const at = blocks.indexOf(block);
  const scores = new Map(scored.map(({ block, score }) => [block, score]));
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
      (scores.get(other) ?? 0) >= best * 0.6;
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
  for (let next = blocks.indexOf(parts.at(-1) ?? block) + 1; !block.isPart && next < blocks.length; next++) {
    const other = blocks[next];
    const last = parts.at(-1);
    const isSection = isNext(last, other) && other?.group !== last?.group;
    const isFit = other?.kind === "text" || (last && announces(last));
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

/** All runs of four characters in the text, ignoring case and punctuation. Similar texts share most of them. */
function shinglesOf(blocks: readonly Block[]): Set<string> {
  const text = fold(blocks.flatMap(({ lines }) => lines).join(" ")).replace(/[^\p{L}\p{N}]+/gu, "");
  const found = new Set<string>();
  for (let at = 0; at + 4 <= Math.min(text.length, 4000); at++) found.add(text.slice(at, at + 4));
  return found;
}

function areAlike(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  const [few, many] = a.size < b.size ? [a, b] : [b, a];
  if (few.size === 0) return many.size === 0;
  let shared = 0;
  for (const shingle of few) if (many.has(shingle)) shared++;
  return shared / few.size >= ALIKE;
}
