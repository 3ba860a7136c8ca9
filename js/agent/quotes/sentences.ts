// Splits long texts into sentences.
import { inlineOf } from "../markdown/inline.ts";
import { isInWord } from "../citations/wording.ts";

/** Marks omitted text. */
export const OMITTED = "…";

/**
 * What is segmented at once: up to 2,000 characters, to where a sentence may end, or a word, in their second half. The
 * segmenter takes two seconds for 140 KB at once.
 */
const STRETCH = /[^]{1,2000}$|[^]{999,1998}(?:[.!?] |[^][。\n])|[^]{1000,1999} |[^]{1,2000}(?![\udc00-\udfff])/g;

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
    if (isInside(at) || isInCharacter(text, at) || (isInWord(text, at) && at - start < 2 * room)) continue;
    joined.push(text.slice(start, at));
    start = at;
  }
  return joined;
}

/** What continues the character before it: marks, joiners, skin tones, tags, vowels and finals of Hangul. */
const CONTINUES = /^(?:[\p{M}\u1160-\u11ff\u200c\uff9e\uff9f]|\u200d|[\u{1f3fb}-\u{1f3ff}]|[\u{e0020}-\u{e007f}])/u;
/** What joins the character after it: a joiner, and the sign that joins two consonants of Indic scripts. */
const JOINS = /(?:\u200d|[\u094d\u09cd\u0acd\u0b4d\u0c4d\u0d4d][\u0300-\u036f\u200d]*)$/;
/** The halves of a flag. */
const FLAGS = /(?:\ud83c[\udde6-\uddff])+$/;

/** Whether offset `at` is inside what a reader sees as one character. For devices without a segmenter, too. */
function isInCharacter(text: string, at: number): boolean {
  const [before, after] = [text.slice(Math.max(0, at - 64), at), text.slice(at, at + 2)];
  if (before === "" || after === "" || /\s$/.test(before)) return false;
  const halves = /^\ud83c[\udde6-\uddff]/.test(after) ? (FLAGS.exec(before)?.[0].length ?? 0) / 2 : 0;
  return halves % 2 === 1 || /^[\udc00-\udfff]/.test(after) || CONTINUES.test(after) || JOINS.test(before);
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
  return (text.match(STRETCH) ?? []).flatMap((chunk) => Array.from(segmenter.segment(chunk), ({ segment }) => segment));
}

/** Splits a sentence that is too long between words, and encoded data or a script without spaces between characters. */
function pieces(sentence: string, room: number): string[] {
  const chunks = new RegExp(`[^]{1,${Math.max(1, Math.floor(room / 4))}}`, "gu");
  const parts: string[] = [];
  let part = "";
  for (const word of sentence.match(/\S+\s*|\s+/gu) ?? []) {
    for (const chunk of (word.length > room / 2 && word.match(chunks)) || [word]) {
      if (part !== "" && part.length + chunk.length > room) {
        parts.push(part);
        part = "";
      }
      part += chunk;
    }
  }
  return part === "" ? parts : [...parts, part];
}
