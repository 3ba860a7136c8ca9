// Codex without a terminal (`codex exec`). It declines questions (elicitation) then, without asking anybody.
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { responses } from "../standins/responses.ts";
import type { StandIn } from "../standins/standin.ts";
import { type AgentClient, type JsonSchema, SERVERS, type Start } from "./agent-client.ts";
import type { Part } from "./cases.ts";

interface Body {
  readonly tools?: readonly {
    name: string;
    tools?: readonly { name: string; description: string; parameters: Record<string, unknown> }[];
  }[];
  readonly input?: readonly { type: string; call_id?: string; output?: string | readonly Shown[] }[];
}
type Shown = { type: "input_text"; text: string } | { type: "input_image"; image_url: string };

const START: Start = { args: ["exec", "--skip-git-repo-check", "go"], env: { KEY: "key" } };

/** Sets it up with the server that `lines` say. */
export async function codexWith(home: string, lines: string, standIn: StandIn): Promise<Start> {
  await writeConfig(home, standIn, "", [`${lines}\ndefault_tools_approval_mode = "approve"\n`]);
  return START;
}

async function writeConfig(home: string, standIn: StandIn, top: string, servers: readonly string[]): Promise<void> {
  const provider = { name: "stand-in", base_url: standIn.baseUrl, wire_api: "responses", env_key: "KEY" };
  const config = [
    `model = "gpt-5"\nmodel_provider = "standin"\ncheck_for_update_on_startup = false\n${top}`,
    `[analytics]\nenabled = false\n`,
    `[features]\nshell_tool = false\n`,
    `[model_providers.standin]`,
    ...Object.entries(provider).map(([name, value]) => `${name} = ${JSON.stringify(value)}`),
    ...servers,
  ];
  await mkdir(join(home, ".codex"));
  await writeFile(join(home, ".codex", "config.toml"), config.join("\n"));
}

export const codex: AgentClient = {
  format: responses,

  async setUp(home, lines, standIn) {
    const at = lines.indexOf("[mcp_servers.lectern]");
    const [top, own] = [lines.slice(0, at), lines.slice(at)];
    // Without a terminal, it refuses each tool that changes notes, unless it leaves the question to the server.
    const servers = Object.entries(SERVERS).map(([name, more]) => {
      const args = more.map((arg) => `, ${JSON.stringify(arg)}`).join("");
      const lines = own.replace("mcp_servers.lectern", `mcp_servers.${name}`).replace(/\]\s*$/, `${args}]\n`);
      return name === "lectern" ? lines : `${lines}default_tools_approval_mode = "approve"\n`;
    });
    await writeConfig(home, standIn, top, servers);
    return START;
  },

  callOf: (server, tool) => `mcp__${server}/${tool}`,

  asPassedOn: withoutLimits,

  definitionIn(body, server, tool) {
    const group = (body as Body).tools?.find(({ name }) => name === `mcp__${server}`);
    const found = group?.tools?.find(({ name }) => name === tool);
    return found && { description: found.description, inputSchema: found.parameters };
  },

  resultsIn(body) {
    const outputs = (body as Body).input?.filter(({ type }) => type === "function_call_output") ?? [];
    return new Map(outputs.map(({ call_id: id = "", output = [] }) => [id, unwrapped(output)]));
  },
};

/** Codex leaves these out. Our texts say what matters of them, and the server checks all. */
const LEFT_OUT = ["minimum", "maximum", "maxItems"];

function withoutLimits(schema: JsonSchema): JsonSchema {
  // Where there is no type, these are the names of properties.
  const isSchema = "type" in schema;
  const kept = Object.entries(schema).filter(([key]) => !isSchema || !LEFT_OUT.includes(key));
  const more = schema["type"] === "object" && !("properties" in schema) ? { properties: {} } : {};
  const nested = kept.map(([key, value]): [string, unknown] => {
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    return [key, isObject ? withoutLimits(value as JsonSchema) : value];
  });
  return { ...Object.fromEntries(nested), ...more };
}

/** The first part says how long the call took. */
function unwrapped(output: string | readonly Shown[]): readonly Part[] {
  if (typeof output === "string") return [{ type: "text", text: output }];
  const [time, ...parts] = output;
  const isTime = time?.type === "input_text" && /^Wall time: [\d.]+ seconds\nOutput:$/.test(time.text);
  return (isTime ? parts : output).map((shown) => {
    if (shown.type === "input_text") return { type: "text", text: shown.text };
    const [, mimeType = "", data = shown.image_url] = /^data:([^;]*);base64,(.*)$/s.exec(shown.image_url) ?? [];
    return { type: "image", mimeType, data };
  });
}
