// Scores blocks as answers to a question: by how many of its words they contain, how rare these are in everything that
// was read, and where the words and the block are.
import { withoutMarkdown } from "../markdown/inline.ts";
import { nameOf } from "../../base/names.ts";
import type { Block } from "./note-blocks.ts";
import { fold, type QuestionWords } from "./question-words.ts";

/** How a note was found. */
export interface Standing {
  /** Its rank in the search, from 0, the best. */
  readonly rank: number;
  /** Whether the user named or attached the note, or the part of it that contains `line`. */
  readonly isAskedAbout: (line: number) => boolean;
}

/** A block with its score. */
export interface Scored {
  readonly block: Block;
  /** The indexes of the question's words in its text or its heading. */
  readonly held: ReadonlySet<number>;
  /** 0 means that the block is no answer. */
  readonly score: number;
}

/** The weight of a word from an earlier question, relative to the question's own words. */
const CARRIED = 0.4;

/** The weight of a word in the nearest heading, in an outer heading and in the note's path, relative to the text. */
const IN_HEADING = 0.9;
const IN_OUTER = 0.55;
const IN_PATH = 0.4;

/** The weight of a word in a link, whose content is in another note. */
const IN_LINK = 0.6;
const LINK = /\[\[[^[\]\n]*\]\]/g;

/** The weight of a word in the path if the path contains most of the words (`MOST_WORTH`). */
const IN_ITS_NAME = 0.7;

/** The share of the total weight above which words count as most of the question. */
const MOST_WORTH = 0.6;

/** A note's first paragraph begins before this line: there may be front matter above it. */
const LEAD_LINES = 40;

/** The share of the words not yet in `covered`, by weight, that `held` contains; 0 if nothing is covered yet. */
export function newWorth(held: ReadonlySet<number>, covered: ReadonlySet<number>, weights: readonly number[]): number {
  let [all, own] = [0, 0];
  weights.forEach((weight, index) => {
    if (covered.has(index)) return;
    all += weight;
    if (held.has(index)) own += weight;
  });
  return covered.size === 0 || all === 0 ? 0 : own / all;
}

/** The scores of `blocks`, in order, and the weights of the words, by index. */
export function scoredBlocks(
  blocks: readonly Block[],
  words: QuestionWords,
  standing: ReadonlyMap<string, Standing>,
): { scored: Scored[]; weights: number[] } {
  const held = blocks.map((block) => words.in([...block.lines, ...(block.head ?? [])].map(withoutMarkdown).join("\n")));
  const besideLinks = blocks.map(({ lines }) => words.in(withoutMarkdown(lines.join("\n").replace(LINK, " "))));
  const headings = new Map<string, ReadonlySet<number>>();
  const inTitle = (title: string): ReadonlySet<number> => {
    let found = headings.get(title);
    if (!found) headings.set(title, (found = words.in(title)));
    return found;
  };
  const weights = words.written.map((_, index) => {
    const holding = held.filter((found) => found.has(index)).length;
    return Math.log(1 + (blocks.length + 1) / (holding + 0.5)) * (index < words.own ? 1 : CARRIED);
  });
  const total = weights.reduce((sum, weight) => sum + weight, 0) || 1;
  const scored = blocks.map((block, at) => {
    const own = held[at] ?? new Set<number>();
    const isTitle = block.headings.length === 1 && fold(block.headings[0] ?? "") === fold(nameOf(block.path));
    const right = inTitle(isTitle ? "" : (block.headings.at(-1) ?? ""));
    const outer = inTitle(block.headings.slice(0, -1).join("\n"));
    const named = inTitle(block.path.replace(/\.[a-z]+$/i, ""));
    const all = new Set([...own, ...right]);
    const worthOf = (found: ReadonlySet<number>): number =>
      [...found].reduce((sum, index) => sum + (weights[index] ?? 0), 0) / total;
    const isAbout = worthOf(named) > MOST_WORTH;
    let worth = 0;
    weights.forEach((weight, index) => {
      if (besideLinks[at]?.has(index)) worth += weight;
      else if (own.has(index)) worth += weight * Math.max(IN_LINK, right.has(index) ? IN_HEADING : 0);
      else if (right.has(index)) worth += weight * IN_HEADING;
      else if (outer.has(index)) worth += weight * IN_OUTER;
      else if (named.has(index)) worth += weight * (isAbout ? IN_ITS_NAME : IN_PATH);
    });
    const { rank = 20, isAskedAbout } = standing.get(block.path) ?? {};
    // The introduction of a note about this subject.
    const leads = block.isFirst && block.headings.length <= 1 && block.startLine < LEAD_LINES && isAbout;
    // Without any of the words in its text or heading, a block is no answer.
    if (all.size === 0 && !leads) return { block, held: all, score: 0 };
    const score =
      (worth / total) ** 1.5 *
      (1 + 0.5 / (1 + rank / 2)) *
      (isAskedAbout?.(block.startLine) ? 2.5 : 1) *
      (isAbout ? 1.2 : 1) *
      (leads || (block.isFirst && worthOf(right) > MOST_WORTH) ? 1.3 : 1) *
      shape(block);
    return { block, held: new Set([...all, ...(leads ? named : [])]), score };
  });
  return { scored, weights };
}

/** A factor for the content of a block, from 0.1 to 1: lower for short text, links, code and tables. */
function shape(block: Block): number {
  const text = block.lines.join(" ");
  const links = text.match(/!?\[\[[^[\]\n]*\]\]|\[[^[\]\n]*\]\([^()\s]*\)|https?:\/\/\S+/g) ?? [];
  const linked = links.reduce((sum, link) => sum + link.length, 0) / Math.max(text.length, 1);
  const words = text.replace(/[^\p{L}\p{N}]+/gu, "").length;
  if (words < 4) return 0.1;
  let factor = words < 15 ? 0.6 : words < 30 ? 0.85 : 1;
  if (linked > 0.6) factor *= 0.6;
  if (block.kind === "code") factor *= 0.6;
  if (block.kind === "table") factor *= 0.9;
  return factor;
}
