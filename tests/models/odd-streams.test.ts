// Streams of compatible servers that are not quite OpenAI's, as they were seen, and answers that are none.
import { afterEach, beforeEach, expect, test } from "vitest";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { openModel } from "../../js/agent/providers/models.ts";
import { realNetwork } from "../standins/network.ts";
import { failure, turn } from "./turns.ts";

let server: Server;
let body = "";
let type = "text/event-stream";
beforeEach(async () => {
  type = "text/event-stream";
  server = createServer((request, response) => {
    request.resume();
    response.writeHead(200, { "content-type": type });
    response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterEach(() => new Promise((resolve) => server.close(resolve)));

const host = (): string => `127.0.0.1:${(server.address() as AddressInfo).port}`;

async function asked() {
  return turn(
    await openModel({ provider: "compatible", model: "m", baseUrl: `http://${host()}/v1` }, realNetwork),
    "Hi",
  );
}

const chunk = (delta: unknown, more: object = {}): string =>
  `data: ${JSON.stringify({ choices: [{ index: 0, delta, ...more }] })}\n\n`;
const called = (...calls: object[]): string => chunk({ tool_calls: calls });
const STOP = chunk({}, { finish_reason: "stop" });
const DONE = "data: [DONE]\n\n";
const ARGS = { path: "a.md" };
const READ = { index: 0, id: "c", function: { name: "read_file", arguments: '{"path":"a.md"}' } };

test.each<[string, string, string[], string]>([
  [
    "arguments as an object",
    called({ ...READ, function: { name: "read_file", arguments: ARGS } }) + STOP,
    ["a.md"],
    "",
  ],
  ["no finish_reason", called(READ) + DONE, ["a.md"], ""],
  ["no line break at the end", chunk({ content: "Yes." }) + DONE.trimEnd(), [], "Yes."],
  ["empty events", `data:\n\n${chunk({ content: "Yes." })}data: \n\n${STOP}`, [], "Yes."],
  ["no finish_reason for text", chunk({ content: "Yes." }) + DONE, [], "Yes."],
  ["an empty finish_reason", chunk({ content: "Yes." }, { finish_reason: "" }) + DONE, [], "Yes."],
  ["stop with calls", called(READ) + STOP, ["a.md"], ""],
  ["an unknown finish_reason", chunk({ content: "Yes." }, { finish_reason: "eos" }), [], "Yes."],
  ["one call, not in a list", chunk({ tool_calls: READ }) + STOP, ["a.md"], ""],
  [
    "the old function_call",
    chunk({ function_call: READ.function }) + chunk({}, { finish_reason: "function_call" }),
    ["a.md"],
    "",
  ],
  ["no index and no id", called({ function: READ.function }) + STOP, ["a.md"], ""],
  ["an index as text, an id as a number", called({ ...READ, index: "0", id: 7 }) + STOP, ["a.md"], ""],
  ["two calls with one index", called(READ) + called({ ...READ, id: "d" }) + STOP, ["a.md", "a.md"], ""],
  ["two calls with one index and no id", called({ ...READ, id: "" }, { ...READ, id: "" }) + STOP, ["a.md", "a.md"], ""],
  [
    "the name again with each piece",
    called({ ...READ, function: { name: "read_file", arguments: '{"path":' } }) +
      called({ ...READ, function: { name: "read_file", arguments: '"a.md"}' } }) +
      STOP,
    ["a.md"],
    "",
  ],
  [
    "the name behind the arguments",
    called({ index: 0, function: { arguments: '{"path":"a.md"}' } }) +
      called({ index: 0, id: "c", function: { name: "read_file" } }) +
      STOP,
    ["a.md"],
    "",
  ],
  ["a role of its own", chunk({ role: "model", content: "Yes." }) + STOP, [], "Yes."],
  ["content in parts", chunk({ content: [{ type: "text", text: "Yes." }] }) + STOP, [], "Yes."],
  [
    "thinking in parts",
    chunk({
      content: [
        { type: "thinking", thinking: [{ type: "text", text: "Hm" }] },
        { type: "text", text: "Yes." },
      ],
    }) + STOP,
    [],
    "Yes.",
  ],
  [
    "usage as text",
    `data: ${JSON.stringify({ choices: [], usage: { prompt_tokens: "12" } })}\n\n${chunk({ content: "Yes." })}${STOP}`,
    [],
    "Yes.",
  ],
  [
    "an id as a number, and null everywhere",
    `data: ${JSON.stringify({ id: 1, model: null, created: "x", usage: null, choices: [{ delta: { content: "Yes.", tool_calls: null, refusal: null }, finish_reason: null }] })}\n\n${STOP}`,
    [],
    "Yes.",
  ],
  [
    "other events and comments",
    `: ping\nevent: message\nid: 3\n${chunk({ content: "Yes." })}data: {"type":"ping"}\n\n${STOP}`,
    [],
    "Yes.",
  ],
  ["carriage returns", (chunk({ content: "Yes." }) + STOP).replaceAll("\n", "\r\n"), [], "Yes."],
  ["no space behind data:", (chunk({ content: "Yes." }) + STOP).replaceAll("data: ", "data:"), [], "Yes."],
])("%s", async (_, stream, paths, text) => {
  body = stream;
  const events = await asked();
  const calls = events.flatMap((event) => (event.type === "call" ? [event.call] : []));
  expect(calls.map(({ tool, args }) => [tool, JSON.parse(args) as unknown])).toStrictEqual(
    paths.map((path) => ["read_file", { path }]),
  );
  expect(new Set(calls.map(({ id }) => id)).size).toBe(calls.length);
  expect(events.flatMap((event) => (event.type === "text" ? [event.text] : [])).join("")).toBe(text);
  expect(events.at(-1)).toMatchObject({ type: "done", reason: calls.length > 0 ? "calls" : "stop" });
});

test("an answer that is not streamed", async () => {
  type = "application/json";
  body = JSON.stringify(
    { choices: [{ message: { role: "assistant", content: "Yes." }, finish_reason: "stop" }] },
    null,
    2,
  );
  expect(await asked()).toMatchObject([
    { type: "text", text: "Yes." },
    { type: "done", reason: "stop" },
  ]);
});

test.each<[string, string, string, string, string]>([
  [
    "a web page",
    "text/html; charset=utf-8",
    "<html>Router</html>",
    "refused",
    "sent an unexpected response. Check its URL.",
  ],
  ["plain words", "text/plain", "Ollama is running", "refused", "sent an unexpected response. Check its URL."],
  [
    "choices that are none",
    "text/event-stream",
    'data: {"choices":5}\n\n',
    "refused",
    "sent a response that Lectern can't read. Ask again, or choose another model.",
  ],
  [
    "an error as text",
    "application/json",
    '{"error":"out of memory"}',
    "refused",
    "refused the request. It says: “out of memory”",
  ],
  [
    "an error of vLLM",
    "text/event-stream",
    'data: {"object":"error","message":"maximum context length is 4096 tokens","code":400}\n\n',
    "too_long",
    "",
  ],
  ["nothing", "text/event-stream", "", "network", ""],
  ["half an answer", "text/event-stream", chunk({ content: "Y" }), "network", ""],
])("%s is an error that says so", async (_, of, text, fault, words) => {
  [type, body] = [of, text];
  const error = await failure(asked());
  expect(error.fault).toBe(fault);
  if (words) expect(error.message).toBe(`${host()} ${words}`);
});
