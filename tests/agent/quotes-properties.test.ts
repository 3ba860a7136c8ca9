// Properties of Quotes: whatever the notes contain, every quotation is in the lines that it cites.
import fc from "fast-check";
import { expect, test } from "vitest";
import { citationsIn } from "../../js/agent/citations/citations.ts";
import { blocksOf } from "../../js/agent/quotes/note-blocks.ts";
import { MemoryHost } from "../shim/vault.ts";
import { Asking } from "./asking.ts";
import { verdicts } from "./quotes-vault.ts";

const SIGNS = [
  ...'bell lamp 灯台 | || - * > > # ## ### ``` ~~~ `x` ` ** _ == [[Note#L1]] [[a|bell]] [[ ]] ![[x.png]] [t](https://x.y) " “ … ^id --- 1. - [ ] <br> < % $ 1.5 -3 🔔 é \\ [!note] ]( [x] `` \uE002'.split(
    " ",
  ),
  ...["    ", "> [!note] bell", "[[Note#^id]]", "| - | - |", "The bell rings. ", "`[[a|b]]. c`"],
];

const line = fc.tuple(
  fc.oneof(
    { arbitrary: fc.array(fc.constantFrom(...SIGNS), { maxLength: 7 }), weight: 12 },
    // Long enough to be cut.
    { arbitrary: fc.array(fc.constantFrom(...SIGNS), { minLength: 60, maxLength: 400, size: "max" }), weight: 1 },
  ),
  fc.constantFrom(" ", " ", ""),
);

test("every quotation is in the lines that it cites, whatever notes are made of", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(line, { minLength: 1, maxLength: 14 }), async (lines) => {
      const text = lines.map(([words, between]) => words.join(between)).join("\n");
      const asking = new Asking("", {}, new MemoryHost({ "Dir/Note.md": text }));
      const answer = await asking.ask("bell lamp 灯台");
      const citations = citationsIn(answer);
      const all = await verdicts(asking, answer);
      for (const [index, verdict] of all.entries()) {
        const { link, startLine, endLine, quote } = citations[index] ?? {};
        const state = verdict.state === "shortened" && quote?.includes("…") ? "shortened" : "verified";
        expect([link, verdict], answer).toEqual(["Dir/Note", { state, path: "Dir/Note.md", startLine, endLine }]);
      }
      if (/bell|lamp|灯台/.test(answer.replace(/^(?:No notes match|Nothing in your notes about).*/, "")))
        expect(all.length, answer).toBeGreaterThan(0);
    }),
  );
});

test("a block has the lines that it says, beside a rule and a fence in a quotation", () => {
  const lines = ["Bells ring.", "* bell", "---", "lamp", "> ~~~", "> > ~~~", "end"];
  const blocks = blocksOf("Note.md", new Map(lines.map((line, index) => [index + 2, line])));
  expect(blocks.map(({ startLine, endLine, lines }) => [startLine, endLine, ...lines])).toEqual([
    [2, 2, "Bells ring."],
    [3, 3, "* bell"],
    [5, 5, "lamp"],
    [6, 7, "~~~", "> ~~~"],
    [8, 8, "end"],
  ]);
});
