// Runs the model's turns: makes room in the context, and retries if that may help.
import { reason } from "../../base/reason.ts";
import { Turns } from "../../base/turns.ts";
import type { Message, Usage } from "../message.ts";
import { ModelError, type ModelRequest } from "../model.ts";
import { type OwnInstructions, systemPrompt } from "../system-prompt.ts";
import { waitMs } from "./retry.ts";
import { outgoing } from "../context/outgoing.ts";
import { shortenOldest } from "../context/compact.ts";
import type { Log, Means } from "./surroundings.ts";
import { tokensOf, tokensOfMessages, tokensOfTools } from "../context/token-estimate.ts";
import { runTurn, type TurnResult } from "./turn.ts";
import { type Named, namedIn, redacted } from "../context/redact.ts";
import { leftOutIn, leftOutPaths, withPaths } from "../context/notes-left-out.ts";

/** Runs the turns of one answer. */
export class Attempts {
  readonly #log: Log;
  readonly #means: Means;
  #instructions: readonly OwnInstructions[] = [];
  #system: string;
  #closed: readonly Named[] = [];
  #usage: Usage = { inputTokens: 0, outputTokens: 0, cachedTokens: 0 };

  constructor(log: Log, means: Means) {
    this.#log = log;
    this.#means = means;
    this.#system = this.#prompt();
  }

  #prompt(): string {
    const { clock, with: surroundings } = this.#means;
    const { vault = "", tools } = surroundings;
    const canChange = tools.some(({ changes }) => changes);
    return systemPrompt({ vault, today: new Date(clock.now()), canChange, instructions: this.#instructions });
  }

  /** The paths that are not sent because they were excluded, moved or deleted; without duplicates. */
  get withheld(): string[] {
    return [...new Set(this.#closed.map(({ path }) => path))];
  }

  /** The usage of all turns so far. */
  get usage(): Usage {
    return this.#usage;
  }

  /** Runs the model's next turn. Never rejects. */
  async next(): Promise<TurnResult> {
    const { budget, clock, signal, tell } = this.#means;
    const turns = new Turns();
    await this.#judge();
    this.#makeRoom(budget.excess(this.estimate()));
    // Counting a long conversation for the first time takes as long as writing its request.
    await turns.give();
    let mayShorten = true;
    for (let tries = 1; ; tries++) {
      const heldBack = await this.#heldBack();
      if (heldBack) return heldBack;
      const estimate = this.estimate();
      const said = await this.#once(estimate);
      // A stopped turn stays as it is; so does one that finished just before.
      if (said.done || signal.aborted) return said;
      let inMs = waitMs(said.failure, tries, clock.random());
      if (mayShorten && said.failure instanceof ModelError && said.failure.fault === "too_long") {
        mayShorten = false;
        if (this.#makeRoom(budget.overflowed(estimate))) inMs = 0;
      }
      if (inMs === undefined) return said;
      tell({ type: "retry", inMs, because: reason(said.failure) });
      await clock.wait(inMs, signal);
      await this.#judge();
    }
  }

  /** Estimated tokens of a request made now. */
  estimate(): number {
    const { tools } = this.#means.with;
    return tokensOf(this.#system) + tokensOfTools(tools) + tokensOfMessages(this.#sent);
  }

  /** The messages as the model is sent them now. */
  get #sent(): Message[] {
    const { messages } = this.#log;
    return outgoing(redacted(messages, [...this.#closed, ...leftOutIn(messages)]), this.#means.with.model);
  }

  /**
   * Checks which notes are excluded or gone, and reads the user's instructions. Before each request, because rules may
   * change at any time.
   */
  async #judge(): Promise<void> {
    const { with: surroundings, signal } = this.#means;
    if (surroundings.instructions) {
      const [own, leftOut] = [await surroundings.instructions(), leftOutPaths(this.#log.messages)];
      this.#instructions = own.filter(({ path }) => path === undefined || !leftOut.has(path));
      this.#system = this.#prompt();
    }
    this.#log.systemTokens = tokensOf(this.#system);
    const named = namedIn(this.#log.messages);
    if (named.length > 0 && surroundings.closedNow) this.#closed = await surroundings.closedNow(named, signal);
  }

  /** Lets the caller see the request before it is sent. Returns a result if it is not to be sent. */
  async #heldBack(): Promise<TurnResult | undefined> {
    const { with: surroundings, signal } = this.#means;
    try {
      for (;;) {
        const leftOut = await surroundings.beforeRequest?.(this.#sent, signal, this.#instructions);
        if (leftOut === undefined) break;
        this.#log.messages = withPaths(this.#log.messages, "leftOut", leftOut);
        await this.#judge();
      }
    } catch (failure) {
      return { text: "", calls: [], failure };
    }
    return signal.aborted ? { text: "", calls: [] } : undefined;
  }

  async #once(estimate: number): Promise<TurnResult> {
    const { with: surroundings, budget, signal, tell } = this.#means;
    const { model, tools } = surroundings;
    const request: ModelRequest = { system: this.#system, messages: this.#sent, tools };
    const own = this.#instructions.flatMap(({ path }) => path ?? []);
    this.#log.messages = withPaths(this.#log.messages, "instructedBy", own);
    const said = await runTurn(model, request, signal, tell);
    if (said.done) {
      budget.learn(estimate, said.done.usage);
      this.#usage = sum(this.#usage, said.done.usage);
    }
    return said;
  }

  /** Shortens older replies by `excess` tokens; returns whether there were any. */
  #makeRoom(excess: number): boolean {
    if (excess <= 0) return false;
    const { messages, ids } = shortenOldest(this.#log.messages, excess);
    if (ids.length === 0) return false;
    this.#log.messages = messages;
    this.#means.tell({ type: "shortened", ids });
    return true;
  }
}

function sum(a: Usage, b: Usage): Usage {
  return {
    inputTokens: a.inputTokens + b.inputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
    cachedTokens: a.cachedTokens + b.cachedTokens,
  };
}
