// A conversation: holds the messages and answers one question at a time. It can continue after any answer, even one
// that failed. answer.ts makes each answer.
import type { ToolDefinition } from "../../../pkg/lectern.js";
import { Answer } from "./answer.ts";
import { Budget } from "../context/budget.ts";
import { type ContextUse, contextUse } from "../context/context-use.ts";
import { outgoing, shortenOldest } from "../context/outgoing.ts";
import { tokensOf } from "../context/token-estimate.ts";
import type { AnswerEnd, ConversationEvent } from "../events.ts";
import { repaired } from "./repair.ts";
import { type Message, NO_USAGE, type UserMessage } from "../message.ts";
import type { Model } from "../model.ts";
import { systemPrompt } from "../system-prompt.ts";
import { platformClock, type Clock } from "../../base/clock.ts";
import type { Log, Surroundings } from "./surroundings.ts";
import { t } from "../../base/translate.ts";

export type { Surroundings };

/** A question. */
export type Question = Omit<UserMessage, "role" | "instructedBy">;

/** A model that need not be opened. */
export type ModelLimits = Pick<Model, "id" | "contextTokens" | "seesImages">;

/** A conversation, possibly with several models in turn. */
export class Conversation {
  readonly #log: Log;
  readonly #clock: Clock;
  /** The token budget of each model. */
  readonly #budgets = new Map<string, Budget>();
  #isAnswering = false;

  /** `messages` are those of a saved conversation; invalid ones are repaired. */
  constructor(messages: readonly Message[] = [], clock = platformClock) {
    this.#log = { messages: repaired(messages) };
    this.#clock = clock;
  }

  /** The messages: a new list after each change. */
  get messages(): readonly Message[] {
    return this.#log.messages;
  }

  /** Asks a question and runs the model until it is done. Never rejects. One answer at a time. */
  async answer(
    question: Question,
    with_: Surroundings,
    signal: AbortSignal,
    tell: (event: ConversationEvent) => void,
  ): Promise<AnswerEnd> {
    if (this.#isAnswering) return refused();
    this.#isAnswering = true;
    try {
      const means = {
        with: with_,
        budget: this.#budget(with_.model),
        clock: this.#clock,
        signal,
        tell: careless(tell),
      };
      const { text, attachments, undone = [], leftOut = [] } = question;
      const told = { ...(undone.length > 0 && { undone }), ...(leftOut.length > 0 && { leftOut }) };
      return await new Answer(this.#log, means).make({ role: "user", text, attachments, ...told });
    } finally {
      this.#isAnswering = false;
      await with_.model.close?.();
    }
  }

  /** Removes everything from the message at `index`. Throws while an answer is in progress. */
  rewind(index: number): void {
    if (this.#isAnswering) throw new Error("the answer has to be stopped first");
    this.#log.messages = repaired(this.#log.messages.slice(0, Math.max(index, 0)));
    delete this.#log.from;
  }

  /** Replaces everything from the message at `index` by messages that were there before. Throws like `rewind`. */
  resume(index: number, messages: readonly Message[]): void {
    this.rewind(index);
    this.#log.messages = repaired([...this.#log.messages, ...messages]);
  }

  /** What the next request takes of the context of `model`. */
  use(model: ModelLimits, tools: readonly ToolDefinition[]): ContextUse {
    const { messages, systemTokens } = this.#log;
    const system = systemTokens ?? tokensOf(systemPrompt({ vault: "", today: new Date(this.#clock.now()) }));
    return contextUse(this.#budget(model), system, tools, outgoing(messages, model));
  }

  /** Shortens all older replies; returns the ids of their calls. Does nothing while an answer is in progress. */
  shorten(): string[] {
    if (this.#isAnswering) return [];
    const { messages, ids } = shortenOldest(this.#log.messages, Infinity);
    this.#log.messages = messages;
    return ids;
  }

  #budget(model: Pick<Model, "id" | "contextTokens">): Budget {
    const key = `${model.contextTokens} ${model.id}`;
    let budget = this.#budgets.get(key);
    if (!budget) this.#budgets.set(key, (budget = new Budget(model)));
    return budget;
  }
}

/** Wraps the listener `tell`: its errors are logged, and don't end the answer. */
function careless(tell: (event: ConversationEvent) => void): (event: ConversationEvent) => void {
  return (event) => {
    try {
      tell(event);
    } catch (error) {
      console.error("Lectern: an event of the conversation could not be shown.", error);
    }
  };
}

/** The result if another answer is in progress. */
function refused(): AnswerEnd {
  const because = t("An answer is in progress. Stop it first, or wait for it.");
  return { cut: "failed", because, answer: undefined, usage: NO_USAGE, read: [], milliseconds: 0 };
}
