// The bundle for MCP clients: unpacked, and started as its manifest says, with what the user chose filled in.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { unzipSync } from "fflate";
import { beforeAll, expect, test } from "vitest";
import { mcpBundle } from "../../js/build/mcpb.mjs";
import { writePackage } from "../../js/build/npm-package.mjs";
import { root } from "../../js/build/tools.mjs";
import { folderWith } from "../shim/vault.ts";

interface Manifest {
  manifest_version: string;
  name: string;
  version: string;
  author: { name: string };
  server: {
    type: string;
    entry_point: string;
    mcp_config: { command: string; args: string[]; env: Record<string, string> };
  };
  user_config: Record<string, { type: string; title: string; description: string; default?: unknown }>;
}

let folder: string;
let manifest: Manifest;
beforeAll(async () => {
  // Not dist/npm: another test may be writing it.
  const packaged = await folderWith();
  await writePackage(packaged);
  writeFileSync(join(packaged, "THIRD-PARTY-NOTICES.txt"), "");
  folder = await folderWith();
  for (const [name, bytes] of Object.entries(unzipSync(mcpBundle(packaged)))) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), bytes);
    if (name === "manifest.json") manifest = JSON.parse(new TextDecoder().decode(bytes)) as Manifest;
  }
});

/** Starts the bundle as an app does that the user gave these settings. */
async function started(settings: Record<string, string>): Promise<Client> {
  const filled = (text: string): string =>
    text
      .replace("${__dirname}", folder)
      .replace(/\$\{user_config\.(\w+)\}/g, (_, name: string) => settings[name] ?? "not asked for");
  const { args, env } = manifest.server.mcp_config;
  const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode: "auto" } });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: args.map(filled),
      env: Object.fromEntries(Object.entries(env).map(([name, value]) => [name, filled(value)])),
      stderr: "ignore",
    }),
  );
  return client;
}

test("the manifest has what version 0.3 of the format requires, and names files that are there", () => {
  const { manifest_version, name, version, author, server } = manifest;
  const own = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
  expect([manifest_version, name, version, server.type]).toEqual(["0.3", "lectern", own.version, "node"]);
  expect(author.name).not.toBe("");
  expect(server.mcp_config.command).toBe("node");
  expect(server.mcp_config.args[0]).toBe(`\${__dirname}/${server.entry_point}`);
  for (const { type, title, description } of Object.values(manifest.user_config)) {
    expect(["string", "number", "boolean", "directory", "file"]).toContain(type);
    expect([title, description]).not.toContain("");
  }
});

test.each([
  ["false", ["read_file", "list_files", "search_notes", "links"]],
  ["true", ["edit_file", "write_file"]],
])("a server with changes %s reads, and has the tools for that", async (changes, some) => {
  const vault = await folderWith({ "Lamp.md": "lit in 1957\n" });
  const client = await started({ vault, changes });
  const { tools } = await client.listTools();
  expect(tools.map((tool) => tool.name)).toEqual(expect.arrayContaining(some));
  expect(tools.some((tool) => tool.name === "edit_file")).toBe(changes === "true");
  const { content } = await client.callTool({ name: "read_file", arguments: { path: "Lamp.md" } });
  expect(JSON.stringify(content)).toContain("1957");
  await client.close();
});
