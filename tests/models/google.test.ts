// Models over Google's Gemini API: what is sent, and the result of a turn. With a real server on this machine.
import { expect, test } from "vitest";
import type { Message } from "../../js/agent/message.ts";
import { openModel } from "../../js/agent/providers/models.ts";
import { google } from "../standins/google.ts";
import { networkTo } from "../standins/network.ts";
import { server, useServer } from "../standins/server.ts";
import { asks, DOT, KEY, reads, replies, replyOf, request, says, turn } from "./turns.ts";

useServer(google, KEY);

const hosts: string[] = [];
const open = (model = "gemini-3-pro") => openModel({ provider: "google", model, key: KEY }, networkTo(server, hosts));

/** What the server was sent as contents, for a conversation. */
async function sent(messages: Message[], model?: string): Promise<{ role: string; parts: unknown[] }[]> {
  server.script({ parts: ["Ok"] });
  await turn(await open(model), request(messages));
  return (server.last.body as { contents: { role: string; parts: unknown[] }[] }).contents;
}

test.each([Infinity, 3])("a turn gives text, calls and what it took (%d bytes at once)", async (bytesAWrite) => {
  server.script({
    bytesAWrite,
    parts: ["Grüße. ", "I look.", { call: "read_file", args: { path: "a.md" }, id: "g1" }, { call: "list", args: {} }],
    usage: { input: 1000, output: 50, cached: 900 },
  });
  expect(await turn(await open(), "Hi")).toStrictEqual([
    { type: "text", text: "Grüße. I look." },
    { type: "call", call: { id: "g1", tool: "read_file", args: '{"path":"a.md"}' } },
    { type: "call", call: { id: "call_1", tool: "list", args: "{}" } },
    { type: "done", reason: "calls", usage: { inputTokens: 1000, outputTokens: 50, cachedTokens: 900 } },
  ]);
});

test("calls without ids have others in the next turn", async () => {
  const messages = [asks("Hi"), says("", [reads("call_1", "a.md")]), replies("call_1", "1: A")];
  server.script({ parts: [{ call: "read_file", args: { path: "b.md" } }] });
  const [call] = await turn(await open(), request(messages));
  expect(call).toMatchObject({ type: "call", call: { id: "call_1-2" } });
});

test.each([
  ["length", "length"],
  ["filtered", "filtered"],
] as const)("a turn that ended by %s says so", async (finish, reason) => {
  server.script({ parts: ["Half"], finish });
  expect((await turn(await open(), "Hi")).at(-1)).toMatchObject({ type: "done", reason });
});

test("a request goes to Google's own host, the key in a header and not in the address", async () => {
  hosts.length = 0;
  await sent([asks("Hi")]);
  expect(hosts).toStrictEqual(["generativelanguage.googleapis.com"]);
  const { path, headers } = server.last;
  const body: unknown = server.last.body;
  expect(path).toBe("/v1beta/models/gemini-3-pro:streamGenerateContent?alt=sse");
  expect(headers["x-goog-api-key"]).toBe(KEY);
  expect(headers["user-agent"]).not.toContain("ai-sdk");
  expect(headers).not.toHaveProperty("x-goog-api-client");
  expect(body).toMatchObject({
    systemInstruction: { parts: [{ text: "You read notes." }] },
    contents: [{ role: "user", parts: [{ text: "Hi" }] }],
    tools: [{ functionDeclarations: [{ name: "read_file", description: "Reads a note." }] }],
  });
});

test("results have images in them, and errors are marked", async () => {
  const picture = { type: "image" as const, data: DOT, mimeType: "image/png" };
  const messages = [
    asks("Hi"),
    says("", [reads("a", "a.png"), reads("b", "b.md")]),
    replies("a", [{ type: "text", text: "A dot" }, picture]),
    replies("b", "", { reply: replyOf("error: no note", true) }),
  ];
  const named = { name: "read_file" };
  expect((await sent(messages))[2]).toStrictEqual({
    role: "user",
    parts: [
      {
        functionResponse: {
          id: "a",
          ...named,
          response: { ...named, content: "A dot" },
          parts: [{ inlineData: { mimeType: "image/png", data: DOT } }],
        },
      },
      { functionResponse: { id: "b", ...named, response: { ...named, error: "error: no note" } } },
    ],
  });
});

test("the signatures of thoughts and calls go back where they came, to the model that made them", async () => {
  server.script({
    parts: [
      { thinking: "Let me see." },
      "I look.",
      { call: "read_file", args: { path: "a.md" }, id: "g1", signature: "c2ln" },
    ],
  });
  const events = await turn(await open(), request([asks("Hi")]));
  const calls = events.flatMap((event) => (event.type === "call" ? [event.call] : []));
  const done = events.at(-1);
  const said = says("I look.", calls, done?.type === "done" ? { opaque: done.opaque } : {});
  const messages = JSON.parse(JSON.stringify([asks("Hi"), said, replies("g1", "1: A")])) as Message[];
  const functionCall = { id: "g1", name: "read_file", args: { path: "a.md" } };
  expect((await sent(messages))[1]?.parts).toStrictEqual([
    { text: "Let me see.", thought: true },
    { text: "I look." },
    { functionCall, thoughtSignature: "c2ln" },
  ]);
  expect((await sent(messages, "gemini-2.5-flash"))[1]?.parts).toStrictEqual([{ text: "I look." }, { functionCall }]);
});

test("what is known of its models", async () => {
  expect(await open()).toMatchObject({ contextTokens: 1_048_576, seesImages: true });
});
