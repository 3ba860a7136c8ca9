// What one answer is made with: a model, the tools of a vault, and what the conversation has besides.
import type { Context, Reply, ToolDefinition } from "../../../pkg/lectern.js";
import type { Budget } from "../context/budget.ts";
import type { ConversationEvent } from "../events.ts";
import type { Message } from "../message.ts";
import type { Model } from "../model.ts";
import type { Clock } from "../../base/clock.ts";
import type { ClosedNow } from "../context/redact.ts";

/** What one answer is made with. */
export interface Surroundings {
  readonly model: Model;
  readonly tools: readonly ToolDefinition[];
  /** As `LecternApi.callJson` and `Tools.callJson`: never rejects, and is cancelled at once. */
  call(tool: string, argsJson: string, options: { signal: AbortSignal } & Partial<Context>): Promise<Reply>;
  /** How often the model may be asked. */
  readonly maxTurns: number;
  /** What of what was shown has been excluded, moved or deleted since; absent for a single question. */
  readonly closedNow?: ClosedNow;
  /** The vault's name, which the model is told. */
  readonly vault?: string;
}

/** Where the messages are: a new list for each change, so that whoever has one keeps it. */
export interface Log {
  messages: readonly Message[];
}

/** What an answer is made with besides its log. */
export interface Means {
  readonly with: Surroundings;
  readonly budget: Budget;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly tell: (event: ConversationEvent) => void;
}
