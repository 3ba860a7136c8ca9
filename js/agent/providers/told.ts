// What one streamed turn tells, part by part, as the conversation takes it.
import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";
import type { ModelEvent, ModelRequest } from "../model.ts";
import { Unfinished } from "./faults.ts";
import type { Opaque } from "./opaque.ts";
import { FreshIds } from "./wire-ids.ts";

type Part = LanguageModelV4StreamPart;
type Finish = Extract<Part, { type: "finish" }>;

/** What one turn has told so far. */
export class Told {
  readonly #opaque: Opaque;
  readonly #ids: FreshIds;
  #hasCalls = false;
  #finish: Finish | undefined;

  constructor(opaque: Opaque, { messages }: ModelRequest) {
    this.#opaque = opaque;
    this.#ids = new FreshIds(messages);
  }

  *events(part: Part): Generator<ModelEvent> {
    switch (part.type) {
      case "text-start":
      case "reasoning-start":
        this.#opaque.close(kindOf(part.type), part.id);
        // A thought may be nothing but its signature.
        if (part.providerMetadata) this.#opaque.add(kindOf(part.type), part.id, "", part.providerMetadata);
        if (part.type === "reasoning-start") yield { type: "thinking" };
        break;
      case "text-delta":
      case "reasoning-delta":
        this.#opaque.add(kindOf(part.type), part.id, part.delta, part.providerMetadata);
        if (part.type === "reasoning-delta") yield { type: "thinking" };
        else if (part.delta !== "") yield { type: "text", text: part.delta };
        break;
      case "text-end":
      case "reasoning-end":
        if (part.providerMetadata) this.#opaque.add(kindOf(part.type), part.id, "", part.providerMetadata);
        this.#opaque.close(kindOf(part.type), part.id);
        break;
      case "tool-input-start":
      case "tool-input-delta":
        // Long arguments are work, too.
        yield { type: "thinking" };
        break;
      case "tool-call": {
        const id = this.#ids.fresh(part.toolCallId);
        const opaque = this.#opaque.call(id, part.providerMetadata);
        this.#hasCalls = true;
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

  done(): ModelEvent {
    if (this.#finish === undefined) throw new Unfinished();
    const { finishReason, usage } = this.#finish;
    const opaque = this.#opaque.whole;
    return {
      type: "done",
      reason: this.#hasCalls ? callsReason(finishReason.unified) : textReason(finishReason.unified),
      usage: {
        inputTokens: usage.inputTokens.total ?? 0,
        outputTokens: usage.outputTokens.total ?? 0,
        cachedTokens: usage.inputTokens.cacheRead ?? 0,
      },
      ...(opaque === undefined ? {} : { opaque }),
    };
  }
}

function kindOf(type: Part["type"]): "text" | "thought" {
  return type.startsWith("text") ? "text" : "thought";
}

/** Some servers say `stop` where they call. What was cut off while it called has calls that may not be whole. */
function callsReason(reason: Finish["finishReason"]["unified"]): "calls" | "length" | "filtered" {
  if (reason === "length") return "length";
  return reason === "content-filter" ? "filtered" : "calls";
}

/** A model that says it calls, and does not, has said what it wanted to. */
function textReason(reason: Finish["finishReason"]["unified"]): "stop" | "length" | "filtered" {
  if (reason === "error" || reason === "interrupted") throw new Unfinished();
  if (reason === "length") return "length";
  return reason === "content-filter" ? "filtered" : "stop";
}
