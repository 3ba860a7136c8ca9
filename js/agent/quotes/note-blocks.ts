// Splits the shown lines of a note into blocks: paragraphs, lists, tables and code. passages.ts chooses which to quote.
import { closesFence, type Fence, fenceIn, quoteDepth, unquoted } from "../markdown/code.ts";
import { BLOCK_ID } from "../markdown/inline.ts";

/** The kind of a block. */
export type BlockKind = "text" | "list" | "table" | "code";

/** A block, as far as it was shown. */
export interface Block {
  readonly path: string;
  readonly kind: BlockKind;
  readonly startLine: number;
  readonly endLine: number;
  /** Its lines as written, without blockquote marks; a callout's title is bold. */
  readonly lines: readonly string[];
  /** The headings above it, outermost first, as far as they were shown. */
  readonly headings: readonly string[];
  /** Whether it is the first block under its heading. */
  readonly isFirst: boolean;
  /** A number for its list or table. Adjacent blocks of the same group can be quoted together. */
  readonly group: number;
  /** The header rows of its table, if it is a row of a long table; they begin at `headLine`. */
  readonly head?: readonly string[];
  readonly headLine?: number;
  /** Whether it is part of a long paragraph: other parts may be on the same line. */
  readonly isPart?: boolean;
}

/** A list or table up to this size is one block. A longer one is split into items or rows. */
const WHOLE_LINES = 9;
const WHOLE_CHARS = 700;

const HEADING = /^ {0,3}(#{1,6})(?:[ \t]|$)/;
const ITEM = /^([ \t]*)(?:[-*+]|[0-9]{1,9}[.)])[ \t]+\S/;
const RULE = /^ {0,3}(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,}|=+[ \t]*)$/;
const CALLOUT = /^\[!([\w-]+)\][-+]?[ \t]*(.*)$/;

/** The blocks of the note at `path`. `lines` maps line numbers to text; a gap in the numbers ends a block. */
export function blocksOf(path: string, lines: ReadonlyMap<number, string>): Block[] {
  const reader = new BlockReader(path);
  const numbers = [...lines.keys()].sort((a, b) => a - b);
  let before = 0;
  let inFrontMatter = false;
  let codeEnd = 0;
  for (const number of numbers) {
    const line = lines.get(number) ?? "";
    if (number !== before + 1) {
      reader.gap();
      inFrontMatter = false;
      codeEnd = endOfCode(number, lines);
    }
    before = number;
    if (number <= codeEnd) continue;
    // Front matter is not quoted.
    if (number === 1 && line.trim() === "---") inFrontMatter = true;
    else if (inFrontMatter && line.trim() === "---") inFrontMatter = false;
    // Its last line ends the block before it, as any rule does.
    else if (!inFrontMatter && (line.trim() === "---" || !isMatter(number, line, lines))) reader.line(number, line);
  }
  reader.gap();
  return reader.blocks;
}

/**
 * The last line of a code block that begins before `from`, the first line shown; 0 if there seems to be none. A fence
 * without a language may open or close a block. It is taken to close one if the next fence has a language, or if there
 * is no prose before it.
 */
function endOfCode(from: number, lines: ReadonlyMap<number, string>): number {
  let end = 0;
  let hasProse = false;
  for (let number = from; lines.has(number); number++) {
    const line = unquoted(lines.get(number) ?? "");
    const mark = fenceIn(line);
    if (end === 0) hasProse ||= HEADING.test(line) || (/[.!?。！？]$/.test(line.slice(-1)) && /\p{L}/u.test(line));
    if (!mark) continue;
    const isBare = line.trim() === mark;
    if (end > 0) return isBare && hasProse ? 0 : end;
    if (!isBare) return 0;
    end = number;
  }
  return hasProse ? 0 : end;
}

/** Whether the line is in front matter whose beginning was not shown. */
function isMatter(number: number, line: string, lines: ReadonlyMap<number, string>): boolean {
  if (lines.has(1) || number > 60 || !/^(?:[\w -]+:(?:\s|$)| *- |---$)/.test(line)) return false;
  for (let next = number; next < number + 40; next++) {
    const text = lines.get(next);
    if (text === undefined || !/^(?:[\w -]+:(?:\s|$)| *- |---\s*$| {2,})/.test(text)) return false;
    if (text.trim() === "---") return next > number || number > 1;
  }
  return false;
}

/** Whether the block has only tags. */
export const isTags = ({ lines }: Block): boolean => lines.every((line) => /^\s*(?:#[^\s#]+\s*)+$/u.test(line));

/** Collects blocks line by line. */
class BlockReader {
  readonly blocks: Block[] = [];
  readonly #path: string;
  #headings: { level: number; title: string }[] = [];
  #open: { kind: BlockKind; from: number; lines: string[] } | undefined;
  #fence: Fence | undefined;
  #isFirst = true;
  #group = 0;

  constructor(path: string) {
    this.#path = path;
  }

  /** The next line is elsewhere in the note. */
  gap(): void {
    this.#end();
    this.#fence = undefined;
    // The next lines may be in another section.
    this.#headings = [];
    this.#isFirst = false;
  }

  /** Adds the next line. */
  line(number: number, written: string): void {
    // Code in a blockquote ends with it.
    if (this.#fence && quoteDepth(written) < this.#fence.depth) {
      this.#fence = undefined;
      this.#end();
    }
    if (this.#fence) {
      const inside = unquoted(written, this.#fence.depth);
      this.#open?.lines.push(inside);
      if (closesFence(inside, this.#fence.mark)) {
        this.#fence = undefined;
        this.#end();
      }
      return;
    }
    const bare = unquoted(written);
    const line = called(bare);
    const heading = HEADING.exec(line);
    const fence = fenceIn(bare);
    if (heading) this.#heading(heading[1]?.length ?? 1, titleOf(line));
    else if (line.trim() === "") this.#blank();
    else if (RULE.test(line)) this.#end();
    else if (fence !== undefined) {
      this.#begin("code", number, line);
      this.#fence = { mark: fence, depth: quoteDepth(written) };
    } else if (/^[ \t]*\|/.test(line)) this.#add("table", number, line);
    else if (ITEM.test(line) || (this.#open?.kind === "list" && /^[ \t]/.test(line))) this.#add("list", number, line);
    else if (this.#open?.kind === "list") this.#afterList(number, line);
    else this.#add("text", number, line);
  }

  #heading(level: number, title: string): void {
    this.#end();
    this.#headings = this.#headings.filter((outer) => outer.level < level);
    if (title !== "") this.#headings.push({ level, title });
    this.#isFirst = true;
  }

  /** A blank line ends any block except a list, whose items may have blank lines between them. */
  #blank(): void {
    if (this.#open?.kind === "list") this.#open.lines.push("");
    else this.#end();
  }

  /** Text right after a list item continues the item; after a blank line it is a new paragraph. */
  #afterList(number: number, line: string): void {
    if (this.#open?.lines.at(-1) === "") this.#begin("text", number, line);
    else this.#open?.lines.push(line);
  }

  #add(kind: BlockKind, number: number, line: string): void {
    if (this.#open?.kind === kind) this.#open.lines.push(line);
    else this.#begin(kind, number, line);
  }

  #begin(kind: BlockKind, number: number, line: string): void {
    this.#end();
    this.#open = { kind, from: number, lines: [line] };
  }

  #end(): void {
    const open = this.#open;
    this.#open = undefined;
    if (!open) return;
    while (open.lines.at(-1) === "") open.lines.pop();
    this.#group++;
    const isWhole = open.lines.length <= WHOLE_LINES && open.lines.join("\n").length <= WHOLE_CHARS;
    if (open.kind === "list" && !isWhole) this.#items(open.from, open.lines);
    else if (open.kind === "table" && !isWhole) this.#rows(open.from, open.lines);
    else this.#push(open.kind, open.from, open.lines);
  }

  /** Adds each outermost item, with its nested items, as a block. */
  #items(from: number, lines: readonly string[]): void {
    const indent = Math.min(...lines.flatMap((line) => ITEM.exec(line)?.[1]?.length ?? []));
    let start = 0;
    for (let at = 1; at <= lines.length; at++) {
      const isNext = at === lines.length || ITEM.exec(lines[at] ?? "")?.[1]?.length === indent;
      if (!isNext) continue;
      const item = lines.slice(start, at);
      while (item.at(-1) === "") item.pop();
      this.#push("list", from + start, item);
      start = at;
    }
  }

  /** Adds each row of a table as a block, with the table's header. */
  #rows(from: number, lines: readonly string[]): void {
    const hasHead = /^[ \t]*\|[ \t:|-]+$/.test(lines[1] ?? "");
    const head = hasHead ? lines.slice(0, 2) : [];
    for (let at = head.length; at < lines.length; at++) this.#push("table", from + at, [lines[at] ?? ""], head, from);
  }

  #push(kind: BlockKind, from: number, lines: readonly string[], head: readonly string[] = [], headLine = from): void {
    const isFirst = this.#isFirst;
    this.#isFirst = false;
    this.blocks.push({
      ...{ path: this.#path, kind, startLine: from, endLine: from + lines.length - 1, lines, isFirst },
      headings: this.#headings.map(({ title }) => title),
      group: this.#group,
      ...(head.length > 0 && { head, headLine }),
    });
  }
}

/** The text of a heading, without the `#` before and after it. */
function titleOf(line: string): string {
  const text = line.trim();
  let [start, end] = [0, text.length];
  while (text[start] === "#") start++;
  while (end > start && text[end - 1] === "#") end--;
  // A `#` right after a word belongs to it, as in "C#".
  const isMark = end === start || /[ \t]/.test(text[end - 1] ?? "");
  return text.slice(start, isMark ? end : text.length).trim();
}

/** Replaces the first line of a callout, such as `[!note] Title`, by its title in bold; other lines stay. */
function called(line: string): string {
  const [, , title] = CALLOUT.exec(line) ?? [];
  if (title === undefined || title === "") return title ?? line;
  // A title with its own markup stays as written.
  if (title.includes("**") || /^(?:[-*+>]|\[!)/.test(title)) return line;
  return `**${title.replace(BLOCK_ID, "")}**`;
}
