// The endpoint that agents get tools from: who may ask, what it answers, and calls that wait.
import { describe, expect, test } from "vitest";
import { type CallResult, McpEndpoint, type ToolCalled } from "../../js/agent/programs/mcp-endpoint.ts";
import { definitions } from "../../js/vault/definitions.ts";

const HEADERS = { host: "127.0.0.1:5000", authorization: "Bearer token" };
const calls: (ToolCalled & { answer(result: CallResult): void; fail(error: Error): void })[] = [];
const service = {
  tools: () => definitions,
  call: (call: ToolCalled) => new Promise<CallResult>((answer, fail) => void calls.push({ ...call, answer, fail })),
};
const endpoint = new McpEndpoint((token) => (token === "token" ? service : undefined));
const WITH_RESOURCES = {
  ...service,
  instructions: "Read.",
  resources: {
    templates: [{ name: "note" }],
    list: (cursor: unknown) => Promise.resolve({ resources: [], nextCursor: `${String(cursor)}+` }),
    read: (uri: string) => Promise.resolve(uri === "lectern:///a" ? [{ uri, text: "a" }] : undefined),
  },
};

const ask = (message: unknown, headers: Record<string, string | undefined> = {}, method = "POST", path = "/mcp") => {
  const body = typeof message === "string" ? message : JSON.stringify(message);
  return endpoint.answer({ method, path, headers: { ...HEADERS, ...headers }, body: () => Promise.resolve(body) });
};
/** The JSON of a response. */
const said = async (message: unknown): Promise<unknown> => JSON.parse((await ask(message)).body as string);
/** The events of a call, each an array of its lines. */
async function eventsOf(
  params: object,
  id: unknown = 1,
  more: Record<string, string> = {},
): Promise<AsyncIterator<string>> {
  const { body } = await ask({ id, method: "tools/call", params }, more);
  return (body as AsyncIterable<string>)[Symbol.asyncIterator]();
}

describe("it answers nobody", () => {
  test.each([
    ["without its token", { authorization: undefined }, 401],
    ["with another token", { authorization: "Bearer tokens" }, 401],
    ["from a page of another site", { origin: "https://attacker.example" }, 403],
    ["from a page without a site", { origin: "null" }, 403],
    ["from a page by a name that begins like ours", { origin: "http://localhost.attacker.example" }, 403],
    ["by a name that leads here", { host: "attacker.example:5000" }, 403],
    ["by no name", { host: undefined }, 403],
  ])("%s", async (_, headers, status) => {
    expect(await ask({ id: 1, method: "tools/list" }, headers)).toMatchObject({ status });
  });

  test.each([{ host: "localhost:5000" }, { origin: "http://127.0.0.1:5000" }])(
    "but on this computer: %j",
    async (more) => {
      expect((await ask({ id: 1, method: "tools/list" }, more)).status).toBe(200);
    },
  );

  test("who asks elsewhere, as for a sign-in", async () => {
    expect(await ask("", {}, "GET", "/.well-known/oauth-protected-resource")).toEqual({ status: 404 });
  });

  test("who does not post", async () => {
    expect(await ask("", {}, "GET")).toEqual({ status: 405, headers: { allow: "POST" } });
  });
});

test.each(["", "{", "[]", "null", '"x"', '{"id":1}', '{"id":1,"method":7}'])("%j is no request", async (body) => {
  expect((await ask(body)).status).toBe(400);
});

test("it agrees on a version that it knows, and says its newest to others", async () => {
  const begin = (protocolVersion: unknown) => said({ id: 1, method: "initialize", params: { protocolVersion } });
  expect(await begin("2025-06-18")).toMatchObject({
    result: { protocolVersion: "2025-06-18", capabilities: { tools: {} } },
  });
  expect(await begin("2026-07-28")).toMatchObject({ result: { protocolVersion: "2025-11-25" } });
  // Its batches are not read here.
  expect(await begin("2025-03-26")).toMatchObject({ result: { protocolVersion: "2025-11-25" } });
  expect(await begin(7)).toMatchObject({ result: { protocolVersion: "2025-11-25" } });
});

test("it lists the tools as they are", async () => {
  const { result } = (await said({ id: "a", method: "tools/list" })) as { result: { tools: object[] } };
  expect(result.tools).toMatchObject(
    definitions.map(({ name, description, inputSchema }) => ({ name, description, inputSchema })),
  );
});

test("a response is accepted, and invalid JSON has an error code of its own", async () => {
  expect(await ask({ id: 1, result: {} })).toEqual({ status: 202 });
  expect(JSON.parse((await ask("{")).body as string)).toMatchObject({ error: { code: -32700 } });
  expect(JSON.parse((await ask("[]")).body as string)).toMatchObject({ error: { code: -32600 } });
});

test("notifications are taken, and unknown methods refused", async () => {
  expect(await ask({ method: "notifications/initialized" })).toEqual({ status: 202 });
  expect(await said({ id: 1, method: "ping" })).toEqual({ jsonrpc: "2.0", id: 1, result: {} });
  expect(await said({ id: 1, method: "resources/read" })).toMatchObject({ error: { code: -32601 } });
  expect(await said({ id: 1, method: "tools/call", params: {} })).toMatchObject({ error: { code: -32602 } });
});

test("a version that it does not know is refused, so that the client asks for another", async () => {
  const headers = { "mcp-protocol-version": "2026-07-28" };
  const { status, body } = await ask({ id: 1, method: "server/discover" }, headers);
  expect([status, body]).toEqual([400, expect.stringContaining("2025-11-25")]);
});

test("calls wait, each for its own result", async () => {
  calls.length = 0;
  const [a, b] = await Promise.all(
    ["a", "b"].map((path) => eventsOf({ name: "read_file", arguments: { path } }, path)),
  );
  expect(calls.map(({ tool, args }) => [tool, args])).toEqual([
    ["read_file", '{"path":"a"}'],
    ["read_file", '{"path":"b"}'],
  ]);
  calls[1]?.answer({ content: [{ type: "text", text: "of b" }], isError: false });
  calls[0]?.answer({ content: [{ type: "text", text: "of a" }], isError: true });
  const events = [await a?.next(), await a?.next(), await b?.next()].map((event) => event?.value as unknown);
  expect(events).toEqual([
    'data: {"jsonrpc":"2.0","id":"a","result":{"content":[{"type":"text","text":"of a"}],"isError":true}}\n\n',
    undefined,
    'data: {"jsonrpc":"2.0","id":"b","result":{"content":[{"type":"text","text":"of b"}],"isError":false}}\n\n',
  ]);
});

test("a client that waits is told why, if it asked for that", async () => {
  calls.length = 0;
  const told = await eventsOf({ name: "edit_file", _meta: { progressToken: "t" } });
  calls[0]?.say("Waiting for the user");
  const params = { progressToken: "t", progress: 1, message: "Waiting for the user" };
  const message = { jsonrpc: "2.0", method: "notifications/progress", params };
  expect(await told.next()).toMatchObject({ value: `data: ${JSON.stringify(message)}\n\n` });
  const later = told.next();
  calls[0]?.say("Nearly there");
  expect(JSON.stringify(await later)).toContain("Nearly there");
  const untold = await eventsOf({ name: "edit_file" });
  calls[1]?.say("Waiting for the user");
  expect(await untold.next()).toMatchObject({ value: ": the call goes on\n\n" });
});

test("a call that fails is an error of the protocol", async () => {
  calls.length = 0;
  const events = await eventsOf({ name: "read_file" });
  calls[0]?.fail(new Error("broken"));
  expect(JSON.stringify(await events.next())).toContain("-32603,");
});

test("a call ends when the client cancels it or leaves, and no other does", async () => {
  calls.length = 0;
  const one = { "mcp-session-id": "one" };
  await eventsOf({ name: "read_file" }, 7, one);
  await eventsOf({ name: "read_file" }, 7, { "mcp-session-id": "two" });
  const leave = new AbortController();
  const message = { id: 8, method: "tools/call", params: { name: "read_file" } };
  await endpoint.answer({
    method: "POST",
    path: "/mcp",
    headers: HEADERS,
    body: () => Promise.resolve(JSON.stringify(message)),
    gone: leave.signal,
  });
  const ended = () => calls.map(({ signal }) => signal.aborted);
  await ask({ method: "notifications/cancelled", params: { requestId: 7 } }, one);
  expect(ended()).toEqual([true, false, false]);
  leave.abort();
  expect(ended()).toEqual([true, false, true]);
  // One that left before its token was judged.
  const slow = new McpEndpoint(async () => (await Promise.resolve(), service));
  const gone = AbortSignal.abort();
  await slow.answer({
    method: "POST",
    path: "/mcp",
    headers: HEADERS,
    body: () => Promise.resolve(JSON.stringify(message)),
    gone,
  });
  expect(ended()).toEqual([true, false, true, true]);
});

test("resources, where there are some", async () => {
  const rich = new McpEndpoint(() => WITH_RESOURCES);
  const ask = async (method: string, params: object = {}): Promise<unknown> => {
    const body = JSON.stringify({ id: 1, method, params });
    const answer = await rich.answer({
      method: "POST",
      path: "/mcp",
      headers: HEADERS,
      body: () => Promise.resolve(body),
    });
    return JSON.parse(answer.body as string);
  };
  expect(await ask("initialize")).toMatchObject({ result: { capabilities: { resources: {} }, instructions: "Read." } });
  expect(await ask("resources/list", { cursor: "c" })).toMatchObject({ result: { nextCursor: "c+" } });
  expect(await ask("resources/templates/list")).toMatchObject({ result: { resourceTemplates: [{ name: "note" }] } });
  expect(await ask("resources/read", { uri: "lectern:///a" })).toMatchObject({ result: { contents: [{ text: "a" }] } });
  expect(await ask("resources/read", { uri: "lectern:///b" })).toMatchObject({ error: { code: -32002 } });
});
