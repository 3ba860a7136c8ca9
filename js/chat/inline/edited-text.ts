// The text of an edit in place: what the model is shown around it, and what of its answer takes its place.
import type { Text } from "@codemirror/state";

/** How many lines are sent above the selection, and below it. */
const AROUND = 8;

/** The lines of the part from `from` to `to`, and of what is around it. Counted from 1. */
export function linesAround(doc: Text, from: number, to: number): { startLine: number; endLine: number } {
  const [first, last] = [doc.lineAt(from).number, doc.lineAt(to).number];
  return { startLine: Math.max(first - AROUND, 1), endLine: Math.min(last + AROUND, doc.lines) };
}

/** A code block that is all of a text. */
const FENCED = /^\s*(`{3,}|~{3,})[^\n`]*\n([^]*?)\n?\1\s*$/;

/** What takes the place of `selected`: `answer` without a fence around it, with the blanks at the ends of `selected`. */
export function fitted(selected: string, answer: string): string {
  const plain = answer.replace(/\r\n?/g, "\n");
  const inside = FENCED.test(selected) ? undefined : FENCED.exec(plain)?.[2];
  const text = (inside ?? plain).trim();
  const [start = ""] = /^\s*/.exec(selected) ?? [];
  const [end = ""] = /\s*$/.exec(selected.slice(start.length)) ?? [];
  return start + text + end;
}
