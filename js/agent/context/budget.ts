// The token budget: how much of the model's context a request takes, how much is left for reading, and when older
// replies are shortened. Sizes are estimates (token-estimate.ts) times a factor learned from the provider's counts.
import type { Model } from "../model.ts";
import type { Usage } from "../message.ts";

/** Tokens reserved for the answer, but at most a share of a small context. */
const ANSWER = 8192;
const ANSWER_SHARE = 1 / 4;

/** The minimum context, whatever the settings say: the tools in brief take half of it. */
const LEAST_CONTEXT = 2048;

/** With fewer tokens, the system prompt and the tools are brief. */
const SMALL_CONTEXT = 8192;

/** The share of the room that is made for what is read before the model is asked. */
const READ_SHARE = 1 / 4;

/**
 * Limits of the factor. Some servers count only uncached tokens, or none, which must not create room that does not
 * exist. Old models need three times as many tokens for some scripts.
 */
const LEAST_FACTOR = 0.7;
const MOST_FACTOR = 4;

/** Replies are shortened when less than this share is free … */
const FREE_BEFORE = 1 / 8;
/** … until this share is free. Each time, the provider's cache of the conversation is lost. */
const FREE_AFTER = 3 / 8;

/** The share of the remaining room for the calls of one turn: the next turn needs room too. */
const CALLS_SHARE = 1 / 2;

/** A smaller reply shows too little to be worth a turn. */
const LEAST_REPLY = 500;

/** What each call of a turn may use. */
export interface Share {
  /** Tokens of each reply. */
  readonly maxTokens: number;
  /** How many calls there is room for. */
  readonly calls: number;
}

/** The budget of one conversation with one model. */
export class Budget {
  #factor = 1;
  #context: number;

  constructor({ contextTokens }: Pick<Model, "contextTokens">) {
    // Not `Math.max`, which would let NaN through.
    this.#context = contextTokens > LEAST_CONTEXT ? contextTokens : LEAST_CONTEXT;
  }

  /** Counted tokens divided by estimated ones. */
  get factor(): number {
    return this.#factor;
  }

  /** Whether the system prompt and the tools have to be brief. */
  get isSmall(): boolean {
    return this.#context <= SMALL_CONTEXT;
  }

  /** Tokens to make room for before passages are looked for, by estimate. */
  get toRead(): number {
    return Math.floor((this.room * READ_SHARE) / this.#factor);
  }

  /** Tokens that may be added to a request of `estimate` tokens, by estimate; negative if it is too large. */
  left(estimate: number): number {
    return Math.floor(this.room / this.#factor - estimate);
  }

  /** Tokens that a request may take. */
  get room(): number {
    return this.#context - Math.min(ANSWER, this.#context * ANSWER_SHARE);
  }

  /** Learns from the provider's count for a request that was estimated at `estimate`. */
  learn(estimate: number, { inputTokens }: Pick<Usage, "inputTokens">): void {
    if (!(inputTokens > 0 && estimate > 0)) return;
    this.#factor = Math.min(Math.max(inputTokens / estimate, LEAST_FACTOR), MOST_FACTOR);
  }

  /**
   * A request of `estimate` tokens was too long, whatever the settings say. `stated`: the context, if the server named it.
   * Returns how many must go before a retry.
   */
  overflowed(estimate: number, stated?: number): number {
    this.#context = Math.max(Math.min(this.#context, stated ?? estimate * this.#factor), LEAST_CONTEXT);
    return Math.max(this.excess(estimate), stated !== undefined ? 1 : Math.ceil(estimate / 2));
  }

  /** How many estimated tokens must go before a request of `estimate` is sent; 0 if there is room. */
  excess(estimate: number): number {
    const taken = estimate * this.#factor;
    if (taken <= this.room * (1 - FREE_BEFORE)) return 0;
    return Math.ceil((taken - this.room * (1 - FREE_AFTER)) / this.#factor);
  }

  /** What each of `calls` calls may use after messages of `estimate` tokens. */
  share(estimate: number, calls: number): Share {
    const left = Math.max(this.room - estimate * this.#factor, 0);
    const served = Math.min(Math.max(Math.floor(left / LEAST_REPLY), 1), calls);
    return { maxTokens: Math.max(Math.floor((left * CALLS_SHARE) / served), LEAST_REPLY), calls: served };
  }
}
