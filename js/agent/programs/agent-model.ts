// A program that answers, as a model: each of its calls ends a turn, and the next turn gives it the result. So the loop,
// the card before sending, the record and the approval of changes are the same as for any model.
import { stopIf, unlessStopped } from "../../base/aborted.ts";
import type { Model, ModelEvent, ModelRequest } from "../model.ts";
import type { ModelChoice, ProgramId } from "../model-choice.ts";
import { NO_USAGE, type Usage } from "../message.ts";
import { AgentRun } from "./agent-run.ts";
import type { Computer } from "./computer.ts";
import type { AgentProgram, WaitingCall } from "./program.ts";
import { programOf } from "./programs.ts";
import { asOneMessage, type PromptPart } from "./transcript.ts";

/** What the user chose. */
export type ProgramChoice = Pick<ModelChoice, "model" | "thinking" | "contextTokens" | "reading" | "command"> & {
  readonly provider: ProgramId;
};

/** A program as a model. */
export class AgentModel implements Model {
  readonly id: string;
  readonly contextTokens: number;
  readonly seesImages: boolean;
  readonly isRemote = true;
  /** Where it sends what it reads is the program's own setting. */
  readonly host: string;
  readonly takesTools: boolean;
  readonly #computer: Computer;
  readonly #program: AgentProgram;
  readonly #choice: ProgramChoice;
  #run: AgentRun | undefined;
  #closing: Promise<void> | undefined;
  /** The number of messages that the program has, and what it was sent of them. */
  #given = { length: 0, text: "" };
  /** The calls that wait for their results, by our ids. */
  readonly #waiting = new Map<string, WaitingCall>();
  /** What begins our own lines in its prompt. */
  readonly #mark: string;

  constructor(computer: Computer, choice: ProgramChoice) {
    const program = (this.#program = programOf(choice.provider, choice));
    this.#computer = computer;
    this.#mark = computer.secret().slice(0, 8);
    this.#choice = choice;
    this.id = choice.model || program.name;
    this.contextTokens = choice.contextTokens ?? program.contextTokens;
    this.seesImages = program.seesImages;
    this.host = program.name;
    this.takesTools = choice.reading !== "passages";
  }

  async *turn(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelEvent> {
    let isWaiting = false;
    try {
      if (!this.#answerCalls(request)) await this.close();
      const run = (this.#run ??= await this.#start(request, signal));
      let usage = NO_USAGE;
      let requests = 0;
      for (;;) {
        const event = await unlessStopped(run.next(), signal);
        stopIf(signal);
        if (event.type === "usage") {
          usage = sum(usage, event.usage);
          if (event.usage.inputTokens > 0) requests++;
        } else if (event.type === "failed") throw event.error;
        else if (event.type === "call") {
          for (const call of [event.call, ...run.takeCalls()]) {
            const id = `call_${this.#computer.secret()}`;
            this.#waiting.set(id, call);
            yield { type: "call", call: { id, tool: call.tool, args: call.args } };
          }
          isWaiting = true;
          yield { type: "done", reason: "calls", usage, isTotal: requests > 1 };
          return;
        } else if (event.type === "end") {
          yield { type: "done", reason: event.reason, usage, isTotal: requests > 1 };
          return;
        } else yield event;
      }
    } finally {
      // Also if nobody waits for the turn any more.
      if (!isWaiting) await this.close();
    }
  }

  /** Ends the program, if it runs. */
  async close(): Promise<void> {
    const run = this.#run;
    this.#run = undefined;
    this.#waiting.clear();
    // The end of a turn that was stopped is not awaited.
    if (run) this.#closing = run.close();
    await this.#closing;
  }

  /**
   * Gives the calls that wait their results, with which `request` ends. Not if something before is sent differently now,
   * for example because it was excluded: the program would send it again as it was. Nor if it has ended.
   */
  #answerCalls(request: ModelRequest): boolean {
    const { messages } = request;
    const { length, text } = this.#given;
    if (this.#waiting.size === 0 || this.#run?.hasFailed !== false) return false;
    if (this.#textOf({ ...request, messages: messages.slice(0, length) }) !== text) return false;
    this.#given = { length: messages.length, text: this.#textOf(request) };
    for (const message of messages.slice(length)) {
      if (message.role !== "tool") continue;
      const { content, isError } = message.reply;
      this.#waiting.get(message.id)?.answer({ content, isError });
      this.#waiting.delete(message.id);
    }
    return this.#waiting.size === 0;
  }

  #start(request: ModelRequest, signal: AbortSignal): Promise<AgentRun> {
    const { model, thinking = "" } = this.#choice;
    this.#given = { length: request.messages.length, text: this.#textOf(request) };
    const asked = { request, prompt: this.#promptOf(request), model, thinking };
    return AgentRun.start(this.#computer, this.#program, asked, signal);
  }

  #promptOf(request: ModelRequest): PromptPart[] {
    const { provider, model } = this.#choice;
    return asOneMessage(request, { provider, model, seesImages: this.seesImages }, this.#mark);
  }

  /** All that the program is sent with `request`. */
  #textOf(request: ModelRequest): string {
    return JSON.stringify([request.system, this.#promptOf(request)]);
  }
}

const sum = (one: Usage, other: Usage): Usage => ({
  inputTokens: one.inputTokens + other.inputTokens,
  outputTokens: one.outputTokens + other.outputTokens,
  cachedTokens: one.cachedTokens + other.cachedTokens,
});
