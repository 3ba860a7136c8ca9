// A quotation never begins or ends inside a word without "…", whatever the note is written in.
import fc from "fast-check";
import { expect, test } from "vitest";
import { isInWord } from "../../js/agent/citations/wording.ts";
import type { Block } from "../../js/agent/quotes/note-blocks.ts";
import { quotation } from "../../js/agent/quotes/quotation.ts";
import { OMITTED, sentencesWithin } from "../../js/agent/quotes/sentences.ts";

const PARTS = [
  ..."bell|Glocke.|Größe|e\u0301a\u0308o\u0301|नमस्ते|क्षत्रिय|สวัสดีครับ|灯台が鐘を鳴らす。|등대 종이 울린다.|👩‍👩‍👧|🇩🇪🇫🇷|👍🏽|שָׁלוֹם|السَّلام|1,234.5|-3|don't|it’s|well-known|".split(
    "|",
  ),
  ..."x\u200dy|a\u00adb|https://a.example/b?c=d#e|snake_case|\u202eabc|ﬁne|𝒜𝒷|Z̷̢̛a̸l̷g̴o̶".split("|"),
  "a".repeat(300),
  "字".repeat(300),
  "e\u0301".repeat(200),
  "👩‍👩‍👧".repeat(60),
];
const text = fc
  .array(
    fc.tuple(
      fc.oneof(fc.constantFrom(...PARTS), fc.string({ unit: "grapheme", maxLength: 8 })),
      fc.constantFrom(" ", " ", " ", "", ". ", "。", ", "),
    ),
    {
      minLength: 1,
      maxLength: 200,
    },
  )
  .map((all) => all.flat().join("").replace(/\s+/g, " ").trim())
  .filter((text) => text !== "");

/** Whether `at` is inside what a reader sees as one character. */
function isInCharacter(text: string, at: number): boolean {
  const around = text.slice(Math.max(0, at - 60), at + 60);
  const offset = at - Math.max(0, at - 60);
  const starts = Array.from(
    new Intl.Segmenter(undefined, { granularity: "grapheme" }).segment(around),
    ({ index }) => index,
  );
  return offset > 0 && offset < around.length && !starts.includes(offset);
}

test("pieces join to the text, and none ends inside a character", () => {
  fc.assert(
    fc.property(text, fc.constantFrom(20, 80, 200, 720), (text, room) => {
      const pieces = sentencesWithin(text, room);
      expect(pieces.join("")).toBe(text);
      let at = 0;
      for (const piece of pieces) {
        at += piece.length;
        expect(isInCharacter(text, at), JSON.stringify([text.slice(at - 5, at), text.slice(at, at + 5)])).toBe(false);
      }
    }),
  );
});

test("what is quoted of a long paragraph ends with … where it ends inside a word, and is a beginning of it", () => {
  fc.assert(
    fc.property(text, (text) => {
      const block: Block = {
        kind: "text",
        path: "N.md",
        startLine: 1,
        endLine: 1,
        lines: [text],
        headings: [],
        group: 0,
      } as unknown as Block;
      const [first = ""] = quotation({ path: "N.md", blocks: [block], headings: [] })
        .split("\n")
        .filter((line) => line.startsWith("> ") && !line.startsWith("> [["));
      const quoted = first.slice(2);
      if (!quoted.endsWith(` ${OMITTED}`)) return;
      const kept = quoted.slice(0, -2);
      const at = kept.length;
      if (!text.startsWith(kept)) return;
      expect(isInCharacter(text, at), JSON.stringify([kept.slice(-5), text.slice(at, at + 5)])).toBe(false);
      expect(kept.length < 700 && isInWord(text, at)).toBe(false);
    }),
  );
});
