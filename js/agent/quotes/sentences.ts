// Long texts, parted where sentences part: what is quoted of them is a few of these.
import { inlineOf } from "../markdown/inline.ts";
import { isInWord } from "../citations/wording.ts";
import type { Block } from "./note-blocks.ts";

/** What has been left out. */
export const OMITTED = "…";

/** A paragraph longer than this is chosen from, not chosen. In characters. */
const LONG = 1200;

/** What is chosen of it: about a paragraph. */
const PART = 420;

/** What is segmented at once. In characters. */
const STRETCH = 2000;

/**
 * The sentences of `text`, with the space behind them. One of more than `room` characters is several. None ends inside code, a link
 * or a word, unless the word is as long.
 */
export function sentencesWithin(text: string, room: number): string[] {
  const all = sentencesOf(text).flatMap((sentence) => (sentence.length > room ? pieces(sentence, room) : [sentence]));
  const isInside = insidesOf(text);
  const joined: string[] = [];
  let start = 0;
  let at = 0;
  for (const sentence of all) {
    at += sentence.length;
    if (isInside(at) || (isInWord(text, at) && at - start < 2 * room)) continue;
    joined.push(text.slice(start, at));
    start = at;
  }
  return joined;
}

/** Whether an offset of `text`, one after the other, is inside of what means something only as a whole. */
function insidesOf(text: string): (at: number) => boolean {
  const wholes: [start: number, end: number][] = [];
  let lineStart = 0;
  for (const line of text.split("\n")) {
    for (const [start, end] of inlineOf(line).wholes) wholes.push([lineStart + start, lineStart + end]);
    lineStart += line.length + 1;
  }
  wholes.sort(([a], [b]) => a - b);
  let next = 0;
  let reach = 0;
  return (at) => {
    // How far those reach that begin before.
    for (; (wholes[next]?.[0] ?? Infinity) < at; next++) reach = Math.max(reach, wholes[next]?.[1] ?? 0);
    return at < reach;
  };
}

/** `block`, or where it is one long text, parts of it that can each be quoted. */
export function parted(block: Block): Block[] {
  const text = block.lines.join("\n");
  if (block.kind !== "text" || text.length <= LONG) return [block];
  const parts: Block[] = [];
  let part = "";
  let line = block.startLine;
  const sentences = sentencesWithin(text, PART);
  sentences.forEach((sentence, index) => {
    part += sentence;
    const isLast = index + 1 === sentences.length;
    if (!isLast && part.length + (sentences[index + 1]?.length ?? 0) <= PART) return;
    const words = part.trim();
    const [from, to] = [line, line + part.trimEnd().split("\n").length - 1];
    line += part.split("\n").length - 1;
    part = "";
    if (words === "") return;
    const shown = `${parts.length > 0 ? `${OMITTED} ` : ""}${words}${isLast ? "" : ` ${OMITTED}`}`;
    const lines = shown.split("\n");
    parts.push({
      ...block,
      startLine: from,
      endLine: to,
      lines,
      isFirst: block.isFirst && parts.length === 0,
      isPart: true,
    });
  });
  return parts;
}

function sentencesOf(text: string): string[] {
  // Older devices know no sentences of other scripts than these.
  if (typeof Intl.Segmenter === "undefined")
    return text.match(/[^.!?。！？\n]+[.!?。！？\n]*\s*|[.!?。！？\n]+\s*/gu) ?? [text];
  const segmenter = new Intl.Segmenter(undefined, { granularity: "sentence" });
  return stretches(text).flatMap((stretch) => Array.from(segmenter.segment(stretch), ({ segment }) => segment));
}

/** `text` in stretches that end where a sentence may: what segments them takes two seconds for 140 KB in one piece. */
function stretches(text: string): string[] {
  const found: string[] = [];
  for (let at = 0; at < text.length;) {
    let end = Math.min(at + STRETCH, text.length);
    if (end < text.length) {
      const last = Math.max(
        ...[". ", "。", "\n", "! ", "? "].map((mark) => text.slice(at, end).lastIndexOf(mark) + mark.length),
      );
      const space = text.slice(at, end).lastIndexOf(" ") + 1;
      end = at + (last > STRETCH / 2 ? last : space > STRETCH / 2 ? space : STRETCH);
      if (/[\ud800-\udbff]/.test(text.charAt(end - 1))) end--;
    }
    found.push(text.slice(at, end));
    at = end;
  }
  return found;
}

/** A sentence that is too long, parted where words part, and never inside a letter. */
function pieces(sentence: string, room: number): string[] {
  const parts: string[] = [];
  let part = "";
  for (const word of sentence.match(/\S+\s*|\s+/gu) ?? []) {
    for (const chunk of word.length > room / 2 ? inChunks(word, room) : [word]) {
      if (part !== "" && part.length + chunk.length > room) {
        parts.push(part);
        part = "";
      }
      part += chunk;
    }
  }
  if (part !== "") parts.push(part);
  return parts;
}

/** A run without spaces: a script that has none, or data. */
function inChunks(run: string, room: number): string[] {
  const size = Math.max(1, Math.floor(room / 4));
  const letters = Array.from(run);
  const chunks: string[] = [];
  for (let at = 0; at < letters.length; at += size) chunks.push(letters.slice(at, at + size).join(""));
  return chunks;
}
