// Quotes over a vault on disk: what it searches, reads and answers, and that every citation is valid.
import { beforeAll, describe, expect, test } from "vitest";
import { citationsIn } from "../../js/agent/citations/citations.ts";
import { Asking } from "./asking.ts";
import { quotesVault, verdicts } from "./quotes-vault.ts";

let vault: string;
beforeAll(async () => (vault = await quotesVault()));

const open = (): Asking => new Asking(vault, { protected: ["Private"] });

describe("a question", () => {
  test("is searched for by its words, and the lines around the hits are read", async () => {
    const asking = open();
    await asking.ask("Why is the tierce so sad?");
    expect(asking.calls()).toEqual([
      ["search_notes", { query: "tierce sad", limit: 10 }],
      ["read_file", { path: "Projects/Bell.md", start_line: 1, end_line: 42 }],
    ]);
  });

  test.each([
    ["German", "Wo ruht die Schifffahrt?", "ruht die Schifffahrt"],
    ["Japanese", "鐘はどこで作られましたか？", "鐘 作"],
    ["Arabic", "ما هو الجرس؟", "الجرس"],
    ["marks", 'What of "the bell"?', "bell"],
    ["function words alone", "Who is it?", undefined],
  ])("in %s keeps the words that it is about", async (_, question, query) => {
    const asking = open();
    await asking.ask(question);
    const [search] = asking.calls();
    expect((search?.[1] as { query: string } | undefined)?.query).toBe(query);
  });

  test("that goes on takes over the words of the one before, and puts its own first", async () => {
    const asking = open();
    await asking.ask("When is the causeway closed?");
    const answer = await asking.ask("And in summer?");
    expect(asking.calls()[0]).toEqual(["search_notes", { query: "summer causeway closed", limit: 10 }]);
    expect(citationsIn(answer)[0]).toMatchObject({ link: "Season", startLine: 3 });
    await asking.ask("heron");
    expect(asking.calls()[0]).toEqual(["search_notes", { query: "heron", limit: 10 }]);
  });
});

describe("an answer", () => {
  test("says what it is the first time, and less the second", async () => {
    const asking = open();
    expect(await asking.ask("bronze")).toMatch(
      /^These are quotations from your notes; no language model was asked\.\n\n/,
    );
    expect(await asking.ask("crack")).toMatch(/^From your notes:\n\n/);
  });

  test("quotes a passage under its heading, with its lines", async () => {
    expect(await open().ask("crack from the crown")).toBe(
      [
        "These are quotations from your notes; no language model was asked.\n",
        "**Why it is silent**\n",
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
    expect((await verdicts(asking, answer))[0]).toMatchObject({ state: "verified", startLine: 3, endLine: 16 });
  });

  test("closes code, so that the citation stands outside", async () => {
    expect(await open().ask("strokes")).toContain(
      "> ```python\n> PERIOD = 15  # seconds between strokes\n> ```\n>\n> [[Code#L3-5]]",
    );
  });

  test("holds no link and no picture of the note's, and no properties", async () => {
    const answer = await open().ask("bronze bell cast in 1958");
    expect(answer).toContain("> A bronze bell, cast in 1958. See the frame and .\n");
    expect(answer).not.toMatch(/bell\.png|tags:|\[\[Frame/);
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
    expect(await verdicts(asking, answer)).toMatchObject([{ state: "verified" }]);
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
    expect(await open().ask("bronze giraffe")).toMatch(/\n\nNot in these passages: “giraffe”\.$/);
  });

  test("finds a part of a word where the words are nowhere", async () => {
    const asking = open();
    expect(await asking.ask("belschifffah")).toContain("> Die Nebelschifffahrt ruht bei Sturm.\n");
    expect(asking.calls()[1]).toEqual(["search_notes", { query: "belschifff", mode: "regex", limit: 10 }]);
  });

  test("says plainly that nothing was found, and what was looked for", async () => {
    const asking = open();
    expect(await asking.ask("Any zebra or giraffe (C++)?")).toBe(
      "Nothing was found in your notes. Searched for, also inside longer words: “zebra”, “giraffe”. No language model was asked.",
    );
    expect(asking.calls()).toHaveLength(2);
    expect(await asking.ask("???!")).toContain("Nothing was found");
  });

  test("to what holds no word asks for words, and calls nothing", async () => {
    const asking = open();
    expect(await asking.ask("?? 🔔")).toMatch(/^There is no word in this/);
    expect(asking.calls()).toEqual([]);
  });
});

describe("a note that the person names", () => {
  test("is said to be closed if it is, whatever is found besides", async () => {
    const answer = await open().ask("What does Private/Diary say of the bell?");
    expect(answer).toContain("“Private/Diary” is excluded, so it was not read.");
    expect(answer).not.toContain("cry");
    expect(await open().ask("What is in [[Private/Diary]]?")).toBe("“Private/Diary” is excluded, so it was not read.");
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
    const answer = await asking.ask("Summarise zebras", await asking.attached("Season.md"));
    expect(answer).toContain("None of these words was found here: “Summarise”, “zebras”. The text begins:");
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
    expect(asking.calls()[0]).toEqual(["search_notes", { query: "bell", path: "Folder" }]);
    expect(citationsIn(answer).map(({ link }) => link)).toEqual(["Folder/Inside"]);
  });

  test("is said to be closed where it was attached and refused", async () => {
    const asking = open();
    const answer = await asking.ask("bell", await asking.attached("Private/Diary.md"));
    expect(answer).toContain("“Private/Diary.md” is excluded, so it was not read.");
  });
});
