// Makes one answer: runs turns until the model is done or something ends it.
//
// An answer never rejects and leaves a conversation that can be continued: each call has its reply, no message is
// empty.
import { Calls, idsIn, withOwnIds } from "./calls.ts";
import { empty, ended, failed, outOfTurns, type Ending } from "./endings.ts";
import type { AnswerEnd } from "../events.ts";
import { isEmpty, repaired } from "./repair.ts";
import type { AssistantMessage, Message, ToolCall, ToolMessage, UserMessage } from "../message.ts";
import { isGrounded } from "../citations/grounded.ts";
import { pathsIn } from "../citations/seen-lines.ts";
import { cancelledReply } from "../../vault/error-reply.ts";
import type { Look } from "../passages/look-first.ts";
import type { Log, Means } from "./surroundings.ts";
import { Attempts } from "./attempts.ts";
import { ModelError } from "../model.ts";
import type { TurnResult } from "./turn.ts";

/** Makes one answer, and adds its messages to the log. */
export class Answer {
  readonly #log: Log;
  readonly #means: Means;
  readonly #tries: Attempts;
  readonly #calls: Calls;
  readonly #read: string[] = [];
  /** The index of its first message. */
  #from = 0;

  constructor(log: Log, means: Means) {
    this.#log = log;
    this.#means = means;
    this.#calls = new Calls(means.with);
    this.#tries = new Attempts(log, means, this.#calls);
  }

  /** Makes the answer to `question`. Never rejects. */
  async make(question: UserMessage): Promise<AnswerEnd> {
    const means = this.#means;
    const began = means.clock.now();
    this.#add(question);
    for (const { reply } of question.attachments) this.#read.push(...pathsIn(reply));
    this.#from = this.#log.messages.length;
    let ending: Ending | undefined;
    try {
      ending = await this.#turns();
    } catch (error) {
      // A bug, or a message that can't be counted.
      ending = failed(error);
      this.#log.messages = repaired(this.#log.messages);
    }
    if (ending) this.#markCut(ending);
    const own = this.#log.messages.slice(this.#from);
    const said = own.filter((message) => message.role === "assistant").filter(({ text }) => text.trim() !== "");
    const milliseconds = means.clock.now() - began;
    const { usage, withheld, gone } = this.#tries;
    const { messages, from = 0 } = this.#log;
    const forgotten = messages.slice(0, from).filter(({ role }) => role === "user").length;
    const answer = said.pop();
    const [before, since] = [messages.slice(0, this.#from - 1), messages.slice(this.#from - 1)];
    const end = {
      ...ending,
      ...(withheld.length > 0 && { withheld }),
      ...(gone.length > 0 && { gone }),
      ...(forgotten > 0 && { forgotten }),
      answer,
      ...(answer && !isGrounded(before, since) && { isUngrounded: true }),
      usage,
      read: [...new Set(this.#read)],
      milliseconds,
    };
    means.tell({ type: "end", end });
    return end;
  }

  /** Runs turns; returns how the answer ended early, if it did. */
  async #turns(): Promise<Ending | undefined> {
    const { with: surroundings, signal, tell } = this.#means;
    const { model } = surroundings;
    let hasLooked = false;
    for (let number = 1; ; number++) {
      if (!hasLooked && model.takesTools === false) {
        hasLooked = true;
        await this.#lookFirst();
      }
      if (signal.aborted) return ended("cancelled");
      tell({ type: "turn", number });
      const said = await this.#tries.next();
      const isRefused = said.failure instanceof ModelError && said.failure.fault === "tools";
      if (isRefused && !hasLooked && model.takesTools === false) continue;
      // Some servers make calls of text, also where no tools were offered.
      const isOffered = model.takesTools !== false;
      const calls = isOffered ? withOwnIds(said.calls, idsIn(this.#log.messages)) : [];
      const isUncalled = !isOffered && said.calls.length > 0 && said.text.trim() === "";
      const broken = this.#brokenBy(said) ?? (isUncalled ? ended("uncalled") : undefined);
      const isLast = calls.length === 0 || number >= surroundings.maxTurns;
      const ending = broken ?? (isLast && calls.length > 0 ? outOfTurns(number) : undefined);
      const message = messageOf(said, calls, surroundings.model.id, ending);
      if (!isEmpty(message)) this.#add(message);
      await this.#answerCalls(calls, broken !== undefined, number);
      if (ending || isLast) return ending;
      if (this.#calls.isRepeating) return ended("repeated");
    }
  }

  /** Reads the passages for the question, for a model that can't ask for them. */
  async #lookFirst(): Promise<void> {
    const { clock, signal, tell, with: surroundings } = this.#means;
    const began = clock.now();
    const room = await this.#tries.roomToRead();
    // It is loaded when it is first needed.
    const { passagesFirst } = await import("../passages/look-first.ts");
    const look: Look = (tool, args) => surroundings.call(tool, args, { signal, layout: true });
    const found = signal.aborted ? [] : await passagesFirst(this.#log.messages, look, room);
    if (found.length === 0 || signal.aborted) return;
    const calls = withOwnIds(
      found.map(({ call }) => call),
      idsIn(this.#log.messages),
    );
    this.#add({ role: "assistant", text: "", calls, model: surroundings.model.id });
    const milliseconds = clock.now() - began;
    for (const [index, { reply }] of found.entries()) {
      const call = calls[index];
      if (!call) continue;
      tell({ type: "call", call });
      const message: ToolMessage = { role: "tool", id: call.id, tool: call.tool, reply };
      tell({ type: "reply", message, milliseconds });
      this.#add(message);
      this.#read.push(...pathsIn(reply));
    }
  }

  /** Why this turn ends the answer, whatever it called. */
  #brokenBy({ text, calls, done, failure, hasThought }: TurnResult): Ending | undefined {
    if (!done) return this.#means.signal.aborted ? ended("cancelled") : failed(failure);
    if (done.reason !== "stop" && done.reason !== "calls") return ended(done.reason);
    return isEmpty({ text, calls }) ? empty(hasThought) : undefined;
  }

  /** Runs `calls` in parallel; the replies are in the order of the calls. */
  async #answerCalls(calls: readonly ToolCall[], areCancelled: boolean, turn: number): Promise<void> {
    const { budget, clock, signal, tell } = this.#means;
    const shortened = this.#log.messages.filter((message) => message.role === "tool" && message.isShortened);
    const isShortened = (id: string): boolean =>
      shortened.some((message) => message.role === "tool" && message.id === id);
    const share = budget.share(this.#tries.estimate(), calls.length);
    const bounds = { signal, share, tokenFactor: budget.factor, turn, isShortened };
    const replied = calls.map(async (call, index): Promise<ToolMessage> => {
      const began = clock.now();
      tell({ type: "call", call });
      const reply = areCancelled || signal.aborted ? cancelledReply() : await this.#calls.run(call, index, bounds);
      const message: ToolMessage = { role: "tool", id: call.id, tool: call.tool, reply };
      tell({ type: "reply", message, milliseconds: clock.now() - began });
      return message;
    });
    for (const message of await Promise.all(replied)) {
      this.#add(message);
      this.#read.push(...pathsIn(message.reply));
    }
  }

  #add(message: Message): void {
    this.#log.messages = [...this.#log.messages, message];
    this.#means.tell({ type: "message", message });
  }

  /** Marks the last message of the answer as incomplete. */
  #markCut({ cut }: Ending): void {
    const messages = [...this.#log.messages];
    for (let index = messages.length - 1; index >= this.#from; index--) {
      const message = messages[index];
      if (message?.role !== "assistant") continue;
      if (!message.cut) messages[index] = { ...message, cut };
      break;
    }
    this.#log.messages = messages;
  }
}

/** The assistant message for the conversation. */
function messageOf(said: TurnResult, calls: readonly ToolCall[], model: string, ending?: Ending): AssistantMessage {
  const opaque = said.done?.opaque;
  return {
    role: "assistant",
    text: said.text,
    calls,
    model,
    ...(ending && { cut: ending.cut }),
    ...(opaque !== undefined && { opaque }),
  };
}
