// Passages first: a model that gets no tools is sent the passages for a question with it, and its numbers become citations.
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { citationsIn } from "../../js/agent/citations/citations.ts";
import { Evidence } from "../../js/agent/citations/evidence.ts";
import { sentItems } from "../../js/agent/ledger/sent-notes.ts";
import type { Message } from "../../js/agent/message.ts";
import { CitedNumbers } from "../../js/agent/passages/numbered.ts";
import { Loop } from "./loop.ts";

const FILLER = Array.from({ length: 2500 }, (_, at) => `Entry ${at + 1}: the tide was as it always is.`);
const NOTES = {
  "Projects/Open day.md":
    "---\nstatus: planned\n---\n# Open day\n\nThe open day is on 14 November.\n\nEntry costs 3,000 won.\n",
  "People/Mina.md": "# Mina\n\nMina kept the light for twenty-two years. She left in 1988.\n",
  "Private/Diary.md": "The open day is really on 15 November.\n",
  "Log.md": `# Log\n\n${FILLER.slice(0, 1800).join("\n\n")}\n\nThe fog bell weighs 420 kilograms.\n\n${FILLER.slice(1800).join("\n\n")}\n`,
};
const NO_TOOLS = { status: 400, error: "api_error", message: "library/smollm2:135m does not support tools" };

let loop: Loop;
beforeEach(async () => {
  loop = await Loop.start(NOTES, ["Private"]);
});
afterEach(() => loop.close());

const passages = { choice: { reading: "passages" as const } };
const small = { choice: { reading: "passages" as const, contextTokens: 4096 } };
/** What the model was last sent. */
const sent = (): string => loop.sent.map(({ role, content }) => `${role}: ${String(content)}`).join("\n");
const bodies = (): { tools?: unknown }[] => loop.server.requests.map(({ body }) => body as { tools?: unknown });

describe("a model that refuses tools", () => {
  test("is asked again with passages, and no more with tools", async () => {
    loop.server.script(NO_TOOLS, { parts: ["On 14 November [1]."] }, { parts: ["In 1988 [1]."] });
    const end = await loop.ask("When is the open day?");
    expect(end.answer?.text).toBe("On 14 November [[Projects/Open day#L6-8]].");
    expect(end.read).toStrictEqual(["Projects/Open day.md"]);
    await loop.ask("When did Mina leave?");
    expect(bodies().map(({ tools }) => tools !== undefined)).toStrictEqual([true, false, false]);
    expect(JSON.stringify(loop.server.last.body)).not.toContain("tool_call");
    // Only the passages of the last question are sent.
    expect(sent()).toContain("She left in 1988.");
    expect(sent()).not.toContain("Entry costs");
  });

  // As the servers write it, in November 2026.
  test.each([
    [400, "registry.ollama.ai/library/smollm2:135m does not support tools"],
    [500, "tools param requires --jinja flag"],
    [400, '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set'],
    [404, "No endpoints found that support tool use. To learn more about provider routing, visit: …"],
    [400, "`tool calling` is not supported with this model"],
    [400, "deepseek-reasoner does not support Function Calling"],
    [400, "Function calling is not enabled for models/gemma-3-27b-it"],
    [400, "This model doesn't support tools"],
    [422, "Tool use is not available for this model"],
    [400, "functions are unsupported"],
  ])("status %d: %s", async (status, message) => {
    loop.server.script({ status, error: "e", message }, { parts: ["It is not in the notes."] });
    const end = await loop.ask("When is the open day?");
    expect(end.answer?.text).toBe("It is not in the notes.");
    expect(loop.clock.waits).toStrictEqual([]);
  });

  test("is not asked again if tools were chosen: the sentence says what to do", async () => {
    loop.server.script(NO_TOOLS);
    const end = await loop.ask("When is the open day?", { choice: { reading: "tools" } });
    expect(end.because).toBe("qwen3:8b can't call tools. Choose “Passages first” in settings, or another model.");
  });

  test.each([
    [400, "Invalid schema for field query"],
    [400, "temperature is not supported with this model"],
  ])("is not taken for one that refuses something else: %d %s", async (status, message) => {
    loop.server.script({ status, error: "e", message });
    expect((await loop.ask("When is the open day?")).because).toContain(message);
    expect(loop.server.requests).toHaveLength(1);
  });
});

describe("passages", () => {
  test("are text without line numbers and calls, and are what the ledger says", async () => {
    loop.server.script({ parts: ["3,000 won [1]."] });
    await loop.ask("What does entry to the open day cost?", passages);
    expect(sent()).toContain("[1] Open day\n");
    expect(sent()).toContain("Entry costs 3,000 won.");
    expect(sent()).not.toMatch(/^\d+: /m);
    const [item] = sentItems(loop.messages, () => true).filter(({ notes }) => notes.length > 0);
    const lines = item?.notes[0]?.lines.flatMap(([first, last]) => [first, last]) ?? [];
    expect(item?.notes.map(({ path }) => path)).toStrictEqual(["Projects/Open day.md"]);
    for (const line of [3, 4]) expect(lines).not.toContain(line);
    expect(lines).toContain(8);
  });

  test("never come from an excluded note", async () => {
    loop.server.script({ parts: ["Hm."] });
    await loop.ask("When is the open day really?", passages);
    expect(JSON.stringify(loop.server.requests.map(({ body }) => body as unknown))).not.toContain("15 November");
  });

  test("of a follow-up are those for the conversation", async () => {
    loop.server.script({ parts: ["Mina [1]."] }, { parts: ["In 1988 [1]."] });
    await loop.ask("Who kept the light for twenty-two years?", passages);
    const end = await loop.ask("And when did she leave?", passages);
    expect(end.answer?.text).toMatch(/^In 1988 \[\[People\/Mina#L3(?:-\d)?\]\]\.$/);
  });

  test("come behind what is attached, and don't repeat it", async () => {
    const reply = await loop.call("read_file", { path: "People/Mina.md" }, true);
    loop.server.script({ parts: ["[1] and [2]"] });
    const end = await loop.ask("Did Mina come to the open day?", {
      ...passages,
      attachments: [{ path: "People/Mina.md", reply }],
    });
    expect(end.answer?.text).toMatch(/^\[\[People\/Mina#L1-3\]\] and \[\[Projects\/Open day#L\d/);
    expect(sent().split("She left in 1988").length).toBe(2);
  });

  test("of a long paragraph have all of their lines once", async () => {
    const long = "The port was busy all through the spring, and nobody wrote much of it down. ".repeat(40);
    const text = `# Port\n\n${long}and now the zeppelin departure\nis on the ninth of March at noon.\nThe ticket costs 420 euros, and ${long}\n`;
    await loop.close();
    loop = await Loop.start({ "Port.md": text }, []);
    loop.server.script({ parts: ["On the ninth of March [1]."] });
    const end = await loop.ask("When is the zeppelin departure?", passages);
    expect(sent().split("ninth of March").length).toBe(2);
    expect(end.answer?.text).toMatch(/^On the ninth of March \[\[Port#L3-[45]\]\]\.$/);
  });

  test("get no call made, whatever the server makes of the text", async () => {
    loop.server.script({ parts: [{ call: "read_file", args: { path: "Private/Diary.md" } }] });
    const end = await loop.ask("When is the open day?", passages);
    expect([end.cut, loop.server.requests.length]).toStrictEqual(["uncalled", 1]);
  });

  test("that are not there are not sent, and the model is asked all the same", async () => {
    loop.server.script({ parts: ["Hello!"] });
    const end = await loop.ask("Xyzzy?", passages);
    expect(end).toMatchObject({ answer: { text: "Hello!" }, read: [] });
    expect(loop.sent.at(-1)?.content).toBe("Xyzzy?");
  });

  test("verify citations like any reply", async () => {
    loop.server.script({ parts: ["On 14 November [1]."] });
    const end = await loop.ask("When is the open day?", passages);
    const [citation] = citationsIn(end.answer?.text ?? "");
    if (!citation) throw new Error("no citation");
    const evidence = new Evidence(loop.messages);
    const call = (tool: string, args: string) => loop.call(tool, JSON.parse(args) as unknown, true);
    const verdict = await evidence.check(citation, call, new AbortController().signal);
    expect(verdict).toMatchObject({ state: "verified", startLine: 6, endLine: 8 });
  });

  test("of a note of 100 KB fit in 4,096 tokens, attached or not", async () => {
    const reply = await loop.call("read_file", { path: "Log.md" }, true);
    for (const attachments of [[], [{ path: "Log.md", reply }]]) {
      loop.server.script({ parts: ["420 kilograms."] });
      const end = await loop.ask("How heavy is the fog bell?", { ...small, attachments });
      expect(end.cut).toBeUndefined();
      expect(sent()).toContain("The fog bell weighs 420 kilograms.");
      expect(JSON.stringify(loop.server.last.body).length).toBeLessThan(4096 * 3.5);
    }
  });

  test("become fewer if the server says that they are too many", async () => {
    const reply = await loop.call("read_file", { path: "Log.md" }, true);
    const tooLong = {
      status: 400,
      error: "exceed_context_size_error",
      message: "the request exceeds the available context size",
    };
    loop.server.script(tooLong, { parts: ["Not in your notes."] });
    const end = await loop.ask("How heavy is the fog bell?", { ...passages, attachments: [{ path: "Log.md", reply }] });
    expect(end.cut).toBeUndefined();
    const [before = 0, after = 0] = loop.server.requests.map(({ body }) => JSON.stringify(body).length);
    expect(after).toBeLessThan(before);
  });

  test("stay within the context over a long conversation", async () => {
    for (let number = 1; number <= 12; number++) {
      loop.server.script({ parts: [`Answer ${number}. ${"So it is. ".repeat(80)}[1]`] });
      const end = await loop.ask(`When is open day number ${number}?`, small);
      expect(end.cut).toBeUndefined();
      expect(JSON.stringify(loop.server.last.body).length).toBeLessThan(4096 * 3.5);
      expect(sent()).toContain("[1] Open day");
    }
  });
});

describe("the numbers in an answer", () => {
  const citations = ["[[A#L1]]", "[[B#L2-3]]", "[[C.pdf#page=2#L4]]"];
  const table = [
    ["It is so [1].", "It is so [[A#L1]]."],
    ["Both [1][2], or [1, 3].", "Both [[A#L1]][[B#L2-3]], or [[A#L1]] [[C.pdf#page=2#L4]]."],
    ["[[2]] and [2", "[[B#L2-3]] and [2"],
    ["Unknown [4] and [0] and [1, 9].", "Unknown [4] and [0] and [1, 9]."],
    ["`a[1]` and ```\nx[2]\n``` but [3]", "`a[1]` and ```\nx[2]\n``` but [[C.pdf#page=2#L4]]"],
    ["- [ ] task [x] [^1] [a]", "- [ ] task [x] [^1] [a]"],
    ["[[Note#L3]] stays", "[[Note#L3]] stays"],
  ] as const;

  test.each(table)("%s", (text, expected) => {
    for (let size = 1; size <= text.length; size++) {
      const numbers = new CitedNumbers(citations);
      let said = "";
      for (let at = 0; at < text.length; at += size) said += numbers.take(text.slice(at, at + size));
      expect(said + numbers.take("", true), `in parts of ${size}`).toBe(expected);
    }
  });

  test("of an answer without end are found in linear time", () => {
    const numbers = new CitedNumbers(citations);
    expect(numbers.take("[".repeat(200_000)).length + numbers.take("", true).length).toBe(200_000);
  });
});

test("a conversation that was begun with tools goes on without them, and back", async () => {
  const reads = { parts: [{ call: "read_file", args: { path: "People/Mina.md" }, id: "a" }] };
  loop.server.script(reads, { parts: ["Read."] }, { parts: ["Without."] }, { parts: ["With."] });
  await loop.ask("Read of Mina");
  await loop.ask("When is the open day?", passages);
  expect(JSON.stringify(loop.server.last.body)).not.toContain("tool_call");
  const end = await loop.ask("And Mina?");
  expect(end.answer?.text).toBe("With.");
  expect(loop.sent.filter(({ role }) => role === "tool").length).toBe(2);
  const told = loop.messages.map(({ role }: Message) => role).join(" ");
  expect(told).toBe("user assistant tool assistant user assistant tool assistant user assistant");
});
