// Quotes open tasks: of each section with a passage that was found, every check box that is not checked.
import type { Candidate } from "./candidates.ts";
import type { Block } from "./note-blocks.ts";
import type { Passage } from "./passages.ts";

const ITEM = /^\s*(?:[-*+]|[0-9]{1,9}[.)])\s/;
const OPEN = /^\s*(?:[-*+]|[0-9]{1,9}[.)])\s+\[ \]/;

/**
 * The open tasks around `chosen`, by note in their order, and in each note from top to bottom. Tasks with other lines
 * between them are passages of their own, so that each citation has only what is quoted.
 */
export function openTasksOf(chosen: readonly Candidate[], blocks: readonly Block[]): Passage[] {
  return [...new Set(chosen.map(({ path }) => path))].flatMap((path) => {
    const found = chosen.filter((candidate) => candidate.path === path);
    const lists = blocks.filter((block) => block.path === path && block.kind === "list");
    const isFound = ({ startLine, endLine }: Block): boolean =>
      found.some((candidate) => startLine <= candidate.endLine && endLine >= candidate.startLine);
    const wanted = new Set(lists.filter(isFound).map(sectionOf));
    const passages: { path: string; headings: readonly string[]; blocks: Block[] }[] = [];
    for (const task of lists.filter((block) => wanted.has(sectionOf(block))).flatMap(openItems)) {
      const last = passages.at(-1);
      const before = last?.blocks.at(-1);
      const isNext = before?.endLine === task.startLine - 1 && sectionOf(before) === sectionOf(task);
      if (last && isNext) last.blocks.push(task);
      else passages.push({ path, headings: task.headings, blocks: [task] });
    }
    return passages;
  });
}

const sectionOf = ({ headings }: Block): string => headings.join("\n");

/** The open items of a list, each with the lines that continue it. */
function openItems(block: Block): Block[] {
  const items: Block[] = [];
  let isOpen = false;
  for (const [at, line] of block.lines.entries()) {
    const number = block.startLine + at;
    if (ITEM.test(line)) {
      isOpen = OPEN.test(line);
      if (isOpen) items.push({ ...block, startLine: number, endLine: number, lines: [line] });
    } else if (isOpen && line !== "") {
      const last = items.pop();
      if (last) items.push({ ...last, endLine: number, lines: [...last.lines, line] });
    }
  }
  return items;
}
