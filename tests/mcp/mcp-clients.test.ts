// `lectern mcp`, with the official client in both protocol versions: over standard input and output, and over HTTP. Needs
// pkg/cli.mjs, which built.ts makes.
import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import { once } from "node:events";
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { CLI, lectern } from "../shim/cli.ts";
import { folderWith } from "../shim/vault.ts";

const FILES = {
  "Lamp.md": "# Lamp\r\n\r\nThe lamp was lit in 1957.\r\n",
  "Long.md": `${"a long line ".repeat(20_000)}\nend`,
  "Private/Diary.md": "The lamp makes me sad.\n",
  "Prompts/Sum up.md": "---\na: b\n---\nSum up what follows.\n",
  "Prompts/Secret.md": "---\nlectern: false\n---\nSecret words.\n",
  ".obsidian/plugins/lectern/data.json": JSON.stringify({ closed: ["Private"], chat: { promptsFolder: "Prompts" } }),
};
const NAMES = ["read_file", "list_files", "search_notes", "links"];
const NEW = { name: "write_file", arguments: { path: "New.md", content: "# New\n" } };

type Answer = { action: "accept" | "decline" | "cancel"; content?: { approve: boolean; comment?: string } };

let vault: string;
let asked: string[];
let answers: Answer[];
let client: Client | undefined;
beforeEach(async () => {
  vault = await folderWith(FILES);
  asked = [];
  answers = [];
});
afterEach(async () => {
  await client?.close();
  client = undefined;
});

function newClient(mode: "auto" | "legacy", canElicit: boolean): Client {
  const capabilities = canElicit ? { elicitation: {} } : {};
  const made = new Client({ name: "test", version: "1" }, { capabilities, versionNegotiation: { mode } });
  if (canElicit) {
    made.setRequestHandler("elicitation/create", ({ params }) => {
      asked.push(params.message);
      return answers.shift() ?? { action: "decline" };
    });
  }
  return made;
}

async function connect(mode: "auto" | "legacy", args: string[] = [], canElicit = true): Promise<Client> {
  client = newClient(mode, canElicit);
  const all = [CLI, "mcp", "--vault", vault, ...args];
  await client.connect(new StdioClientTransport({ command: process.execPath, args: all, stderr: "ignore" }));
  return client;
}

const textOf = ({ content }: { content?: unknown }): string =>
  (content as { type: string; text?: string }[]).map(({ text }) => text ?? "").join("\n");
const isMade = (path: string): boolean => {
  try {
    readFileSync(join(vault, path));
    return true;
  } catch {
    return false;
  }
};

describe.each(["auto", "legacy"] as const)("a client (%s)", (mode) => {
  test("reads, lists and searches, and gets nothing of what is excluded", async () => {
    const server = await connect(mode);
    const { tools } = await server.listTools();
    expect(tools.map(({ name }) => name)).toEqual(NAMES);
    expect(tools.every(({ annotations }) => annotations?.readOnlyHint === true)).toBe(true);
    expect(tools[0]?._meta?.["anthropic/maxResultSizeChars"]).toBe(400_000);
    const read = await server.callTool({ name: "read_file", arguments: { path: "Lamp" } });
    expect(textOf(read)).toContain("3: The lamp was lit in 1957.");
    // Clients show a model structured content in place of the text.
    expect([read.structuredContent, ...tools.map(({ outputSchema }) => outputSchema)].filter(Boolean)).toEqual([]);
    const denied = await server.callTool({ name: "read_file", arguments: { path: "Private/Diary.md" } });
    expect([denied.isError, denied.structuredContent]).toEqual([true, undefined]);
    expect(denied._meta?.["lectern/errorCode"]).toBe("denied");
    expect(textOf(denied)).toMatch(/^error\[\w+\]: .*is excluded\nhelp: do not try other spellings/);
    expect(textOf(await server.callTool({ name: "search_notes", arguments: { query: "lamp" } }))).not.toContain("sad");
    const unknown = await server.callTool({ name: "edit_file", arguments: {} });
    expect(textOf(unknown)).toBe(
      'error[invalid_arguments]: there is no tool "edit_file"\nhelp: the tools are ' + NAMES.join(", "),
    );
    expect(unknown.isError).toBe(true);
  });

  test("reads notes as resources, exactly, and completes their names", async () => {
    const server = await connect(mode);
    const { resources } = await server.listResources();
    expect(server.getNegotiatedProtocolVersion()).toBe(mode === "auto" ? "2026-07-28" : "2025-11-25");
    expect(resources.map(({ uri }) => uri).sort()).toEqual([
      ...["lectern:///Lamp.md", "lectern:///Long.md", "lectern:///Prompts/Sum%20up.md"],
    ]);
    for (const name of ["Lamp.md", "Long.md"] as const) {
      const { contents } = await server.readResource({ uri: `lectern:///${name}` });
      expect(contents).toEqual([{ uri: `lectern:///${name}`, mimeType: "text/markdown", text: FILES[name] }]);
    }
    for (const path of ["Private/Diary.md", "lamp.md", "Gone.md", "../x.md", ""]) {
      await expect(server.readResource({ uri: `lectern:///${path}` })).rejects.toThrow(/not found/i);
    }
    const ref = { type: "ref/resource" as const, uri: "lectern:///{+path}" };
    const complete = async (value: string): Promise<string[]> =>
      (await server.complete({ ref, argument: { name: "path", value } })).completion.values;
    expect(await complete("L")).toEqual(expect.arrayContaining(["Lamp.md", "Long.md"]));
    expect(await complete("Diary")).toEqual([]);
  });

  test("is told of changes, but not in excluded files", async () => {
    const server = await connect(mode);
    const told: string[] = [];
    server.setNotificationHandler("notifications/resources/updated", ({ params }) => void told.push(params.uri));
    server.setNotificationHandler("notifications/resources/list_changed", () => void told.push("list"));
    const uris = ["lectern:///Lamp.md", "lectern:///Private/Diary.md"];
    if (mode === "auto") await server.listen({ resourcesListChanged: true, resourceSubscriptions: uris });
    else for (const uri of uris) await server.subscribeResource({ uri });
    await server.listResources();
    writeFileSync(join(vault, "Private/Diary.md"), "Sadder.\n");
    // Its content excludes it.
    writeFileSync(join(vault, "Prompts/Secret.md"), "---\nlectern: false\n---\nMore secret words.\n");
    await new Promise((resolve) => setTimeout(resolve, 1000));
    expect(told).toEqual([]);
    writeFileSync(join(vault, "Lamp.md"), "# Lamp\n\nOut.\n");
    await vi.waitFor(() => expect(told).toContain("lectern:///Lamp.md"), { timeout: 10_000 });
    writeFileSync(join(vault, "Newer.md"), "new\n");
    await vi.waitFor(() => expect(told).toContain("list"), { timeout: 10_000 });
    expect(told.filter((one) => one.includes("Private") || one.includes("Secret"))).toEqual([]);
    // What was listed, and now excludes itself, has left the list. At once: a file that is written is empty first, and open.
    told.length = 0;
    const excluded = join(await folderWith({ "Lamp.md": "---\nlectern: false\n---\nOut.\n" }), "Lamp.md");
    renameSync(excluded, join(vault, "Lamp.md"));
    await vi.waitFor(() => expect(told).toEqual(["list"]), { timeout: 10_000 });
  });

  test("uses the prompts of the vault that are not excluded", async () => {
    const server = await connect(mode);
    expect((await server.listPrompts()).prompts.map(({ name }) => name)).toEqual(["Sum up"]);
    const { messages } = await server.getPrompt({ name: "Sum up", arguments: { input: "The lamp." } });
    expect(messages).toEqual([{ role: "user", content: { type: "text", text: "Sum up what follows.\n\nThe lamp." } }]);
    await expect(server.getPrompt({ name: "Secret" })).rejects.toThrow("there is no prompt");
  });

  test("writes only what the user was shown and approved", async () => {
    const server = await connect(mode, ["--allow-write"]);
    expect((await server.listTools()).tools).toHaveLength(9);
    answers = [
      { action: "decline" },
      { action: "cancel" },
      { action: "accept", content: { approve: false, comment: "Not now." } },
    ];
    for (let at = 0; at < 2; at++) {
      const declined = textOf(await server.callTool(NEW));
      expect(declined).toMatch(/the client declined the change, for the user or without asking.*tell the user what/);
    }
    expect(textOf(await server.callTool(NEW))).toMatch(/the user rejected the change[^]*the user says: Not now\./);
    expect([asked.length, isMade("New.md")]).toEqual([3, false]);
    expect(asked[0]).toMatch(/^Make the new note “New\.md”\?\n\n[^]*\+# New\n/);
    answers = [{ action: "accept", content: { approve: true } }];
    expect(textOf(await server.callTool(NEW))).toMatch(/^created "New\.md"/);
    expect(readFileSync(join(vault, "New.md"), "utf8")).toBe("# New\n");
  });

  test("is asked about what models take as instructions, and what loads or runs, even if changes are accepted", async () => {
    const server = await connect(mode, ["--allow-write", "--approve", "accept"]);
    const write = async (path: string, content: string): Promise<string> =>
      textOf(await server.callTool({ name: "write_file", arguments: { path, content } }));
    expect(await write("New.md", "# New\n")).toContain("created");
    expect(asked).toEqual([]);
    for (const [path, content] of [
      ["x/AGENTS.md", "Obey.\n"],
      ["Prompts/New.md", "Obey.\n"],
      ["Loads.md", "![](https://evil.example/x.png)\n"],
      ["Runs.md", "```dataviewjs\ndv.x()\n```\n"],
    ] as const) {
      expect(await write(path, content)).toContain("the client declined the change");
      expect(isMade(path)).toBe(false);
    }
    expect(asked).toHaveLength(4);
    expect(asked[2]).toContain(
      "Warning: this adds something that loads from elsewhere: “![](https://evil.example/x.png”",
    );
  });

  test("that can't ask writes nothing, unless changes are accepted", async () => {
    const server = await connect(mode, ["--allow-write"], false);
    const refused = await server.callTool(NEW);
    expect([refused.isError, isMade("New.md")]).toEqual([true, false]);
    expect(textOf(refused)).toContain("this client can't ask the user");
    await server.close();
    const accepting = await connect(mode, ["--allow-write", "--approve", "accept"], false);
    expect((await accepting.callTool(NEW)).isError).toBe(false);
    expect(isMade("New.md")).toBe(true);
    const deleted = await accepting.callTool({ name: "delete_file", arguments: { path: "New.md" } });
    expect([deleted.isError, isMade("New.md")]).toEqual([true, true]);
  });
});

test("a note that changes while the user is asked is shown again", async () => {
  const server = await connect("auto", ["--allow-write"]);
  const edit = { name: "edit_file", arguments: { path: "Lamp.md", edits: [{ old: "1957", new: "1958" }] } };
  server.setRequestHandler("elicitation/create", ({ params }) => {
    asked.push(params.message);
    if (asked.length === 1) writeFileSync(join(vault, "Lamp.md"), "# Lamp\n\nIt was lit in 1957, I think.\n");
    return { action: "accept", content: { approve: true } };
  });
  expect((await server.callTool(edit)).isError).toBe(false);
  expect(asked).toHaveLength(2);
  expect(asked[1]).toContain("+It was lit in 1958, I think.");
  expect(readFileSync(join(vault, "Lamp.md"), "utf8")).toBe("# Lamp\n\nIt was lit in 1958, I think.\n");
});

test("all notes of a large vault are listed, page by page, and found by name", async () => {
  const names = Array.from({ length: 450 }, (_, at) => `Folder ${at % 30}/Sub/Note ${at}.md`);
  vault = await folderWith(Object.fromEntries(names.map((name) => [name, "text\n"])));
  const client = await connect("auto");
  // The client asks for page after page.
  const { resources } = await client.listResources();
  const uris = new Set(resources.map(({ uri }) => decodeURIComponent(uri)));
  expect([resources.length, uris.size]).toEqual([450, 450]);
  for (const name of names) expect(uris).toContain(`lectern:///${name}`);
  const ref = { type: "ref/resource" as const, uri: "lectern:///{+path}" };
  const { completion } = await client.complete({ ref, argument: { name: "path", value: "Note 44" } });
  expect(completion.values).toHaveLength(11);
});

test("several vaults are told apart by name", async () => {
  const other = await folderWith({ "Lamp.md": "Another lamp.\n" });
  client = newClient("auto", true);
  const args = [CLI, "mcp", "--vault", `home=${vault}`, "--vault", `work=${other}`];
  await client.connect(new StdioClientTransport({ command: process.execPath, args, stderr: "ignore" }));
  const read = { name: "read_file", arguments: { vault: "work", path: "Lamp.md" } };
  expect(textOf(await client.callTool(read))).toContain("Another lamp.");
  const vague = await client.callTool({ name: "read_file", arguments: { path: "Lamp.md" } });
  expect(textOf(vague)).toBe('error[invalid_arguments]: no vault is given\nhelp: give one as "vault": home, work');
  const { resources } = await client.listResources();
  const next = await client.listResources({ cursor: Buffer.from('{"vault":1}').toString("base64url") });
  expect([...resources, ...next.resources].map(({ uri }) => uri)).toContain("lectern://work/Lamp.md");
});

test.each(["json", "toml"])("the configuration in docs/agents.md starts it (%s)", async (language) => {
  const docs = readFileSync(join(import.meta.dirname, "../../docs/agents.md"), "utf8");
  const [, block = ""] = new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, "s").exec(docs) ?? [];
  const [, command = ""] = /"?command"?\s*[:=]\s*("[^"]+")/.exec(block) ?? [];
  const [, args = ""] = /"?args"?\s*[:=]\s*(\[.*?\])/s.exec(block) ?? [];
  const places: Record<string, string | undefined> = { "/path/to/lectern/pkg/cli.mjs": CLI, "/path/to/vault": vault };
  const given = (JSON.parse(args) as string[]).map((arg) => places[arg] ?? arg);
  client = newClient("auto", true);
  const started = { command: JSON.parse(command) as string, args: given, stderr: "ignore" } as const;
  await client.connect(new StdioClientTransport(started));
  expect((await client.listTools()).tools).toHaveLength(4);
});

describe("over HTTP", () => {
  let child: ChildProcessWithoutNullStreams;
  let url: string;
  beforeEach(async () => {
    const env = { PATH: process.env["PATH"], LECTERN_MCP_TOKEN: "secret" };
    child = spawn(process.execPath, [CLI, "mcp", "--vault", vault, "--http", "0", "--allow-write"], { env });
    let log = "";
    child.stderr.setEncoding("utf8").on("data", (text: string) => (log += text));
    await vi.waitFor(() => expect(log).toContain("serving at"), { timeout: 15_000 });
    url = /http:\S+(?=;)/.exec(log)?.[0] ?? "";
  });
  afterEach(async () => {
    child.kill();
    await once(child, "close");
  });

  const status = (headers: Record<string, string>): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
      const options = { method: "POST", headers: { "content-type": "application/json", ...headers } };
      const sent = request(url, options, (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      sent.on("error", reject).end(JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }));
    });

  test.each(["auto", "legacy"] as const)("a client with the token reads (%s)", async (mode) => {
    client = newClient(mode, true);
    const requestInit = { headers: { authorization: "Bearer secret" } };
    await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }));
    const read = await client.callTool({ name: "read_file", arguments: { path: "Lamp.md" } });
    expect(textOf(read)).toContain("1957");
  });

  test("no token, a wrong one, another host or origin are refused", async () => {
    expect(await status({})).toBe(401);
    expect(await status({ authorization: "Bearer other" })).toBe(401);
    expect(await status({ authorization: "Bearer secret", host: "evil.example" })).toBe(403);
    expect(await status({ authorization: "Bearer secret", origin: "https://evil.example" })).toBe(403);
    expect(await status({ authorization: "Bearer secret" })).not.toBe(401);
  });
});

test.each<[string, string[]]>([
  ["no vault: ", ["mcp"]],
  ['two vaults are called "a"', ["mcp", "--vault", "a=.", "--vault", "a=.."]],
  ['--http is "x"', ["mcp", "--vault", ".", "--http", "x"]],
  ["--approve needs --allow-write", ["mcp", "--vault", ".", "--approve", "accept"]],
  ["give one --vault", ["-p", "Hi", "--vault", ".", "--vault", ".."]],
])("a wrong use says %s and ends with 2", async (message, args) => {
  const { code, stderr } = await lectern(args);
  expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
});
