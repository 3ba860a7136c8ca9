// Converts the parts of a streamed turn to model events, and limits their number and size.
import type { LanguageModelV4StreamPart, SharedV4ProviderMetadata } from "@ai-sdk/provider";
import { ModelError, type ModelEvent, type ModelRequest } from "../model.ts";
import { Unfinished } from "./request-faults.ts";
import type { Opaque } from "./opaque.ts";
import { FreshIds } from "./wire-ids.ts";
import { t } from "../../base/translate.ts";

type Part = LanguageModelV4StreamPart;
type Finish = Extract<Part, { type: "finish" }>;

/** Maximum characters of a turn's reasoning and signatures: twice those of the longest turns. turn.ts limits text. */
const MOST_THOUGHTS = 1_000_000;

/** Maximum calls of a turn. Far fewer are run (turn.ts); a model that makes more is in a loop. */
export const MOST_CALLS = 1000;

/** Converts the stream of one turn. */
export class TurnReader {
  readonly #opaque: Opaque;
  readonly #ids: FreshIds;
  readonly #name: string;
  #thoughts = 0;
  /** Calls that have begun, counted because some libraries report no complete call before the turn ends. */
  #begun = 0;
  #calls = 0;
  #finish: Finish | undefined;

  /** `name` is the provider's name for the user. */
  constructor(opaque: Opaque, { messages }: ModelRequest, name: string) {
    this.#opaque = opaque;
    this.#ids = new FreshIds(messages);
    this.#name = name;
  }

  /** The events for `part`. Throws a `ModelError` if a limit is exceeded, and the part's error if it is one. */
  *events(part: Part): Generator<ModelEvent> {
    switch (part.type) {
      case "text-start":
      case "reasoning-start":
        this.#opaque.close(kindOf(part.type), part.id);
        // Reasoning may consist of a signature only.
        this.#sign(part);
        if (part.type === "reasoning-start") yield { type: "thinking" };
        break;
      case "text-delta":
      case "reasoning-delta":
        this.#take(part.type === "reasoning-delta" ? part.delta.length : 0, part.providerMetadata);
        this.#opaque.add(kindOf(part.type), part.id, part.delta, part.providerMetadata);
        if (part.type === "reasoning-delta") yield { type: "thinking" };
        else if (part.delta !== "") yield { type: "text", text: part.delta };
        break;
      case "text-end":
      case "reasoning-end":
        this.#sign(part);
        this.#opaque.close(kindOf(part.type), part.id);
        break;
      case "tool-input-start":
        if (++this.#begun > MOST_CALLS) throw tooManyCalls(this.#name);
        yield { type: "thinking" };
        break;
      case "tool-input-delta":
        // Signals progress while long arguments arrive.
        yield { type: "thinking" };
        break;
      case "tool-call": {
        if (++this.#calls > MOST_CALLS) throw tooManyCalls(this.#name);
        const id = this.#ids.fresh(part.toolCallId);
        this.#take(0, part.providerMetadata);
        const opaque = this.#opaque.call(id, part.providerMetadata);
        const call = { id, tool: part.toolName, args: part.input };
        yield { type: "call", call: opaque === undefined ? call : { ...call, opaque } };
        break;
      }
      case "finish":
        this.#finish = part;
        break;
      case "error":
        throw part.error;
    }
  }

  /** The last event of the turn. Throws `Unfinished` if the stream ended early. */
  done(): ModelEvent {
    if (this.#finish === undefined) throw new Unfinished();
    const { finishReason, usage } = this.#finish;
    const opaque = this.#opaque.whole;
    return {
      type: "done",
      reason: this.#calls > 0 ? callsReason(finishReason.unified) : textReason(finishReason.unified),
      usage: {
        inputTokens: usage.inputTokens.total ?? 0,
        outputTokens: usage.outputTokens.total ?? 0,
        cachedTokens: usage.inputTokens.cacheRead ?? 0,
      },
      ...(opaque === undefined ? {} : { opaque }),
    };
  }

  /** Adds the metadata of a part that begins or ends. */
  #sign({ type, id, providerMetadata }: Extract<Part, { type: Stretch }>): void {
    if (providerMetadata === undefined) return;
    this.#take(0, providerMetadata);
    this.#opaque.add(kindOf(type), id, "", providerMetadata);
  }

  /** Counts reasoning and metadata, which the user never sees but the conversation stores. */
  #take(length: number, metadata: SharedV4ProviderMetadata | undefined): void {
    this.#thoughts += length + (metadata === undefined ? 0 : JSON.stringify(metadata).length);
    if (this.#thoughts > MOST_THOUGHTS) throw endlessThoughts(this.#name);
  }
}

/** The parts that begin or end text or reasoning. */
type Stretch = "text-start" | "text-end" | "reasoning-start" | "reasoning-end";

function endlessThoughts(name: string): ModelError {
  return new ModelError(
    "limit",
    t("The model at {name} kept reasoning without end. Ask again, or choose another model.", { name }),
  );
}

/** The error for a turn with too many calls. The turn fails, and none of its calls is run. */
export function tooManyCalls(name: string): ModelError {
  const words = t("The model at {name} made more than {n} calls at once. Ask again, or choose another model.", {
    name,
    n: MOST_CALLS,
  });
  return new ModelError("limit", words);
}

function kindOf(type: Part["type"]): "text" | "thought" {
  return type.startsWith("text") ? "text" : "thought";
}

/** The reason of a turn with calls. Some servers say `stop` for it. If it was cut off, its calls may be incomplete. */
function callsReason(reason: Finish["finishReason"]["unified"]): "calls" | "length" | "filtered" {
  if (reason === "length") return "length";
  return reason === "content-filter" ? "filtered" : "calls";
}

/** The reason of a turn without calls. `tool-calls` without any call counts as `stop`. */
function textReason(reason: Finish["finishReason"]["unified"]): "stop" | "length" | "filtered" {
  if (reason === "error" || reason === "interrupted") throw new Unfinished();
  if (reason === "length") return "length";
  return reason === "content-filter" ? "filtered" : "stop";
}
