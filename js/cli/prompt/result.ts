// What a prompt came to: the answer, its citations, the calls, and what it took.
import type { Citation } from "../../agent/citations/citations.ts";
import type { Verdict } from "../../agent/citations/current-note.ts";
import type { ConversationEvent } from "../../agent/events.ts";
import type { ToolCall } from "../../agent/message.ts";
import { textOf } from "../../vault/tools.ts";
import type { JsonError } from "../exit-codes.ts";
import type { MeteredModel } from "./metered-model.ts";

/** A citation with its verdict. */
export type CheckedCitation = Citation & { readonly verdict: Verdict };

/** One call of a tool. */
export interface CalledTool {
  readonly tool_name: string;
  readonly tool_id: string;
  readonly parameters: unknown;
  readonly status: "success" | "error";
  /** One line for the user. */
  readonly display: string;
}

/** What a prompt took. The names are those of Gemini CLI, where it has one. */
export interface Stats {
  readonly models: Readonly<Record<string, ModelStats>>;
  readonly tools: ToolStats;
  readonly turns: number;
  readonly duration_ms: number;
  /** In the currency of the prices; absent without prices. */
  readonly cost?: number;
}

interface ModelStats {
  readonly api: { readonly totalRequests: number; readonly totalErrors: number; readonly totalLatencyMs: number };
  readonly tokens: {
    readonly prompt: number;
    readonly candidates: number;
    readonly total: number;
    readonly cached: number;
  };
}

interface ToolStats extends Counted {
  readonly byName: Readonly<Record<string, { count: number; success: number; fail: number; durationMs: number }>>;
}

interface Counted {
  readonly totalCalls: number;
  readonly totalSuccess: number;
  readonly totalFail: number;
  readonly totalDurationMs: number;
}

/** The result of a prompt. */
export interface PromptResult {
  /** The model's last message, whole or not. */
  readonly response: string;
  readonly citations: readonly CheckedCitation[];
  /** Whether the answer is from the notes: something of the vault was read for it, or it cites what was read before. */
  readonly grounded: boolean;
  readonly tool_calls: readonly CalledTool[];
  readonly stats: Stats;
  readonly error?: JsonError;
}

/** Counts what the events of a prompt tell. */
export class Counts {
  readonly calls: CalledTool[] = [];
  readonly #began = performance.now();
  readonly #asked = new Map<string, ToolCall>();
  /** By the model's names for tools: `__proto__` is a name like any other. */
  readonly #byName = new Map<string, { count: number; success: number; fail: number; durationMs: number }>();
  #turns = 0;
  /** Whether a call ended because of a bug. */
  hasBroken = false;

  take(event: ConversationEvent): void {
    if (event.type === "turn") this.#turns = event.number;
    if (event.type === "call") this.#asked.set(event.call.id, event.call);
    if (event.type !== "reply") return;
    const { id, tool, reply } = event.message;
    const { display, error } = reply.structuredContent;
    this.hasBroken ||= error?.code === "internal";
    const status = reply.isError ? "error" : "success";
    const parameters = parametersOf(this.#asked.get(id)?.args ?? "");
    this.calls.push({ tool_name: tool, tool_id: id, parameters, status, display: display || textOf(reply) });
    const named = this.#byName.get(tool) ?? { count: 0, success: 0, fail: 0, durationMs: 0 };
    this.#byName.set(tool, named);
    named.count++;
    named[reply.isError ? "fail" : "success"]++;
    named.durationMs += Math.round(event.milliseconds);
  }

  /** All that was counted, with what `model` was used for. */
  stats({ id, used, cost }: MeteredModel): Stats {
    const { inputTokens, outputTokens, cachedTokens, requests, errors, milliseconds } = used;
    const api = { totalRequests: requests, totalErrors: errors, totalLatencyMs: Math.round(milliseconds) };
    const total = inputTokens + outputTokens;
    const tokens = { prompt: inputTokens, candidates: outputTokens, total, cached: cachedTokens };
    const all = [...this.#byName.values()];
    const sum = (of: (one: (typeof all)[number]) => number): number => all.reduce((so, one) => so + of(one), 0);
    return {
      models: { [id]: { api, tokens } },
      tools: {
        totalCalls: sum(({ count }) => count),
        totalSuccess: sum(({ success }) => success),
        totalFail: sum(({ fail }) => fail),
        totalDurationMs: sum(({ durationMs }) => durationMs),
        byName: Object.fromEntries(this.#byName),
      },
      turns: this.#turns,
      duration_ms: Math.round(performance.now() - this.#began),
      ...(cost !== undefined && { cost }),
    };
  }
}

/** The arguments of a call; as text if they are no JSON. */
export function parametersOf(args: string): unknown {
  if (args.trim() === "") return {};
  try {
    return JSON.parse(args) as unknown;
  } catch {
    return args;
  }
}
