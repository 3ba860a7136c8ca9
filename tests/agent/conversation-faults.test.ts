// Turns that fail: they are retried, or the answer ends with a message. Also contexts that run out of room.
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Attachment, Message } from "../../js/agent/message.ts";
import type { Model, ModelRequest } from "../../js/agent/model.ts";
import { Loop, reads } from "./loop.ts";

const LONG = `${Array.from({ length: 400 }, (_, before) => `Line ${before + 1} tells of the garden and the gate.`).join("\n")}\n`;

let loop: Loop;
beforeEach(async () => {
  loop = await Loop.start({ "Alpha.md": "Alpha is first.\n", "Long.md": LONG });
});
afterEach(() => loop.close());

const told = (type: string) => loop.events.filter((event) => event.type === type);

describe("a turn that fails in passing", () => {
  test.each([429, 500, 503, 529])("with status %d is tried again after a wait, until it works", async (status) => {
    loop.server.script({ status }, { status }, { status }, { parts: ["There."] });
    const end = await loop.ask("Hi");
    expect(end).toMatchObject({ answer: { text: "There." }, milliseconds: 7000 });
    expect(end.cut).toBeUndefined();
    expect(loop.clock.waits).toStrictEqual([1000, 2000, 4000]);
    expect(told("retry")).toStrictEqual(
      [1000, 2000, 4000].map((inMs) => ({ type: "retry", inMs, because: expect.any(String) as string })),
    );
    expect(told("turn")).toHaveLength(1);
  });

  test("is tried four times in all; then the answer has failed, with a sentence", async () => {
    loop.server.script({ status: 503 }, { status: 503 }, { status: 503 }, { status: 503 });
    const end = await loop.ask("Hi");
    expect(end).toMatchObject({
      cut: "failed",
      because: expect.stringMatching(/^Server error .* Try again in a minute\.$/) as string,
    });
    expect(end.needsSettings).toBeUndefined();
    expect(loop.server.requests).toHaveLength(4);
    expect(loop.told).toStrictEqual(["user: Hi"]);
    loop.server.script({ parts: ["There."] });
    expect((await loop.ask("Hi?")).answer?.text).toBe("There.");
  });

  test("waits as long as the provider asks", async () => {
    loop.server.script({ status: 429, headers: { "retry-after": "30" } }, { parts: ["There."] });
    await loop.ask("Hi");
    expect(loop.clock.waits).toStrictEqual([30_000]);
  });

  test("takes back what it had said", async () => {
    loop.server.script({ parts: ["Wrong ", "BREAK"] }, { parts: ["Right."] });
    const end = await loop.ask("Hi");
    expect(end.answer?.text).toBe("Right.");
    expect(loop.told).toStrictEqual(["user: Hi", "assistant: Right."]);
    const order = loop.events.map((event) => (event.type === "text" ? event.text : event.type));
    expect(order.filter((type) => type !== "message")).toStrictEqual(["turn", "Wrong ", "retry", "Right.", "end"]);
  });

  test("that does not come back keeps what it said last, and marks it", async () => {
    const breaks = (said: string) => ({ parts: [said, "BREAK" as const] });
    loop.server.script(breaks("One"), breaks("Two"), breaks("Three"), breaks("Four"));
    const end = await loop.ask("Hi");
    expect(end).toMatchObject({ cut: "failed", answer: { text: "Four", cut: "failed" } });
    expect(loop.told).toStrictEqual(["user: Hi", "assistant: Four (failed)"]);
  });

  test("in the midst of an answer leaves what was read", async () => {
    loop.server.script({ parts: ["Reading.", reads("Alpha.md", "a")] }, { status: 401 });
    const end = await loop.ask("Hi");
    expect(end).toMatchObject({ cut: "failed", needsSettings: true, read: ["Alpha.md"], answer: { text: "Reading." } });
    expect(loop.told.slice(1)).toStrictEqual([
      "assistant: Reading. read_file#a (failed)",
      "tool a: 1: Alpha is first.",
    ]);
    loop.server.script({ parts: ["There."] });
    await loop.ask("Again");
    expect(loop.sent.map(({ role }) => role)).toStrictEqual([
      "system",
      "user",
      "assistant",
      "tool",
      "assistant",
      "user",
    ]);
  });
});

test.each([
  ["a refused key", 401, "invalid_api_key", "bad key", true],
  ["an unknown model", 404, "model_not_found", "The model does not exist", true],
  ["no credit", 429, "insufficient_quota", "You exceeded your current quota", undefined],
  ["a request that is refused", 400, "invalid_request_error", "no", undefined],
])("%s is not tried again", async (_, status, error, message, needsSettings) => {
  loop.server.script({ status, error, message });
  const end = await loop.ask("Hi");
  expect(end.cut).toBe("failed");
  expect(end.because).toMatch(/^[A-Z0-9“].*[.”]$/);
  expect(end.needsSettings).toBe(needsSettings);
  expect(loop.server.requests).toHaveLength(1);
  expect(loop.clock.waits).toStrictEqual([]);
});

test("a defect of a model's ends the answer, and the next question works", async () => {
  const model = { id: "m", contextTokens: 8192, seesImages: false, isRemote: false };
  const turn = (): never => {
    throw new TypeError("x is not a function");
  };
  const end = await loop.ask("Hi", { surroundings: { model: { ...model, turn } } });
  expect(end).toMatchObject({ cut: "failed", because: expect.stringContaining("x is not a function") as string });
  loop.server.script({ parts: ["There."] });
  expect((await loop.ask("Hi?")).answer?.text).toBe("There.");
});

test("a tool that fails as none should is an error reply, and the others go on", async () => {
  loop.server.script({ parts: [reads("Alpha.md", "a"), reads("Alpha.md", "b")] }, { parts: ["There."] });
  let calls = 0;
  const reply = { content: [], isError: false, structuredContent: { display: "", files: [] } };
  const call = () => (calls++ === 0 ? Promise.reject(new Error("no disk")) : Promise.resolve(reply));
  const end = await loop.ask("Hi", { surroundings: { call } });
  expect(end.answer?.text).toBe("There.");
  expect(loop.told.slice(2, 4)).toStrictEqual([
    "tool a: error[internal]: a bug in Lectern ended the call: no disk",
    "tool b: ",
  ]);
});

describe("a context without room", () => {
  const isLine = (message: { content: unknown } | undefined): boolean =>
    /^\[shortened: /.test(String(message?.content));

  test("has older replies shortened, oldest first, and never those of the current turn", async () => {
    const small = { choice: { contextTokens: 8192 } };
    const page = (id: string, start_line: number) => ({
      parts: [{ call: "read_file", args: { path: "Long.md", start_line }, id }],
    });
    const shortened: string[] = [];
    loop.server.script(page("a", 1), page("b", 100), page("c", 200), page("d", 300), { parts: ["Read."] });
    const end = await loop.ask("Read it", {
      ...small,
      on: (event) => {
        if (event.type === "shortened") shortened.push(...event.ids);
      },
    });
    expect(end.answer?.text).toBe("Read.");
    expect(shortened[0]).toBe("a");
    expect(shortened).not.toContain("d");
    const marked = loop.messages.flatMap((message) =>
      message.role === "tool" && message.isShortened ? [message.id] : [],
    );
    expect(marked).toStrictEqual(shortened);
    // The person can still see what it was.
    const first = loop.messages[2];
    expect(first?.role === "tool" && first.reply.structuredContent.files[0]?.path).toBe("Long.md");
    const line = loop.sent.find((message) => message.tool_call_id === "a");
    expect(line?.content).toMatch(/^\[shortened: read_file Long\.md lines 1-\d+; call it again if you need it\]$/);
    expect(isLine(loop.sent.find((message) => message.tool_call_id === "d"))).toBe(false);
  });

  test("never gets a request that is larger than it, by the provider's own count", async () => {
    // A provider whose tokens are small: twice as many as estimated.
    const context = 13_500;
    const counts: number[] = [];
    const step = (id: number) => (request: { body: unknown }) => {
      const input = Math.ceil(JSON.stringify(request.body).length / 2.2);
      counts.push(input);
      const parts = [{ call: "read_file", args: { path: "Long.md", start_line: 1 + 10 * id }, id: `c${id}` }];
      return { parts: id < 20 ? parts : ["Read."], usage: { input, output: 20 } };
    };
    loop.server.script(...Array.from({ length: 21 }, (_, id) => step(id)));
    const end = await loop.ask("Read it", { choice: { contextTokens: context } });
    expect(end.answer?.text).toBe("Read.");
    expect(Math.max(...counts)).toBeLessThan(context);
    expect(told("shortened").length).toBeGreaterThan(0);
    // Not with each turn anew: that would cost all that is cached.
    expect(told("shortened").length).toBeLessThan(10);
  });

  test("makes the model read less at once, as the core counts with the factor", async () => {
    loop.server.script({ parts: [reads("Long.md", "a")] }, { parts: ["Read."] });
    await loop.ask("Read it", { choice: { contextTokens: 8192 } });
    expect(loop.bounds[0]?.maxTokens).toBeLessThan(3000);
    const reply = loop.messages[2];
    expect(reply?.role === "tool" && reply.reply.structuredContent.files[0]?.truncated).toBe(true);
  });

  const tooLong = { status: 400, error: "context_length_exceeded", message: "maximum context length is 4096 tokens" };

  test("that the provider finds too small has older replies shortened, and is asked once more", async () => {
    loop.server.script({ parts: [reads("Long.md", "a")] }, { parts: ["Read."] }, tooLong, { parts: ["Again."] });
    await loop.ask("Read it");
    const end = await loop.ask("And now?");
    expect(end.answer?.text).toBe("Again.");
    expect(loop.events.map(({ type }) => type)).toStrictEqual([
      ...["message", "turn", "shortened", "retry", "text", "message", "end"],
    ]);
    expect(told("retry")).toMatchObject([{ inMs: 0 }]);
    expect(isLine(loop.sent.find(({ role }) => role === "tool"))).toBe(true);
  });

  const tooLongUnstated = { status: 400, error: "context_length_exceeded", message: "prompt is too long" };

  test("that is found too small again fails with a sentence", async () => {
    loop.server.script({ parts: [reads("Long.md", "a")] }, { parts: ["Read."] }, tooLong, tooLong);
    await loop.ask("Read it");
    const end = await loop.ask("And now?");
    expect(end).toMatchObject({ cut: "failed", because: expect.stringContaining("new conversation") as string });
    expect(loop.server.requests).toHaveLength(4);
  });

  test("has what is needed shortened for one more try, not for one after another", async () => {
    const calls = Array.from({ length: 10 }, (_, index) => reads("Long.md", `c${index}`));
    loop.server.script({ parts: calls }, { parts: ["Read."] }, tooLongUnstated, tooLong, { parts: ["Never"] });
    await loop.ask("Read it");
    expect((await loop.ask("And now?")).cut).toBe("failed");
    const ids = loop.events.flatMap((event) => (event.type === "shortened" ? event.ids : []));
    expect(ids.length).toBeGreaterThan(3);
    expect(ids).toStrictEqual(calls.slice(0, ids.length).map(({ id }) => id));
    expect(ids.length).toBeLessThan(10);
    expect(loop.server.requests).toHaveLength(4);
  });

  test("in which nothing can be shortened is asked once more, with a brief prompt and brief tools", async () => {
    loop.server.script(tooLong, tooLong);
    expect((await loop.ask("Hi")).cut).toBe("failed");
    const [first = 0, second = 0, ...more] = loop.server.requests.map(({ body }) => JSON.stringify(body).length);
    expect(second).toBeLessThan(first / 2);
    expect(more).toStrictEqual([]);
  });

  test("has less shown of what was just read, once, and the answer comes", async () => {
    loop.server.script({ parts: [reads("Long.md", "a")] }, tooLong, { parts: ["Read."] });
    const end = await loop.ask("Read it");
    expect(end.cut).toBeUndefined();
    expect(end.answer?.text).toBe("Read.");
    const [before = "", after = ""] = loop.server.requests.slice(1).map(({ body }) => JSON.stringify(body));
    expect(before.length).toBeGreaterThan(20_000);
    expect(after.length).toBeLessThan(4096 * 4);
    const [first, second] = loop.bounds.map(({ maxTokens = 0 }) => maxTokens);
    expect(second).toBeLessThan((first ?? 0) / 2);
    // The conversation holds what was sent.
    const reply = loop.messages[2];
    const text = reply?.role === "tool" && reply.reply.content[0]?.type === "text" ? reply.reply.content[0].text : "";
    expect(after).toContain(JSON.stringify(text).slice(1, 400));
    expect(text.length).toBeLessThan(9000);
  });

  test("has less shown of what is attached", async () => {
    const reply = await loop.call("read_file", { path: "Long.md" }, true);
    loop.server.script({ parts: ["Read."] });
    await loop.ask("Sum it up", { choice: { contextTokens: 4096 }, attachments: [{ path: "Long.md", reply }] });
    const [body = ""] = loop.server.requests.map((request) => JSON.stringify(request.body));
    expect(body.length).toBeLessThan(4096 * 4);
    expect(body).toContain("[The user attached Long.md]");
  });

  test("leaves out the oldest questions, and says how many", async () => {
    const long = Array.from({ length: 400 }, (_, at) => `word${at * 7919}`).join(" ");
    loop.server.script(...Array.from({ length: 8 }, () => ({ parts: [long] })));
    for (let number = 1; number < 8; number++)
      await loop.ask(`Question ${number}`, { choice: { contextTokens: 4096 } });
    const end = await loop.ask("Question 8", { choice: { contextTokens: 4096 } });
    const body = JSON.stringify(loop.server.requests.at(-1)?.body);
    expect(body.length).toBeLessThan(4096 * 4);
    expect(body).not.toContain("Question 1");
    expect(body).toContain("Question 7");
    expect(end.forgotten).toBeGreaterThan(2);
    // The conversation still has them.
    expect(loop.messages.filter(({ role }) => role === "user")).toHaveLength(8);
  });

  test("serves as many calls of a turn as fit, and says how many", async () => {
    const parts = Array.from({ length: 30 }, (_, index) => reads("Long.md", `c${index}`));
    loop.server.script({ parts }, { parts: ["Read."] });
    await loop.ask("Read it", { choice: { contextTokens: 8192 } });
    const served = loop.bounds.length;
    expect(served).toBeGreaterThan(1);
    expect(served).toBeLessThan(12);
    expect(loop.bounds.every(({ maxTokens }) => maxTokens === 500)).toBe(true);
    const last = loop.messages.filter(({ role }) => role === "tool").pop() as Extract<Message, { role: "tool" }>;
    expect(last.reply.structuredContent.error).toStrictEqual({
      code: "too_large",
      message: `there is room for the replies of ${served} calls only`,
      help: `call again, with at most ${served} at once`,
    });
  });
});

describe("images", () => {
  const structuredContent = { display: "", files: [] };
  const image = { type: "image" as const, data: "AAAA", mimeType: "image/png" };
  const reply = { content: [{ type: "text" as const, text: "[image]" }, image], isError: false, structuredContent };
  const attachments: Attachment[] = [{ path: "a.png", reply }];

  /** What a model is given that sees, or not. */
  const given = async (seesImages: boolean): Promise<ModelRequest> => {
    const requests: ModelRequest[] = [];
    async function* turn(request: ModelRequest) {
      requests.push(request);
      await Promise.resolve();
      if (requests.length === 1) yield { type: "call", call: { id: "i", tool: "read_file", args: "{}" } } as const;
      else yield { type: "text", text: "Seen." } as const;
      const usage = { inputTokens: 0, outputTokens: 0, cachedTokens: 0 };
      yield { type: "done", reason: "stop", usage } as const;
    }
    const model: Model = { id: "m", contextTokens: 100_000, seesImages, isRemote: false, turn };
    await loop.ask("What is it?", { attachments, surroundings: { model, call: () => Promise.resolve(reply) } });
    expect(loop.messages[2]).toMatchObject({ role: "tool", reply });
    const [, last] = requests;
    if (!last) throw new Error("there was no second turn");
    return last;
  };

  test("go to a model that sees them as they are", async () => {
    const { messages } = await given(true);
    expect(messages).toStrictEqual(loop.messages.slice(0, 3));
  });

  test("are told of in words to one that does not, and kept for the next model", async () => {
    const { messages } = await given(false);
    const text = "[an image is left out here: this model cannot see images]";
    const blind = {
      content: [
        { type: "text", text: "[image]" },
        { type: "text", text },
      ],
    };
    expect(messages).toMatchObject([{ attachments: [{ reply: blind }] }, {}, { reply: blind }]);
  });
});
