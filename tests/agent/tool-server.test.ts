// The server of tools that a program gets: who may ask, what it answers, and calls that wait.
import { describe, expect, test } from "vitest";
import { ToolServer, type WaitingCall } from "../../js/agent/programs/tool-server.ts";
import { definitions } from "../../js/vault/definitions.ts";

const HEADERS = { host: "127.0.0.1:5000", authorization: "Bearer token" };
const calls: WaitingCall[] = [];
const server = new ToolServer(definitions, "token", (call) => calls.push(call));

const ask = (message: unknown, headers: Record<string, string | undefined> = {}, method = "POST") => {
  const body = typeof message === "string" ? message : JSON.stringify(message);
  return server.answer({ method, headers: { ...HEADERS, ...headers }, body });
};
/** The JSON of a response. */
const said = (message: unknown): unknown => JSON.parse(ask(message).body as string);

describe("it answers nobody", () => {
  test.each([
    ["without its token", { authorization: undefined }, 401],
    ["with another token", { authorization: "Bearer tokens" }, 401],
    ["from a page in a browser", { origin: "http://127.0.0.1:5000" }, 403],
    ["by a name that leads here", { host: "attacker.example:5000" }, 403],
    ["by another name of this computer", { host: "localhost:5000" }, 403],
  ])("%s", (_, headers, status) => {
    expect(ask({ id: 1, method: "tools/list" }, headers)).toEqual({ status });
  });

  test("who does not post", () => {
    expect(ask("", {}, "GET")).toEqual({ status: 405, headers: { allow: "POST" } });
  });
});

test.each(["", "{", "[]", "null", '"x"', '{"id":1}', '{"id":1,"method":7}'])("%j is no request", (body) => {
  expect(ask(body).status).toBe(400);
});

test("it agrees on a version that it knows, and says its newest to others", () => {
  const begin = (protocolVersion: unknown) => said({ id: 1, method: "initialize", params: { protocolVersion } });
  expect(begin("2025-03-26")).toMatchObject({ result: { protocolVersion: "2025-03-26", capabilities: { tools: {} } } });
  expect(begin("2026-07-28")).toMatchObject({ result: { protocolVersion: "2025-11-25" } });
  expect(begin(7)).toMatchObject({ result: { protocolVersion: "2025-11-25" } });
});

test("it lists the tools as they are", () => {
  const { result } = said({ id: "a", method: "tools/list" }) as { result: { tools: object[] } };
  expect(result.tools).toMatchObject(
    definitions.map(({ name, description, inputSchema }) => ({ name, description, inputSchema })),
  );
});

test("notifications are taken, and unknown methods refused", () => {
  expect(ask({ method: "notifications/initialized" })).toEqual({ status: 202 });
  expect(said({ id: 1, method: "ping" })).toEqual({ jsonrpc: "2.0", id: 1, result: {} });
  expect(said({ id: 1, method: "resources/read" })).toMatchObject({ error: { code: -32601 } });
  expect(said({ id: 1, method: "tools/call", params: {} })).toMatchObject({ error: { code: -32602 } });
});

test("calls wait, each for its own result", async () => {
  calls.length = 0;
  const bodies = ["a", "b"].map((path) => {
    const params = { name: "read_file", arguments: { path } };
    return ask({ id: path, method: "tools/call", params }).body as AsyncIterable<string>;
  });
  expect(calls.map(({ tool, args }) => [tool, args])).toEqual([
    ["read_file", '{"path":"a"}'],
    ["read_file", '{"path":"b"}'],
  ]);
  calls[1]?.answer({ content: [{ type: "text", text: "of b" }], isError: false });
  calls[0]?.answer({ content: [{ type: "text", text: "of a" }], isError: true });
  const texts: string[] = [];
  for (const body of bodies) for await (const piece of body) texts.push(piece);
  expect(texts).toEqual([
    'data: {"jsonrpc":"2.0","id":"a","result":{"content":[{"type":"text","text":"of a"}],"isError":true}}\n\n',
    'data: {"jsonrpc":"2.0","id":"b","result":{"content":[{"type":"text","text":"of b"}],"isError":false}}\n\n',
  ]);
});
