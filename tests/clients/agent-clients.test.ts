// Claude Code, Codex and Gemini CLI with `lectern mcp`, set up by the lines in docs/agents.md: what each gives its model is
// what `lectern call` replies, up to its own wrapping. Stand-ins of the providers' APIs record it; nothing leaves this
// computer. `npm test` installs the clients. Needs pkg/cli.mjs.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { clientCommand } from "../../js/build/mcp-clients.mjs";
import type { Reply } from "../../pkg/lectern.js";
import { changingDefinitions, definitions } from "../../js/vault/definitions.ts";
import { folderWith } from "../shim/vault.ts";
import { type AgentClient, type Ran, runAgent, SERVER_NAMES, type ServerCase, withPlaces } from "./agent-client.ts";
import { CANT_ASK, CHANGE, DECLINED, newVault, READING, replies } from "./cases.ts";
import { claudeCode } from "./claude-code.ts";
import { codex } from "./codex.ts";
import { geminiCli } from "./gemini-cli.ts";

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

const CLIENTS: readonly [title: string, Parameters<typeof clientCommand>[0], AgentClient, declined: string][] = [
  ["Claude Code", "claude-code", claudeCode, DECLINED],
  ["Codex", "codex", codex, DECLINED],
  ["Gemini CLI", "gemini-cli", geminiCli, CANT_ASK],
];

const cases: readonly ServerCase[] = [
  ...READING.map((one) => ({ ...one, server: "lectern" as const })),
  { ...CHANGE, name: "a declined change", server: "asking" },
  { ...CHANGE, name: "an accepted change", server: "accepting" },
];

let expected: Map<string, Reply>;
beforeAll(async () => {
  const vault = await newVault();
  const [reading, [change]] = await Promise.all([
    replies(vault, READING),
    replies(await newVault(), [CHANGE], "--approve", "accept"),
  ]);
  expected = new Map([...reading, ["an accepted change", change?.[1] as Reply]]);
});

/** The lines in docs/agents.md below a heading. */
function linesBelow(title: string): string {
  const docs = readFileSync(join(import.meta.dirname, "../../docs/agents.md"), "utf8");
  const [, lines = ""] = new RegExp(`^#### ${title}\n.*?^\`\`\`\\w+\n(.*?)^\`\`\``, "ms").exec(docs) ?? [];
  return lines;
}

describe.each(CLIENTS)("%s", (title, name, client, declined) => {
  const command = clientCommand(name);
  if (!command) {
    test.skip(`there is no ${title} for ${process.platform} on ${process.arch}`);
    return;
  }
  let ran: Ran;
  beforeAll(async () => {
    const lines = withPlaces(linesBelow(title), await newVault());
    ran = await runAgent(client, command, { home: await folderWith(), lines, cases });
  });

  test.each(cases.map((one) => one.name))("gives its model %s", (case_) => {
    const content = case_ === "a declined change" ? [{ type: "text", text: declined }] : expected.get(case_)?.content;
    expect(ran.results.get(case_), ran.output).toEqual(content);
  });

  test("gives its model every tool as it is", () => {
    for (const server of SERVER_NAMES) {
      const all = [...definitions, ...(server === "lectern" ? [] : changingDefinitions)];
      for (const { name: tool, description, inputSchema } of all) {
        const schema = client.asPassedOn?.(inputSchema) ?? inputSchema;
        expect(ran.definition(server, tool), `${server}: ${tool}`).toEqual({ description, inputSchema: schema });
      }
    }
  });
});

test.for([
  ["Codex", "codex", codex, /^tool_output_token_limit.*\n/m, /…\d+ (?:chars|tokens) truncated…/],
  [
    "Gemini CLI",
    "gemini-cli",
    geminiCli,
    /^ *"tools": .*\n/m,
    /^Output too large\. Showing first 8,000 and last 32,000/,
  ],
] as const)(
  "without its line in docs/agents.md, %s leaves out the middle of a long reply",
  async ([title, name, client, line, sign], context) => {
    const command = clientCommand(name);
    const lines = withPlaces(linesBelow(title), await newVault());
    expect(lines).toMatch(line);
    if (!command) return context.skip(`there is no ${title} for this platform`);
    const long = cases.filter((one) => one.name === "a note of 200 KB");
    const { results } = await runAgent(client, command, {
      home: await folderWith(),
      lines: lines.replace(line, ""),
      cases: long,
    });
    const [part] = results.get("a note of 200 KB") ?? [];
    const text = part?.type === "text" ? part.text : "";
    expect(text).toMatch(sign);
    expect(text).toContain("continue with start_line=");
  },
);
