// Models over OpenAI's chat completions: what is sent, and what a turn gives. Against a real server on this machine.
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { ModelChoice } from "../../js/agent/choice.ts";
import { openModel } from "../../js/agent/models.ts";
import { networkTo, realNetwork } from "../standins/network.ts";
import { openAi } from "../standins/openai.ts";
import { StandIn } from "../standins/standin.ts";
import { asks, DOT, failure, KEY, reads, replies, replyOf, request, says, turn } from "./turns.ts";

let server: StandIn;
beforeEach(async () => {
  server = await StandIn.start(openAi);
});
afterEach(() => server.close());

const open = (more: Partial<ModelChoice> = {}) =>
  openModel({ provider: "compatible", model: "qwen3:8b", baseUrl: server.baseUrl, ...more }, realNetwork);
const NO_USAGE = { inputTokens: 0, outputTokens: 0, cachedTokens: 0 };
const stopped = { type: "done", reason: "stop", usage: NO_USAGE };

describe("a turn", () => {
  test("gives text as it comes, and what it took", async () => {
    server.script({ parts: ["Hel", "lo."], usage: { input: 120, output: 7, cached: 100 } });
    const model = await open();
    const events = [];
    for await (const event of model.turn(request([asks("Hi")]), new AbortController().signal)) events.push(event);
    expect(events).toStrictEqual([
      { type: "text", text: "Hel" },
      { type: "text", text: "lo." },
      { type: "done", reason: "stop", usage: { inputTokens: 120, outputTokens: 7, cachedTokens: 100 } },
    ]);
  });

  test("gives the first words before the last are written", async () => {
    let goOn = (): void => undefined;
    server.script({ parts: ["First", { wait: new Promise<void>((resolve) => (goOn = resolve)) }, " second"] });
    const model = await open();
    const events = model.turn(request([asks("Hi")]), new AbortController().signal)[Symbol.asyncIterator]();
    expect((await events.next()).value).toStrictEqual({ type: "text", text: "First" });
    goOn();
    expect((await events.next()).value).toStrictEqual({ type: "text", text: " second" });
    expect((await events.next()).value).toStrictEqual(stopped);
    expect(await events.next()).toStrictEqual({ done: true, value: undefined });
  });

  test("is told the system's words, the question and the tools, and asks for usage", async () => {
    server.script({ parts: ["Ok"] });
    await turn(await open(), "Where?");
    expect(server.last.body).toStrictEqual({
      model: "qwen3:8b",
      messages: [
        { role: "system", content: "You read notes." },
        { role: "user", content: "Where?" },
      ],
      tools: [
        {
          type: "function",
          function: {
            name: "read_file",
            description: "Reads a note.",
            parameters: { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
          },
        },
      ],
      stream: true,
      stream_options: { include_usage: true },
    });
  });

  test.each([1, 2, 7])("does not mind a stream that comes %i bytes at once", async (bytesAWrite) => {
    const parts = ["Grüße 🎉 ", { call: "read_file", args: { path: "Zürich 🎈.md" }, id: "c" }];
    server.script({ parts, bytesAWrite });
    expect(await turn(await open(), "Hi")).toStrictEqual([
      { type: "text", text: "Grüße 🎉 " },
      { type: "call", call: { id: "c", tool: "read_file", args: '{"path":"Zürich 🎈.md"}' } },
      { type: "done", reason: "calls", usage: NO_USAGE },
    ]);
  });

  test("gives several calls, in order", async () => {
    server.script({
      parts: [
        { call: "read_file", args: { path: "a.md" }, id: "x" },
        { call: "list_files", args: {}, id: "y" },
      ],
    });
    expect(await turn(await open(), "Hi")).toStrictEqual([
      { type: "call", call: { id: "x", tool: "read_file", args: '{"path":"a.md"}' } },
      { type: "call", call: { id: "y", tool: "list_files", args: "{}" } },
      { type: "done", reason: "calls", usage: NO_USAGE },
    ]);
  });

  test("gives broken arguments as the model wrote them", async () => {
    server.script({ parts: [{ call: "read_file", args: '{"path": "a.md', id: "x" }] });
    const [call] = await turn(await open(), "Hi");
    expect(call).toStrictEqual({ type: "call", call: { id: "x", tool: "read_file", args: '{"path": "a.md' } });
  });

  test("gives a call an id that the conversation does not have yet", async () => {
    server.script({ parts: [{ call: "read_file", args: {}, id: "call_0" }] });
    const messages = [asks("Hi"), says("", [reads("call_0", "a.md")]), replies("call_0", "1: A")];
    const [call] = await turn(await open(), request(messages));
    expect(call).toMatchObject({ type: "call", call: { id: "call_0-2" } });
  });

  test("says that it thinks, and not what", async () => {
    server.script({ parts: [{ thinking: "Hm, secret." }, "Yes."] });
    const events = [];
    const model = await open();
    for await (const event of model.turn(request([asks("Hi")]), new AbortController().signal)) events.push(event.type);
    expect(events).toContain("thinking");
    expect(events.filter((type) => type !== "thinking")).toStrictEqual(["text", "done"]);
  });

  test.each([
    ["length", "length"],
    ["filtered", "filtered"],
  ] as const)("that ended by %s says so", async (finish, reason) => {
    server.script({ parts: ["Half"], finish });
    expect((await turn(await open(), "Hi")).at(-1)).toStrictEqual({ type: "done", reason, usage: NO_USAGE });
  });

  test("that calls counts as one that calls, even if the server says stop", async () => {
    server.script({ parts: [{ call: "read_file", args: {}, id: "x" }], finish: "stop" });
    expect((await turn(await open(), "Hi")).at(-1)).toMatchObject({ reason: "calls" });
  });
});

describe("what is sent", () => {
  const sent = async (messages: Parameters<typeof request>[0], more: Partial<ModelChoice> = {}): Promise<unknown[]> => {
    server.script({ parts: ["Ok"] });
    await turn(await open(more), request(messages, { system: "" }));
    return (server.last.body as { messages: unknown[] }).messages;
  };
  const call = (id: string, args: string) => ({
    id,
    type: "function",
    function: { name: "read_file", arguments: args },
  });

  test("has calls with their results, and tells of an error in words", async () => {
    const refused = replies("b", "", { reply: replyOf('error: no note at "b.md"', true) });
    const messages = [
      asks("Hi"),
      says("I look.", [reads("a", "a.md"), reads("b", "b.md")]),
      replies("a", "1: A"),
      refused,
    ];
    expect(await sent([...messages, says("Done."), asks("More")])).toStrictEqual([
      { role: "user", content: "Hi" },
      {
        role: "assistant",
        content: "I look.",
        tool_calls: [call("a", '{"path":"a.md"}'), call("b", '{"path":"b.md"}')],
      },
      { role: "tool", tool_call_id: "a", content: "1: A" },
      { role: "tool", tool_call_id: "b", content: 'error: no note at "b.md"' },
      { role: "assistant", content: "Done." },
      { role: "user", content: "More" },
    ]);
  });

  test("has attachments before the question, each with its name", async () => {
    const attachment = { path: "a.md", startLine: 3, endLine: 4, reply: replyOf("3: X\n4: Y") };
    expect(await sent([{ role: "user", text: "Why?", attachments: [attachment] }])).toStrictEqual([
      {
        role: "user",
        content: [
          { type: "text", text: "[The person attached a.md, lines 3-4]\n3: X\n4: Y\n[End of a.md]" },
          { type: "text", text: "Why?" },
        ],
      },
    ]);
  });

  const picture = { type: "image" as const, data: DOT, mimeType: "image/png" };

  test("has images behind all results of the turn, for a model that sees", async () => {
    const calls = [reads("a", "a.png"), reads("b", "b.md")];
    const messages = [
      asks("Hi"),
      says("", calls),
      replies("a", [{ type: "text", text: "A dot" }, picture]),
      replies("b", "1: B"),
    ];
    expect((await sent(messages, { model: "llava:13b" })).slice(2)).toStrictEqual([
      { role: "tool", tool_call_id: "a", content: "A dot" },
      { role: "tool", tool_call_id: "b", content: "1: B" },
      {
        role: "user",
        content: [
          { type: "text", text: "What read_file (a) shows:" },
          { type: "image_url", image_url: { url: `data:image/png;base64,${DOT}` } },
        ],
      },
    ]);
  });

  test("has words in the place of images, for a model that does not see", async () => {
    const messages = [
      asks("Hi"),
      says("", [reads("a", "a.png")]),
      replies("a", [{ type: "text", text: "A dot" }, picture]),
    ];
    const content = "A dot\n[an image, which you cannot see]";
    expect((await sent(messages)).slice(2)).toStrictEqual([{ role: "tool", tool_call_id: "a", content }]);
  });

  test("has a line in the place of a reply that was shortened", async () => {
    const long = replies("a", "1: A", { isShortened: true });
    const content = "[Left out to make room: Read line 1 of 1 in a.md. Call read_file again if you need it.]";
    expect((await sent([asks("Hi"), says("", [reads("a", "a.md")]), long])).at(-1)).toMatchObject({ content });
  });

  test("has a result for every call, and no assistant that said nothing", async () => {
    const cut = says("", [reads("a", "a.md")], { cut: "cancelled" });
    expect(await sent([asks("Hi"), cut, asks("Again"), says("", [], { cut: "failed" }), asks("Now")])).toStrictEqual([
      { role: "user", content: "Hi" },
      { role: "assistant", content: null, tool_calls: [call("a", '{"path":"a.md"}')] },
      { role: "tool", tool_call_id: "a", content: "error: the call was cancelled" },
      { role: "user", content: "Again" },
      { role: "user", content: "Now" },
    ]);
  });

  test("has broken arguments within an object, and ids that every server takes", async () => {
    const odd = { id: "ü".repeat(50), tool: "read_file", args: "{broken" };
    const messages = [
      asks("Hi"),
      says("", [odd, reads("call_1", "b.md")]),
      replies(odd.id, "error: no JSON"),
      replies("call_1", "1: B"),
    ];
    expect((await sent(messages)).slice(1)).toStrictEqual([
      {
        role: "assistant",
        content: null,
        tool_calls: [call("call_2", '{"invalid":"{broken"}'), call("call_1", '{"path":"b.md"}')],
      },
      { role: "tool", tool_call_id: "call_2", content: "error: no JSON" },
      { role: "tool", tool_call_id: "call_1", content: "1: B" },
    ]);
  });

  test("has the thoughts of this answer's turns, and of no older one", async () => {
    const model = await open();
    const thinks = async (messages: Parameters<typeof request>[0]) => {
      server.script({ parts: [{ thinking: "Let me see." }, { call: "read_file", args: { path: "a.md" }, id: "a" }] });
      const done = (await turn(model, request(messages, { system: "" }))).at(-1);
      return says("", [reads("a", "a.md")], done?.type === "done" ? { opaque: done.opaque } : {});
    };
    const messages = [asks("Hi"), await thinks([asks("Hi")]), replies("a", "1: A")];
    expect((await sent(messages))[1]).toMatchObject({ reasoning_content: "Let me see." });
    expect((await sent([...messages, says("A."), asks("More")]))[1]).not.toHaveProperty("reasoning_content");
    expect((await sent(messages, { model: "another" }))[1]).not.toHaveProperty("reasoning_content");
  });

  test("is only what the server needs", async () => {
    server.script({ parts: ["Ok"] }, { parts: ["Ok"] });
    await turn(await open({ key: ` ${KEY}\n` }), "Hi");
    expect(server.last.headers["authorization"]).toBe(`Bearer ${KEY}`);
    await turn(await open(), "Hi");
    expect(server.last.headers).not.toHaveProperty("authorization");
    expect(server.last.headers["user-agent"]).not.toContain("ai-sdk");
  });

  test("goes to OpenAI's own host, whatever address is left in the settings", async () => {
    const hosts: string[] = [];
    server.script({ parts: ["Ok"] });
    const choice: ModelChoice = { provider: "openai", model: "gpt-5", key: KEY, baseUrl: "http://localhost:1/v1" };
    await turn(await openModel(choice, networkTo(server, hosts)), "Hi");
    expect(hosts).toStrictEqual(["api.openai.com"]);
    expect(server.last.path).toBe("/v1/chat/completions");
  });
});

describe("cancelling", () => {
  test("ends a turn at once, with the signal's reason, and leaves the server", async () => {
    server.script({ parts: ["Hel", "HANG"] });
    const stop = new AbortController();
    const events = (await open()).turn(request([asks("Hi")]), stop.signal)[Symbol.asyncIterator]();
    await events.next();
    const next = events.next();
    const reason = new Error("enough");
    stop.abort(reason);
    await expect(next).rejects.toBe(reason);
    expect(await server.last.ended).toBe("left");
  });

  test("works before the server has said anything, and before anything is sent", async () => {
    server.script(() => new Promise(() => undefined));
    const stop = new AbortController();
    const asked = turn(await open(), "Hi", stop.signal);
    const reason = new Error("enough");
    setTimeout(() => stop.abort(reason), 30);
    await expect(asked).rejects.toBe(reason);
    expect(await server.last.ended).toBe("left");
    await expect(turn(await open(), "Hi", stop.signal)).rejects.toBe(reason);
    expect(server.requests).toHaveLength(1);
  });

  test("is what leaving a turn does, too", async () => {
    server.script({ parts: ["Hel", "HANG"] });
    const events = (await open()).turn(request([asks("Hi")]), new AbortController().signal);
    for await (const event of events) if (event.type === "text") break;
    expect(await server.last.ended).toBe("left");
  });
});

describe("what has to be set", () => {
  const set = (choice: Partial<ModelChoice>) =>
    failure(openModel({ provider: "compatible", model: "m", baseUrl: server.baseUrl, ...choice }, realNetwork));

  test.each<[string, Partial<ModelChoice>, string, string]>([
    ["a model", { model: " " }, "model", "No model is chosen. Choose one in the settings."],
    ["an address", { baseUrl: "" }, "refused", "The server has no address. Set one in the settings."],
    [
      "a web address",
      { baseUrl: "file:///x" },
      "refused",
      "“file:///x” is no address. It looks like “http://localhost:11434/v1”.",
    ],
    ["a key", { provider: "openai" }, "key", "OpenAI asks for a key. Set one in the settings."],
    [
      "a key without a letter that no key has",
      { key: "sk-ü" },
      "key",
      "The key has spaces or letters in it that no key has. Paste it anew in the settings.",
    ],
  ])("is %s", async (_, choice, fault, message) => {
    expect(await set(choice)).toMatchObject({ fault, message });
  });
});
