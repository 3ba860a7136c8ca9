// Finds citations in an answer. evidence.ts checks them.
import { codeIn, isEscaped } from "../markdown/code.ts";
import { isQuotation, quoteBefore, type Quoted } from "./quoted.ts";

/**
 * A citation in an answer: `[[Note#L12-18]]`, `[[Note#L12]]` or `[[Note]]`, alone or after a quote, outside code.
 * Offsets are in UTF-16 units.
 */
export interface Citation {
  readonly start: number;
  readonly end: number;
  /** The note as the answer names it, without lines and alias. */
  readonly link: string;
  /** Counted from 1; never after `endLine`. */
  readonly startLine?: number;
  readonly endLine?: number;
  /** The quote before it, in quotation marks or as a blockquote, as written. */
  readonly quote?: string;
}

/** Longer than any path. */
const MAX_LINK = 1000;

/** The lines at the end of a link, as models write them. Of several ranges, the first counts. */
const LINES = /#\^?L?([0-9]{1,9})(?:\s*[-–—]\s*L?([0-9]{1,9}))?(?:\s*,\s*L?[0-9]{1,9}(?:\s*[-–—]\s*L?[0-9]{1,9})?)*$/i;

/** The citations of `text`, in order. Links without lines inside a quoted passage belong to the passage. */
export function citationsIn(text: string): Citation[] {
  const found = linksIn(text);
  // A quote may contain links: only the next citation with lines ends it.
  const quotes: (Quoted | undefined)[] = [];
  let [before, beforeWithLines] = [0, 0];
  let lineStart = 0;
  for (const { start, end, startLine } of found) {
    const lineBreak = text.slice(before, start).lastIndexOf("\n");
    if (lineBreak >= 0) lineStart = before + lineBreak + 1;
    quotes.push(quoteBefore(text, startLine === undefined ? before : beforeWithLines, lineStart, start));
    before = end;
    if (startLine !== undefined) beforeWithLines = end;
  }
  const citations: Citation[] = [];
  for (let index = 0; index < found.length; index++) {
    const [citation, quoted] = [found[index], quotes[index]];
    if (!citation) continue;
    if (quoted && citation.startLine !== undefined) {
      while ((citations.at(-1)?.start ?? -1) >= quoted.start && citations.at(-1)?.startLine === undefined)
        citations.pop();
    }
    citations.push(quoted ? { ...citation, quote: quoted.text } : citation);
  }
  return citations;
}

/** Every `[[…]]` outside code. An embed in a quotation belongs to what is quoted. */
function linksIn(text: string): Citation[] {
  const code = codeIn(text);
  const found: Citation[] = [];
  let opened = -1;
  let lineStart = 0;
  let nextCode = 0;
  for (let at = 0; at < text.length; at++) {
    const [codeStart, codeEnd] = code[nextCode] ?? [Infinity, Infinity];
    if (at >= codeStart) {
      nextCode++;
      opened = -1;
      const lineBreak = text.slice(at, codeEnd).lastIndexOf("\n");
      if (lineBreak >= 0) lineStart = at + lineBreak + 1;
      at = Math.max(at, codeEnd) - 1;
      continue;
    }
    const sign = text[at];
    if (sign === "\n") [opened, lineStart] = [-1, at + 1];
    if (sign !== text[at + 1]) continue;
    if (sign === "[") {
      // In `[[[`, the last two brackets open.
      if (!isEscaped(text, at)) opened = at;
    } else if (sign === "]" && opened >= 0) {
      // A name may end with a bracket that it opened itself.
      const end = text[at + 2] === "]" && hasOpenBracket(text.slice(opened + 2, at)) ? at + 3 : at + 2;
      const isQuoted = text[opened - 1] === "!" && isQuotation(text.slice(lineStart, lineStart + 4));
      const citation = end - opened <= MAX_LINK && !isQuoted ? read(text, opened, end) : undefined;
      if (citation) found.push(citation);
      opened = -1;
      at = end - 1;
    }
  }
  return found;
}

function hasOpenBracket(inside: string): boolean {
  return inside.lastIndexOf("[") > inside.lastIndexOf("]");
}

function read(text: string, opened: number, end: number): Citation | undefined {
  // In a table, the bar before an alias is escaped.
  const [target = ""] = text.slice(opened + 2, end - 2).split(/\\?\|/, 1);
  const lines = LINES.exec(target.trim());
  const link = target.trim().slice(0, lines?.index).trim();
  if (link === "" || /^[a-z]+:\/\//i.test(link)) return undefined;
  // An embed counts too.
  const start = text[opened - 1] === "!" ? opened - 1 : opened;
  if (!lines) return { start, end, link };
  const [from, to] = [Number(lines[1]), Number(lines[2] ?? lines[1])];
  // Line 0 does not exist, but citing it is still a citation, and wrong.
  return { start, end, link, startLine: Math.min(from, to), endLine: Math.max(from, to) };
}
