// A change as it is shown in the note: what goes is struck through, what comes stands behind it or below.
import type { Range, Text } from "@codemirror/state";
import { Decoration } from "@codemirror/view";
import type { ProposedHunk } from "../../../pkg/lectern.js";
import { linesOf, unseenShown, withoutBreak } from "../changes/changed-lines.ts";
import { wordChanges } from "../changes/word-changes.ts";
import { behind } from "./editor-marks.ts";

/** The marks for `hunks`, which are changes of `doc`. */
export function marksOf(doc: Text, hunks: readonly ProposedHunk[]): Range<Decoration>[] {
  return hunks.flatMap((hunk) => {
    const [removed, added] = linesOf(hunk).map((lines) => lines.map(({ text }) => withoutBreak(text)));
    const [old = [], now = []] = [removed, added];
    const first = hunk.line;
    if (old.length === now.length) return old.flatMap((_, index) => lineMarks(doc, first + index, now[index] ?? ""));
    const struck = old.flatMap((_, index) => struckLine(doc, first + index));
    const at = Math.min(first - 1 + old.length, doc.lines);
    // Before the first line, the new lines stand at the start of the note.
    const place = at < 1 ? 0 : doc.line(at).to;
    return now.length === 0 ? struck : [...struck, behind(linesEl(now), true).range(place)];
  });
}

/** The marks for a line that becomes `now`. */
function lineMarks(doc: Text, number: number, now: string): Range<Decoration>[] {
  const line = doc.line(number);
  // In Live Preview a table hides marks within it.
  const changes = line.text.trimStart().startsWith("|") ? [] : wordChanges(line.text, now);
  const kept = changes.reduceRight((text, { from, to }) => text.slice(0, from) + text.slice(to), line.text);
  if (changes.length === 0 || !/[\p{L}\p{N}]/u.test(kept))
    return [...struckLine(doc, number), behind(linesEl([now]), true).range(line.to)];
  return changes.flatMap(({ from, to, newFrom, newTo }) => {
    const marks = struck(line.from + from, line.from + to);
    if (newTo > newFrom) marks.push(behind(addedEl(now.slice(newFrom, newTo)), false).range(line.from + to));
    return marks;
  });
}

const struckLine = (doc: Text, number: number): Range<Decoration>[] =>
  struck(doc.line(number).from, doc.line(number).to);

const struck = (from: number, to: number): Range<Decoration>[] =>
  from < to ? [Decoration.mark({ tagName: "del", class: "lectern-inline-removed" }).range(from, to)] : [];

function linesEl(lines: readonly string[]): HTMLElement {
  const el = createDiv("lectern-inline-lines");
  for (const line of lines) el.createDiv({ attr: { dir: "auto" } }).append(addedEl(line || "\u200b"));
  return el;
}

/** Characters that can't be seen are shown as signs. */
function addedEl(text: string): HTMLElement {
  const el = createEl("ins", "lectern-inline-added");
  if (text === "\u200b") el.setText(text);
  else for (const piece of unseenShown(text)) el.createSpan({ text: piece.text });
  return el;
}
