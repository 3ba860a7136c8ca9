// A model asked over a network: one turn through its provider's library, as the conversation takes it. What differs from
// provider to provider is its dialect.
import type { LanguageModelV4, LanguageModelV4CallOptions, LanguageModelV4StreamPart } from "@ai-sdk/provider";
import type { Network, ProviderId } from "../model-choice.ts";
import type { Model, ModelEvent, ModelRequest } from "../model.ts";
import { Turns } from "../../base/turns.ts";
import { stopIf, unlessStopped } from "../../base/aborted.ts";
import type { Transport } from "./transport.ts";
import { type RequestTarget, faultOf } from "./request-faults.ts";
import { Opaque } from "./opaque.ts";
import { promptOf, type PromptFormat } from "./library-prompt.ts";
import { TurnReader } from "./stream-parts.ts";

/** A model, and where it is. */
export interface ModelTarget {
  readonly provider: ProviderId;
  readonly model: string;
  /** The provider's address, without a slash at its end. */
  readonly base: string;
  /** How a person knows the provider. */
  readonly name: string;
  /** What every request has. */
  readonly headers: Record<string, string>;
  readonly seesImages: boolean;
}

/** How one model of one provider is spoken to. */
export interface Dialect extends PromptFormat {
  /** The library's model, which reaches the provider by `fetch`. */
  open(fetch: Network["fetch"]): LanguageModelV4;
  /** What the provider is told besides the prompt and the tools; may mark parts of the prompt. */
  options(prompt: LanguageModelV4CallOptions["prompt"]): Partial<LanguageModelV4CallOptions>;
}

/** A model over a network. */
export class RemoteModel implements Model {
  readonly id: string;
  readonly contextTokens: number;
  readonly seesImages: boolean;
  readonly isRemote = true;
  readonly #dialect: Dialect;
  readonly #transport: Transport;
  readonly #asked: RequestTarget;

  constructor(dialect: Dialect, transport: Transport, asked: RequestTarget, contextTokens: number) {
    this.id = dialect.model;
    this.contextTokens = contextTokens;
    this.seesImages = dialect.seesImages;
    this.#dialect = dialect;
    this.#transport = transport;
    this.#asked = asked;
  }

  async *turn(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelEvent, void, undefined> {
    try {
      yield* this.#turn(request, signal);
    } catch (error) {
      // Whatever an aborted request fails with, it is for that.
      stopIf(signal);
      throw faultOf(error, this.#asked);
    }
  }

  async *#turn(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelEvent, void, undefined> {
    stopIf(signal);
    const turns = new Turns();
    const { said: prompt, fingerprint } = promptOf(request, this.#dialect);
    const told = new TurnReader(new Opaque(this.#dialect, fingerprint), request, this.#asked.name);
    let buffered = (): void => undefined;
    const waits = new Promise<"buffered">((resolve) => (buffered = () => resolve("buffered")));
    const model = this.#dialect.open(this.#transport.fetch(() => buffered()));
    await turns.give();
    const asking = Promise.resolve(
      model.doStream({
        prompt,
        abortSignal: signal,
        ...(request.tools.length === 0 ? {} : { tools: request.tools.map(toolOf) }),
        ...this.#dialect.options(prompt),
      }),
    );
    const first = await unlessStopped(Promise.race([asking, waits]), signal);
    if (first === "buffered") {
      // It may fail while nobody waits for it.
      asking.catch(() => undefined);
      yield { type: "buffered" };
    }
    const { stream } = await unlessStopped(asking, signal);
    yield* eventsOf(stream.getReader(), told, signal);
  }
}

/** What comes over `reader`, which is left at the end in any case. */
async function* eventsOf(
  reader: ReadableStreamDefaultReader<LanguageModelV4StreamPart>,
  told: TurnReader,
  signal: AbortSignal,
) {
  const stop = (): void => void reader.cancel(signal.reason).catch(() => undefined);
  signal.addEventListener("abort", stop);
  try {
    for (;;) {
      stopIf(signal);
      const { done, value } = await reader.read();
      stopIf(signal);
      if (done) break;
      yield* told.events(value);
    }
    yield told.done();
  } finally {
    signal.removeEventListener("abort", stop);
    stop();
  }
}

function toolOf({ name, description, inputSchema }: ModelRequest["tools"][number]) {
  return { type: "function" as const, name, description, inputSchema };
}
