// Where a change is in the note as it is now.
import { expect, test } from "vitest";
import type { Replaced } from "../../pkg/lectern.js";
import { placeNow } from "../../js/chat/changes/made-changes.ts";

const part = (made: string, above = "", below = ""): Replaced => ({ at: 0, line: 1, old: "", new: made, above, below });
const MADE = part("B\n", "x\na\n", "c\ny\n");
const written = (startLine: number, ...lines: string[]): unknown => ({ startLine, lines, isAsWritten: true });
const other = (startLine: number, ...lines: string[]): unknown => ({ startLine, lines, isAsWritten: false });

test.each([
  ["moved down", MADE, "0\n1\nx\na\nB\nc\ny\n", written(5, "B\n")],
  ["with one line around it", MADE, "a\nB\nc\n", written(2, "B\n")],
  ["removed lines", part("", "a\n", "c\n"), "a\nc\n", written(2)],
  ["in a note of nothing else", part("B"), "B", written(1, "B")],
  ["replaced since", MADE, "0\nx\na\nother\nlines\nc\n", other(4, "other\n", "lines\n")],
  ["removed since", MADE, "x\na\nc\ny\n", other(3)],
  ["with other lines above", MADE, "1\n2\nC\nc\ny\n", other(3, "C\n")],
  ["with other lines below", MADE, "x\na\nC\n1\n2\n", other(3, "C\n")],
  ["the whole note, replaced", part("B"), "now\n", other(1, "now\n")],
  ["with other lines around it", MADE, "1\nB\n2\n", undefined],
  ["twice", MADE, "x\na\nB\nc\ny\nx\na\nB\nc\ny\n", undefined],
  ["between lines that changed places", MADE, "c\ny\nx\na\n", undefined],
  ["in an empty note", MADE, "", undefined],
])("%s", (_, made, text, place) => {
  expect(placeNow(text, made)).toStrictEqual(place);
});
