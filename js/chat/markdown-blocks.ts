// Splits Markdown into blocks that are shown one by one: finished blocks are rendered once, and only the block that the
// model is writing is rendered again. markdown-view.ts renders them.
import { closesFence } from "../agent/markdown/code.ts";

/** A list that is longer than this, in characters, is split between two items. Shorter lists stay in one block. */
const LONG_BLOCK = 3000;

/** Any block that is longer than this is split between two lines. No readable paragraph is that long. */
const ENDLESS_BLOCK = 20_000;

const FENCE = /^ {0,3}(`{3,}|~{3,}|\$\$)/;
const ITEM = /^(?:[-*+]|\d+[.)])[ \t]/;

/** The length of the first block of `text` if another block follows it; undefined if it may not be complete yet. */
export function firstBlock(text: string): number | undefined {
  let [at, fence, isBlank] = [0, "", false];
  const isList = ITEM.test(text);
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
      if (
        at > 0 &&
        ((isBlank && begins(line, isWhole, isList)) ||
          (at > LONG_BLOCK && isWhole && ITEM.test(line)) ||
          at > ENDLESS_BLOCK)
      )
        return at;
      isBlank = false;
      const opens = FENCE.exec(line)?.[1];
      if (isWhole && opens && !(opens === "$$" && line.trim().length > 4 && line.trim().endsWith("$$"))) fence = opens;
    }
    if (!isWhole) return undefined;
    at = end + 1;
  }
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
