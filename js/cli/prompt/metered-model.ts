// A model that counts what it uses, and sends no request once a limit is reached.
import { tokensOf, tokensOfMessages, tokensOfTools } from "../../agent/context/token-estimate.ts";
import type { Usage } from "../../agent/message.ts";
import { ModelError, type Model, type ModelEvent, type ModelFault, type ModelRequest } from "../../agent/model.ts";

/** The limits of one prompt. */
export interface Limits {
  /** Tokens of all requests and answers. */
  readonly tokens?: number | undefined;
  /** The cost of them, in the currency of the prices. */
  readonly cost?: number | undefined;
  /** The prices of a million tokens. */
  readonly inputPrice?: number | undefined;
  readonly outputPrice?: number | undefined;
}

/** What a model was used for. */
export interface Metered extends Usage {
  /** Requests, failed ones included. */
  readonly requests: number;
  readonly errors: number;
  readonly milliseconds: number;
}

/** Wraps a model. */
export class MeteredModel implements Model {
  readonly id: string;
  readonly seesImages: boolean;
  readonly isRemote: boolean;
  readonly #model: Model;
  readonly #limits: Limits;
  #used: Metered = { inputTokens: 0, outputTokens: 0, cachedTokens: 0, requests: 0, errors: 0, milliseconds: 0 };
  #fault: ModelFault | "cost" | undefined;

  constructor(model: Model, limits: Limits) {
    this.#model = model;
    this.#limits = limits;
    ({ id: this.id, seesImages: this.seesImages, isRemote: this.isRemote } = model);
  }

  get contextTokens(): number {
    return this.#model.contextTokens;
  }

  get takesTools(): boolean {
    return this.#model.takesTools !== false;
  }

  async prepare(): Promise<void> {
    await this.#model.prepare?.();
  }

  get used(): Metered {
    return this.#used;
  }

  /** What all requests cost; undefined without prices. */
  get cost(): number | undefined {
    const { inputPrice, outputPrice } = this.#limits;
    if (inputPrice === undefined && outputPrice === undefined) return undefined;
    const { inputTokens, outputTokens } = this.#used;
    return (inputTokens * (inputPrice ?? 0) + outputTokens * (outputPrice ?? 0)) / 1_000_000;
  }

  /** How the last request failed; `cost` if a limit forbade it. */
  get fault(): ModelFault | "cost" | undefined {
    return this.#fault;
  }

  async *turn(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelEvent> {
    this.#refuse();
    this.#fault = undefined;
    const began = performance.now();
    this.#count({ requests: 1 });
    let said = "";
    try {
      for await (const event of this.#model.turn(request, signal)) {
        if (event.type === "text") said += event.text;
        if (event.type === "call") said += event.call.args;
        if (event.type === "done") this.#count(this.#usageOf(event.usage, request, said));
        yield event;
      }
    } catch (error) {
      this.#count({ errors: 1 });
      if (error instanceof ModelError) this.#fault = error.fault;
      throw error;
    } finally {
      this.#count({ milliseconds: performance.now() - began });
    }
  }

  /** `usage`, or an estimate if the server does not tell. */
  #usageOf(usage: Usage, { system, tools, messages }: ModelRequest, said: string): Usage {
    if (!this.isRemote || usage.inputTokens + usage.outputTokens > 0) return usage;
    const inputTokens = tokensOf(system) + tokensOfTools(tools) + tokensOfMessages(messages);
    return { inputTokens, outputTokens: tokensOf(said), cachedTokens: 0 };
  }

  /** Throws if a limit is reached. */
  #refuse(): void {
    const { tokens, cost } = this.#limits;
    const used = this.#used.inputTokens + this.#used.outputTokens;
    const reached =
      tokens !== undefined && used >= tokens
        ? `--max-tokens is reached: ${used} tokens`
        : cost !== undefined && (this.cost ?? 0) >= cost
          ? `--max-cost is reached: ${(this.cost ?? 0).toPrecision(3)}`
          : undefined;
    if (reached === undefined) return;
    this.#fault = "cost";
    throw new ModelError("limit", `The answer is not finished, and ${reached}.`);
  }

  #count(more: Partial<Metered>): void {
    const used = { ...this.#used };
    for (const name of Object.keys(more) as (keyof Metered)[]) used[name] += more[name] ?? 0;
    this.#used = used;
  }
}
