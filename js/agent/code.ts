// Where code stands in Markdown: fenced, indented, or in a line. It is not rendered otherwise, so nothing in it is a
// citation. Linear in the text, whatever the text.

/** Stretches of code, in order, as offsets: each from its first to behind its last character. */
export function codeIn(text: string): [start: number, end: number][] {
  const found: [number, number][] = [];
  let fence: { mark: string; length: number; isQuoted: boolean } | undefined;
  let paragraph: { start: number; end: number } | undefined;
  /** Whether the line before was blank, or indented code. */
  let mayIndent = true;
  let inList = false;
  const endParagraph = (): void => {
    if (paragraph) spansIn(text, paragraph.start, paragraph.end, found);
    paragraph = undefined;
  };
  for (let start = 0; start < text.length;) {
    const lineBreak = text.indexOf("\n", start);
    const end = lineBreak < 0 ? text.length : lineBreak + 1;
    const line = text.slice(start, end);
    const bare = unquoted(line);
    const [, run] = /^[ \t]*(`{3,}|~{3,})/.exec(bare.replace(LIST_MARK, "")) ?? [];
    // Code in a quotation ends with it.
    if (fence?.isQuoted && !/^ {0,3}>/.test(line)) fence = undefined;
    if (fence) {
      found.push([start, end]);
      const closes = run?.startsWith(fence.mark) && run.length >= fence.length && bare.trim() === run;
      if (closes) fence = undefined;
    } else if (
      run !== undefined &&
      !(run.startsWith("`") && bare.slice(bare.indexOf(run) + run.length).includes("`"))
    ) {
      endParagraph();
      found.push([start, end]);
      fence = { mark: run.charAt(0), length: run.length, isQuoted: bare !== line };
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

/** `line` without the marks of the quotations that it stands in. */
export function unquoted(line: string): string {
  let at = 0;
  for (;;) {
    let next = at;
    while (next < at + 3 && line[next] === " ") next++;
    if (line[next] !== ">") return line.slice(at);
    at = next + 1;
    if (line[at] === " ") at++;
  }
}

const LIST_MARK = /^[ \t]*(?:[-*+]|[0-9]{1,9}[.)])(?:[ \t]+|$)/;

/** A line that ends the paragraph before it. */
const BLOCK_START = /^[ \t]*(?:[-*+][ \t]|[0-9]{1,9}[.)][ \t]|#{1,6}[ \t]|\|)/;

/** Adds the code spans of the paragraph: from a run of backticks to the next run of the same length. */
function spansIn(text: string, start: number, end: number, found: [number, number][]): void {
  const runs: [at: number, length: number][] = [];
  for (let at = start; at < end;) {
    const next = text.indexOf("`", at);
    if (next < 0 || next >= end) break;
    at = next;
    while (at < end && text[at] === "`") at++;
    runs.push([next, at - next]);
  }
  // From the end, so that each run knows the next one of its length.
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
      // The first backtick is a sign of its own; what is left may still open.
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
    if (close === undefined || !last) continue;
    found.push([from, last[0] + last[1]]);
    index = close;
  }
}

/** Whether the character at `at` is taken for itself, for an odd number of backslashes before it. */
export function isEscaped(text: string, at: number): boolean {
  let before = at;
  while (before > 0 && text[before - 1] === "\\") before--;
  return (at - before) % 2 === 1;
}
