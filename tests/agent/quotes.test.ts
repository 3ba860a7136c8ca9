// Quotes over a vault on disk: what it looks for, what it reads, what it answers, and that every citation holds.
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { citationsIn, Evidence, type Verdict } from "../../js/agent/citations.ts";
import { Conversation } from "../../js/agent/conversation.ts";
import type { Message } from "../../js/agent/message.ts";
import type { ModelEvent } from "../../js/agent/model.ts";
import { Quotes } from "../../js/agent/quotes.ts";
import { definitions, Tools } from "../../js/tools.ts";
import { folderWith, MemoryHost } from "../shim/vault.ts";
import { Asking } from "./asking.ts";

const STEPS = Array.from(
  { length: 14 },
  (_, index) => `${index + 1}. Step ${index + 1} of the winding of the clock, done with care and both hands.`,
);
const ROWS = Array.from(
  { length: 20 },
  (_, index) =>
    `| ${index + 1} | pane of ${index === 11 ? "amber" : "clear"} glass, cut and set by hand in the lantern |`,
);
const SAID = "Nothing was said about it for a long time, and nobody asked. ";

let vault: string;

beforeAll(async () => {
  vault = await folderWith({
    "Projects/Bell.md": [
      ...["---", "title: Bell", "tags: [bronze]", "---", "", "# Bell", ""],
      ...["A bronze bell, cast in 1958. See [[Frame|the frame]] and ![[bell.png]].", "", "## Why it is silent", ""],
      ...["> [!warning] A crack", "> A hair crack runs down from the crown.", "", "## Sound", ""],
      ...["Struck with a mallet:", "", "- hum at 182 Hz", "- tierce at 442 Hz ^tierce", "", "A minor third."],
    ].join("\n"),
    "Clock.md": ["# Clock", "", ...STEPS].join("\n"),
    "Panes.md": ["# Panes", "", "| Pane | What |", "| --- | --- |", ...ROWS].join("\n"),
    "Code.md": "# Striker\n\n```python\nPERIOD = 15  # seconds between strokes\n```\n",
    "Copy of bell.md": "A bronze bell, cast in 1958. See the frame and.\n",
    "Season.md":
      "The causeway is closed in winter, from December on.\n\nIn summer the causeway is open at low water.\n",
    "Schiff.md": "Die Nebelschifffahrt ruht bei Sturm.\n",
    "Long.md": `${SAID.repeat(400)}Only the heron knew the password. ${SAID.repeat(400)}\n`,
    "Folder/Inside.md": "A bell inside a folder.\n",
    "日本語.md": "# 灯台\n\n灯台の鐘は青銅で作られた。\n\n霧の日には鐘が鳴る。\n",
    "ไทย.md": "ระฆังทำจากทองสัมฤทธิ์\n\nเรือออกทะเลทุกเช้า\n",
    "عربي.md": "الجرس مصنوع من البرونز.\n\nالبحر هادئ اليوم.\n",
    "Private/Diary.md": "The bell made me cry.\n",
  });
});

const open = (): Asking => new Asking(vault, { protected: ["Private"] });

/** What became of each citation of the last answer. */
async function verdicts(asking: Asking, answer: string): Promise<Verdict[]> {
  const evidence = new Evidence(asking.messages);
  const call = (tool: string, args: string) => asking.tools.callJson(tool, args);
  return Promise.all(citationsIn(answer).map((one) => evidence.check(one, call, new AbortController().signal)));
}

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
    expect(await asking.ask("schifffahrt")).toContain("> Die Nebelschifffahrt ruht bei Sturm.\n");
    expect(asking.calls()[1]).toEqual(["search_notes", { query: "schifffah", mode: "regex", limit: 10 }]);
  });

  test("says plainly that nothing was found, and what was looked for", async () => {
    const asking = open();
    expect(await asking.ask("Any zebra or giraffe (C++)?")).toBe(
      "Nothing was found in your notes. Looked for, also as parts of longer words: “zebra”, “giraffe”. No language model was asked.",
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
    expect(answer).toContain("“Private/Diary” is closed, so it was not read.");
    expect(answer).not.toContain("cry");
    expect(await open().ask("What is in [[Private/Diary]]?")).toBe("“Private/Diary” is closed, so it was not read.");
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
    expect(answer).toContain("None of these words is in what was read: “Summarise”, “zebras”. It begins:");
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
    expect(answer).toContain("“Private/Diary.md” is closed, so it was not read.");
  });
});

describe("a turn", () => {
  const request = (messages: readonly Message[]) => ({ system: "", messages, tools: definitions });
  const user = (text: string): Message => ({ role: "user", text, attachments: [] });

  async function events(messages: readonly Message[], signal = new AbortController().signal): Promise<ModelEvent[]> {
    const all: ModelEvent[] = [];
    for await (const event of new Quotes().turn(request(messages), signal)) all.push(event);
    return all;
  }

  test("gives its text in small pieces", async () => {
    const asking = open();
    const answer = await asking.ask("bronze bell");
    const texts = (await events(asking.messages.slice(0, -1))).flatMap((event) =>
      event.type === "text" ? [event.text] : [],
    );
    expect(texts.join("")).toBe(answer);
    expect(texts.length).toBeGreaterThan(3);
    expect(Math.max(...texts.map(({ length }) => length))).toBeLessThan(110);
  });

  test("stops between two pieces when it is cancelled, and does not begin where it was before", async () => {
    const asking = open();
    await asking.ask("bronze bell");
    const stop = new AbortController();
    const reason = new Error("stopped");
    const got: ModelEvent[] = [];
    const turn = async (): Promise<void> => {
      for await (const event of new Quotes().turn(request(asking.messages.slice(0, -1)), stop.signal)) {
        got.push(event);
        stop.abort(reason);
      }
    };
    await expect(turn()).rejects.toBe(reason);
    expect(got.map(({ type }) => type)).toEqual(["text"]);
    await expect(events([user("bell")], stop.signal)).rejects.toBe(reason);
  });

  test("answers whatever was shortened or failed before", async () => {
    const asking = open();
    await asking.ask("bronze bell");
    const content = [{ type: "text" as const, text: "[shortened: …]" }];
    const shortened = asking.messages.map((message): Message => {
      const reply = { content, isError: false, structuredContent: { display: "", files: [] } };
      return message.role === "tool" ? { ...message, reply, isShortened: true } : message;
    });
    asking.messages.splice(0, Infinity, ...shortened);
    expect(await asking.ask("and its crack?")).toContain("A hair crack runs down from the crown.");
  });

  test("says that the notes could not be searched", async () => {
    const reply = {
      content: [],
      isError: true,
      structuredContent: {
        display: "",
        files: [],
        error: { code: "unreadable" as const, message: "the disk is gone", help: "" },
      },
    };
    const calls = [{ id: "1", tool: "search_notes", args: "{}" }];
    const said = await events([
      user("bell"),
      { role: "assistant", text: "", calls, model: "quotes" },
      { role: "tool", id: "1", tool: "search_notes", reply },
    ]);
    const text = said.flatMap((event) => (event.type === "text" ? [event.text] : [])).join("");
    expect(text).toBe("The notes could not be searched: the disk is gone.");
  });

  test("has nothing to say to nobody", async () => {
    expect((await events([])).at(-1)).toMatchObject({ type: "done", reason: "stop" });
  });
});

test("the conversation loop runs it like any model", async () => {
  const tools = new Tools(new MemoryHost({ "a.md": "The lamp was lit in 1957.\n" }));
  const conversation = new Conversation();
  const end = await conversation.answer(
    { text: "When was the lamp lit?", attachments: [] },
    {
      model: new Quotes(),
      tools: definitions,
      call: (tool, args, { signal, ...context }) => tools.callJson(tool, args, signal, context),
      maxTurns: 25,
    },
    new AbortController().signal,
    () => undefined,
  );
  expect([end.cut, end.read]).toEqual([undefined, ["a.md"]]);
  expect(end.answer?.text).toContain("> The lamp was lit in 1957.\n>\n> [[a#L1]]");
  expect(conversation.messages.map(({ role }) => role)).toEqual([
    "user",
    "assistant",
    "tool",
    "assistant",
    "tool",
    "assistant",
  ]);
});

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
      const asking = new Asking(vault, {}, new MemoryHost({ "Dir/Note.md": text }));
      const answer = await asking.ask("bell lamp 灯台");
      const citations = citationsIn(answer);
      const all = await verdicts(asking, answer);
      for (const [index, verdict] of all.entries()) {
        const { link, startLine, endLine } = citations[index] ?? {};
        expect([link, verdict], answer).toEqual([
          "Dir/Note",
          { state: "verified", path: "Dir/Note.md", startLine, endLine },
        ]);
      }
      if (/bell|lamp|灯台/.test(answer.replace(/Looked for.*/, ""))) expect(all.length, answer).toBeGreaterThan(0);
    }),
    { numRuns: 500 },
  );
});
