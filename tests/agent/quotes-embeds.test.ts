// What a quotation keeps of a note besides its words, and when its mark says that something was left out.
import { describe, expect, test } from "vitest";
import { citationsIn } from "../../js/agent/citations/citations.ts";
import { fromMarkdown } from "../../js/agent/saved/read-conversation.ts";
import { toMarkdown } from "../../js/agent/saved/write-conversation.ts";
import { folderWith } from "../shim/vault.ts";
import { Asking } from "./asking.ts";
import { verdicts } from "./quotes-vault.ts";
import { Desk } from "./desk.ts";

/** The answer to `question` from one note, and the verdicts on its citations. */
async function asked(path: string, text: string, question: string): Promise<{ answer: string; states: string[] }> {
  const asking = new Asking(await folderWith({ [path]: text }));
  const answer = await asking.ask(question);
  return { answer, states: (await verdicts(asking, answer)).map(({ state }) => state) };
}

describe("an embed is quoted", () => {
  test.each([
    ["of a picture", "A bronze bell ![[bell.png|200]] hangs.", "![[bell.png|200]]"],
    ["of a heading", "A bronze bell ![[Frame#Oak beams]] hangs.", "![[Frame#Oak beams]]"],
    ["of a block whose id is a number", "A bronze bell ![[Frame#^12]] hangs.", "![[Frame#^12]]"],
    ["of a page of a document", "A bronze bell ![[plan.pdf#page=3]] hangs.", "![[plan.pdf#page=3]]"],
    ["as Markdown", "A bronze bell ![side](pics/bell.png) hangs.", "![side](pics/bell.png)"],
    ["with a space in its name", "A bronze bell ![](<bell one.png>) hangs.", "![](<bell one.png>)"],
    ["with parentheses and a title", 'A bronze bell ![](bell_(1).png "Old") hangs.', '![](bell_(1).png "Old")'],
    ["from a web page", "A bronze bell ![](https://a.invalid/b.png) hangs.", "![](https://a.invalid/b.png)"],
    ["of a part of the same note", "A bronze bell ![[#Oak]] hangs.", "![[Tower/Bell#Oak]]"],
    ["by a path from its folder", "A bronze bell ![[../pics/b.png]] hangs.", "![[pics/b.png]]"],
    ["by such a path, as Markdown", "A bronze bell ![](./b%20c.png) hangs.", "![](Tower/b%20c.png)"],
    ["alone in its line", "A bronze bell:\n![[bell.png]]", "\n> ![[bell.png]]\n"],
    ["in a list", "Parts:\n\n- bronze bell ![[bell.png]]\n- rope", "- bronze bell ![[bell.png]]"],
    ["in a table", "| What | Picture |\n| - | - |\n| bronze bell | ![[b.png\\|9]] |", "![[b.png\\|9]]"],
  ])("%s", async (_, text, quoted) => {
    const { answer, states } = await asked("Tower/Bell.md", text, "bronze bell");
    expect(answer).toContain(quoted);
    expect(citationsIn(answer).map(({ link }) => link)).toEqual(["Tower/Bell"]);
    expect(states).toEqual(["verified"]);
  });

  test("as code where it is code", async () => {
    const { answer } = await asked("Tower/Bell.md", "A bronze bell, written `![[./b.png]]`.", "bronze bell");
    expect(answer).toContain("`![[./b.png]]`");
  });

  test("and saved as text that loads nothing, from which it comes back", async () => {
    const asking = new Asking(await folderWith({ "Bell.md": "A bronze bell ![[b.png]] and ![x](y.png).\n" }));
    const answer = await asking.ask("bronze bell");
    const saved = toMarkdown({ title: "Bell", created: 0, messages: asking.messages });
    expect(saved).toContain("> A bronze bell !\\[\\[b.png]] and !\\[x]\\(y.png).");
    const read = fromMarkdown(saved).messages.flatMap((one) => (one.role === "assistant" ? [one.text] : []));
    expect(read.at(-1)).toBe(answer);
  });
});

describe("what the note has and rendering would hide is quoted as text", () => {
  test.each([
    ["a comment", "A bronze bell %%cast twice%% hangs.", "A bronze bell \\%\\%cast twice\\%\\% hangs."],
    ["the start of a comment", "A bronze bell %% hangs.", "A bronze bell \\%\\% hangs."],
    ["a comment of HTML", "A bronze bell <!-- cast twice --> hangs.", "A bronze bell \\<!-- cast twice --> hangs."],
    ["a footnote", "A bronze bell[^1] hangs^[by ropes].", "A bronze bell[^1] hangs^[by ropes]."],
  ])("%s", async (_, text, quoted) => {
    const { answer, states } = await asked("Bell.md", text, "bronze bell hangs");
    expect(answer).toContain(quoted);
    expect(states).toEqual(["verified"]);
  });
});

const SAID = "The bronze bell was rung by hand at dusk, and then nobody spoke of it again. ";
const ROWS = Array.from({ length: 20 }, (_, at) => `| ${at} | ${at === 11 ? "amber" : "clear"} glass, cut by hand |`);
const PARTS = Array.from(
  { length: 30 },
  (_, at) => `  - part ${at + 10}, cast and filed in winter, and hung in spring`,
);
const CODE = Array.from({ length: 30 }, (_, at) => `bronze_bell_${at} = ${at}`);

describe("a quotation is not called verified", () => {
  test.each([
    ["if sentences of a paragraph were left out", SAID.repeat(30), "bronze bell"],
    ["if rows of a table were left out", ["| No | What |", "| - | - |", ...ROWS].join("\n"), "amber"],
    ["if HTML that shows a picture was left out", "A bronze bell <img src=b.png> hangs.", "bronze bell hangs"],
    ["if such HTML ends the line", "A bronze bell hangs <img src=b.png>", "bronze bell hangs"],
  ])("%s", async (_, text, question) => {
    const { answer, states } = await asked("Bell.md", text, question);
    expect(answer).toContain("…");
    expect(states).toEqual(["shortened"]);
  });
});

describe("a quotation is verified", () => {
  test.each([
    ["with an ellipsis of the note's own", "The bronze bell… was silent...", "bronze bell silent", 1],
    ["of the lines of code that it has", ["```py", ...CODE, "```"].join("\n"), "bronze_bell_3", 15],
    ["of the items that it has", ["- the bronze bell", ...PARTS].join("\n"), "bronze bell", 16],
    ["if only marks were left out", "- [x] the **bronze** [[Bell|bell]] ^id", "bronze bell", 1],
  ])("%s", async (_, text, question, endLine) => {
    const { answer, states } = await asked("Note.md", text, question);
    expect(states).toEqual(["verified"]);
    expect(citationsIn(answer)).toMatchObject([{ startLine: 1, endLine }]);
  });
});

describe("a model's quotation", () => {
  test.each([
    ["> It weighs … in 1958.\n> [[Bell#L3]]", "shortened"],
    ["> It weighs 310 kg …\n> [[Bell#L3]]", "shortened"],
    ["“310 kg [...] in 1958” [[Bell#L3]]", "shortened"],
    ["“310 kg and was cast” [[Bell#L3]]", "verified"],
    ["> It hangs from an iron frame.\n> …\n> [[Bell#L5-6]]", "shortened"],
    ["> Nobody rings it.\n> …\n> [[Bell#L6]]", "verified"],
  ])("%j is %s", async (answer, state) => {
    const desk = await new Desk().called("read_file", { path: "Projects/Bell.md" });
    expect(await desk.check(answer)).toMatchObject({ state });
  });
});
