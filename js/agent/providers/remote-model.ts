// A model reached over a network. Runs a turn with the provider's library, and converts the stream to model events. A
// `Dialect` has what differs between providers.
import type { LanguageModelV4, LanguageModelV4CallOptions, LanguageModelV4StreamPart } from "@ai-sdk/provider";
import type { Network, ProviderId, Reading } from "../model-choice.ts";
import type { Model, ModelEvent, ModelRequest } from "../model.ts";
import { Turns } from "../../base/turns.ts";
import { stopIf, unlessStopped } from "../../base/aborted.ts";
import type { ServerFacts } from "./server-facts.ts";
import type { Transport } from "./transport.ts";
import { type RequestTarget, faultOf } from "./request-faults.ts";
import { Opaque } from "./opaque.ts";
import { promptOf, type PromptFormat } from "./library-prompt.ts";
import { TurnReader } from "./stream-parts.ts";

/** A model and how to reach it. */
export interface ModelTarget {
  readonly provider: ProviderId;
  readonly model: string;
  /** The provider's base URL, without a trailing slash. */
  readonly base: string;
  /** The provider's name for the user. */
  readonly name: string;
  /** Headers for every request. */
  readonly headers: Record<string, string>;
  readonly seesImages: boolean;
}

/** How to talk to one model of one provider. */
export interface Dialect extends PromptFormat {
  /** The model, in most cases a library's. It sends its requests with `fetch`. */
  open(fetch: Network["fetch"]): Pick<LanguageModelV4, "doStream">;
  /** Request options besides the prompt and the tools. May modify `prompt`, for example to set cache breakpoints. */
  options(prompt: LanguageModelV4CallOptions["prompt"]): Partial<LanguageModelV4CallOptions>;
}

/** What is known of a model before it is asked, and what the user chose. */
export interface ModelFacts {
  /** By its name. */
  readonly contextTokens: number;
  /** The user's own. */
  readonly ownContext: number | undefined;
  readonly temperature: number | undefined;
  /** The temperature without tools, if the user chose none: small models answer from passages better if it is low. */
  readonly steadyTemperature: number | undefined;
  readonly reading: Reading;
  /** Asks its server. */
  readonly ask: () => Promise<ServerFacts>;
}

/** The models that refused tools, as `host model`. Kept while the app runs. */
const withoutTools = new Set<string>();

/** Models that are trained to think first. The prompt may open their thinking, so that the text has only its end. */
const THINKERS = /deepseek.*r1|(?:^|[/:_-])r1(?![a-z0-9])|qwq|thinking/i;
/** Other models whose text began inside of thinking, by host and name. Kept while the app runs. */
const thinkers = new Set<string>();

/** A model reached over a network. */
export class RemoteModel implements Model {
  readonly id: string;
  readonly seesImages: boolean;
  readonly isRemote = true;
  readonly host: string;
  readonly #dialect: Dialect;
  readonly #transport: Transport;
  readonly #asked: RequestTarget;
  readonly #reasoning: LanguageModelV4CallOptions["reasoning"];
  readonly #facts: ModelFacts;
  #told: ServerFacts = {};

  constructor(
    dialect: Dialect,
    transport: Transport,
    asked: RequestTarget,
    facts: ModelFacts,
    reasoning?: LanguageModelV4CallOptions["reasoning"],
  ) {
    this.id = dialect.model;
    this.#facts = facts;
    this.seesImages = dialect.seesImages;
    this.#dialect = dialect;
    this.#transport = transport;
    this.host = transport.host;
    this.#asked = asked;
    this.#reasoning = reasoning;
  }

  async prepare(): Promise<void> {
    this.#told = await this.#facts.ask();
  }

  get contextTokens(): number {
    const { ownContext, contextTokens } = this.#facts;
    const { contextTokens: told, isDefault } = this.#told;
    // What the server says is a limit, whatever the settings say.
    return Math.min(ownContext ?? told ?? contextTokens, isDefault ? Infinity : (told ?? Infinity));
  }

  get takesTools(): boolean {
    const { reading } = this.#facts;
    const isRefused = this.#told.takesTools === false || withoutTools.has(this.#name);
    return reading === "tools" || (reading === "auto" && !isRefused);
  }

  get #name(): string {
    return `${this.host} ${this.id}`;
  }

  async *turn(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelEvent, void, undefined> {
    try {
      yield* this.#turn(request, signal);
    } catch (error) {
      // Whatever error an aborted request throws, the abort is the reason.
      stopIf(signal);
      const fault = faultOf(error, this.#asked);
      if (fault.fault === "tools") withoutTools.add(this.#name);
      throw fault;
    }
  }

  async *#turn(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelEvent, void, undefined> {
    stopIf(signal);
    const turns = new Turns();
    const { steadyTemperature, temperature = request.tools.length === 0 ? steadyTemperature : undefined } = this.#facts;
    const { said: prompt, fingerprint } = promptOf(request, this.#dialect);
    const thinksFirst = this.#dialect.provider === "compatible" && (THINKERS.test(this.id) || thinkers.has(this.#name));
    const told = new TurnReader(new Opaque(this.#dialect, fingerprint), request, this.#asked.name, thinksFirst);
    let buffered = (): void => undefined;
    const waits = new Promise<"buffered">((resolve) => (buffered = () => resolve("buffered")));
    const model = this.#dialect.open(this.#transport.fetch(() => buffered()));
    await turns.give();
    const asking = Promise.resolve(
      model.doStream({
        prompt,
        abortSignal: signal,
        ...(temperature !== undefined && { temperature }),
        ...(request.tools.length === 0 ? {} : { tools: request.tools.map(toolOf) }),
        ...this.#dialect.options(prompt),
        ...(this.#reasoning && { reasoning: this.#reasoning }),
      }),
    );
    const first = await unlessStopped(Promise.race([asking, waits]), signal);
    if (first === "buffered") {
      // It may reject before it is awaited below.
      asking.catch(() => undefined);
      yield { type: "buffered" };
    }
    const { stream } = await unlessStopped(asking, signal);
    yield* eventsOf(stream.getReader(), told, signal);
    if (told.beganThinking) thinkers.add(this.#name);
  }
}

/** The events of the stream. Always cancels `reader` at the end. */
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
      if (told.isRepeating) break;
    }
    yield* told.end();
  } finally {
    signal.removeEventListener("abort", stop);
    stop();
  }
}

function toolOf({ name, description, inputSchema }: ModelRequest["tools"][number]) {
  return { type: "function" as const, name, description, inputSchema };
}
