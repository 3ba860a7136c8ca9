// The budget of tokens: how much of a model's context a request takes, what is left for what is read, and when older
// replies have to give way. Sizes are estimates (token-estimate.ts) times a factor that the provider's own counts correct.
import type { Model } from "../model.ts";
import type { Usage } from "../message.ts";

/** The room that is kept for an answer: as much as one is ever long, and never most of a small context. */
const ANSWER = 8192;
const ANSWER_SHARE = 1 / 4;

/** The least context that is worked with, whatever is said of the model: the tools alone take half of it. */
const LEAST_CONTEXT = 4096;

/**
 * How far the factor may go. Some servers count only what they had not cached, or nothing: that must not make room which
 * is not there. Vocabularies of old models need three times as many tokens for some scripts.
 */
const LEAST_FACTOR = 0.7;
const MOST_FACTOR = 4;

/** Older replies give way when less of the room than this is free … */
const FREE_BEFORE = 1 / 8;
/** … and then so many that this much is: each time they do, what the provider has cached of the conversation is lost. */
const FREE_AFTER = 3 / 8;

/** What the calls of one turn may take of what is left: the next turn wants to read, too. */
const CALLS_SHARE = 1 / 2;

/** A reply of fewer tokens than this shows too little to be worth a turn. */
const LEAST_REPLY = 500;

/** What each call of a turn may take. */
export interface Share {
  /** Tokens of each reply. */
  readonly maxTokens: number;
  /** How many calls there is room for at all. */
  readonly calls: number;
}

/** The budget of one conversation with one model. */
export class Budget {
  #factor = 1;
  #context: number;

  constructor({ contextTokens }: Pick<Model, "contextTokens">) {
    // Not `Math.max`: NaN would go through.
    this.#context = contextTokens > LEAST_CONTEXT ? contextTokens : LEAST_CONTEXT;
  }

  /** Real tokens divided by estimated ones. */
  get factor(): number {
    return this.#factor;
  }

  /** The tokens that a request may take. */
  get room(): number {
    return this.#context - Math.min(ANSWER, this.#context * ANSWER_SHARE);
  }

  /** The provider has counted `usage` for a request that was estimated at `estimate`. */
  learn(estimate: number, { inputTokens }: Pick<Usage, "inputTokens">): void {
    if (!(inputTokens > 0 && estimate > 0)) return;
    this.#factor = Math.min(Math.max(inputTokens / estimate, LEAST_FACTOR), MOST_FACTOR);
  }

  /**
   * A request that was estimated at `estimate` was too long, whatever is said of the context. How many tokens have to go
   * before it is tried again.
   */
  overflowed(estimate: number): number {
    this.#context = Math.max(Math.min(this.#context, estimate * this.#factor), LEAST_CONTEXT);
    return Math.max(this.excess(estimate), Math.ceil(estimate / 2));
  }

  /** How many tokens, by estimate, have to go before a request of `estimate` is sent; 0 while there is room. */
  excess(estimate: number): number {
    const taken = estimate * this.#factor;
    if (taken <= this.room * (1 - FREE_BEFORE)) return 0;
    return Math.ceil((taken - this.room * (1 - FREE_AFTER)) / this.#factor);
  }

  /** What each of `calls` calls may take behind messages of `estimate`. */
  share(estimate: number, calls: number): Share {
    const left = Math.max(this.room - estimate * this.#factor, 0);
    const served = Math.min(Math.max(Math.floor(left / LEAST_REPLY), 1), calls);
    return { maxTokens: Math.max(Math.floor((left * CALLS_SHARE) / served), LEAST_REPLY), calls: served };
  }
}
