// The model interface. The providers' libraries implement it, and so does Quotes, which uses no language model.
import type { ToolDefinition } from "../../pkg/lectern.js";
import type { AssistantMessage, Message, ToolCall, Usage } from "./message.ts";

/** A model that answers one turn at a time. */
export interface Model {
  /** The provider's name for it. */
  readonly id: string;
  /** Asks its server for its limits: `contextTokens` and `takesTools` may change. Never rejects. */
  prepare?(): Promise<void>;
  /** The context size: tokens of a request and its answer together. */
  readonly contextTokens: number;
  /** Whether it accepts images. */
  readonly seesImages: boolean;
  /** Whether it is reached over a network. */
  readonly isRemote: boolean;
  /** `false` if it gets no tools: the passages for each question are sent with it. May change after a turn. */
  readonly takesTools?: boolean;
  /** The host that requests go to; absent for a model that needs no network. */
  readonly host?: string;
  /**
   * Runs the model's next turn. It ends with `done`, or rejects with a `ModelError`, or with the signal's reason if
   * that is aborted. Events before a rejection are valid.
   */
  turn(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelEvent>;
  /** Ends what goes on between the turns of an answer. Never rejects. */
  close?(): Promise<void>;
}

/** The input of a turn. */
export interface ModelRequest {
  /** The system prompt. */
  readonly system: string;
  readonly messages: readonly Message[];
  readonly tools: readonly ToolDefinition[];
}

/** The events of a turn, in order. */
export type ModelEvent =
  /** The app can't stream from this provider: the answer arrives as a whole. */
  | { readonly type: "buffered" }
  /** The model is thinking, which is not shown, or `doing` something with tools of its own: `Read package.json`. */
  | { readonly type: "thinking"; readonly doing?: string }
  /** How much of the user's plan is used, for each span of time that it has a limit for. */
  | { readonly type: "limits"; readonly limits: readonly PlanLimit[] }
  | { readonly type: "text"; readonly text: string }
  /** The text of the turn so far is none of the answer. What of it was is given again. */
  | { readonly type: "retract" }
  | { readonly type: "call"; readonly call: ToolCall }
  | {
      readonly type: "done";
      /**
       * `calls`: the model waits for the results of its calls. `repeated`: it repeated itself, and was stopped.
       * `uncalled`: it wrote a call into its answer, from which it was taken out.
       */
      readonly reason: "stop" | "calls" | "length" | "filtered" | "repeated" | "uncalled";
      readonly usage: Usage;
      /** Whether `usage` is the total of several requests: the size of one can't be learned from it. */
      readonly isTotal?: boolean;
      readonly opaque?: AssistantMessage["opaque"];
    };

/** A limit of the user's plan: `used`, from 0 to 1, of what may be used in `hours`. */
export interface PlanLimit {
  readonly hours: number;
  readonly used: number;
}

/** Kinds of failures, by what the user can do. */
export type ModelFault =
  /** The key is missing or invalid. */
  | "key"
  /** No credit is left, or the plan does not include the model. */
  | "quota"
  /** Too many requests, or the provider is overloaded: retrying may help. */
  | "busy"
  /** There is no connection, or it broke. */
  | "network"
  /** The request exceeds the model's context. */
  | "too_long"
  /** The model does not exist. */
  | "model"
  /** The model can't call tools, or the server does not let it. */
  | "tools"
  /** The provider sent nothing for too long, or too much: retrying would not help. */
  | "limit"
  /** The provider refused for another reason. */
  | "refused";

/** A failed turn. The message is a sentence for the user, and never contains the key. */
export class ModelError extends Error {
  readonly fault: ModelFault;
  /** How long the provider asks to wait. */
  readonly retryAfterMs: number | undefined;
  /** The context size, if the provider named it. Only with `too_long`. */
  readonly contextTokens: number | undefined;
  /** Whether the same request would be refused again. */
  readonly isFinal: boolean;

  constructor(
    fault: ModelFault,
    message: string,
    options: { retryAfterMs?: number; contextTokens?: number | undefined; isFinal?: boolean; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = "ModelError";
    this.fault = fault;
    this.retryAfterMs = options.retryAfterMs;
    this.contextTokens = options.contextTokens;
    this.isFinal = options.isFinal ?? false;
  }
}
