// Codex, by its app server (https://developers.openai.com/codex/app-server): JSON-RPC over its standard input and output.
//
// What shuts it in was tried with the version below (tests/clients/agent-programs.test.ts). A thread
// without an environment has no files and no commands. The features that would give its model other tools are off, and
// what the user set up is not started. It says which tools its model is offered when a turn begins.
import type { Content } from "../../../pkg/lectern.js";
import { fieldsOf } from "../../base/fields.ts";
import { reason } from "../../base/reason.ts";
import { ModelError, type ModelFault } from "../model.ts";
import { Peer } from "./json-rpc.ts";
import type { CallResult } from "./mcp-endpoint.ts";
import type { AgentProgram, RunParts, RunStart, Said, WaitingCall } from "./program.ts";
import { faultIn, faultOf, notSignedIn, programFault } from "./program-fault.ts";
import type { PromptPart } from "./transcript.ts";

type Fields = Readonly<Record<string, unknown>>;

/** The group of our tools. */
const GROUP = "lectern";
const PREFIX = `${GROUP}__`;

/** Settings that come before the user's own. */
const SETTINGS = [
  ...[
    ...["shell_tool", "unified_exec", "view_image", "image_generation", "browser_use", "computer_use"],
    ...["apps", "plugins", "hooks", "memories", "goals", "multi_agent", "multi_agent_v2", "sleep_tool"],
    "unbounded_connection_retries",
  ].map((feature) => `features.${feature}=false`),
  ...["agents", "orchestrator.mcp", "orchestrator.skills", "tools.experimental_request_user_input"].map(
    (group) => `${group}.enabled=false`,
  ),
  ...["permissions_instructions", "collaboration_mode_instructions", "environment_context", "apps_instructions"].map(
    (part) => `include_${part}=false`,
  ),
  ...["skills.include_instructions=false", "skills.bundled.enabled=false", "project_doc_max_bytes=0"],
  ...['web_search="disabled"', "notify=[]", 'developer_instructions=""', "tool_output_token_limit=400000"],
  ...["analytics.enabled=false", 'otel.exporter="none"', 'otel.trace_exporter="none"', "otel.log_user_prompt=false"],
];

export const codex: AgentProgram = {
  name: "Codex",
  command: "codex",
  tried: "0.171.0",
  contextTokens: 272_000,
  seesImages: true,
  ownTool: (offered) => (offered.startsWith(PREFIX) ? offered.slice(PREFIX.length) : undefined),
  examined: [
    // `exec` runs JavaScript that calls tools. It has no files and no network.
    ...["exec", "wait", "send_message_to_user_async", "clock__curr_time"],
    // These fail without an environment and MCP servers.
    ...["apply_patch", "list_mcp_resources", "list_mcp_resource_templates", "read_mcp_resource"],
  ],
  signIn: { args: ["login", "status"], isDone: ({ code }) => code === 0 },
  start: (parts) => Promise.resolve(start(parts)),
};

function start(parts: RunParts): RunStart {
  return {
    command: [parts.place, "app-server", ...SETTINGS.flatMap((setting) => ["-c", setting])],
    env: {},
    models: async (peer) => {
      await begin(peer);
      const { data } = await peer.ask("model/list", {});
      return Array.isArray(data) ? data.map((one) => String(fieldsOf(one)["model"])) : [];
    },
    speak(input, say) {
      const listener = new Turn(say);
      const peer = new Peer((text) => input.write(text), listener);
      ask(peer, parts).catch((error: unknown) =>
        say({ type: "failed", error: error instanceof ModelError ? error : programFault(codex, reason(error)) }),
      );
      return (line) => peer.read(line);
    },
  };
}

async function begin(peer: Peer): Promise<void> {
  const clientInfo = { name: "lectern", title: "Lectern", version: "1" };
  await peer.ask("initialize", { clientInfo, capabilities: { experimentalApi: true } });
  peer.tell("initialized");
}

async function ask(peer: Peer, { folder, request, prompt, model, thinking }: RunParts): Promise<void> {
  await begin(peer);
  const { account, requiresOpenaiAuth } = await peer.ask("account/read", {});
  if (requiresOpenaiAuth === true && account === null) throw notSignedIn(codex);
  const { config } = await peer.ask("config/read", { includeLayers: false });
  const servers = Object.keys(fieldsOf(fieldsOf(config)["mcp_servers"]));
  const tools = request.tools.map(({ name, description, inputSchema }) => ({
    ...{ type: "function", name, description, inputSchema },
  }));
  const { thread } = await peer.ask("thread/start", {
    ...{ cwd: folder.work, environments: [], approvalPolicy: "never", sandbox: "read-only" },
    ...{ ephemeral: true, experimentalRawEvents: true, baseInstructions: request.system },
    config: { mcp_servers: Object.fromEntries(servers.map((name) => [name, { enabled: false }])) },
    ...(tools.length > 0 && {
      dynamicTools: [{ type: "namespace", name: GROUP, description: "The user's notes.", tools }],
    }),
    ...(model !== "" && { model }),
  });
  const threadId = fieldsOf(thread)["id"];
  // As an item and not as input, in which `$name` would be a skill, and `@name` a plug-in.
  const message = { type: "message", role: "user", content: prompt.map(itemOf) };
  await peer.ask("thread/inject_items", { threadId, items: [message] });
  await peer.ask("turn/start", { threadId, input: [], ...(thinking !== "" && { effort: thinking }) });
}

const itemOf = (part: PromptPart): object =>
  part.type === "text" ? { type: "input_text", text: part.text } : { type: "input_image", image_url: addressOf(part) };

const addressOf = ({ mimeType, data }: { mimeType: string; data: string }): string => `data:${mimeType};base64,${data}`;

/** What it says in a turn. */
class Turn {
  readonly #say: (said: Said) => void;
  /** The length of what was said of the message that it writes. */
  #length = 0;
  /** Whether there is a message before, without a call in between. */
  #isNext = false;

  constructor(say: (said: Said) => void) {
    this.#say = say;
  }

  request(method: string, params: Fields): Promise<object> | undefined {
    if (method !== "item/tool/call" || params["namespace"] !== GROUP) return undefined;
    this.#isNext = false;
    return new Promise((resolve) => {
      const answer: WaitingCall["answer"] = (result) => resolve(responseOf(result));
      const call = { tool: String(params["tool"]), args: JSON.stringify(params["arguments"] ?? {}), answer };
      this.#say({ type: "call", call });
    });
  }

  event(method: string, params: Fields): void {
    const item = fieldsOf(params["item"]);
    const { type, text } = item;
    if (method === "rawResponseItem/completed" && type === "additional_tools")
      this.#say({ type: "begun", tools: toolsIn(item["tools"]) });
    else if (method === "item/started" && type === "agentMessage") this.#length = 0;
    else if (method === "item/started" && type === "reasoning") this.#say({ type: "thinking" });
    else if (method === "item/agentMessage/delta") this.#add(String(params["delta"]));
    else if (method === "item/completed" && type === "agentMessage") {
      this.#add(String(text).slice(this.#length));
      this.#isNext = true;
    } else if (method === "thread/tokenUsage/updated") this.#say(usedIn(fieldsOf(params["tokenUsage"])));
    else if (method === "account/rateLimits/updated") this.#say(limitsIn(fieldsOf(params["rateLimits"])));
    else if (method === "turn/completed") this.#say(endOf(fieldsOf(params["turn"])));
  }

  #add(text: string): void {
    if (text === "") return;
    const isBegin = this.#length === 0 && this.#isNext;
    this.#length += text.length;
    this.#say({ type: "text", text: isBegin ? `\n\n${text}` : text });
  }
}

const responseOf = ({ content, isError }: CallResult): object => ({
  success: !isError,
  contentItems: content.map((part: Content) =>
    part.type === "text" ? { type: "inputText", text: part.text } : { type: "inputImage", imageUrl: addressOf(part) },
  ),
});

/** The names of `tools`. The description of `exec` has a heading for each tool that its code can call. */
function toolsIn(tools: unknown): string[] {
  if (!Array.isArray(tools)) return ["?"];
  return tools.map(fieldsOf).flatMap(({ type, name, tools: inner, description }) => {
    const prefix = name === "functions" ? "" : `${String(name)}__`;
    if (type === "namespace") return toolsIn(inner).map((one) => prefix + one);
    if (name !== "exec") return [String(name ?? type)];
    const called = [...String(description).matchAll(/^### `(.*?)`/gm)].map(([, one = "?"]) => one);
    return ["exec", ...(called.length > 0 ? called : ["?"])];
  });
}

function usedIn({ last }: Fields): Said {
  const used = fieldsOf(last);
  const count = (name: string): number => (typeof used[name] === "number" ? used[name] : 0);
  const usage = { inputTokens: count("inputTokens"), outputTokens: count("outputTokens") };
  return { type: "usage", usage: { ...usage, cachedTokens: count("cachedInputTokens") } };
}

function limitsIn({ primary, secondary }: Fields): Said {
  const limits = [primary, secondary].map(fieldsOf).flatMap(({ usedPercent: used, windowDurationMins: minutes }) => {
    return typeof used === "number" && typeof minutes === "number" ? [{ hours: minutes / 60, used: used / 100 }] : [];
  });
  return { type: "limits", limits };
}

/** Its names for failures; others have the status of the response, or say it in words. */
const FAULTS: Readonly<Record<string, ModelFault>> = {
  unauthorized: "key",
  contextWindowExceeded: "too_long",
  usageLimitExceeded: "quota",
  rateLimitExceeded: "quota",
  serverOverloaded: "busy",
  internalServerError: "busy",
  modelNotFound: "model",
};

function endOf({ status, error }: Fields): Said {
  if (status === "completed") return { type: "end", reason: "stop" };
  const { message = "", codexErrorInfo: info } = fieldsOf(error);
  const [[kind, details] = [""]] = Object.entries(typeof info === "string" ? { [info]: {} } : fieldsOf(info));
  const { httpStatusCode: code } = fieldsOf(details);
  const fault = FAULTS[kind] ?? faultIn(String(message), typeof code === "number" ? code : undefined);
  return { type: "failed", error: faultOf(codex, fault, String(message)) };
}
