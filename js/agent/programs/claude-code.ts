// Claude Code, in print mode: it reads messages and writes events, as JSON lines.
//
// What shuts it in was tried with the version below (tests/clients/agent-programs.test.ts): no built-in
// tools, no MCP servers but ours, no settings of the user's with hooks or plug-ins, no skills, nothing saved. It says at
// its start which tools its model is offered.
import { fieldsOf, valueOf } from "../../base/fields.ts";
import type { PlanLimit } from "../model.ts";
import type { AgentProgram, RunParts, RunStart, Said } from "./program.ts";
import { programFault } from "./program-fault.ts";
import { MOST_WAIT_MS, SERVER } from "./mcp-endpoint.ts";
import type { PromptPart } from "./transcript.ts";

const PREFIX = `mcp__${SERVER}__`;

export const claudeCode: AgentProgram = {
  name: "Claude Code",
  command: "claude",
  tried: "2.1.332",
  contextTokens: 200_000,
  seesImages: true,
  models: ["opus", "sonnet", "haiku"],
  ownTool: (offered) => (offered.startsWith(PREFIX) ? offered.slice(PREFIX.length) : undefined),
  signIn: {
    // As for an answer, without the settings of the user.
    args: ["--setting-sources", "", "auth", "status"],
    isDone: ({ lines }) => fieldsOf(valueOf(lines.join("\n")))["loggedIn"] === true,
  },
  start,
};

async function start({ place, folder, serve, request, prompt, model, thinking }: RunParts): Promise<RunStart> {
  const { address, token } = await serve();
  const server = { type: "http", url: address, headers: { Authorization: `Bearer ${token}` } };
  // In files, as everybody on the computer may see the arguments of a program.
  const config = await folder.write("mcp.json", JSON.stringify({ mcpServers: { [SERVER]: server } }));
  const system = await folder.write("system.md", request.system);
  const modes = ["-p", "--output-format", "stream-json", "--input-format", "stream-json", "--verbose"];
  const wall = ["--tools", "", "--restricted", "--setting-sources", "", "--disable-slash-commands"];
  const ours = ["--strict-mcp-config", "--mcp-config", config, "--allowedTools", `mcp__${SERVER}`];
  const more = ["--no-session-persistence", "--permission-mode", "dontAsk", "--permission-prompts", "none"];
  const options = [...(model === "" ? [] : ["--model", model]), ...(thinking === "" ? [] : ["--effort", thinking])];
  const message = { role: "user", content: prompt.map(blockOf) };
  return {
    command: [
      ...[place, ...modes, "--include-partial-messages", ...wall, ...ours, ...more],
      ...["--system-prompt-file", system, ...options],
    ],
    env: {
      DISABLE_AUTOUPDATER: "1",
      ENABLE_TOOL_SEARCH: "false",
      CLAUDE_CODE_DISABLE_BACKGROUND_TASKS: "1",
      CLAUDE_CODE_IDE_SKIP_AUTO_INSTALL: "1",
      MAX_MCP_OUTPUT_TOKENS: "200000",
      MCP_TOOL_TIMEOUT: String(MOST_WAIT_MS),
    },
    speak: (input, say) => {
      input.endInput(`${JSON.stringify({ type: "user", message })}\n`);
      return (line) => saidBy(fieldsOf(valueOf(line))).forEach(say);
    },
  };
}

const blockOf = (part: PromptPart): object =>
  part.type === "text"
    ? part
    : { type: "image", source: { type: "base64", media_type: part.mimeType, data: part.data } };

function saidBy(event: Readonly<Record<string, unknown>>): Said[] {
  const { type, subtype } = event;
  // What a sub-agent says is no answer.
  if (typeof event["parent_tool_use_id"] === "string") return [];
  if (type === "system" && subtype === "init") {
    const tools = Array.isArray(event["tools"]) ? event["tools"].map(String) : ["?"];
    return [{ type: "begun", tools }];
  }
  if (type === "stream_event") return streamed(fieldsOf(event["event"]));
  if (type === "rate_limit_event") return [limitsIn(fieldsOf(fieldsOf(event["rate_limit_info"])["unifiedWindows"]))];
  return type === "result" ? [ending(event)] : [];
}

function limitsIn(windows: Readonly<Record<string, unknown>>): Said {
  const limit = (name: string, hours: number): PlanLimit[] => {
    const { utilization: used } = fieldsOf(windows[name]);
    return typeof used === "number" ? [{ hours, used }] : [];
  };
  return { type: "limits", limits: [...limit("five_hour", 5), ...limit("seven_day", 168)] };
}

function streamed(event: Readonly<Record<string, unknown>>): Said[] {
  if (event["type"] === "message_start") return used(fieldsOf(fieldsOf(event["message"])["usage"]));
  if (event["type"] === "message_delta") {
    const { output_tokens: outputTokens } = fieldsOf(event["usage"]);
    return typeof outputTokens === "number" && outputTokens > 0
      ? [{ type: "usage", usage: { inputTokens: 0, outputTokens, cachedTokens: 0 } }]
      : [];
  }
  if (event["type"] !== "content_block_delta") return [];
  const { type, text } = fieldsOf(event["delta"]);
  if (type === "thinking_delta") return [{ type: "thinking" }];
  return type === "text_delta" && typeof text === "string" ? [{ type: "text", text }] : [];
}

function used(usage: Readonly<Record<string, unknown>>): Said[] {
  const count = (name: string): number => (typeof usage[name] === "number" ? usage[name] : 0);
  const cachedTokens = count("cache_read_input_tokens");
  const inputTokens = count("input_tokens") + count("cache_creation_input_tokens") + cachedTokens;
  return [{ type: "usage", usage: { inputTokens, outputTokens: 0, cachedTokens } }];
}

function ending({
  is_error: isError,
  stop_reason: stop,
  result,
  subtype,
  api_error_status: status,
}: Readonly<Record<string, unknown>>): Said {
  if (isError === true || subtype !== "success") {
    const words = typeof result === "string" && result !== "" ? result : String(subtype);
    return { type: "failed", error: programFault(claudeCode, words, typeof status === "number" ? status : undefined) };
  }
  return { type: "end", reason: stop === "max_tokens" ? "length" : stop === "refusal" ? "filtered" : "stop" };
}
