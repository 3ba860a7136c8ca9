// What an editor has to replace for a change, as little as possible: so the cursor, the folds and the marks stay.
import type { EditorChange, EditorPosition } from "obsidian";
import type { Replaced } from "../../pkg/lectern.js";

/** A part of the old text, in UTF-16 units, and its new text. */
interface Part {
  from: number;
  to: number;
  text: string;
}

/** The changes that make `text` of `old`, in order, all in places of `old`. Lines end with a line feed. */
export function editorChanges(old: string, text: string, replaced: readonly Replaced[]): EditorChange[] {
  const parts = partsOf(old, replaced);
  const whole = [{ from: 0, to: old.length, text }];
  const positionOf = positions(old);
  return (parts && applied(old, parts) === text ? parts : whole)
    .map((part) => trimmed(old, part))
    .filter(({ from, to, text: put }) => from < to || put !== "")
    .map(({ from, to, text: put }) => ({ from: positionOf(from), to: positionOf(to), text: put }));
}

/** The parts that `replaced` tells; undefined if they are not in `old`. */
function partsOf(old: string, replaced: readonly Replaced[]): Part[] | undefined {
  const bytes = new TextEncoder().encode(old);
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  const parts: Part[] = [];
  let [byte, from] = [0, 0];
  for (const { at, old: was, new: text } of replaced) {
    if (at < byte) return undefined;
    from += decoder.decode(bytes.subarray(byte, at)).length;
    byte = at;
    if (!old.startsWith(was, from)) return undefined;
    parts.push({ from, to: from + was.length, text });
    from += was.length;
    byte += new TextEncoder().encode(was).length;
  }
  return parts;
}

function applied(old: string, parts: readonly Part[]): string {
  let [result, at] = ["", 0];
  for (const { from, to, text } of parts) {
    result += old.slice(at, from) + text;
    at = to;
  }
  return result + old.slice(at);
}

/** `part` without what stays the same at both ends. */
function trimmed(old: string, { from, to, text }: Part): Part {
  const most = Math.min(to - from, text.length);
  let above = 0;
  while (above < most && old[from + above] === text[above]) above++;
  if (splitsPair(old, from + above) || splitsPair(text, above)) above--;
  let below = 0;
  while (below < most - above && old[to - 1 - below] === text[text.length - 1 - below]) below++;
  if (splitsPair(old, to - below) || splitsPair(text, text.length - below)) below--;
  return { from: from + above, to: to - below, text: text.slice(above, text.length - below) };
}

/** Whether `at` is within a surrogate pair. */
function splitsPair(text: string, at: number): boolean {
  return at > 0 && /^[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(at - 1, at + 1));
}

/** Finds the position of an offset in `text`. */
function positions(text: string): (offset: number) => EditorPosition {
  const starts = [0];
  for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", end + 1)) starts.push(end + 1);
  return (offset) => {
    let [line, after] = [0, starts.length];
    while (after - line > 1) {
      const middle = (line + after) >> 1;
      if ((starts[middle] ?? 0) <= offset) line = middle;
      else after = middle;
    }
    return { line, ch: offset - (starts[line] ?? 0) };
  };
}
