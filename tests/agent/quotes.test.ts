// Quotes over a vault on disk: what it searches, reads and answers, and that every citation is valid.
import { beforeAll, describe, expect, test } from "vitest";
import { citationsIn } from "../../js/agent/citations/citations.ts";
import { Asking } from "./asking.ts";
import { quotesVault, verdicts } from "./quotes-vault.ts";

let vault: string;
beforeAll(async () => (vault = await quotesVault()));

const open = (): Asking => new Asking(vault, { protected: ["Private"] });

describe("a question", () => {
  test("is searched for as it is, and the lines around the best passages are read", async () => {
    const asking = open();
    await asking.ask("Why is the tierce so sad?");
    expect(asking.calls()).toEqual([
      ["search_notes", { query: "Why is the tierce so sad?", passages: true, limit: 10 }],
      ["read_file", { path: "Projects/Bell.md", start_line: 1, end_line: 42 }],
    ]);
  });

  test("leaves out no note for a dash", async () => {
    const asking = open();
    expect(await asking.ask("the bell -bronze or --cast?")).toContain("> A bronze bell, cast in 1958.");
    expect(asking.calls()[0]).toMatchObject(["search_notes", { query: "the bell bronze or cast?" }]);
  });

  test("that goes on is searched for with the one before, whose words count less", async () => {
    const asking = open();
    await asking.ask("When is the causeway closed?");
    const answer = await asking.ask("And in summer?");
    const wordings = { any_of: ["When is the causeway closed?"], passages: true, limit: 10 };
    expect(asking.calls()[0]).toEqual(["search_notes", { query: "And in summer?", ...wordings }]);
    expect(citationsIn(answer)[0]).toMatchObject({ link: "Season", startLine: 3 });
    await asking.ask("heron");
    expect(asking.calls()[0]).toEqual(["search_notes", { query: "heron", passages: true, limit: 10 }]);
  });
});

describe("an answer", () => {
  test("begins with what it quotes: the panel says that no AI answered", async () => {
    expect(await open().ask("bronze")).toMatch(/^\*\*Bell\*\*\n\n> A bronze bell/);
  });

  test("quotes a passage under its heading, with its lines", async () => {
    expect(await open().ask("crack from the crown")).toBe(
      [
        "**Bell › Why it is silent**\n",
        "> **A crack**\n> A hair crack runs down from the crown.\n>\n> [[Projects/Bell#L12-13]]",
      ].join("\n"),
    );
  });

  test("keeps a list with the line that announces it, and no mark of blocks", async () => {
    expect(await open().ask("tierce")).toContain(
      "> Struck with a mallet:\n>\n> - hum at 182 Hz\n> - tierce at 442 Hz\n",
    );
  });

  test("takes of a long list the items that are asked for, whole", async () => {
    const answer = await open().ask("step 12 winding");
    expect(answer).toContain("> 12. Step 12 of the winding of the clock, done with care and both hands.\n");
    expect(answer.split("\n").filter((line) => line.startsWith("> ")).length).toBeLessThan(12);
  });

  test("shows a row of a long table below what its columns are", async () => {
    const asking = open();
    const answer = await asking.ask("amber");
    expect(answer).toContain(
      "> | Pane | What |\n> | --- | --- |\n> | … | … |\n> | 12 | pane of amber glass, cut and set by hand in the lantern |\n>\n> [[Panes#L3-16]]",
    );
    expect((await verdicts(asking, answer))[0]).toMatchObject({ state: "shortened", startLine: 3, endLine: 16 });
  });

  test("closes code, so that the citation stands outside", async () => {
    expect(await open().ask("strokes")).toContain(
      "> ```python\n> PERIOD = 15  # seconds between strokes\n> ```\n>\n> [[Code#L3-5]]",
    );
  });

  test("keeps the note's pictures, but no link and no properties", async () => {
    const answer = await open().ask("bronze bell cast in 1958");
    expect(answer).toContain("> A bronze bell, cast in 1958. See the frame and ![[bell.png]].\n");
    expect(answer).not.toMatch(/tags:|\[\[Frame/);
  });

  test("says the same thing once", async () => {
    const answer = await open().ask("bronze bell cast in 1958");
    expect(answer.match(/cast in 1958/g)).toHaveLength(1);
  });

  test("takes the sentences of a line of 50 KB that hold the words", async () => {
    const asking = open();
    const answer = await asking.ask("heron password");
    expect(answer).toMatch(/> … .*Only the heron knew the password\. .* …\n>\n> \[\[Long#L1\]\]$/m);
    expect(answer.length).toBeLessThan(1000);
    expect(await verdicts(asking, answer)).toMatchObject([{ state: "shortened" }]);
  });

  test.each([
    ["Japanese", "鐘はいつ鳴りますか？", "霧の日には鐘が鳴る。"],
    ["Thai", "ระฆังทำจากอะไร", "ระฆังทำจากทองสัมฤทธิ์"],
    ["Arabic", "مما صنع الجرس؟", "الجرس مصنوع من البرونز."],
  ])("in %s quotes first what holds the words", async (_, question, passage) => {
    const answer = await open().ask(question);
    expect(answer.split("\n").find((line) => line.startsWith("> "))).toBe(`> ${passage}`);
  });

  test("names the words that are in none of its passages", async () => {
    expect(await open().ask("a bronze bell cast with a giraffe")).toMatch(/^Not in these passages: “giraffe”\.\n\n/);
  });

  test("says plainly that nothing was found, and what was looked for", async () => {
    const asking = open();
    expect(await asking.ask("Any zebra or giraffe (C++)?")).toBe("No notes match: “Any zebra or giraffe (C++)?”.");
    expect(asking.calls()).toHaveLength(1);
  });

  test("says if nothing seems to answer, and quotes the nearest passage alone, if one is near", async () => {
    const answer = await open().ask("Which telephone number did the bronze dentist of Zurich publish?");
    expect(answer).toMatch(/^Nothing in your notes about “telephone number”, [^\n]+\.$/);
    const near = await open().ask("Which dentist struck Zurich at noon?");
    expect(near).toMatch(/^Nothing in your notes about “dentist”[^\n]*\. The nearest passage:\n\n/);
    expect(citationsIn(near)).toHaveLength(1);
  });

  test.each(["Who is it?", "?? !!"])("to %s, which has no word to search for, asks for words", async (question) => {
    expect(await open().ask(question)).toMatch(/^There is no word in this/);
  });
});

describe("a note that the person names", () => {
  test("is said to be closed if it is, whatever is found besides", async () => {
    const answer = await open().ask("What does Private/Diary say of the bell?");
    expect(answer).toContain("“Private/Diary” is excluded, so it wasn't read.");
    expect(answer).not.toContain("cry");
    expect(await open().ask("What is in [[Private/Diary]]?")).toBe("“Private/Diary” is excluded, so it wasn't read.");
  });

  test("is said not to be there if it is not", async () => {
    expect(await open().ask("[[Nowhere]]")).toBe("There is no note “Nowhere”.");
  });

  test("comes before others that hold the words", async () => {
    const answer = await open().ask("bell in [[Inside]]");
    expect(citationsIn(answer)[0]).toMatchObject({ link: "Folder/Inside", startLine: 1 });
  });

  test("is shown from its beginning where none of the words is in it", async () => {
    const asking = open();
    const answer = await asking.ask("zebras", await asking.attached("Season.md"));
    expect(answer).toContain("None of the words of your question was found here. The text begins:");
    expect(answer).toContain("> The causeway is closed in winter, from December on.");
    expect(await verdicts(asking, answer)).toMatchObject([{ state: "verified", startLine: 1, endLine: 3 }]);
  });

  test("may be attached in part: nothing else of it is taken for asked about", async () => {
    const asking = open();
    const answer = await asking.ask("causeway", await asking.attached("Season.md", 3, 3));
    expect(citationsIn(answer)[0]).toMatchObject({ link: "Season", startLine: 3 });
  });

  test("may be a folder, which is then searched alone", async () => {
    const asking = open();
    const answer = await asking.ask("bell", await asking.attached("Folder"));
    expect(asking.calls()[0]).toEqual(["search_notes", { query: "bell", passages: true, path: "Folder", limit: 10 }]);
    expect(citationsIn(answer).map(({ link }) => link)).toEqual(["Folder/Inside"]);
  });

  test("is said to be closed where it was attached and refused", async () => {
    const asking = open();
    const answer = await asking.ask("bell", await asking.attached("Private/Diary.md"));
    expect(answer).toContain("“Private/Diary.md” is excluded, so it wasn't read.");
  });
});
