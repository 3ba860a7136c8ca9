// The blocks that a note is made of, from those of its lines that were shown: paragraphs, list items, tables, code. What is
// worth quoting, passages.ts says.
import { closesFence, fenceIn, unquoted } from "../markdown/code.ts";
import { BLOCK_ID } from "../markdown/inline.ts";

/** What a block is. */
export type BlockKind = "text" | "list" | "table" | "code";

/** A block, whole as far as it was shown. */
export interface Block {
  readonly path: string;
  readonly kind: BlockKind;
  readonly startLine: number;
  readonly endLine: number;
  /** Its lines as they are written, without a callout's marks. */
  readonly lines: readonly string[];
  /** Headings that it stands under, outermost first, as far as they were shown. */
  readonly headings: readonly string[];
  /** Whether it is the first under its heading. */
  readonly isFirst: boolean;
  /** Which list or table it is a part of: blocks of the same one that follow each other can be put together. */
  readonly group: number;
  /** The lines of a table that say what its columns are, from `headLine` on. */
  readonly head?: readonly string[];
  readonly headLine?: number;
  /** Whether it is a part of a longer text: others have the same lines. */
  readonly isPart?: boolean;
}

/** A list or table up to this size is one block: nobody wants its parts. */
const WHOLE_LINES = 9;
const WHOLE_CHARS = 700;

const HEADING = /^ {0,3}(#{1,6})(?:[ \t]|$)/;
const ITEM = /^([ \t]*)(?:[-*+]|[0-9]{1,9}[.)])[ \t]+\S/;
const RULE = /^ {0,3}(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,}|=+[ \t]*)$/;
const CALLOUT = /^\[!([\w-]+)\][-+]?[ \t]*(.*)$/;

/** The blocks of the note at `path`, from lines by number. Lines that are missing part blocks. */
export function blocksOf(path: string, lines: ReadonlyMap<number, string>): Block[] {
  const reader = new BlockReader(path);
  const numbers = [...lines.keys()].sort((a, b) => a - b);
  let before = 0;
  let inMatter = false;
  let codeEnd = 0;
  for (const number of numbers) {
    const line = lines.get(number) ?? "";
    if (number !== before + 1) {
      reader.gap();
      inMatter = false;
      codeEnd = endOfCode(number, lines);
    }
    before = number;
    if (number <= codeEnd) continue;
    // What a note says of itself is no passage.
    if (number === 1 && line.trim() === "---") inMatter = true;
    else if (inMatter && line.trim() === "---") inMatter = false;
    else if (!inMatter && !isMatter(number, line, lines)) reader.line(number, line);
  }
  reader.gap();
  return reader.blocks;
}

/**
 * Where code ends that begins before the line `from`, with which the lines shown begin; 0 where there seems to be none. A
 * fence that says no language may open or close: it closes where the next one says its language, or where there is no
 * prose above it.
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

/** Whether the line stands in properties of which the beginning was not shown. */
function isMatter(number: number, line: string, lines: ReadonlyMap<number, string>): boolean {
  if (lines.has(1) || number > 60 || !/^(?:[\w -]+:(?:\s|$)| *- |---$)/.test(line)) return false;
  for (let next = number; next < number + 40; next++) {
    const text = lines.get(next);
    if (text === undefined || !/^(?:[\w -]+:(?:\s|$)| *- |---\s*$| {2,})/.test(text)) return false;
    if (text.trim() === "---") return next > number || number > 1;
  }
  return false;
}

class BlockReader {
  readonly blocks: Block[] = [];
  readonly #path: string;
  #headings: { level: number; title: string }[] = [];
  #open: { kind: BlockKind; from: number; lines: string[] } | undefined;
  #fence: { mark: string; isQuoted: boolean } | undefined;
  #isFirst = true;
  #group = 0;

  constructor(path: string) {
    this.#path = path;
  }

  /** What comes next is somewhere else in the note. */
  gap(): void {
    this.#end();
    this.#fence = undefined;
    // What was the last heading may be none of what comes.
    this.#headings = [];
    this.#isFirst = false;
  }

  line(number: number, written: string): void {
    const bare = unquoted(written);
    if (this.#fence !== undefined) {
      const { mark, isQuoted } = this.#fence;
      this.#open?.lines.push(isQuoted ? bare : written);
      if (closesFence(bare, mark)) {
        this.#fence = undefined;
        this.#end();
      }
      return;
    }
    const line = called(bare);
    const heading = HEADING.exec(line);
    const fence = fenceIn(bare);
    if (heading) this.#heading(heading[1]?.length ?? 1, titleOf(line));
    else if (line.trim() === "") this.#blank();
    else if (RULE.test(line)) this.#end();
    else if (fence !== undefined) {
      this.#begin("code", number, line);
      this.#fence = { mark: fence, isQuoted: bare !== written };
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

  /** A blank line ends all but a list, whose items may be apart. */
  #blank(): void {
    if (this.#open?.kind === "list") this.#open.lines.push("");
    else this.#end();
  }

  /** Text right below an item belongs to it; below a blank line it does not. */
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

  /** Each outermost item, with what is below it. */
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

/** The text of a heading, without the marks before it and behind it. */
function titleOf(line: string): string {
  const text = line.trim();
  let [start, end] = [0, text.length];
  while (text[start] === "#") start++;
  while (end > start && text[end - 1] === "#") end--;
  // What stands right behind a word is a part of it.
  const isMark = end === start || /[ \t]/.test(text[end - 1] ?? "");
  return text.slice(start, isMark ? end : text.length).trim();
}

/** A callout's first line says its title; its kind is a colour. */
function called(line: string): string {
  const [, , title] = CALLOUT.exec(line) ?? [];
  if (title === undefined || title === "") return title ?? line;
  // What has marks of its own keeps them.
  if (title.includes("**") || /^(?:[-*+>]|\[!)/.test(title)) return line;
  return `**${title.replace(BLOCK_ID, "")}**`;
}
