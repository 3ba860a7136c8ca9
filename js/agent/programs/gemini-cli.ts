// Gemini CLI with a prompt: it reads text, and writes events as JSON lines.
//
// What shuts it in was tried with the version in js/build/tools.mjs (tests/clients/agent-programs.test.ts): settings that
// come before the user's own allow our tools alone, and no extensions, hooks, skills or sub-agents. It does not say which
// tools its model is offered, so it is asked once with our own server as its provider: see `probe`.
import { fieldsOf, valueOf } from "../../base/fields.ts";
import type { AgentProgram, RunParts, RunStart, Said } from "./program.ts";
import { programFault } from "./program-fault.ts";
import { MOST_WAIT_MS, SERVER } from "./tool-server.ts";

const PREFIX = `mcp_${SERVER}_`;

export const geminiCli: AgentProgram = {
  name: "Gemini CLI",
  command: "gemini",
  contextTokens: 1_048_576,
  // Its prompt is text.
  seesImages: false,
  ownTool: (offered) => (offered.startsWith(PREFIX) ? offered.slice(PREFIX.length) : undefined),
  start,
  read: (line) => saidBy(fieldsOf(valueOf(line))),
  endFault: (errors) => programFault(geminiCli, errors),
  probe: {
    env: (address) => ({ GEMINI_API_KEY: "probe", GOOGLE_GEMINI_BASE_URL: address }),
    toolsIn: (body) => {
      const { tools } = fieldsOf(body);
      // Another request chooses the model, and has none.
      if (!Array.isArray(tools)) return undefined;
      return tools.map(fieldsOf).flatMap((group) => {
        const { functionDeclarations: declared, ...others } = group;
        const names = Array.isArray(declared) ? declared.map((one) => String(fieldsOf(one)["name"])) : [];
        // Such as a search of the provider's own.
        return [...names, ...Object.keys(others)];
      });
    },
  },
};

async function start({ place, folder, address, token, request, prompt, model, isProbe }: RunParts): Promise<RunStart> {
  const server = {
    httpUrl: address,
    headers: { Authorization: `Bearer ${token}` },
    trust: true,
    timeout: MOST_WAIT_MS,
  };
  const settings = {
    // An empty list would allow all.
    tools: {
      core: [`${PREFIX}none`, ...request.tools.map(({ name }) => `${PREFIX}${name}`)],
      truncateToolOutputThreshold: 4_000_000,
    },
    mcp: { allowed: [SERVER] },
    mcpServers: { [SERVER]: server },
    context: { fileName: ["lectern-has-none"], includeDirectories: [] },
    general: { enableAutoUpdate: false, enableAutoUpdateNotification: false, checkpointing: { enabled: false } },
    ...{ hooksConfig: { enabled: false }, skills: { enabled: false }, experimental: { enableAgents: false } },
    ...{ ide: { enabled: false } },
    ...(isProbe && { security: { auth: { selectedType: "gemini-api-key" } } }),
  };
  const text = prompt.map((part) => (part.type === "text" ? part.text : "")).join("\n\n");
  const modes = ["-p", "", "--output-format", "stream-json", "--skip-trust", "--approval-mode", "default"];
  const wall = ["-e", "none", "--allowed-mcp-server-names", SERVER];
  return {
    command: [place, ...modes, ...wall, ...(model === "" ? [] : ["-m", model])],
    env: {
      GEMINI_CLI_SYSTEM_SETTINGS_PATH: await folder.write("settings.json", JSON.stringify(settings)),
      GEMINI_SYSTEM_MD: await folder.write("system.md", request.system),
    },
    input: text,
  };
}

function saidBy(event: Readonly<Record<string, unknown>>): Said[] {
  const { type, role, content, status } = event;
  if (type === "message")
    return role === "assistant" && typeof content === "string" ? [{ type: "text", text: content }] : [];
  if (type === "error" && event["severity"] !== "warning")
    return [{ type: "failed", error: programFault(geminiCli, String(event["message"])) }];
  if (type !== "result") return [];
  if (status !== "success") {
    const { message = "" } = fieldsOf(event["error"]);
    return [{ type: "failed", error: programFault(geminiCli, String(message)) }];
  }
  const stats = fieldsOf(event["stats"]);
  const count = (name: string): number => (typeof stats[name] === "number" ? stats[name] : 0);
  const usage = {
    inputTokens: count("input_tokens"),
    outputTokens: count("output_tokens"),
    cachedTokens: count("cached"),
  };
  return [
    { type: "usage", usage, isOfAnswer: true },
    { type: "end", reason: "stop" },
  ];
}
