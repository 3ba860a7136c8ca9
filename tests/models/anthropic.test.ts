// Models over Anthropic's Messages API: what is sent, and the result of a turn. With a real server on this machine.
import { expect, test } from "vitest";
import type { Message } from "../../js/agent/message.ts";
import { openModel } from "../../js/agent/providers/models.ts";
import { anthropic } from "../standins/anthropic.ts";
import { networkTo } from "../standins/network.ts";
import { server, useServer } from "../standins/server.ts";
import { asks, DOT, KEY, readFile, reads, replies, replyOf, request, says, turn } from "./turns.ts";

useServer(anthropic, KEY);

const hosts: string[] = [];
const open = (model = "claude-sonnet-4-5") =>
  openModel({ provider: "anthropic", model, key: KEY, baseUrl: "http://localhost:1" }, networkTo(server, hosts));
const CACHED = { cache_control: { type: "ephemeral" } };
const NO_USAGE = { inputTokens: 0, outputTokens: 0, cachedTokens: 0 };

/** What the server was sent as messages, for a conversation. */
async function sent(messages: Message[], model?: string): Promise<{ role: string; content: unknown[] }[]> {
  server.script({ parts: ["Ok"] });
  await turn(await open(model), request(messages));
  return (server.last.body as { messages: { role: string; content: unknown[] }[] }).messages;
}

test.each([Infinity, 3])("a turn gives text, calls and what it took (%d bytes at once)", async (bytesAWrite) => {
  server.script({
    bytesAWrite,
    parts: [
      "Grüße. ",
      "I look.",
      { call: "read_file", args: { path: "a.md" }, id: "toolu_a" },
      { call: "list", args: {} },
    ],
    usage: { input: 1000, output: 50, cached: 900 },
  });
  expect(await turn(await open(), "Hi")).toStrictEqual([
    { type: "text", text: "Grüße. I look." },
    { type: "call", call: { id: "toolu_a", tool: "read_file", args: '{"path":"a.md"}' } },
    { type: "call", call: { id: "toolu_2", tool: "list", args: "{}" } },
    { type: "done", reason: "calls", usage: { inputTokens: 1000, outputTokens: 50, cachedTokens: 900 } },
  ]);
});

test.each([
  ["length", "length"],
  ["filtered", "filtered"],
] as const)("a turn that ended by %s says so", async (finish, reason) => {
  server.script({ parts: ["Half"], finish });
  expect((await turn(await open(), "Hi")).at(-1)).toStrictEqual({ type: "done", reason, usage: NO_USAGE });
});

test("a request goes to Anthropic's own host with what an app needs, and nothing else", async () => {
  hosts.length = 0;
  await sent([asks("Hi")]);
  expect(hosts).toStrictEqual(["api.anthropic.com"]);
  const { path, headers } = server.last;
  const body: unknown = server.last.body;
  expect(path).toBe("/v1/messages");
  // What Node's fetch adds is not ours to say.
  const own = Object.keys(headers).filter((name) => /^(?:x-|anthropic|authorization|content-type)/.test(name));
  expect(own.sort()).toStrictEqual([
    "anthropic-dangerous-direct-browser-access",
    "anthropic-version",
    "content-type",
    "x-api-key",
  ]);
  expect(headers["user-agent"]).not.toContain("ai-sdk");
  expect(body).toMatchObject({
    model: "claude-sonnet-4-5",
    max_tokens: 16_000,
    stream: true,
    system: [{ type: "text", text: "You read notes.", ...CACHED }],
    messages: [{ role: "user", content: [{ type: "text", text: "Hi", ...CACHED }] }],
  });
  const { name, description, inputSchema } = readFile;
  expect((body as { tools: unknown }).tools).toStrictEqual([{ name, description, input_schema: inputSchema }]);
});

test("an unset temperature and thinking are left to the provider", async () => {
  await sent([asks("Hi")]);
  for (const name of ["temperature", "top_p", "thinking"]) expect(server.last.body).not.toHaveProperty(name);
});

test("results are one message, with images in them, errors marked, and the last two of ours cached", async () => {
  const picture = { type: "image" as const, data: DOT, mimeType: "image/png" };
  const messages = [
    asks("Hi"),
    says("I look.", [reads("a", "a.png"), reads("b", "b.md")]),
    replies("a", [{ type: "text", text: "A dot" }, picture]),
    replies("b", "", { reply: replyOf("error: no note", true) }),
  ];
  const image = { type: "image", source: { type: "base64", media_type: "image/png", data: DOT } };
  expect(await sent(messages)).toStrictEqual([
    { role: "user", content: [{ type: "text", text: "Hi", ...CACHED }] },
    {
      role: "assistant",
      content: [
        { type: "text", text: "I look." },
        { type: "tool_use", id: "a", name: "read_file", input: { path: "a.png" } },
        { type: "tool_use", id: "b", name: "read_file", input: { path: "b.md" } },
      ],
    },
    {
      role: "user",
      content: [
        { type: "tool_result", tool_use_id: "a", content: [{ type: "text", text: "A dot" }, image] },
        { type: "tool_result", tool_use_id: "b", content: "error: no note", is_error: true, ...CACHED },
      ],
    },
  ]);
});

test("a long conversation has no more marks than Anthropic takes", async () => {
  const rounds = Array.from({ length: 9 }, (_, round) => [asks(`Q${round}`), says(`A${round}`)]).flat();
  await sent([...rounds, asks("Last")]);
  const marks = JSON.stringify(server.last.body).match(/"cache_control"/g);
  expect(marks).toHaveLength(3);
});

test("nothing is sent that Anthropic refuses: empty text, ids with other letters, broken arguments", async () => {
  const odd = { id: "chat:1/ü", tool: "read_file", args: "[1" };
  const messages = [asks(" "), says("\n", [odd]), replies(odd.id, "")];
  expect(await sent(messages)).toStrictEqual([
    { role: "user", content: [{ type: "text", text: "…", ...CACHED }] },
    { role: "assistant", content: [{ type: "tool_use", id: "call_1", name: "read_file", input: { invalid: "[1" } }] },
    { role: "user", content: [{ type: "tool_result", tool_use_id: "call_1", content: "[nothing]", ...CACHED }] },
  ]);
});

/** What the model said, thought and called, as the conversation keeps it: by way of a saved note. */
async function thought(messages: Message[]): Promise<Message> {
  server.script({
    parts: [
      { thinking: "Let me see.", signature: "c2lnMQ==" },
      "I look.",
      { thinking: "", signature: "c2lnMg==" },
      { call: "read_file", args: { path: "a.md" }, id: "t1" },
    ],
  });
  const events = await turn(await open(), request(messages));
  const done = events.at(-1);
  if (done?.type !== "done") throw new Error("the turn did not end");
  const message = says("I look.", [reads("t1", "a.md")], { opaque: done.opaque });
  return JSON.parse(JSON.stringify(message)) as Message;
}

const SAID = [
  { type: "text", text: "I look." },
  { type: "tool_use", id: "t1", name: "read_file", input: { path: "a.md" } },
];

test("signed thoughts go back as they came, where they came", async () => {
  const messages = [asks("Hi"), await thought([asks("Hi")]), replies("t1", "1: A")];
  expect((await sent(messages))[1]?.content).toStrictEqual([
    { type: "thinking", thinking: "Let me see.", signature: "c2lnMQ==" },
    SAID[0],
    { type: "thinking", thinking: "", signature: "c2lnMg==" },
    SAID[1],
  ]);
});

test("a thought about what has changed since, or another model's, does not go back", async () => {
  const read = [asks("Hi"), says("", [reads("t0", "b.md")]), replies("t0", "1: B")];
  const messages = [...read, await thought(read), replies("t1", "1: A")];
  expect((await sent(messages))[3]?.content).toHaveLength(4);
  const shortened = [...messages.slice(0, 2), replies("t0", "[shortened: read_file b.md]"), ...messages.slice(3)];
  expect((await sent(shortened))[3]?.content).toStrictEqual(SAID);
  expect((await sent(messages, "claude-opus-4-5"))[3]?.content).toStrictEqual(SAID);
});

test("a thought whose message was edited in a saved note does not go back", async () => {
  const edited = { ...(await thought([asks("Hi")])), text: "I do look." } as Message;
  expect((await sent([asks("Hi"), edited, replies("t1", "1: A")]))[1]?.content).toStrictEqual([
    { type: "text", text: "I do look." },
    SAID[1],
  ]);
});

test("cancelling ends the request", async () => {
  server.script({ parts: ["Hel", "HANG"] });
  const stop = new AbortController();
  const reason = new Error("enough");
  const model = await open();
  const work = (async () => {
    for await (const event of model.turn(request([asks("Hi")]), stop.signal))
      if (event.type === "text") stop.abort(reason);
  })();
  await expect(work).rejects.toBe(reason);
  expect(await server.last.ended).toBe("left");
});

test("what is known of its models", async () => {
  expect(await open()).toMatchObject({
    id: "claude-sonnet-4-5",
    contextTokens: 200_000,
    seesImages: true,
    isRemote: true,
  });
});
