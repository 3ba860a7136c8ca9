// Splits long texts into sentences.
import { inlineOf } from "../markdown/inline.ts";
import { isInWord } from "../citations/wording.ts";

/** Marks omitted text. */
export const OMITTED = "…";

/** Maximum characters that are segmented at once. */
const STRETCH = 2000;

/**
 * The sentences of `text`, each with the space after it. A sentence longer than `room` characters is split. No piece
 * ends inside code or a link, or inside a word unless it has reached twice `room` characters.
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

/** Where code, links and other markup that must not be split are in `text`, in order. */
export function wholesOf(text: string): [start: number, end: number][] {
  const wholes: [start: number, end: number][] = [];
  let lineStart = 0;
  for (const line of text.split("\n")) {
    for (const [start, end] of inlineOf(line).wholes) wholes.push([lineStart + start, lineStart + end]);
    lineStart += line.length + 1;
  }
  return wholes.sort(([a], [b]) => a - b);
}

/**
 * Returns a function that tells whether an offset of `text` is inside markup that must not be split. Offsets must be
 * passed in ascending order.
 */
function insidesOf(text: string): (at: number) => boolean {
  const wholes = wholesOf(text);
  let next = 0;
  let reach = 0;
  return (at) => {
    // The end of the ranges that begin before `at`.
    for (; (wholes[next]?.[0] ?? Infinity) < at; next++) reach = Math.max(reach, wholes[next]?.[1] ?? 0);
    return at < reach;
  };
}

/** Splits `text` into sentences of any length. */
function sentencesOf(text: string): string[] {
  // For older devices without a segmenter. Knows only these punctuation marks.
  if (typeof Intl.Segmenter === "undefined")
    return text.match(/[^.!?。！？\n]+[.!?。！？\n]*\s*|[.!?。！？\n]+\s*/gu) ?? [text];
  const segmenter = new Intl.Segmenter(undefined, { granularity: "sentence" });
  return stretches(text).flatMap((chunk) => Array.from(segmenter.segment(chunk), ({ segment }) => segment));
}

/** Splits `text` where sentences may end, for the segmenter, which takes two seconds for 140 KB at once. */
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

/** Splits a sentence that is too long between words, and never inside a surrogate pair. */
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

/** Splits a run without spaces: encoded data, or text in a script without spaces. */
function inChunks(run: string, room: number): string[] {
  const size = Math.max(1, Math.floor(room / 4));
  const characters = Array.from(run);
  const chunks: string[] = [];
  for (let at = 0; at < characters.length; at += size) chunks.push(characters.slice(at, at + size).join(""));
  return chunks;
}
