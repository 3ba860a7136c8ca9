// What a block is worth as an answer: by how many of the question's words it holds, how rare these are among all that was
// read, and where it stands.
import { withoutMarkdown } from "../markdown/inline.ts";
import { nameOf } from "../../base/names.ts";
import type { Block } from "./note-blocks.ts";
import { fold, type QuestionWords } from "./question-words.ts";

/** What is known of a note besides its text. */
export interface Standing {
  /** Its place among those found; 0 is the best. */
  readonly rank: number;
  /** Whether the person named or attached the line. */
  readonly isAskedAbout: (line: number) => boolean;
}

/** A block, and what it is worth. */
export interface Scored {
  readonly block: Block;
  readonly held: ReadonlySet<number>;
  readonly score: number;
}

/** What a word of the question before is worth. */
const CARRIED = 0.4;

/** What a word is worth in the heading right above, in an outer one, and in the note's path, beside one in the text. */
const IN_HEADING = 0.9;
const IN_OUTER = 0.55;
const IN_PATH = 0.4;

/** And in a link: what it is about stands in another note. */
const IN_LINK = 0.6;
const LINK = /\[\[[^[\]\n]*\]\]/g;

/** And in the path of a note that is named by most of the words. */
const IN_ITS_NAME = 0.7;

/** What most of the words are worth, of all. */
const MOST_WORTH = 0.6;

/** Where a note's first paragraph begins: behind its properties. */
const LEAD_LINES = 40;

/** How much of what is not covered yet `held` has. */
export function newWorth(held: ReadonlySet<number>, covered: ReadonlySet<number>, weights: readonly number[]): number {
  let [all, own] = [0, 0];
  weights.forEach((weight, index) => {
    if (covered.has(index)) return;
    all += weight;
    if (held.has(index)) own += weight;
  });
  return covered.size === 0 || all === 0 ? 0 : own / all;
}

/** What each of `blocks` is worth; and each word, by its place. */
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
    // How a note about just this begins.
    const leads = block.isFirst && block.headings.length <= 1 && block.startLine < LEAD_LINES && isAbout;
    // A passage about nothing asked for is none, wherever it stands.
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

/** How much of an answer a block is by what it is made of. */
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
