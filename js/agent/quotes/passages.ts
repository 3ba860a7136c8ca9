// Which passages answer a question best: by how many of its words they hold, and how rare these are among all that was
// read. How they are written down is quotation.ts's.
import type { Block } from "./note-blocks.ts";
import { newWorth, scoredBlocks, type Scored, type Standing } from "./scoring.ts";
import { parted } from "./sentences.ts";
import { fold, type QuestionWords } from "./question-words.ts";

/** What is quoted together: a block, or some of one list that follow each other, with the line that announces them. */
export interface Passage {
  readonly path: string;
  readonly blocks: readonly Block[];
  /** Which of the words it holds, by their places. */
  readonly words: ReadonlySet<number>;
}

/** As many as are read in one go. */
const MOST = 5;

/** Of one note, unless the person asked about it. */
const MOST_OF_A_NOTE = 3;

/** Passages worth less than this part of the best are left out, but never down to fewer than two of them. */
const LEAST_SHARE = 0.45;
const FEWEST_SHARE = 0.25;
const FEWEST = 2;

/** What it is worth beside the best passage to hold the words that none holds yet. */
const NEW_WORDS = 0.35;

/** A passage shorter than this goes on with the next of its section, up to so much. In characters. */
const FEW_CHARS = 260;
const ENOUGH_CHARS = 520;

/** Two passages this much alike say the same. */
const ALIKE = 0.8;

/** The best passages among `blocks`, best first. */
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
    // What no passage holds yet makes one better than another.
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

/** `block` with its neighbours that belong to the answer: the line that announces it, items as good as it, what it announces. */
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
  // A sentence or two are read better with what comes next.
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
  // What it announces had no room.
  const last = parts.at(-1);
  if (last && parts.length > 1 && last !== block && last.kind === "text" && announces(last)) parts.pop();
  return parts;
}

function lengthOf(blocks: readonly Block[]): number {
  const text = blocks.flatMap(({ lines }) => lines).join("\n");
  // A letter that is twice as wide says twice as much.
  return text.length + (text.match(/[\u3000-\u9fff\uac00-\ud7af]/g)?.length ?? 0);
}

function areNear(before: Block | undefined, behind: Block | undefined): boolean {
  return !!before && !!behind && behind.startLine - before.endLine <= 2;
}

/** Whether what comes next is what it speaks of. */
function announces(block: Block): boolean {
  return /[:：][*_\s]*$/.test(block.lines.at(-1) ?? "");
}

/** Runs of letters that nearly alike texts share. */
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
