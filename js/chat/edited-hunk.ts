// A part of a change as the user edits it: its added lines as the text of a field, and back.
import type { ProposedHunk } from "../../pkg/lectern.js";
import { linesIn } from "./place-now.ts";

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
