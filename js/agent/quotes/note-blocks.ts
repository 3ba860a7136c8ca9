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
  /** The first line of its list or table. Adjacent blocks of the same group can be quoted together. */
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
  #open: { kind: BlockKind; startLine: number; lines: string[] } | undefined;
  #fence: Fence | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  /** The next line is elsewhere in the note, perhaps in another section. */
  gap(): void {
    this.#end();
    this.#fence = undefined;
    this.#headings = [];
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
    const [, marks] = HEADING.exec(line) ?? [];
    const list = this.#open?.kind === "list" ? this.#open : undefined;
    // Items of a list may have blank lines between them. Text right after an item continues it.
    const isInList = list !== undefined && (/^[ \t]/.test(line) || list.lines.at(-1) !== "");
    const fence = fenceIn(bare);
    if (marks !== undefined) this.#heading(marks.length, titleOf(line));
    else if (line.trim() === "" && list) list.lines.push("");
    else if (line.trim() === "" || RULE.test(line)) this.#end();
    else if (fence !== undefined) {
      this.#end();
      this.#add("code", number, line);
      this.#fence = { mark: fence, depth: quoteDepth(written) };
    } else if (/^[ \t]*\|/.test(line)) this.#add("table", number, line);
    else this.#add(ITEM.test(line) || isInList ? "list" : "text", number, line);
  }

  #heading(level: number, title: string): void {
    this.#end();
    this.#headings = this.#headings.filter((outer) => outer.level < level);
    if (title !== "") this.#headings.push({ level, title });
  }

  #add(kind: BlockKind, startLine: number, line: string): void {
    if (this.#open?.kind === kind) {
      this.#open.lines.push(line);
      return;
    }
    this.#end();
    this.#open = { kind, startLine, lines: [line] };
  }

  #end(): void {
    const headings = this.#headings.map(({ title }) => title);
    if (this.#open) this.blocks.push(...split({ path: this.#path, headings, ...this.#open }));
    this.#open = undefined;
  }
}

/** Splits a long list into its outermost items, with what is nested in them, and a long table into rows. */
function split(block: Omit<Block, "endLine" | "group">): Block[] {
  const { kind, startLine, lines } = block;
  const part = (from: number, to: number, head: Pick<Block, "head" | "headLine"> = {}): Block => {
    while (to > from && lines[to - 1] === "") to--;
    const own = { startLine: startLine + from, endLine: startLine + to - 1, lines: lines.slice(from, to) };
    return { ...block, ...own, group: startLine, ...head };
  };
  const whole = part(0, lines.length);
  if (whole.lines.length <= WHOLE_LINES && whole.lines.join("\n").length <= WHOLE_CHARS) return [whole];
  if (kind === "list") {
    const indents = whole.lines.map((line) => ITEM.exec(line)?.[1]?.length ?? Infinity);
    const least = indents.reduce((one, other) => Math.min(one, other));
    const starts = indents.flatMap((indent, at) => (at === 0 || indent === least ? [at] : []));
    return starts.map((from, index) => part(from, starts[index + 1] ?? whole.lines.length));
  }
  if (kind === "table") {
    const head = /^[ \t]*\|[ \t:|-]+$/.test(lines[1] ?? "") ? lines.slice(0, 2) : [];
    const rows = lines.slice(head.length);
    return rows.map((_, at) =>
      part(head.length + at, head.length + at + 1, head.length > 0 ? { head, headLine: startLine } : {}),
    );
  }
  return [whole];
}

/** The text of a heading, without the `#` before and after it. A `#` right after a word belongs to it, as in "C#". */
const titleOf = (line: string): string =>
  line
    .trim()
    .replace(/^#+/, "")
    .replace(/[ \t]#+$/, "")
    .trim();

/** Replaces the first line of a callout, such as `[!note] Title`, by its title in bold; other lines stay. */
function called(line: string): string {
  const [, , title] = CALLOUT.exec(line) ?? [];
  if (title === undefined || title === "") return title ?? line;
  // A title with its own markup stays as written.
  if (title.includes("**") || /^(?:[-*+>]|\[!)/.test(title)) return line;
  return `**${title.replace(BLOCK_ID, "")}**`;
}
