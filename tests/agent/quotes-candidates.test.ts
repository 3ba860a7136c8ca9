// Which of the passages that searches found are quoted.
import { describe, expect, test } from "vitest";
import { candidatesIn, chosenOf, missingIn, type Candidate } from "../../js/agent/quotes/candidates.ts";
import type { PassageFound, Reply } from "../../pkg/lectern.js";

const found = (of: Partial<PassageFound>): PassageFound => ({
  ...{ headings: [], text: "A bell.", starts_inside: false, ends_inside: false },
  ...{ score: 1, covered: 1, likely: true, missing: [], absent: [], ...of },
});

function candidate(path: string, of: Partial<PassageFound>): Candidate {
  const passage = found(of);
  return { path, startLine: 1, endLine: 1, found: passage, score: passage.score };
}

describe("of the passages that were found", () => {
  const none = new Map<string, (line: number) => boolean>();
  const paths = (of: readonly Candidate[]): string[] => of.map(({ path }) => path);

  test("the nearest one alone is quoted if none is likely to answer", () => {
    const few = { likely: false, missing: ["dentist"] };
    expect(paths(chosenOf([candidate("a.md", few), candidate("b.md", few)], none))).toEqual(["a.md"]);
    // One that is a bit worse does not tell.
    expect(paths(chosenOf([candidate("a.md", few), candidate("b.md", { score: 0.9 })], none))).toEqual(["a.md"]);
    expect(chosenOf([candidate("a.md", few), candidate("b.md", { score: 0.97 })], none)).toHaveLength(2);
    // One that is likely is too far behind to be quoted.
    const behind = candidate("c.md", { score: 0.1 });
    expect(paths(chosenOf([candidate("a.md", few), candidate("b.md", few), behind], none))).toEqual(["a.md"]);
  });

  test("those with a part of the best score are quoted, and less is enough for a new word", () => {
    const lacking = { missing: ["rope"], score: 0.5 };
    const all = [candidate("a.md", { ...lacking, score: 1 }), candidate("b.md", lacking), candidate("c.md", lacking)];
    expect(paths(chosenOf(all, none))).toEqual(["a.md", "b.md"]);
    expect(paths(chosenOf([...all, candidate("d.md", { score: 0.4 })], none))).toEqual(["a.md", "b.md", "d.md"]);
  });

  test("those of a note that the user asked about come first", () => {
    const note = (path: string) => ({
      path,
      lines: 1,
      passage: [1, 1] as [number, number],
      hits: [],
      found: found({}),
    });
    const structuredContent = { display: "", files: [], notes: [note("a.md"), note("b.md")] };
    const reply: Reply = { content: [], isError: false, structuredContent };
    expect(paths(candidatesIn([reply, reply], new Map([["b.md", () => true]])))).toEqual(["b.md", "a.md"]);
  });

  test("a word is missing if all lack it, in a script without spaces as a part of a run", () => {
    const lacking = (...missing: string[]) => candidate("a.md", { missing });
    expect(missingIn([lacking("bell", "rope"), lacking("rope")])).toEqual(["rope"]);
    expect(missingIn([lacking("建成"), lacking("灯塔建成")])).toEqual(["建成"]);
  });
});
