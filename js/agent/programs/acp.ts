// A program as an agent, over the Agent Client Protocol (https://agentclientprotocol.com): it is offered no files and no
// terminal of ours, and gets no permission for what it asks.
import { fieldsOf } from "../../base/fields.ts";
import { reason } from "../../base/reason.ts";
import type { ModelError } from "../model.ts";
import { Peer } from "./json-rpc.ts";
import type { RunParts, RunStart, Said } from "./program.ts";
import type { PromptPart } from "./transcript.ts";

type Fields = Readonly<Record<string, unknown>>;

const VERSION = 1;
const ENDS: Readonly<Record<string, "stop" | "length" | "filtered">> = {
  end_turn: "stop",
  max_tokens: "length",
  refusal: "filtered",
};

/** What is asked, in which folder; `fault` makes a failure of what the program says. */
export interface AcpParts {
  readonly folder: string;
  readonly prompt: readonly PromptPart[];
  readonly fault: (words: string) => ModelError;
  /** The tools that its model is offered; undefined while that is looked for. */
  readonly offered: RunParts["offered"];
}

/** Asks a program one question. */
export const speakAcp =
  (parts: AcpParts): RunStart["speak"] =>
  (input, say) => {
    const peer = new Peer((text) => input.write(text), {
      // Also where it asks for a permission: the user has not been asked.
      request: (method) =>
        method === "session/request_permission" ? Promise.resolve({ outcome: { outcome: "cancelled" } }) : undefined,
      event: (method, { update }) => (method === "session/update" ? said(fieldsOf(update), say) : undefined),
    });
    ask(peer, parts, say).catch((error: unknown) => say({ type: "failed", error: parts.fault(reason(error)) }));
    return (line) => peer.read(line);
  };

async function ask(peer: Peer, { folder, prompt, fault, offered }: AcpParts, say: (said: Said) => void): Promise<void> {
  const clientCapabilities = { fs: { readTextFile: false, writeTextFile: false }, terminal: false };
  const { agentInfo } = await peer.ask("initialize", { protocolVersion: VERSION, clientCapabilities });
  const tools = offered?.(String(fieldsOf(agentInfo)["version"]));
  if (tools) say({ type: "begun", tools });
  const { sessionId } = await peer.ask("session/new", { cwd: folder, mcpServers: [] });
  const { stopReason, _meta: meta } = await peer.ask("session/prompt", { sessionId, prompt });
  const { token_count: tokens } = fieldsOf(fieldsOf(meta)["quota"]);
  say(usedIn(fieldsOf(tokens)));
  const end = ENDS[String(stopReason)];
  say(end ? { type: "end", reason: end } : { type: "failed", error: fault(String(stopReason)) });
}

function said({ sessionUpdate: kind, content }: Fields, say: (said: Said) => void): void {
  const { text } = fieldsOf(content);
  if (kind === "agent_thought_chunk") say({ type: "thinking" });
  else if (kind === "agent_message_chunk" && typeof text === "string") say({ type: "text", text });
}

function usedIn(tokens: Fields): Said {
  const count = (name: string): number => (typeof tokens[name] === "number" ? tokens[name] : 0);
  const usage = { inputTokens: count("input_tokens"), outputTokens: count("output_tokens"), cachedTokens: 0 };
  return { type: "usage", usage };
}
