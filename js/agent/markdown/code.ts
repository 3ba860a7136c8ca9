// Finds code in Markdown: fenced, indented or inline. Nothing in it is a citation. Linear time for any text.

/** The ranges of code as offsets, in order; ends are exclusive. */
export function codeIn(text: string): [start: number, end: number][] {
  const found: [number, number][] = [];
  let fence: Fence | undefined;
  let paragraph: { start: number; end: number } | undefined;
  /** Whether the line before was blank, or indented code. */
  let mayIndent = true;
  let inList = false;
  const endParagraph = (): void => {
    if (paragraph) codeSpans(text, paragraph.start, paragraph.end, found);
    paragraph = undefined;
  };
  for (let start = 0; start < text.length;) {
    const lineBreak = text.indexOf("\n", start);
    const end = lineBreak < 0 ? text.length : lineBreak + 1;
    const line = text.slice(start, end);
    const bare = unquoted(line);
    const run = fenceIn(bare.replace(LIST_MARK, ""));
    // Code in a blockquote ends with it.
    if (fence && quoteDepth(line) < fence.depth) fence = undefined;
    if (fence) {
      found.push([start, end]);
      if (closesFence(unquoted(line, fence.depth), fence.mark)) fence = undefined;
    } else if (run !== undefined) {
      endParagraph();
      found.push([start, end]);
      fence = { mark: run, depth: quoteDepth(line) };
    } else if (bare.trim() === "") {
      endParagraph();
      mayIndent = true;
      start = end;
      continue;
    } else if (mayIndent && !inList && !paragraph && /^(?: {4}| {0,3}\t)/.test(bare)) {
      found.push([start, end]);
      start = end;
      continue;
    } else {
      if (BLOCK_START.test(bare)) endParagraph();
      if (LIST_MARK.test(bare)) inList = true;
      else if (!paragraph && !/^\s/.test(bare)) inList = false;
      paragraph = { start: paragraph?.start ?? start, end };
    }
    mayIndent = false;
    start = end;
  }
  endParagraph();
  return found;
}

/** `text` with zeros for code, so that it has the same offsets. */
export function maskedCode(text: string): string {
  let masked = "";
  for (const [start, end] of codeIn(text)) masked += text.slice(masked.length, start) + "\0".repeat(end - start);
  return masked + text.slice(masked.length);
}

/** An open code block: its fence, and the number of blockquotes around it. */
export interface Fence {
  readonly mark: string;
  readonly depth: number;
}

/** `line` without the marks of blockquotes, or without the first `depth` of them: inside code, more are text. */
export function unquoted(line: string, depth = Infinity): string {
  return line.slice(quoteMarks(line, depth).end);
}

/** The number of blockquotes that `line` is in: 2 for `> > text`. */
export function quoteDepth(line: string): number {
  return quoteMarks(line, Infinity).depth;
}

function quoteMarks(line: string, most: number): { depth: number; end: number } {
  let [depth, end] = [0, 0];
  for (; depth < most; depth++) {
    let next = end;
    while (next < end + 3 && line[next] === " ") next++;
    if (line[next] !== ">") break;
    end = next + 1;
    if (line[end] === " ") end++;
  }
  return { depth, end };
}

/** The fence that `line` opens. If more backticks follow, they are inline code. */
export function fenceIn(line: string): string | undefined {
  return /^[ \t]*(`{3,}(?=[^`]*$)|~{3,})/.exec(line)?.[1];
}

/** Whether `line` closes a fence opened with `mark`. */
export function closesFence(line: string, mark: string): boolean {
  const run = line.trim();
  return run.startsWith(mark) && run === mark.charAt(0).repeat(run.length);
}

const LIST_MARK = /^[ \t]*(?:[-*+]|[0-9]{1,9}[.)])(?:[ \t]+|$)/;

/** A line that ends the paragraph before it. */
const BLOCK_START = /^[ \t]*(?:[-*+][ \t]|[0-9]{1,9}[.)][ \t]|#{1,6}[ \t]|\|)/;

/**
 * Adds the code spans of a paragraph: from a run of backticks to the next run of the same length. If that is more than
 * `most` characters away, the first one opens nothing.
 */
export function codeSpans(
  text: string,
  start: number,
  end: number,
  found: [start: number, end: number][],
  most = Infinity,
): void {
  const runs: [at: number, length: number][] = [];
  for (let at = start; at < end;) {
    const next = text.indexOf("`", at);
    if (next < 0 || next >= end) break;
    at = next;
    while (at < end && text[at] === "`") at++;
    runs.push([next, at - next]);
  }
  // Backwards, so that each run knows the next one of its length.
  const nextOf = new Map<number, number>();
  const closing = new Array<number | undefined>(runs.length);
  for (let index = runs.length - 1; index >= 0; index--) {
    const length = runs[index]?.[1] ?? 0;
    closing[index] = nextOf.get(length);
    nextOf.set(length, index);
  }
  for (let index = 0; index < runs.length; index++) {
    const [at, length] = runs[index] ?? [0, 0];
    let [close, from, size] = [closing[index], at, length];
    if (isEscaped(text, at)) {
      // The first backtick is literal; the rest may still open.
      [from, size] = [at + 1, length - 1];
      close = undefined;
      for (let next = index + 1; size > 0 && next < runs.length && next <= index + 8; next++) {
        if (runs[next]?.[1] === size) {
          close = next;
          break;
        }
      }
    }
    const last = close === undefined ? undefined : runs[close];
    if (close === undefined || !last || last[0] + last[1] - from > most) continue;
    found.push([from, last[0] + last[1]]);
    index = close;
  }
}

/** Whether the character at `at` is escaped: an odd number of backslashes precede it. */
export function isEscaped(text: string, at: number): boolean {
  let before = at;
  while (before > 0 && text[before - 1] === "\\") before--;
  return (at - before) % 2 === 1;
}
