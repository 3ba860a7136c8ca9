// The lines of a change in the panel: which words are marked, and what is made visible.
import fc from "fast-check";
import { expect, test } from "vitest";
import type { ProposedHunk } from "../../pkg/lectern.js";
import { linesOf, piecesOf } from "../../js/chat/changes/changed-lines.ts";
import { wordChanges } from "../../js/chat/changes/word-changes.ts";

const hunk = (removed: string[], added: string[]): ProposedHunk => ({
  ...{ line: 4, removed: removed.join(""), removedLines: removed.length },
  ...{ newLine: 5, added: added.join(""), addedLines: added.length },
});

/** The lines, with `[` `]` around what changed and `{` `}` around signs for what can't be seen. */
function shown(removed: string[], added: string[]): string[] {
  const lines = linesOf(hunk(removed, added)).flat();
  return lines.map((line) => {
    const pieces = piecesOf(line).map(({ text, isChanged, isSign }) => {
      const signed = isSign ? `{${text}}` : text;
      return isChanged ? `[${signed}]` : signed;
    });
    return `${line.number} ${line.sign} ${pieces.join("")}`;
  });
}

test.each([
  [["one two three\n"], ["one 2 three\n"], ["4 − one [two] three", "5 + one [2] three"]],
  [["- [ ] rope\n"], ["- [x] rope\n"], ["4 − - [[{·}]] rope", "5 + - [[x]] rope"]],
  // Nothing in common: the whole line changed.
  [["one\n"], ["two\n"], ["4 − one", "5 + two"]],
  [["a\n", "b\n"], ["c d\n"], ["4 − a", "5 − b", "5 + c d"]],
  // Only the end of the word is new, but words are marked as a whole.
  [["Grüße\n"], ["Grüßen an alle\n"], ["4 − Grüße", "5 + Grüßen an alle"]],
  [["the café 5\n"], ["the café 6\n"], ["4 − the café [5]", "5 + the café [6]"]],
])("of %j, which becomes %j, the changed words are marked", (removed, added, lines) => {
  expect(shown(removed, added)).toEqual(lines);
});

test.each([
  // Blanks at the end.
  [["one  \n"], ["one\n"], ["4 − one[{··}]", "5 + one"]],
  [["one  \n"], ["two  \n"], ["4 − one  ", "5 + two  "]],
  [[], ["\tone\t\n"], ["5 + \tone{→}"]],
  [["  \n"], ["\n"], ["4 − [{··}]", "5 + "]],
  // Blanks within the line.
  [["a b\n"], ["a\tb\n"], ["4 − a[{·}]b", "5 + a[{→}]b"]],
  // Line breaks.
  [["one\r\n"], ["one\n"], ["4 − one{␍}", "5 + one"]],
  [["one"], ["one\n"], ["4 − one{ no line break}", "5 + one"]],
  [["one\r\n"], ["one 2\r\n"], ["4 − one", "5 + one[ 2]"]],
  // What turns the direction of text, or is not seen at all.
  [[], ["a\u202eb\u200bc\n"], ["5 + a{[U+202E]}b{[U+200B]}c"]],
  [[], ["👩‍🌾\n"], ["5 + 👩‍🌾"]],
])("of %j, which becomes %j, nothing stays invisible", (removed, added, lines) => {
  expect(shown(removed, added)).toEqual(lines);
});

test("the pieces of a line are the line", () => {
  const [[line]] = linesOf(hunk(["same old words\n"], ["same new words\n"]));
  expect(
    line &&
      piecesOf(line)
        .map(({ text }) => text)
        .join(""),
  ).toBe("same old words");
});

/** `text` as it becomes `other`: `[-` what goes `-]`, `{+` what comes `+}`. */
function inWords(text: string, other: string): string {
  let [shown, at] = ["", 0];
  for (const { from, to, newFrom, newTo } of wordChanges(text, other)) {
    const [old, now] = [text.slice(from, to), other.slice(newFrom, newTo)];
    shown += text.slice(at, from) + (old && `[-${old}-]`) + (now && `{+${now}+}`);
    at = to;
  }
  return shown + text.slice(at);
}

test.each([
  ["one two three four", "one 2 three 4", "one [-two-]{+2+} three [-four-]{+4+}"],
  ["a b", "a b", "a b"],
  ["", "new", "{+new+}"],
  ["old", "", "[-old-]"],
  ["It is new.", "It is not new.", "It is {+not +}new."],
  // Blanks between two changed words change with them.
  ["the old bell rings here", "the new horn rings here", "the [-old bell-]{+new horn+} rings here"],
  // Only little words stay: another text.
  ["a bell of old bronze in the fog", "a horn in the", "a [-bell of old bronze in the fog-]{+horn in the+}"],
])("the words of %j that change for %j", (text, other, shown) => {
  expect(inWords(text, other)).toBe(shown);
});

test("the changes of words make the other text, also of long ones", () => {
  const words = fc
    .array(fc.constantFrom("a", "b", "c", " ", ".", "é", "👩‍🌾"), { maxLength: 40 })
    .map((all) => all.join(""));
  fc.assert(
    fc.property(words, words, fc.constantFrom(1, 60), (one, other, times) => {
      const [text, now] = [one.repeat(times), other.repeat(times)];
      const made = wordChanges(text, now).reduceRight(
        (done, { from, to, newFrom, newTo }) => done.slice(0, from) + now.slice(newFrom, newTo) + done.slice(to),
        text,
      );
      expect(made).toBe(now);
    }),
    { numRuns: 200 },
  );
});
