// Clients of 2025 over HTTP, each in a session: the user is asked about changes, and the client hears of changes.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { serveHttp, type Served } from "../../js/cli/mcp/http.ts";
import { newServer, watchVault } from "../../js/cli/mcp/mcp-server.ts";
import { NodeHost } from "../../js/host/node.ts";
import { NodeJournal } from "../../js/host/node-journal.ts";
import { UnaskedLosses } from "../../js/vault/approval.ts";
import { Tools } from "../../js/vault/tools.ts";
import { folderWith } from "../shim/vault.ts";

let vault: string;
let served: Served;
const clients: Client[] = [];
beforeEach(async () => {
  vi.stubEnv("XDG_STATE_HOME", await folderWith());
  vault = await folderWith({ "Lamp.md": "one\n", "Private/Diary.md": "mine\n" });
  const host = NodeHost.open(vault);
  const tools = new Tools(host, { protected: ["Private"], changes: true });
  const own = { name: "", host, tools, journal: new NodeJournal(vault), unasked: new UnaskedLosses() };
  const parts = { vaults: [own], writing: "ask" as const };
  served = await serveHttp(
    () => newServer(parts),
    0,
    "secret",
    () => undefined,
  );
  for (const one of parts.vaults) watchVault(one, served);
});
afterEach(async () => {
  for (const client of clients.splice(0)) await client.close();
  await served.close();
  vi.unstubAllEnvs();
});

const HEADERS = { authorization: "Bearer secret" };

/** A client that answers each question by `approve`. */
async function connect(approve = true) {
  const client = new Client(
    { name: "test", version: "1" },
    { capabilities: { elicitation: {} }, versionNegotiation: { mode: "legacy" } },
  );
  client.setRequestHandler("elicitation/create", () => ({ action: "accept", content: { approve } }));
  const requestInit = { headers: HEADERS };
  const transport = new StreamableHTTPClientTransport(new URL(served.url), { requestInit });
  await client.connect(transport);
  clients.push(client);
  return { client, transport };
}
const EDIT = { name: "edit_file", arguments: { path: "Lamp.md", edits: [{ old: "one", new: "two" }] } };
const content = (): string => readFileSync(join(vault, "Lamp.md"), "utf8");

test("the user is asked about a change, and it is made only if they approve", async () => {
  await (await connect(false)).client.callTool(EDIT);
  expect(content()).toBe("one\n");
  await (await connect(true)).client.callTool(EDIT);
  expect(content()).toBe("two\n");
});

test("a client hears of changes of what it subscribed to, and of no other", async () => {
  const { client } = await connect();
  const heard: string[] = [];
  client.setNotificationHandler("notifications/resources/updated", ({ params }) => void heard.push(params.uri));
  client.setNotificationHandler("notifications/resources/list_changed", () => void heard.push("list"));
  const { resources } = await client.listResources();
  expect(resources.map(({ name }) => name)).toEqual(["Lamp.md"]);
  const uri = resources[0]?.uri ?? "";
  await client.subscribeResource({ uri });
  await client.callTool({ name: "search_notes", arguments: { query: "one" } });
  await vi.waitFor(
    () => {
      writeFileSync(join(vault, "Lamp.md"), `${Math.random()}\n`);
      expect(heard).toContain(uri);
      expect(heard).toContain("list");
    },
    { timeout: 20_000, interval: 500 },
  );
  expect(new Set(heard)).toEqual(new Set([uri, "list"]));
});

test("a session that was ended is gone, and the oldest ones make room", async () => {
  const { client, transport } = await connect();
  const { sessionId = "" } = transport;
  const ask = async (id: string): Promise<number> => {
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" });
    const headers = {
      ...HEADERS,
      ...{ "content-type": "application/json", accept: "application/json, text/event-stream", "mcp-session-id": id },
    };
    const answer = await fetch(served.url, { method: "POST", headers, body });
    await answer.text();
    return answer.status;
  };
  expect([await ask(sessionId), await ask("other")]).toEqual([200, 404]);
  await transport.terminateSession();
  expect(await ask(sessionId)).toBe(404);
  await client.close();
  const [first, second] = [await connect(), await connect()].map(({ transport }) => transport.sessionId ?? "");
  for (let others = 0; others < 62; others++) await connect();
  // Used again, the first is no longer the oldest.
  expect(await ask(first ?? "")).toBe(200);
  await connect();
  expect([await ask(first ?? ""), await ask(second ?? "")]).toEqual([200, 404]);
});
