// The lines of a change: in pieces, with what changed within a line and signs for what can't be seen; and as the text of
// a field in which the user edits them.
import type { ProposedHunk } from "../../../pkg/lectern.js";
import { linesIn } from "./made-changes.ts";
import { t } from "../../base/translate.ts";
import { wordChanges } from "./word-changes.ts";

/** A part of a line. */
export interface Piece {
  readonly text: string;
  /** Whether it is what changed within the line. */
  readonly isChanged: boolean;
  /** Whether it is a sign for something invisible. */
  readonly isSign: boolean;
}

/** A removed or an added line. */
export interface ChangedLine {
  readonly sign: "−" | "+";
  /** Its number in the note before or after. */
  readonly number: number;
  readonly text: string;
  /** The line in its place on the other side, if there is one. */
  readonly other: string | undefined;
  /** Whether line breaks are a part of the change. */
  readonly showsBreak: boolean;
}

/** The lines of `hunk`: the removed ones, then the added ones. */
export function linesOf(hunk: ProposedHunk): [ChangedLine[], ChangedLine[]] {
  const { line, newLine } = hunk;
  const [removed, added] = [linesIn(hunk.removed), linesIn(hunk.added)];
  const isPaired = removed.length === added.length;
  const before = new Set(removed.map(breakOf));
  const after = new Set(added.map(breakOf));
  const showsBreak =
    removed.length > 0 &&
    added.length > 0 &&
    (before.size !== after.size || [...before].some((one) => !after.has(one)));
  const side = (sign: "−" | "+", first: number, lines: string[], others: string[]): ChangedLine[] =>
    lines.map((text, index) => ({
      ...{ sign, number: first + index, text, showsBreak },
      other: isPaired ? others[index] : undefined,
    }));
  return [side("−", line, removed, added), side("+", newLine, added, removed)];
}

/** `line` in pieces, without its line break. */
export function piecesOf({ text: line, other, showsBreak }: ChangedLine): Piece[] {
  const text = withoutBreak(line);
  const [start, end] = other === undefined ? [0, 0] : changedIn(text, withoutBreak(other));
  // Blanks at the end are invisible, unless they are the same on both sides.
  const blanks = text.length - text.trimEnd().length;
  const isSameEnd = other !== undefined && endOf(withoutBreak(other)) === endOf(text);
  const shown = isSameEnd ? text.length : text.length - blanks;
  const cuts = [...new Set([0, start, end, shown, text.length])].sort((one, next) => one - next);
  const pieces = cuts.slice(1).flatMap((to, index) => {
    const from = cuts[index] ?? 0;
    const part = text.slice(from, to);
    const isChanged = from >= start && to <= end;
    return from >= shown || (isChanged && part.trim() === "")
      ? [{ text: blanksShown(part), isChanged, isSign: true }]
      : unseenShown(part).map((piece) => ({ ...piece, isChanged }));
  });
  if (showsBreak && breakOf(line) !== "\n") {
    pieces.push({ text: breakOf(line) === "" ? ` ${t("no line break")}` : "␍", isChanged: false, isSign: true });
  }
  return pieces;
}

const breakOf = (line: string): string => /\r?\n$/.exec(line)?.[0] ?? "";
export const withoutBreak = (line: string): string => line.slice(0, line.length - breakOf(line).length);
const endOf = (text: string): string => text.slice(text.trimEnd().length);

/** Where `text` differs from `other`, in whole words; all zero if they have no word in common. */
function changedIn(text: string, other: string): [number, number] {
  const changes = wordChanges(text, other);
  const [start, end] = [changes[0]?.from ?? 0, changes[changes.length - 1]?.to ?? 0];
  const kept = text.slice(0, start) + text.slice(end);
  return kept.trim() === "" && text.trim() !== "" ? [0, 0] : [start, end];
}

/** Blanks as signs. */
const blanksShown = (text: string): string => text.replace(/\t/g, "→").replace(/ /g, "·").replace(/[^·→]/gu, nameOf);

/** Characters that show nothing, or turn the direction of the text around them. Not those in emoji. */
const UNSEEN =
  /((?:(?!\t)[\p{Cc}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}])+)/u;

/** `text` in pieces, with signs for what can't be seen. */
export function unseenShown(text: string): Omit<Piece, "isChanged">[] {
  return text
    .split(UNSEEN)
    .map((part, index) => ({ text: index % 2 ? part.replace(/[^]/gu, nameOf) : part, isSign: index % 2 === 1 }))
    .filter((piece) => piece.text !== "");
}

const nameOf = (sign: string): string =>
  `[U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}]`;

/** The added lines of `hunk` as a field shows them: without the last line break. */
export const textOfAdded = ({ added }: ProposedHunk): string => added.replace(/\r\n/g, "\n").replace(/\n$/, "");

/** `hunk` with `text` from a field as its added lines. An empty text removes the lines; the same text gives `hunk`. */
export function withText(hunk: ProposedHunk, text: string): ProposedHunk {
  if (text === textOfAdded(hunk)) return hunk;
  // Only the last line of a note can lack a line break.
  const end = text === "" || !(hunk.added || hunk.removed).endsWith("\n") ? "" : "\n";
  const hasReturns = /^[^\n]*\r\n/.test(hunk.added || hunk.removed);
  const added = hasReturns ? `${text}${end}`.replace(/\n/g, "\r\n") : `${text}${end}`;
  return { ...hunk, added, addedLines: linesIn(added).length };
}
