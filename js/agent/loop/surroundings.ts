// What an answer needs: a model, the tools of a vault, and the conversation.
import type { Context, Reply, ToolDefinition } from "../../../pkg/lectern.js";
import type { Budget } from "../context/budget.ts";
import type { ConversationEvent } from "../events.ts";
import type { Message } from "../message.ts";
import type { Model } from "../model.ts";
import type { OwnInstructions, PromptFacts } from "../system-prompt.ts";
import type { Clock } from "../../base/clock.ts";
import type { ClosedNow } from "../context/redact.ts";

/** What the caller provides for an answer. */
export interface Surroundings {
  readonly model: Model;
  readonly tools: readonly ToolDefinition[];
  /** Like `LecternApi.callJson` and `Tools.callJson`: never rejects, and is cancelled at once unless it writes. */
  call(tool: string, argsJson: string, options: { signal: AbortSignal } & Partial<Context>): Promise<Reply>;
  /** The maximum number of turns. */
  readonly maxTurns: number;
  /** Finds what has been excluded, moved or deleted since it was shown; absent for a single question. */
  readonly closedNow?: ClosedNow;
  /**
   * Waits until a request with these messages and instructions may be sent. Resolves to the paths of notes that the user
   * leaves out, perhaps none, once the user has looked: rules may have changed meanwhile, so it is asked again with what
   * is left. Resolves to `undefined` to let the request go. Rejects with a `ModelError` if it must not be sent.
   */
  readonly beforeRequest?: (
    messages: readonly Message[],
    signal: AbortSignal,
    instructions: readonly OwnInstructions[],
  ) => Promise<readonly string[] | undefined>;
  /** The user's own instructions as they are now; read before each request, as the rules may change. */
  readonly instructions?: () => Promise<readonly OwnInstructions[]>;
  /** The form of the system prompt; by default the one that fits the model. */
  readonly form?: PromptFacts["form"];
  /** The vault's name, for the system prompt. */
  readonly vault?: string;
}

/** The messages: a new list for each change, so that older lists stay valid. */
export interface Log {
  messages: readonly Message[];
  /** The index of the first message that is sent: the questions before no longer fit. Absent for all. */
  from?: number;
  /** The tokens of the last system prompt, by estimate; absent before the first. */
  systemTokens?: number;
}

/** What an answer needs besides its log. */
export interface Means {
  readonly with: Surroundings;
  readonly budget: Budget;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly tell: (event: ConversationEvent) => void;
}
