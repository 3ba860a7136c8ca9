// Runs the model's turns: makes room in the context, and retries if that may help.
import type { ToolDefinition } from "../../../pkg/lectern.js";
import { briefly } from "../../vault/definitions.ts";
import { reason } from "../../base/reason.ts";
import { Turns } from "../../base/turns.ts";
import { type Message, NO_USAGE, type Usage } from "../message.ts";
import { ModelError, type ModelRequest } from "../model.ts";
import { type OwnInstructions, systemPrompt } from "../system-prompt.ts";
import { waitMs } from "./retry.ts";
import { latestReplies, outgoing } from "../context/outgoing.ts";
import { withPassages } from "../passages/numbered.ts";
import { makeRoom } from "./room.ts";
import type { Calls } from "./calls.ts";
import type { Log, Means } from "./surroundings.ts";
import { tokensOf, tokensOfMessages, tokensOfTools } from "../context/token-estimate.ts";
import { runTurn, type TurnResult } from "./turn.ts";
import { leftOutIn, leftOutPaths, type Named, namedIn, redacted, withPaths } from "../context/redact.ts";

/** The most tokens of passages that are sent before the model asks for any. */
const MOST_TO_READ = 3000;

/** Runs the turns of one answer. */
export class Attempts {
  readonly #log: Log;
  readonly #means: Means;
  readonly #calls: Calls;
  #instructions: readonly OwnInstructions[] = [];
  #system: string;
  #closed: readonly Named[] = [];
  #usage: Usage = NO_USAGE;

  constructor(log: Log, means: Means, calls: Calls) {
    this.#log = log;
    this.#means = means;
    this.#calls = calls;
    this.#system = this.#prompt();
  }

  #prompt(): string {
    const { budget, clock, with: surroundings } = this.#means;
    const { vault = "", model } = surroundings;
    const canChange = this.#tools.some(({ changes }) => changes);
    const fitting = model.takesTools === false ? "passages" : budget.isSmall ? "brief" : "whole";
    const form = surroundings.form ?? fitting;
    return systemPrompt({ vault, today: new Date(clock.now()), canChange, form, instructions: this.#instructions });
  }

  /** The tools that the model gets. */
  get #tools(): readonly ToolDefinition[] {
    const { model, tools } = this.#means.with;
    if (model.takesTools === false) return [];
    return this.#means.budget.isSmall ? briefly(tools) : tools;
  }

  /** The paths that are not sent because they were excluded; without duplicates. */
  get withheld(): string[] {
    return [...new Set(this.#closed.flatMap(({ path, isGone }) => (isGone ? [] : path)))];
  }

  /** The paths that are not sent because they were moved or deleted, other than by changes of the conversation. */
  get gone(): string[] {
    const own = new Set(this.#log.messages.flatMap(removedBy));
    return [...new Set(this.#closed.flatMap(({ path, isGone }) => (isGone && !own.has(path) ? path : [])))];
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
    await this.#makeRoom(budget.excess(this.estimate()));
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
        const excess = budget.overflowed(estimate, said.failure.contextTokens);
        // The prompt and the tools may be brief now.
        this.#system = this.#prompt();
        const saved = estimate - this.estimate();
        if ((await this.#makeRoom(excess - saved)) || saved > 0) inMs = 0;
      }
      if (inMs === undefined) return said;
      tell({ type: "retry", inMs, because: reason(said.failure) });
      await clock.wait(inMs, signal);
      await this.#judge();
    }
  }

  /** Estimated tokens of a request made now. */
  estimate(): number {
    return tokensOf(this.#system) + tokensOfTools(this.#tools) + tokensOfMessages(this.#sent);
  }

  /** The messages as the model is sent them now. */
  get #sent(): Message[] {
    const { messages, from } = this.#log;
    const { model } = this.#means.with;
    const sent = redacted(messages, [...this.#closed, ...leftOutIn(messages)]).slice(from);
    return outgoing(model.takesTools === false ? latestReplies(sent) : sent, model);
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
    }
    this.#system = this.#prompt();
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
    const { model } = surroundings;
    const request: ModelRequest = { system: this.#system, messages: this.#sent, tools: this.#tools };
    const own = this.#instructions.flatMap(({ path }) => path ?? []);
    this.#log.messages = withPaths(this.#log.messages, "instructedBy", own);
    const asked = model.takesTools === false ? withPassages(model) : model;
    const said = await runTurn(asked, request, signal, tell);
    if (said.done) {
      if (!said.done.isTotal) budget.learn(estimate, said.done.usage);
      this.#usage = sum(this.#usage, said.done.usage);
    }
    return said;
  }

  /** Makes the next request smaller, by `wanted` tokens if it can, with `more` to come; returns whether it is. */
  #makeRoom(wanted: number, more = 0): Promise<boolean> {
    return makeRoom(wanted, () => this.estimate() + more, this.#log, this.#means, this.#calls);
  }

  /**
   * Room for what is read before the model is asked: shortens the conversation if there is too little. In tokens, by
   * estimate.
   */
  async roomToRead(): Promise<number> {
    const { budget } = this.#means;
    await this.#judge();
    await this.#makeRoom(budget.excess(this.estimate() + budget.toRead), budget.toRead);
    return Math.max(Math.min(budget.left(this.estimate()), MOST_TO_READ), 0);
  }
}

/** The path at which there is no note after a change that the user accepted. */
function removedBy(message: Message): string[] {
  const change = message.role === "tool" ? message.reply.structuredContent.change : undefined;
  if (change?.outcome !== "accepted") return [];
  return [...(change.movedFrom === null ? [] : [change.movedFrom]), ...(change.version === null ? [change.path] : [])];
}

function sum(a: Usage, b: Usage): Usage {
  return {
    inputTokens: a.inputTokens + b.inputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
    cachedTokens: a.cachedTokens + b.cachedTokens,
  };
}
