// The narrow door to a language model. Behind it are the providers' libraries, or no model at all (quotes.ts); in front of
// it nobody knows which.
import type { ToolDefinition } from "../../pkg/lectern.js";
import type { AssistantMessage, Message, ToolCall, Usage } from "./message.ts";

/** A language model that answers one turn at a time. */
export interface Model {
  /** As its provider names it. */
  readonly id: string;
  /** Tokens that a request and its answer may take together. */
  readonly contextTokens: number;
  /** Whether it can be sent images. */
  readonly seesImages: boolean;
  /** Whether it is asked over a network. */
  readonly isRemote: boolean;
  /**
   * The model's next turn. Ends with `done`; else rejects with a `ModelError`, or with the signal's reason once that is
   * aborted. Everything given before it rejects has been said.
   */
  turn(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelEvent>;
}

/** What a model is given. */
export interface ModelRequest {
  /** What it is told of itself and its task. */
  readonly system: string;
  readonly messages: readonly Message[];
  readonly tools: readonly ToolDefinition[];
}

/** What a turn gives, in order. */
export type ModelEvent =
  /** The provider does not let the app stream: the answer comes in one piece. */
  | { readonly type: "buffered" }
  /** A part of what the model is thinking; shown to nobody, but it says that it is at work. */
  | { readonly type: "thinking" }
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "call"; readonly call: ToolCall }
  | {
      readonly type: "done";
      /** `calls`: it waits for what its calls come to. */
      readonly reason: "stop" | "calls" | "length" | "filtered";
      readonly usage: Usage;
      readonly opaque?: AssistantMessage["opaque"];
    };

/** What can be done about a failure. */
export type ModelFault =
  /** The key is missing or refused. */
  | "key"
  /** No credit is left, or the plan does not include it. */
  | "quota"
  /** Too many requests, or the provider is overloaded: later it may work. */
  | "busy"
  /** No connection, or it broke. */
  | "network"
  /** More than the model's context holds. */
  | "too_long"
  /** There is no such model. */
  | "model"
  /** It sent nothing for too long, or too much: another try would take as long. */
  | "limit"
  /** Anything else that the provider refuses. */
  | "refused";

/** A turn that failed. The message is a sentence for a person, without the key. */
export class ModelError extends Error {
  readonly fault: ModelFault;
  /** How long the provider asks to wait. */
  readonly retryAfterMs: number | undefined;

  constructor(fault: ModelFault, message: string, options: { retryAfterMs?: number; cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.name = "ModelError";
    this.fault = fault;
    this.retryAfterMs = options.retryAfterMs;
  }
}
