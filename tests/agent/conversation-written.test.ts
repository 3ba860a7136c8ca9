// What a model writes beside its answer, through a whole conversation: what is kept, sent back and said of it.
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { toMarkdown } from "../../js/agent/saved/write-conversation.ts";
import { fromMarkdown } from "../../js/agent/saved/read-conversation.ts";
import { Loop, reads } from "./loop.ts";

let loop: Loop;
beforeEach(async () => {
  loop = await Loop.start({ "Alpha.md": "Alpha is first.\n", "Beta.md": "Beta is second.\n" });
});
afterEach(() => loop.close());

const READ = '<tool_call>{"name": "read_file", "arguments": {"path": "Alpha.md"}}</tool_call>';
const saved = (): string => toMarkdown({ title: "T", created: 0, messages: loop.messages });

describe("thinking in the text", () => {
  test.each(["<think>SECRET</think>\n\nFirst.", "SECRET\n</think>\n\nFirst.", "◁think▷SECRET◁/think▷First."])(
    "%j is not kept, saved or sent back",
    async (text) => {
      loop.server.script({ parts: Array.from(text) }, { parts: ["Again."] });
      expect((await loop.ask("Who?")).answer?.text).toBe("First.");
      await loop.ask("Sure?");
      for (const kept of [loop.messages, loop.sent, saved()]) expect(JSON.stringify(kept)).not.toContain("SECRET");
      expect(JSON.stringify(loop.sent)).toContain("First.");
    },
  );

  test.each(["<think>Hm.", "<think>Hm.</think>", "Hm.</think>\n"])(
    "%j alone is no answer, and said to be",
    async (text) => {
      loop.server.script({ parts: Array.from(text) });
      expect(await loop.ask("Who?")).toMatchObject({
        cut: "failed",
        answer: undefined,
        because: "The model thought, but gave no answer. Ask again, or choose another model.",
      });
      expect(loop.told).toStrictEqual(["user: Who?"]);
    },
  );

  test("that comes apart from the text is no answer either", async () => {
    loop.server.script({ parts: [{ thinking: "Hm." }] });
    expect((await loop.ask("Who?")).because).toContain("The model thought");
  });
});

describe("a call in the text", () => {
  test("is made, and sent back as a proper call", async () => {
    loop.server.script({ parts: Array.from(`<think>I look.</think>${READ}`) }, { parts: ["Alpha [[Alpha#L1]]."] });
    const end = await loop.ask("Who?");
    expect(end).toMatchObject({ answer: { text: "Alpha [[Alpha#L1]]." }, read: ["Alpha.md"] });
    expect(loop.sent.slice(2)).toMatchObject([
      {
        role: "assistant",
        content: null,
        tool_calls: [{ function: { name: "read_file", arguments: '{"path":"Alpha.md"}' } }],
      },
      { role: "tool", content: expect.stringContaining("Alpha is first.") as string },
    ]);
    expect(JSON.stringify(loop.sent)).not.toContain("tool_call>");
    expect(loop.events.some((event) => event.type === "text" && event.text.includes("<"))).toBe(false);
  });

  test("among other text is taken out, and said", async () => {
    loop.server.script({ parts: [`I look.\n${READ}`] });
    expect(await loop.ask("Who?")).toMatchObject({
      cut: "uncalled",
      because: "The model wrote a tool call as text, which can't be run. Ask again, or choose another model.",
      answer: { text: "I look.\n", cut: "uncalled" },
    });
    expect(loop.bounds).toHaveLength(0);
    expect(saved()).not.toContain("tool_call>");
    expect(fromMarkdown(saved()).messages[1]).toMatchObject({ text: "I look.\n", cut: "uncalled" });
  });

  test("that changes notes goes where proper calls go", async () => {
    const call = '{"name": "append", "arguments": {"path": "Alpha.md", "text": "x"}}';
    const asked: unknown[] = [];
    const reply = { content: [], isError: false, structuredContent: { display: "", files: [] } };
    loop.server.script({ parts: [call] }, { parts: ["Done."] });
    await loop.ask("Change it", {
      surroundings: {
        tools: [{ name: "append", description: "", inputSchema: { type: "object", properties: {} } }],
        call: (tool, args) => {
          asked.push([tool, JSON.parse(args)]);
          return Promise.resolve(reply);
        },
      },
    });
    expect(asked).toStrictEqual([["append", { path: "Alpha.md", text: "x" }]]);
  });
});

describe("a model that repeats itself", () => {
  const SENTENCE = "The garden opens in May. ";
  const MESSAGE = "The model repeated itself, so it was stopped. Ask again, or choose another model.";

  test("is stopped; what it repeats is kept once", async () => {
    loop.server.script({ parts: [`So: `, ...Array.from({ length: 200 }, () => SENTENCE), "HANG"] });
    const end = await loop.ask("When?");
    expect(end).toMatchObject({ cut: "repeated", because: MESSAGE, answer: { cut: "repeated" } });
    expect(end.answer?.text.length).toBeLessThan(2 * SENTENCE.length);
    expect(await loop.server.last.ended).toBe("left");
    const shown = loop.events.reduce((text, event) => {
      return event.type === "text" ? text + event.text : event.type === "retract" ? "" : text;
    }, "");
    expect(shown).toBe(end.answer?.text);
    loop.server.script({ parts: ["In May."] });
    expect((await loop.ask("Again")).answer?.text).toBe("In May.");
  });

  test.each([
    ["in thinking", (text: string) => ({ thinking: text })],
    ["in thinking within the text", (text: string) => text],
  ])("%s is stopped too", async (_, part) => {
    loop.server.script({ parts: ["<think>", ...Array.from({ length: 200 }, () => part(SENTENCE)), "HANG"] });
    expect(await loop.ask("When?")).toMatchObject({ cut: "repeated", answer: undefined, because: MESSAGE });
    expect(await loop.server.last.ended).toBe("left");
  });

  test("in its calls is told so, and stopped in the end", async () => {
    loop.server.script(...Array.from({ length: 25 }, (_, turn) => ({ parts: [reads("Alpha.md", `c${turn}`)] })));
    expect(await loop.ask("Who?")).toMatchObject({ cut: "repeated", because: MESSAGE });
    const replies = loop.told.filter((line) => line.startsWith("tool"));
    expect(replies).toHaveLength(6);
    expect(replies[1]).toContain("Alpha is first.");
    expect(replies[2]).toContain("[this same call has had this same result 3 times; it is above");
    expect(loop.server.requests).toHaveLength(6);
  });

  test("in calls that fail is stopped too", async () => {
    loop.server.script(...Array.from({ length: 25 }, (_, turn) => ({ parts: [reads("No.md", `c${turn}`)] })));
    expect((await loop.ask("Who?")).cut).toBe("repeated");
    expect(loop.server.requests).toHaveLength(6);
  });

  test("goes on if it calls for other things, or for what changed", async () => {
    const names = ["Alpha.md", "Beta.md"];
    let reply = 0;
    loop.server.script(
      ...Array.from({ length: 8 }, (_, turn) => ({ parts: [reads(names[turn % 2] ?? "", `c${turn}`)] })),
      { parts: ["Done."] },
    );
    const call = () => {
      const content = [{ type: "text" as const, text: `${reply++}` }];
      return Promise.resolve({ content, isError: false, structuredContent: { display: "", files: [] } });
    };
    expect((await loop.ask("Who?", { surroundings: { call } })).answer?.text).toBe("Done.");
  });

  test("goes on if it calls the same several times in one turn", async () => {
    const parts = Array.from({ length: 10 }, (_, index) => reads("Alpha.md", `c${index}`));
    loop.server.script({ parts }, { parts: ["Done."] });
    expect((await loop.ask("Who?")).answer?.text).toBe("Done.");
  });
});

describe("an answer from the notes", () => {
  test("is one for which something was shown", async () => {
    loop.server.script({ parts: [reads("Alpha.md", "a")] }, { parts: ["Alpha."] });
    expect((await loop.ask("Who?")).isUngrounded).toBeUndefined();
    loop.server.script({ parts: [{ call: "list_files", args: {} }] }, { parts: ["Two notes."] });
    expect((await loop.ask("How many?")).isUngrounded).toBeUndefined();
    const attachments = [{ path: "Beta.md", reply: await loop.call("read_file", { path: "Beta.md" }) }];
    loop.server.script({ parts: ["Beta."] });
    expect((await loop.ask("And this?", { attachments })).isUngrounded).toBeUndefined();
  });

  test("or that cites what was shown before", async () => {
    loop.server.script({ parts: [reads("Alpha.md", "a")] }, { parts: ["Alpha."] });
    await loop.ask("Who?");
    loop.server.script({ parts: ["Still Alpha [[Alpha#L1]]."] }, { parts: ["You are welcome."] });
    expect((await loop.ask("Sure?")).isUngrounded).toBeUndefined();
    expect((await loop.ask("Thanks")).isUngrounded).toBe(true);
  });

  test.each([
    ["nothing was called", []],
    ["a search found nothing", [{ call: "search_notes", args: { query: "zeppelin" } }]],
    ["a call failed", [{ call: "read_file", args: { path: "No.md" } }]],
  ])("is none for which %s", async (_, calls) => {
    loop.server.script(...calls.map((call) => ({ parts: [call] })), { parts: ["In 1957 [[Alpha#L1]]."] });
    expect((await loop.ask("When?")).isUngrounded).toBe(true);
  });

  test("says nothing where there is no answer", async () => {
    loop.server.script({ status: 401 });
    expect((await loop.ask("When?")).isUngrounded).toBeUndefined();
  });
});

test.each<[number, string, boolean | undefined]>([
  [400, "Unknown parameter: temperature", true],
  [403, "Country not supported", true],
  [422, "no", true],
  [401, "bad key", undefined],
  [503, "busy", undefined],
])("whether status %i can be cured by asking again is known", async (status, message, isFinal) => {
  loop.server.script(...Array.from({ length: 4 }, () => ({ status, message })));
  expect((await loop.ask("Hi")).isFinal).toBe(isFinal);
});
