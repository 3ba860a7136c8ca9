// A passage as it is written down: a quotation in Markdown, with its citation. It holds no link and no picture of the note's:
// what is quoted is to be read, and the only link is the citation.
import { citationsIn } from "../citations.ts";
import type { Block } from "./blocks.ts";
import type { Passage } from "./passages.ts";
import { OMITTED, sentencesWithin } from "./sentences.ts";
import { fold, type Words } from "./words.ts";

/** What is quoted of one passage, in characters: about eight lines of a side panel, of a list a few more. */
const MOST_CHARS = 560;
const MOST_LIST_CHARS = 900;

/** Lines of code or of a table. */
const MOST_LINES = 14;

/** The passage as Markdown. Where it stands is said unless `above`, which is quoted above it, stands there, too. */
export function quotation(passage: Passage, words: Words, above?: Passage): string {
  const [first] = passage.blocks;
  const lines: string[] = [];
  let room = passage.blocks.some(({ kind }) => kind !== "text") ? MOST_LIST_CHARS : MOST_CHARS;
  let endLine = first?.startLine ?? 1;
  let before: Block | undefined;
  for (const block of passage.blocks) {
    const shown = shownOf(block, before, words, room);
    if (before && shown.lines.length === 0) break;
    const isApart = before && (before.kind !== block.kind || block.kind === "text");
    lines.push(...(isApart ? [""] : []), ...shown.lines);
    endLine = shown.endLine;
    room -= shown.lines.join("\n").length;
    before = block;
    if (room <= 0 || shown.isCut) break;
  }
  const from = first?.headLine ?? first?.startLine ?? 1;
  const head = (first?.headings ?? [])
    .map((title) => plain(title).trim())
    .filter((title) => title !== "" && fold(title) !== fold(nameOf(passage.path)));
  const isSaid = above?.path === passage.path && above.blocks[0]?.headings.join("\n") === first?.headings.join("\n");
  const where = head.length > 0 && !isSaid ? [`**${head.slice(-2).join(" › ")}**`, ""] : [];
  const quoted = (inside: readonly string[]): string => {
    const rows = inside.map((line) => `> ${line}`.trimEnd());
    return [...where, ...rows, ">", `> ${citation(passage.path, from, endLine)}`].join("\n");
  };
  const text = quoted(lines);
  const [only, ...others] = citationsIn(text);
  if (only?.end === text.length && others.length === 0) return text;
  // A mark of which the other one is missing would swallow the citation.
  return quoted(lines.map((line) => line.replace(/[`~]+|\[(?=\[)/g, "").trimStart()));
}

/** A link to lines of a note. */
export function citation(path: string, startLine: number, endLine: number): string {
  return `[[${path.replace(/\.md$/, "")}#L${startLine}${endLine > startLine ? `-${endLine}` : ""}]]`;
}

interface Shown {
  readonly lines: string[];
  readonly endLine: number;
  readonly isCut: boolean;
}

function shownOf(block: Block, before: Block | undefined, words: Words, room: number): Shown {
  if (block.kind === "code") return code(block);
  if (block.kind === "table") return rows(block, before);
  if (block.kind === "list") return list(block, words, room);
  return prose(block, words, room);
}

/** All of it, or from its best sentence on as much as has room. */
function prose(block: Block, words: Words, room: number): Shown {
  const lines = block.lines.map((line) => quotable(line));
  if (lines.join("\n").length <= room)
    return { lines: lines.filter((line) => line !== ""), endLine: block.endLine, isCut: false };
  // The lines are cited together, wherever in them the sentences stand.
  const text = shortened(lines.join("\n"), words, Math.max(room, 200));
  return { lines: text.split("\n").filter((line) => line !== ""), endLine: block.endLine, isCut: true };
}

function list(block: Block, words: Words, room: number): Shown {
  const shown: string[] = [];
  let left = room;
  for (const [index, line] of block.lines.entries()) {
    const text = quotable(line);
    if (left < text.length) {
      const [, mark = ""] = /^([ \t]*(?:[-*+]|[0-9]{1,9}[.)])[ \t]+)/.exec(text) ?? [];
      if (index === 0) shown.push(mark + shortened(text.slice(mark.length), words, Math.max(left, 200)));
      else shown.push(OMITTED);
      return { lines: shown, endLine: block.startLine + Math.max(index - 1, 0), isCut: true };
    }
    left -= text.length;
    shown.push(text);
  }
  return { lines: shown, endLine: block.endLine, isCut: false };
}

/** Rows below what their columns are; what is left out between them is said. */
function rows(block: Block, before: Block | undefined): Shown {
  const last = before?.kind === "table" && before.group === block.group ? before : undefined;
  const head = last ? [] : (block.head ?? []);
  const columns = Math.max(1, (block.lines[0]?.split("|").length ?? 3) - 2);
  const omitted = `|${` ${OMITTED} |`.repeat(columns)}`;
  const above = last ? last.endLine : (block.headLine ?? block.startLine) + head.length - 1;
  const isApart = (last !== undefined || head.length > 0) && above + 1 < block.startLine;
  const isCut = block.lines.length > MOST_LINES;
  const lines = [
    ...head,
    ...(isApart ? [omitted] : []),
    ...block.lines.slice(0, MOST_LINES),
    ...(isCut ? [omitted] : []),
  ];
  const endLine = Math.min(block.endLine, block.startLine + MOST_LINES - 1);
  return { lines: lines.map((line) => quotable(line).trim()), endLine, isCut };
}

/** As it is, but its fence is always closed. */
function code(block: Block): Shown {
  const [opening = "```"] = block.lines;
  const [fence = "```"] = /`{3,}|~{3,}/.exec(opening) ?? [];
  const inside = block.lines.slice(1);
  const isClosed = inside.at(-1)?.trim() === fence;
  const body = isClosed ? inside.slice(0, -1) : inside;
  const isCut = body.length > MOST_LINES;
  const shown = isCut ? [...body.slice(0, MOST_LINES), OMITTED] : body;
  const endLine = isCut ? block.startLine + MOST_LINES : block.endLine;
  return { lines: [opening.trim(), ...shown, fence], endLine, isCut };
}

/** The sentences of `text` around the one with most of the words, of at most about `room` characters. */
function shortened(text: string, words: Words, room: number): string {
  const sentences = sentencesWithin(text, room);
  let best = 0;
  const held = sentences.map((sentence) => words.in(sentence).size);
  held.forEach((count, index) => {
    if (count > (held[best] ?? 0)) best = index;
  });
  let [from, to] = [best, best + 1];
  let left = room - (sentences[best]?.length ?? 0);
  // What follows explains more than what went before.
  while (to < sentences.length && (sentences[to]?.length ?? 0) <= left) left -= sentences[to++]?.length ?? 0;
  while (from > 0 && (sentences[from - 1]?.length ?? 0) <= left) left -= sentences[--from]?.length ?? 0;
  const inside = balanced(sentences.slice(from, to).join("").trim());
  return `${from > 0 ? `${OMITTED} ` : ""}${inside}${to < sentences.length ? ` ${OMITTED}` : ""}`;
}

/** Without marks of which the other one was left out. */
function balanced(text: string): string {
  let whole = text;
  for (const mark of ["`", "**", "=="]) if (whole.split(mark).length % 2 === 0) whole = whole.replaceAll(mark, "");
  return whole;
}

/** What names a block, behind its text. */
const BLOCK_ID = /(?:^|[ \t])\^[\p{L}\p{N}-]+[ \t]*$/u;

/** A line of a note as it can be quoted: links by their names, no pictures, no marks of blocks. */
function quotable(line: string): string {
  const text = line
    .split(/(`+[^`\n]+`+)/)
    .map((part, index) => (index % 2 === 1 ? part : plain(part)))
    .join("")
    .trimEnd();
  const bare = text.replace(BLOCK_ID, "").trimEnd();
  // Only the last of several is the block's.
  return BLOCK_ID.test(bare) ? text : bare;
}

function plain(text: string): string {
  return text
    .replace(/!\[\[[^[\]\n]*\]\]|!\[[^[\]\n]*\]\([^()\s]*\)/g, "")
    .replace(/\[\[(?:[^[\]|\n]*\|)?([^[\]|\n]*)\]\]/g, (_, name: string) =>
      name
        .replace(/#\^.*$/, "")
        .replace(/^#/, "")
        .replaceAll("#", " › "),
    )
    .replace(/\[([^[\]\n]*)\]\([^()\s]*\)/g, "$1")
    .replace(/<\/?[a-z][^<>]*>/gi, " ")
    .replaceAll("[[", "[ [");
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1).replace(/\.md$/, "");
}
