// Claude Code in print mode. It declines questions (elicitation) then, without asking anybody.
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { anthropic } from "../standins/anthropic.ts";
import type { Ended } from "../shim/cli.ts";
import type { StandIn } from "../standins/standin.ts";
import { type AgentClient, SERVERS, type Start } from "./agent-client.ts";
import type { Part } from "./cases.ts";

interface Body {
  readonly tools?: readonly { name: string; description: string; input_schema: Record<string, unknown> }[];
  readonly messages?: readonly { content: string | readonly Block[] }[];
}
type Block = { type: "text" | "image" | "tool_result"; tool_use_id?: string; content?: string | readonly Shown[] };
type Shown = { type: "text"; text: string } | { type: "image"; source: { media_type: string; data: string } };

interface Config {
  projects?: Record<string, { mcpServers?: Record<string, { args: string[] }> }>;
}

const nameOf = (server: string, tool: string): string => `mcp__${server}__${tool}`;

const envFor = (standIn: StandIn) => ({
  ANTHROPIC_BASE_URL: `http://${standIn.host}`,
  ANTHROPIC_API_KEY: "key",
  DISABLE_TELEMETRY: "1",
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
  // Some runners of tests are root.
  IS_SANDBOX: "1",
});

const startWith = (servers: readonly string[], env: Start["env"]): Start => ({
  args: ["-p", "go", "--tools", "", "--allowedTools", ...servers.map((name) => `mcp__${name}`)],
  env,
});

/** Sets it up with the server that a command adds. */
export async function claudeWith(
  standIn: StandIn,
  server: string,
  addServer: (start: Start) => Promise<Ended>,
): Promise<Start> {
  const start = startWith([server], envFor(standIn));
  const { code, stdout, stderr } = await addServer(start);
  if (code !== 0) throw new Error(stdout + stderr);
  return start;
}

export const claudeCode: AgentClient = {
  format: anthropic,

  async setUp(home, lines, standIn, run) {
    const env = envFor(standIn);
    const [program, ...args] = lines.trim().split(" ");
    if (program !== "claude") throw new Error(`not a line for Claude Code: ${lines}`);
    await run({ args, env });
    // Where the line put it, the other two are put as well.
    const file = join(home, ".claude.json");
    const config = JSON.parse(await readFile(file, "utf8")) as Config;
    const { mcpServers = {} } = Object.values(config.projects ?? {})[0] ?? {};
    const { lectern } = mcpServers;
    if (!lectern) throw new Error("the line added no server");
    for (const [name, more] of Object.entries(SERVERS)) {
      mcpServers[name] = { ...lectern, args: [...lectern.args, ...more] };
    }
    await writeFile(file, JSON.stringify(config));
    return startWith(Object.keys(SERVERS), env);
  },

  callOf: nameOf,

  definitionIn(body, server, tool) {
    const found = (body as Body).tools?.find(({ name }) => name === nameOf(server, tool));
    return found && { description: found.description, inputSchema: found.input_schema };
  },

  resultsIn(body) {
    const blocks =
      (body as Body).messages?.flatMap(({ content }) => (typeof content === "string" ? [] : content)) ?? [];
    return new Map(
      blocks.flatMap(({ type, tool_use_id: id = "", content = [] }) =>
        type === "tool_result" ? [[id, unwrapped(content)]] : [],
      ),
    );
  },
};

/** The text of an error is not in a list. After each picture comes the place of the file that it is kept in. */
function unwrapped(content: string | readonly Shown[]): Part[] {
  if (typeof content === "string") return [textPart(content)];
  const isPlace = (shown: Shown, at: number): boolean =>
    shown.type === "text" && content[at - 1]?.type === "image" && /^\[Image: source: .*\]$/.test(shown.text);
  return content.filter((shown, at) => !isPlace(shown, at)).map(partOf);
}

const textPart = (text: string): Part => ({ type: "text", text });
const partOf = (shown: Shown): Part =>
  shown.type === "text"
    ? textPart(shown.text)
    : { type: "image", mimeType: shown.source.media_type, data: shown.source.data };
