// Splits Markdown into blocks that are shown one by one: finished blocks are rendered once, and only the block that the
// model is writing is rendered again. A list or a table that grows is several blocks, which markdown-view.ts renders and
// joins.
import { closesFence } from "../../agent/markdown/code.ts";

/** A list or a table that is longer than this, in characters, goes on in another block. */
const LONG_BLOCK = 600;

/** Any block that is longer than this is split between two lines. No readable paragraph is that long. */
const ENDLESS_BLOCK = 20_000;

const FENCE = /^ {0,3}(`{3,}|~{3,}|\$\$)/;
const ITEM = /^([-*+]|\d+[.)])[ \t]/;

const ROW = /^ {0,3}\|?.*\|/;
/** The line under the head of a table. */
const RULE = /^ {0,3}\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*(?::?-+:?[ \t]*)?)*$/;

/** Where a block ends. */
export interface BlockEnd {
  readonly length: number;
  /**
   * Set if the next block goes on with a list or a table of this one: the head of the table, to be rendered before its
   * rows; "" for a list.
   */
  readonly head?: string;
}

/**
 * The end of the first block of `text` if another block follows it; undefined if it may not be complete yet. `given` is
 * the head of the table with which `text` goes on.
 */
export function firstBlock(text: string, given = ""): BlockEnd | undefined {
  let [at, fence, isBlank] = [0, "", false];
  const mark = ITEM.exec(text)?.[1];
  const head = given || tableHead(text);
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
      const opens = FENCE.exec(line)?.[1];
      if (isWhole && opens && !(opens === "$$" && line.trim().length > 4 && line.trim().endsWith("$$"))) fence = opens;
    }
    if (!isWhole) return undefined;
    at = end + 1;
  }
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
