// Gemini CLI with a prompt. It can't ask the user for a server (no elicitation).
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { google } from "../standins/google.ts";
import type { Ended } from "../shim/cli.ts";
import type { StandIn } from "../standins/standin.ts";
import { type AgentClient, SERVERS, type Start } from "./agent-client.ts";
import type { Part } from "./cases.ts";

interface Body {
  readonly tools?: readonly { functionDeclarations?: readonly Declaration[] }[];
  readonly contents?: readonly { parts?: readonly Shown[] }[];
}
interface Declaration {
  readonly name: string;
  readonly description: string;
  readonly parametersJsonSchema: { readonly properties: Record<string, unknown> };
}
interface Shown {
  readonly functionResponse?: {
    readonly id: string;
    readonly response: { readonly output?: string; readonly error?: string };
  };
  readonly inlineData?: { readonly mimeType: string; readonly data: string };
}

const nameOf = (server: string, tool: string): string => `mcp_${server}_${tool}`;

const startOf = (standIn: StandIn): Start => ({
  args: ["-p", "go", "--skip-trust", "--yolo", "-m", "gemini-2.5-pro"],
  env: { GEMINI_API_KEY: "key", GOOGLE_GEMINI_BASE_URL: `http://${standIn.host}` },
});

async function writeSettings(home: string, settings: object): Promise<void> {
  const all = {
    ...settings,
    security: { auth: { selectedType: "gemini-api-key" } },
    general: { enableAutoUpdate: false, enableAutoUpdateNotification: false },
    privacy: { usageStatisticsEnabled: false },
  };
  await mkdir(join(home, ".gemini"), { recursive: true });
  await writeFile(join(home, ".gemini", "settings.json"), JSON.stringify(all));
}

/** Sets it up with the server that the command `line` adds. */
export async function geminiWith(
  home: string,
  standIn: StandIn,
  addServer: (start: Start) => Promise<Ended>,
): Promise<Start> {
  await writeSettings(home, {});
  const { code, stdout, stderr } = await addServer(startOf(standIn));
  if (code !== 0) throw new Error(stdout + stderr);
  return startOf(standIn);
}

export const geminiCli: AgentClient = {
  format: google,

  async setUp(home, lines, standIn) {
    const settings = JSON.parse(lines) as { mcpServers: { lectern: { args: string[] } } };
    const { lectern } = settings.mcpServers;
    const servers = Object.entries(SERVERS).map(([name, more]) => [
      name,
      { ...lectern, args: [...lectern.args, ...more] },
    ]);
    await writeSettings(home, { ...settings, mcpServers: Object.fromEntries(servers) as object });
    return startOf(standIn);
  },

  callOf: nameOf,

  definitionIn(body, server, tool) {
    const all = (body as Body).tools?.flatMap(({ functionDeclarations = [] }) => functionDeclarations) ?? [];
    const found = all.find(({ name }) => name === nameOf(server, tool));
    if (!found) return undefined;
    // It gives every tool a parameter of its own.
    const { wait_for_previous: _, ...properties } = found.parametersJsonSchema.properties;
    return { description: found.description, inputSchema: { ...found.parametersJsonSchema, properties } };
  },

  resultsIn(body) {
    // The pictures of a result come behind it.
    let parts: Part[] = [];
    const results = new Map<string, Part[]>();
    for (const { functionResponse: answer, inlineData } of contentsOf(body)) {
      if (answer) {
        const { output = "", error } = answer.response;
        parts = error === undefined ? outputIn(output) : errorIn(error);
        results.set(answer.id, parts);
      } else if (inlineData) parts.push({ type: "image", ...inlineData });
    }
    return results;
  },
};

const contentsOf = (body: unknown): readonly Shown[] =>
  (body as Body).contents?.flatMap(({ parts = [] }) => parts) ?? [];

const UNTRUSTED =
  /^<untrusted_context>\n(.*)\n<\/untrusted_context>(?:\n\[Tool '.*' provided the following image data.*\])?$/s;

/** The text of a result is in a tag, and a line says that a picture follows. */
function outputIn(output: string): Part[] {
  const [, text = output] = UNTRUSTED.exec(output) ?? [];
  return [{ type: "text", text }];
}

/** An error is the whole result as JSON, behind what was called. */
function errorIn(error: string): Part[] {
  const [, json] = / with response: (\[.*\])$/s.exec(error) ?? [];
  if (json === undefined) return [{ type: "text", text: error }];
  const [{ functionResponse }] = JSON.parse(json) as [{ functionResponse: { response: { content: Part[] } } }];
  return functionResponse.response.content;
}
