// Models over OpenAI's chat completions API: the result of a turn. With a real server on this machine.
import { describe, expect, test } from "vitest";
import type { ModelChoice } from "../../js/agent/model-choice.ts";
import { openModel } from "../../js/agent/providers/models.ts";
import { realNetwork } from "../standins/network.ts";
import { openAi } from "../standins/openai.ts";
import { server, useServer } from "../standins/server.ts";
import { asks, failure, reads, replies, request, says, turn } from "./turns.ts";

useServer(openAi);

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
    ["a model", { model: " " }, "model", "No model. Choose one in settings."],
    [
      "an address",
      { baseUrl: "" },
      "refused",
      "No server URL. Add one in settings, such as http://localhost:11434/v1.",
    ],
    [
      "a web address",
      { baseUrl: "file:///x" },
      "refused",
      "“file:///x” is not a URL. Enter one that starts with http:// or https://",
    ],
    ["a key", { provider: "openai" }, "key", "OpenAI needs an API key. Add one in settings."],
    [
      "a key without a letter that no key has",
      { key: "sk-ü" },
      "key",
      "The API key contains spaces or invalid characters. Paste it again in settings.",
    ],
  ])("is %s", async (_, choice, fault, message) => {
    expect(await set(choice)).toMatchObject({ fault, message });
  });
});
