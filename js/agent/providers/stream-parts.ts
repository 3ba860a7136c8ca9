// Converts the parts of a streamed turn to model events, and limits their number and size.
import type { LanguageModelV4StreamPart, SharedV4ProviderMetadata } from "@ai-sdk/provider";
import { ModelError, type ModelEvent, type ModelRequest } from "../model.ts";
import { Unfinished } from "./request-faults.ts";
import { NO_USAGE } from "../message.ts";
import type { Opaque } from "./opaque.ts";
import { FreshIds } from "./wire-ids.ts";
import { t } from "../../base/translate.ts";
import { TurnText } from "../written/turn-text.ts";

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
  readonly #text: TurnText;
  #thoughts = 0;
  /** Calls that have begun, counted because some libraries report no complete call before the turn ends. */
  #begun = 0;
  #calls = 0;
  #finish: Finish | undefined;
  #isUncalled = false;

  /**
   * `name` is the provider's name for the user. `mayBeginThinking`: whether the text may begin inside of thinking, which
   * the prompt opened.
   */
  constructor(opaque: Opaque, request: ModelRequest, name: string, mayBeginThinking = false) {
    this.#opaque = opaque;
    this.#ids = new FreshIds(request.messages);
    this.#name = name;
    this.#text = new TurnText(request, mayBeginThinking);
  }

  /** Whether the text began inside of thinking. */
  get beganThinking(): boolean {
    return this.#text.beganThinking;
  }

  /** Whether the model repeats itself: then the turn is over. */
  get isRepeating(): boolean {
    return this.#text.isRepeating;
  }

  /** The events for `part`. Throws a `ModelError` if a limit is exceeded, and the part's error if it is one. */
  *events(part: Part): Generator<ModelEvent> {
    switch (part.type) {
      case "text-start":
      case "reasoning-start":
        this.#opaque.close(kindOf(part.type), part.id);
        // Reasoning may consist of a signature only.
        this.#sign(part);
        if (part.type === "text-start") break;
        this.#text.thought();
        yield { type: "thinking" };
        break;
      case "reasoning-delta":
        this.#take(part.delta.length, part.providerMetadata);
        this.#opaque.add("thought", part.id, part.delta, part.providerMetadata);
        this.#text.think(part.delta);
        yield { type: "thinking" };
        break;
      case "text-delta":
        this.#sign(part);
        yield* this.#said(this.#text.add(part.delta), part.id);
        break;
      case "text-end":
      case "reasoning-end":
        this.#sign(part);
        this.#opaque.close(kindOf(part.type), part.id);
        break;
      case "tool-input-start":
        if (++this.#begun > MOST_CALLS) throw tooManyCalls(this.#name);
        yield* this.#endText();
        yield { type: "thinking" };
        break;
      case "tool-input-delta":
        // Signals progress while long arguments arrive.
        yield { type: "thinking" };
        break;
      case "tool-call":
        this.#begun++;
        yield* this.#endText();
        this.#take(0, part.providerMetadata);
        yield this.#call({ tool: part.toolName, args: part.input }, part.toolCallId, part.providerMetadata);
        break;
      case "finish":
        this.#finish = part;
        break;
      case "error":
        throw part.error;
    }
  }

  /** The last events of the turn. Throws `Unfinished` if the stream ended early. */
  *end(): Generator<ModelEvent> {
    if (this.isRepeating) {
      yield { type: "done", reason: "repeated", usage: NO_USAGE };
      return;
    }
    if (this.#finish === undefined) throw new Unfinished();
    yield* this.#endText();
    const { finishReason, usage } = this.#finish;
    const opaque = this.#opaque.whole;
    const reason = reasonOf(finishReason.unified, this.#calls > 0);
    yield {
      type: "done",
      reason: reason === "stop" && this.#isUncalled ? "uncalled" : reason,
      usage: {
        inputTokens: usage.inputTokens.total ?? 0,
        outputTokens: usage.outputTokens.total ?? 0,
        cachedTokens: usage.inputTokens.cacheRead ?? 0,
      },
      ...(opaque === undefined ? {} : { opaque }),
    };
  }

  /** Gives what the text came to, before a call or at the end. */
  *#endText(): Generator<ModelEvent> {
    const { events, calls, isUncalled } = this.#text.end(this.#begun > 0);
    yield* this.#said(events, "rest");
    for (const call of calls) yield this.#call(call, "");
    this.#isUncalled ||= isUncalled;
  }

  #call(called: { tool: string; args: string }, given: string, metadata?: SharedV4ProviderMetadata): ModelEvent {
    if (++this.#calls > MOST_CALLS) throw tooManyCalls(this.#name);
    const id = this.#ids.fresh(given);
    const opaque = this.#opaque.call(id, metadata);
    return { type: "call", call: { id, ...called, ...(opaque !== undefined && { opaque }) } };
  }

  /** Keeps what is sent back the same as what is shown. */
  *#said(events: readonly ModelEvent[], id: string): Generator<ModelEvent> {
    for (const event of events) {
      if (event.type === "text") this.#opaque.add("text", id, event.text, undefined);
      if (event.type === "retract") this.#opaque.retract();
      yield event;
    }
  }

  /** Adds the metadata of a part. */
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

/** The parts of text or reasoning. */
type Stretch = "text-start" | "text-delta" | "text-end" | "reasoning-start" | "reasoning-end";

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

/** Why the turn ended. Some servers say `stop` for one with calls, or `tool-calls` for one without. */
function reasonOf(reason: Finish["finishReason"]["unified"], hasCalls: boolean) {
  if (reason === "length") return "length";
  if (reason === "content-filter") return "filtered";
  if (hasCalls) return "calls";
  if (reason === "error" || reason === "interrupted") throw new Unfinished();
  return "stop";
}
