// The MCP SDK for Python and the MCP Inspector (`--cli`) with `lectern mcp`: what each gets is what `lectern call` replies.
// `npm test` installs both, Python's only if there is a Python with pip. Needs pkg/cli.mjs.
import { execFile } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { clientCommand, pythonSdk } from "../../js/build/mcp-clients.mjs";
import { versions } from "../../js/build/tools.mjs";
import { changingDefinitions, definitions } from "../../js/vault/definitions.ts";
import type { Reply, ToolDefinition } from "../../pkg/lectern.js";
import { CLI } from "../shim/cli.ts";
import { folderWith } from "../shim/vault.ts";
import { type Definition, runProgram, SERVERS, type ServerName } from "./agent-client.ts";
import { CANT_ASK, type Case, CHANGE, DECLINED, newVault, READING, replies } from "./cases.ts";

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

/** A result, or a tool, as these clients print them. */
type Result = Partial<Pick<Reply, "content" | "isError">> & { structuredContent?: unknown };
type Listed = Definition & { name: string; outputSchema?: unknown };

let vault: string;
let expected: Map<string, Reply>;
let accepted: Reply | undefined;
beforeAll(async () => {
  vault = await newVault();
  [expected, accepted] = await Promise.all([
    replies(vault, READING),
    newVault().then(async (other) => (await replies(other, [CHANGE], "--approve", "accept")).get(CHANGE.name)),
  ]);
});

function expectReply(given: Result | undefined, { content, isError }: Reply): void {
  expect(given).toMatchObject({ content, isError });
  expect(given).not.toHaveProperty("structuredContent");
}

function expectTools(given: readonly Listed[], wanted: readonly ToolDefinition[]): void {
  expect(given.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }))).toEqual(
    wanted.map(({ name, description, inputSchema }) => ({ name, description, inputSchema })),
  );
  expect(given.filter(({ outputSchema }) => outputSchema !== undefined)).toEqual([]);
}

const serverArgs = (server: ServerName, folder: string): string[] => [
  CLI,
  "mcp",
  "--vault",
  folder,
  ...SERVERS[server],
];

const sdk = pythonSdk();
if (!sdk) test.skip("there is no MCP SDK for Python: Python 3.10 or newer, with pip, is needed");
else
  describe("the SDK for Python", () => {
    interface Call {
      readonly name: string;
      readonly args: Case["args"];
      readonly answer?: object;
    }

    async function run(server: ServerName, calls: readonly Call[]): Promise<{ tools: Listed[]; results: Result[] }> {
      const asked = { command: process.execPath, args: serverArgs(server, await newVault()), calls };
      const env = { ...process.env, PYTHONPATH: sdk?.folder, PYTHONUTF8: "1", HOME: await folderWith() };
      const child = execFile(sdk?.python ?? "", [join(import.meta.dirname, "python_client.py")], { env });
      const output = { stdout: "", stderr: "" };
      child.stdout?.on("data", (text: string) => (output.stdout += text));
      child.stderr?.on("data", (text: string) => (output.stderr += text));
      child.stdin?.end(JSON.stringify(asked));
      const [code] = (await once(child, "close")) as [number | null];
      expect(code, output.stderr).toBe(0);
      return JSON.parse(output.stdout) as { tools: Listed[]; results: Result[] };
    }

    test("gets the replies and the tools", async () => {
      const calls = READING.map(({ tool, args }) => ({ name: tool, args }));
      const { tools, results } = await run("lectern", calls);
      READING.forEach(({ name }, at) => expectReply(results[at], expected.get(name) as Reply));
      expectTools(tools, definitions);
    });

    test("is asked about changes", async () => {
      const change = { name: CHANGE.tool, args: CHANGE.args };
      const accept = { action: "accept", content: { approve: true } };
      const { tools, results } = await run("asking", [change, { ...change, answer: accept }]);
      expect(results[0]).toMatchObject({ content: [{ type: "text", text: DECLINED }], isError: false });
      expectReply(results[1], accepted as Reply);
      expectTools(tools, [...definitions, ...changingDefinitions]);
    });
  });

test("without Node 22, there is no Inspector", async () => {
  vi.stubEnv("LECTERN_CACHE", await folderWith({ [`inspector-${versions.inspector}/node_modules/a.txt`]: "" }));
  expect(clientCommand("inspector")).toBe(undefined);
  vi.unstubAllEnvs();
});

const command = clientCommand("inspector") ?? [];
describe.runIf(command.length > 0)("the Inspector, which needs Node 22", () => {
  async function run(
    server: ServerName,
    ...args: string[]
  ): Promise<{ code: number | null; shown: unknown; stderr: string }> {
    const all = ["--cli", process.execPath, ...serverArgs(server, vault), ...args];
    const { code, stdout, stderr } = await runProgram(command, { args: all, env: {} }, await folderWith());
    return { code, shown: JSON.parse(stdout) as unknown, stderr };
  }

  async function call(server: ServerName, { tool, args }: Case, ...more: string[]): Promise<Result> {
    const pairs = Object.entries(args).flatMap(([name, value]) => [
      "--tool-arg",
      `${name}=${value as string | number}`,
    ]);
    return (await run(server, "--method", "tools/call", "--tool-name", tool, ...pairs, ...more)).shown as Result;
  }

  test.each(READING)("gets $name", async (one) => {
    expectReply(await call("lectern", one), expected.get(one.name) as Reply);
  });

  test("gets a note over the protocol of 2026", async () => {
    const [one] = READING as [Case];
    expectReply(await call("lectern", one, "--protocol-era", "modern"), expected.get(one.name) as Reply);
  });

  test("finds no fault with the tools", async () => {
    const { code, shown, stderr } = await run("asking", "--method", "tools/list", "--strict");
    expect([code, stderr]).toEqual([0, ""]);
    expectTools((shown as { tools: Listed[] }).tools, [...definitions, ...changingDefinitions]);
  });

  test("can't be asked about a change, and makes one that is accepted", async () => {
    expect(await call("asking", CHANGE)).toMatchObject({ content: [{ type: "text", text: CANT_ASK }], isError: true });
    expectReply(await call("accepting", CHANGE), accepted as Reply);
  });
});
