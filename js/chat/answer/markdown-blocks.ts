// Splits Markdown into blocks that are shown one by one: finished blocks are rendered once, and only the block that the
// model is writing is rendered again. A paragraph, a list or a table that grows is several blocks, which
// markdown-view.ts renders and joins.
import { closesFence } from "../../agent/markdown/code.ts";

/** A paragraph, a list or a table that is longer than this, in characters, goes on in another block. */
const LONG_BLOCK = 600;

/** A mark or bracket that is still open after so many characters of a paragraph is taken for plain text. */
const LONG_MARKUP = 4000;

/** Any block that is longer than this is split between two lines, but no line of it. No readable paragraph is that long. */
const ENDLESS_BLOCK = 20_000;

const FENCE = /^ {0,3}(`{3,}|~{3,}|\$\$)/;
const ITEM = /^([-*+]|\d+[.)])[ \t]/;

/**
 * The head of a block that continues a paragraph: a letter that is rendered before it and then removed. So a block that
 * begins with a space, or with `1.`, is still rendered as text.
 */
export const MIDDLE = "x";
/** How a line of a paragraph begins that is nothing else. */
const PROSE = /^[*"'([]*\p{L}/u;
/**
 * In a paragraph: what opens or closes nothing, such as ` * `, `a_b`, code and links; what may, a mark or a bracket; and
 * where the paragraph can be cut.
 */
const INLINE =
  /\\[^()[\]]|\w_+(?=\w)|(`{1,3})(?!`)[^]{0,999}?[^`]\1(?!`)|\[\[[^[\]]*]]|(`+|\*+|_+|\$+|~~|==|%%|[()[\]])|([。！？]| (?:[*_]+(?= ))?)/g;

const ROW = /^ {0,3}\|?.*\|/;
/** The line under the head of a table. */
const RULE = /^ {0,3}\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*(?::?-+:?[ \t]*)?)*$/;

/** Where a block ends. */
export interface BlockEnd {
  readonly length: number;
  /**
   * Set if the next block goes on with the end of this one: the head of the table, to be rendered before its rows; ""
   * for a list; `MIDDLE` for a paragraph.
   */
  readonly head?: string;
}

/**
 * The end of the first block of `text` if another block follows it; undefined if it may not be complete yet. `given` is
 * the `head` of what `text` goes on with.
 */
export function firstBlock(text: string, given = ""): BlockEnd | undefined {
  let [at, fence, isBlank] = [0, "", false];
  const isMiddle = given === MIDDLE;
  let isProse = isMiddle || given === "";
  const mark = isMiddle ? undefined : ITEM.exec(text)?.[1];
  const head = isMiddle ? "" : given || tableHead(text);
  for (;;) {
    const end = text.indexOf("\n", at);
    // The last line may be incomplete. Its first character can still be enough to tell that a new block begins.
    const line = text.slice(at, end < 0 ? text.length : end);
    const isWhole = end >= 0;
    if (fence) {
      if (isWhole && closes(line, fence)) fence = "";
    } else if (line.trim() === "") {
      isBlank ||= at > 0;
    } else {
      if (at > 0) {
        if (isBlank && begins(line, isWhole, mark !== undefined)) return { length: at };
        if (at > LONG_BLOCK && isWhole) {
          const next = ITEM.exec(line)?.[1];
          // "* a" after "- a" begins another list.
          if (mark && next) return next.slice(-1) === mark.slice(-1) ? { length: at, head: "" } : { length: at };
          // A block has one row at least.
          const isRow = !isBlank && ROW.test(line) && (given !== "" || at > head.length);
          if (head && isRow) return { length: at, head };
        }
        if (at > ENDLESS_BLOCK) return { length: at };
      }
      isBlank = false;
      const goesOn = isMiddle && at === 0;
      isProse &&= line.length < ENDLESS_BLOCK && (goesOn || PROSE.test(line));
      const cut = isProse ? cutAfter(text.slice(0, at + line.length), Math.max(at, LONG_BLOCK)) : undefined;
      if (cut !== undefined) return { length: cut, head: MIDDLE };
      const opens = goesOn ? undefined : FENCE.exec(line)?.[1];
      if (isWhole && opens && !(opens === "$$" && line.trim().length > 4 && line.trim().endsWith("$$"))) fence = opens;
    }
    if (!isWhole) return undefined;
    at = end + 1;
  }
}

/** The first place after `from` where `paragraph` can be cut: no markup is open there. */
function cutAfter(paragraph: string, from: number): number | undefined {
  if (paragraph.length <= from) return undefined;
  const open = new Set<string>();
  let brackets = 0;
  for (const { 2: mark, 3: place, index } of paragraph.matchAll(INLINE)) {
    if (place) {
      const isIn = open.size > 0 || brackets > 0;
      if (index > from && (!isIn || index > LONG_MARKUP)) return place.startsWith(" ") ? index : index + 1;
    } else if (mark && /[([]/.test(mark)) brackets++;
    else if (mark && /[)\]]/.test(mark)) brackets -= brackets && 1;
    else if (mark) open.delete(mark) || open.add(mark);
  }
  return undefined;
}

/** The first two lines of `text` if they begin a table, or "". */
function tableHead(text: string): string {
  const [, row = "", rule = ""] = /^(.*\n)(.*)\n/.exec(text) ?? [];
  return ROW.test(row) && RULE.test(rule) ? `${row}${rule}\n` : "";
}

/** Whether `line`, after a blank line, certainly begins a new block. */
function begins(line: string, isWhole: boolean, isList: boolean): boolean {
  // An indented line may continue a list item or a footnote; another item continues the list.
  if (/^\s|^\[\^/.test(line)) return false;
  if (!isList) return true;
  return isWhole ? !ITEM.test(line) : /^[^-*+\d]/.test(line);
}

const closes = (line: string, fence: string): boolean =>
  fence === "$$" ? line.trim().endsWith("$$") : closesFence(line, fence);

/** The lines after the opening fence, if `block` starts with a code fence; else undefined. */
export function openFence(block: string): string | undefined {
  if (!/^ {0,3}(`{3,}|~{3,})/.test(block)) return undefined;
  const first = block.indexOf("\n");
  return first < 0 ? "" : block.slice(first + 1);
}
