// The official conformance suite, in both versions of the protocol, against `lectern mcp --http` and against a fixture
// server on the same transport; in the older one, against the endpoint of the server in the app, too. What is expected to fail is named, with the reason, in the .yml files beside this one.
// Needs pkg/cli.mjs and the suite, which `npm test` installs.
import { execFile } from "node:child_process";
import { once } from "node:events";
import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createRequire } from "node:module";
import { McpEndpoint, type Service } from "../../js/agent/programs/mcp-endpoint.ts";
import { conformanceSuite } from "../../js/build/mcp-clients.mjs";
import { serveHttp } from "../../js/cli/mcp/http.ts";
import { NodeHost } from "../../js/host/node.ts";
import { NodeComputer } from "../../js/host/node-computer.ts";
import { definitions } from "../../js/vault/definitions.ts";
import { Tools } from "../../js/vault/tools.ts";
import { start } from "../shim/cli.ts";
import { folderWith } from "../shim/vault.ts";
import { fixtureServer } from "./fixture-server.ts";

vi.setConfig({ testTimeout: 120_000 });

const TOKEN = "conformance";
const run = promisify(execFile);
const [node = "", suite = ""] = conformanceSuite();

/** Serves what is at `url`, with the token: the suite knows none. `Host` and `Origin` are those of the suite. */
async function withToken(url: string): Promise<Server> {
  const server = createServer((incoming, outgoing) => {
    const headers = { ...incoming.headers, authorization: `Bearer ${TOKEN}` };
    const asked = request(url, { method: incoming.method ?? "GET", headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(outgoing);
    });
    asked.on("error", () => outgoing.destroy());
    outgoing.on("close", () => asked.destroy());
    incoming.pipe(asked);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return server;
}

const servers: Record<string, Server> = {};
const closers: (() => unknown)[] = [];
beforeAll(async () => {
  const vault = await folderWith({ "Lamp.md": "# Lamp\n", "Prompts/Sum up.md": "Sum up.\n" });
  const child = start(["mcp", "--vault", vault, "--http", "0"], { env: { ...process.env, LECTERN_MCP_TOKEN: TOKEN } });
  const [said] = (await once(child.stderr, "data")) as [Buffer];
  const fixture = await serveHttp(fixtureServer, 0, TOKEN, () => undefined);
  servers["lectern"] = await withToken(/http:\S+\/mcp/.exec(String(said))?.[0] ?? "");
  servers["fixture"] = await withToken(fixture.url);
  const computer = new NodeComputer(createRequire(import.meta.url));
  const tools = new Tools(NodeHost.open(vault));
  const service: Service = {
    tools: () => definitions,
    call: ({ tool, args, signal }) => tools.callJson(tool, args, signal),
    resources: {
      templates: [],
      list: () => Promise.resolve({ resources: [{ uri: "lectern:///Lamp.md", name: "Lamp.md" }] }),
      read: () => Promise.resolve(undefined),
    },
  };
  const endpoint = new McpEndpoint((token) => (token === TOKEN ? service : undefined));
  const app = await computer.serve((request) => endpoint.answer(request));
  servers["app"] = await withToken(`http://127.0.0.1:${app.port}/mcp`);
  closers.push(
    () => child.kill(),
    () => fixture.close(),
    () => computer.stopAll(),
    ...Object.values(servers).map((server) => () => server.close()),
  );
});
afterAll(async () => {
  for (const close of closers) await close();
});

test.concurrent.each([
  ["lectern", "2026-07-28"],
  ["lectern", "2025-11-25"],
  ["fixture", "2026-07-28"],
  ["fixture", "2025-11-25"],
  ["app", "2025-11-25"],
])("%s passes what %s requires", async (name, version) => {
  const { port } = servers[name]?.address() as AddressInfo;
  const expected = join(import.meta.dirname, `${name}-${version}.yml`);
  const args = ["server", "--url", `http://127.0.0.1:${port}/mcp`, "--requirements", version];
  const { stdout } = await run(node, [suite, ...args, "--expected-failures", expected]).catch((error: unknown) => {
    const { stdout = "", stderr = "" } = error as { stdout?: string; stderr?: string };
    throw new Error(`${stdout.slice(stdout.indexOf("=== SUMMARY"))}\n${stderr}`);
  });
  expect(stdout).toContain("✓ tools-list");
});
