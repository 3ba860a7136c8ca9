// Runs the calls of one turn: in parallel, each with a unique id and within its share of the context. A model's
// mistakes become error replies.
import type { Reply } from "../../../pkg/lectern.js";
import { valueOf } from "../../base/fields.ts";
import { reason } from "../../base/reason.ts";
import type { Share } from "../context/budget.ts";
import { callsIn, type Message, type ToolCall } from "../message.ts";
import { errorReply, withHelp } from "../../vault/error-reply.ts";
import type { Surroundings } from "./surroundings.ts";

/** After this many identical calls that failed, or turns with the same call and result, the model is told. */
const TOO_OFTEN = 3;
/** After this many turns with the same call and result, the answer ends. */
const MOST_SAME = 6;

/** The ids of the calls in `messages`. */
export const idsIn = (messages: readonly Message[]): Set<string> => new Set(callsIn(messages).map(({ id }) => id));

/** Gives `calls` ids that are not `taken`, and adds them to these: some servers reuse ids, or send none. */
export function withOwnIds(calls: readonly ToolCall[], taken: Set<string>): ToolCall[] {
  return calls.map((call) => {
    const given = call.id || "call";
    let id = given;
    for (let number = 2; taken.has(id); number++) id = `${given}_${number}`;
    taken.add(id);
    return id === call.id ? call : { ...call, id };
  });
}

/** Limits of a turn's calls. */
export interface CallBounds {
  readonly signal: AbortSignal;
  readonly share: Share;
  readonly tokenFactor: number;
  /** The number of the turn. */
  readonly turn: number;
  /** Whether the model no longer has the reply to the call with this id. */
  readonly isShortened: (id: string) => boolean;
}

/** Runs the calls of one answer. */
export class Calls {
  readonly #with: Surroundings;
  /** What each call came to last (empty if it failed), by which call first, how often, and in how many turns. */
  readonly #results = new Map<string, { id: string; result: string; turn: number; times: number; turns: number }>();
  /** Whether the model makes the same call again and again. */
  isRepeating = false;

  constructor(with_: Surroundings) {
    this.#with = with_;
  }

  /** Runs `call`, the turn's call number `index`, counted from 0. Never rejects. */
  async run(call: ToolCall, index: number, limits: CallBounds): Promise<Reply> {
    const { signal, share, tokenFactor } = limits;
    if (index >= share.calls) return crowded(share.calls);
    const { tools } = this.#with;
    if (!tools.some(({ name }) => name === call.tool)) {
      const names = tools.map(({ name }) => name).join(", ");
      const help = names ? `the tools are ${names}` : "there are no tools; answer without";
      return this.#counted(
        call,
        errorReply("invalid_arguments", `there is no tool ${JSON.stringify(call.tool)}`, help),
        limits,
      );
    }
    // Many models write nothing if there are no arguments.
    const args = call.args.trim() === "" ? "{}" : call.args;
    const bounds = { maxTokens: share.maxTokens, tokenFactor, numbering: "compact", layout: true } as const;
    try {
      return this.#counted(call, await this.#with.call(call.tool, args, { signal, ...bounds }), limits);
    } catch (error) {
      // It should never reject. The other calls continue.
      const message = `a bug in Lectern ended the call: ${reason(error)}`;
      return this.#counted(call, errorReply("internal", message, "go on without, and tell the user"), limits);
    }
  }

  /** `reply`, unless the same call came to the same before: then the model is told so. */
  #counted(call: ToolCall, reply: Reply, { turn, isShortened }: CallBounds): Reply {
    const { error, change } = reply.structuredContent;
    // A change may be meant twice, and the user decides about it.
    if (error?.code === "cancelled" || change) return reply;
    const key = `${call.tool} ${plain(call.args)}`;
    const result = reply.isError ? "" : JSON.stringify(reply.content);
    const before = this.#results.get(key);
    if (before?.result !== result || isShortened(before.id)) {
      this.#results.set(key, { id: call.id, result, turn, times: 1, turns: 1 });
      return reply;
    }
    before.times++;
    if (before.turn < turn) before.turns++;
    before.turn = turn;
    this.isRepeating ||= before.turns >= MOST_SAME;
    const { times, turns } = before;
    if (!reply.isError) return turns < TOO_OFTEN ? reply : sameAgain(reply, turns);
    if (times < TOO_OFTEN) return reply;
    return withHelp(reply, `this same call has now failed ${times} times: change it, or go on without`);
  }
}

/** What the model gets instead of a result that it has. */
function sameAgain({ structuredContent }: Reply, times: number): Reply {
  const text = `[this same call has had this same result ${times} times; it is above: answer with it, or call another]`;
  return { content: [{ type: "text", text }], isError: false, structuredContent };
}

/** The reply if there is no room for more calls. */
function crowded(calls: number): Reply {
  const message = `there is room for the ${calls === 1 ? "reply of one call" : `replies of ${calls} calls`} only`;
  return errorReply("too_large", message, `call again, with at most ${calls} at once`);
}

/** The arguments in a normalized form. */
function plain(args: string): string {
  const value = valueOf(args);
  return value === undefined ? args.trim() : JSON.stringify(value);
}
