// Markdown cut into blocks that can be shown one by one: what a model has finished is rendered once, and only the block that
// it is writing is rendered again. Leaves rendering to markdown-view.ts.

/** A list is cut between two of its items from this size on; a shorter one is shown in one piece. */
const LONG_BLOCK = 3000;

/** Anything else is cut between two lines from this size on: no paragraph that anybody reads is so long. */
const ENDLESS_BLOCK = 20_000;

const FENCE = /^ {0,3}(`{3,}|~{3,}|\$\$)/;
const ITEM = /^(?:[-*+]|\d+[.)])[ \t]/;

/** How long the first block of `text` is, if another one has begun behind it; else undefined: it may go on. */
export function firstBlock(text: string): number | undefined {
  let [at, fence, isBlank] = [0, "", false];
  const isList = ITEM.test(text);
  for (;;) {
    const end = text.indexOf("\n", at);
    // What the last line becomes is not known yet, but a letter that begins no list, and no fence, is enough.
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

/** Whether `line`, behind a blank one, begins a new block for sure. */
function begins(line: string, isWhole: boolean, isList: boolean): boolean {
  // Indented, it belongs to an item or a footnote; as another item, to the list.
  if (/^\s|^\[\^/.test(line)) return false;
  if (!isList) return true;
  return isWhole ? !ITEM.test(line) : /^[^-*+\d]/.test(line);
}

function closes(line: string, fence: string): boolean {
  const trimmed = line.trim();
  if (fence === "$$") return trimmed.endsWith("$$");
  return trimmed.length >= fence.length && trimmed === (fence[0] ?? "").repeat(trimmed.length);
}

/** The text of a fence that is still open, if `block` is one: its lines, without the first. */
export function openFence(block: string): string | undefined {
  if (!/^ {0,3}(`{3,}|~{3,})/.test(block)) return undefined;
  const first = block.indexOf("\n");
  return first < 0 ? "" : block.slice(first + 1);
}
