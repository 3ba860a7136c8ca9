// The tools of the MCP server: the same as in the app, with the vault as an argument if there are several.
import {
  type CallToolResult,
  type ClientCapabilities,
  CLIENT_CAPABILITIES_META_KEY,
  type InputRequiredResult,
  type McpServer,
  type ServerContext,
  type Tool,
} from "@modelcontextprotocol/server";
import type { Reply, ToolDefinition } from "../../../pkg/lectern.js";
import { mcpTool } from "../../base/mcp-tool.ts";
import { changingDefinitions, definitions } from "../../vault/definitions.ts";
import { errorReply } from "../../vault/error-reply.ts";
import type { Asking } from "./elicitation.ts";
import type { ServedVault } from "./served-vault.ts";

/** How often a client is told that a call is still running. */
const PROGRESS_MS = 500;

/** What the tools need. */
export interface ToolParts {
  readonly vaults: readonly ServedVault[];
  /** Absent if notes can't be changed; `accept`: changes are made without asking. */
  readonly writing: "ask" | "accept" | undefined;
}

/** Where the code of an error is, in the `_meta` of a result. */
const ERROR_CODE = "lectern/errorCode";

/** Adds the handlers of the tools to `server`. */
export function addTools(server: McpServer["server"], parts: ToolParts): void {
  const all = [...definitions, ...(parts.writing ? changingDefinitions : [])];
  server.setRequestHandler("tools/list", () => ({ tools: all.map((one) => toolOf(one, parts.vaults)) }));
  server.setRequestHandler("tools/call", async ({ params }, context) => {
    const definition = all.find(({ name }) => name === params.name);
    if (!definition) {
      const help = `the tools are ${all.map((one) => one.name).join(", ")}`;
      return resultOf(errorReply("invalid_arguments", `there is no tool ${JSON.stringify(params.name)}`, help));
    }
    const { vault: name, ...args } = params.arguments ?? {};
    const vault = parts.vaults.length === 1 ? parts.vaults[0] : parts.vaults.find((one) => one.name === name);
    if (!vault) {
      const help = `give one as "vault": ${parts.vaults.map((one) => one.name).join(", ")}`;
      const given = name === undefined ? "no vault is given" : `there is no vault ${JSON.stringify(name)}`;
      return resultOf(errorReply("invalid_arguments", given, help));
    }
    // With one vault, `vault` is an argument that no tool has; the core says so.
    const given = parts.vaults.length === 1 ? (params.arguments ?? {}) : args;
    const stop = tellProgress(context, vault);
    try {
      const asking = { canAsk: canElicit(server, context), accepts: parts.writing === "accept" };
      return await called(definition, given, vault, asking, context);
    } finally {
      stop();
    }
  });
}

async function called(
  { name, changes }: ToolDefinition,
  args: Record<string, unknown>,
  vault: ServedVault,
  asking: Asking,
  context: ServerContext,
): Promise<CallToolResult | InputRequiredResult> {
  const { tools, journal } = vault;
  const { signal } = context.mcpReq;
  if (!changes || !journal) return resultOf(await tools.call(name, args, signal));
  const { ElicitedApproval } = await import("./elicitation.ts");
  const approval = new ElicitedApproval(context, vault, asking);
  const reply = await tools.call(name, args, signal, {}, { approve: approval.approve, journal });
  const { error } = reply.structuredContent;
  if (error && approval.help !== undefined) return resultOf(errorReply("read_only", error.message, approval.help));
  return (await approval.question()) ?? resultOf(reply);
}

/** Whether the client can ask its user. */
function canElicit(server: McpServer["server"], { mcpReq: { envelope } }: ServerContext): boolean {
  const own = (envelope as Readonly<Record<string, unknown>> | undefined)?.[CLIENT_CAPABILITIES_META_KEY];
  // Clients of 2025 say it once, at the start; there is no other way to learn it.
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- see above
  const capabilities = (own as ClientCapabilities | undefined) ?? server.getClientCapabilities();
  const { elicitation } = capabilities ?? {};
  // Without a kind, it is forms.
  return elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined);
}

/**
 * The text and the pictures. Claude Code and Codex show a model a result's `structuredContent` in place of its text, so
 * there is none. The code of an error is for programs.
 */
function resultOf({ content, isError, structuredContent: { error } }: Reply): CallToolResult {
  return {
    content: content.map((part) => ({ ...part })),
    isError,
    ...(error && { _meta: { [ERROR_CODE]: error.code } }),
  };
}

/** `definition` as the protocol has it, with the vault as an argument if there are several. */
function toolOf(definition: ToolDefinition, vaults: readonly ServedVault[]): Tool {
  const tool = mcpTool(definition);
  const schema = tool.inputSchema as Tool["inputSchema"];
  if (vaults.length < 2) return { ...tool, inputSchema: schema };
  const vault = { vault: { type: "string", enum: vaults.map((one) => one.name), description: "Which vault." } };
  const required = ["vault", ...(schema.required ?? [])];
  return { ...tool, inputSchema: { ...schema, properties: { ...vault, ...schema.properties }, required } };
}

/** Tells a client that wants to know how far the index is, until the returned function is called. */
function tellProgress({ mcpReq: { _meta, notify } }: ServerContext, { tools }: ServedVault): () => void {
  const progressToken = _meta?.progressToken;
  if (progressToken === undefined) return () => undefined;
  let progress = 0;
  const timer = setInterval(() => {
    const state = tools.indexed();
    const message = state && state.unread > 0 ? `Indexing: ${state.unread} notes left` : "Working";
    void notify({ method: "notifications/progress", params: { progressToken, progress: ++progress, message } }).catch(
      () => undefined,
    );
  }, PROGRESS_MS);
  timer.unref();
  return () => clearInterval(timer);
}
