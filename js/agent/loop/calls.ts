// Runs the calls of one turn: in parallel, each with a unique id and within its share of the context. A model's
// mistakes become error replies.
import type { Reply } from "../../../pkg/lectern.js";
import { reason } from "../../base/reason.ts";
import type { Share } from "../context/budget.ts";
import type { Message, ToolCall } from "../message.ts";
import { errorReply, withHelp } from "../../vault/error-reply.ts";
import type { Surroundings } from "./surroundings.ts";

/** After this many identical failed calls, the model is told. */
const TOO_OFTEN = 3;

/** Gives `calls` ids that no call in `messages` has: some servers reuse ids, or send none. */
export function withOwnIds(calls: readonly ToolCall[], messages: readonly Message[]): ToolCall[] {
  const taken = new Set(messages.flatMap((message) => (message.role === "assistant" ? message.calls : [])).map(idOf));
  return calls.map((call) => {
    const given = call.id || "call";
    let id = given;
    for (let number = 2; taken.has(id); number++) id = `${given}_${number}`;
    taken.add(id);
    return id === call.id ? call : { ...call, id };
  });
}

const idOf = ({ id }: ToolCall): string => id;

/** Limits of a turn's calls. */
export interface CallBounds {
  readonly signal: AbortSignal;
  readonly share: Share;
  readonly tokenFactor: number;
}

/** Runs the calls of one answer. */
export class Calls {
  readonly #with: Surroundings;
  /** How often each call has failed. */
  readonly #failures = new Map<string, number>();

  constructor(with_: Surroundings) {
    this.#with = with_;
  }

  /** Runs `call`, the turn's call number `index`, counted from 0. Never rejects. */
  async run(call: ToolCall, index: number, { signal, share, tokenFactor }: CallBounds): Promise<Reply> {
    if (index >= share.calls) return crowded(share.calls);
    const { tools } = this.#with;
    if (!tools.some(({ name }) => name === call.tool)) {
      const names = tools.map(({ name }) => name).join(", ");
      const help = names ? `the tools are ${names}` : "there are no tools; answer without";
      return this.#counted(
        call,
        errorReply("invalid_arguments", `there is no tool ${JSON.stringify(call.tool)}`, help),
      );
    }
    // Many models write nothing if there are no arguments.
    const args = call.args.trim() === "" ? "{}" : call.args;
    const bounds = { maxTokens: share.maxTokens, tokenFactor, numbering: "compact", layout: true } as const;
    try {
      return this.#counted(call, await this.#with.call(call.tool, args, { signal, ...bounds }));
    } catch (error) {
      // It should never reject. The other calls continue.
      const message = `a bug in Lectern ended the call: ${reason(error)}`;
      return this.#counted(call, errorReply("internal", message, "go on without, and tell the user"));
    }
  }

  #counted(call: ToolCall, reply: Reply): Reply {
    if (!reply.isError || reply.structuredContent.error?.code === "cancelled") return reply;
    const key = `${call.tool} ${plain(call.args)}`;
    const times = (this.#failures.get(key) ?? 0) + 1;
    this.#failures.set(key, times);
    if (times < TOO_OFTEN) return reply;
    return withHelp(reply, `this same call has now failed ${times} times: change it, or go on without`);
  }
}

/** The reply if there is no room for more calls. */
function crowded(calls: number): Reply {
  const message = `there is room for the ${calls === 1 ? "reply of one call" : `replies of ${calls} calls`} only`;
  return errorReply("too_large", message, `call again, with at most ${calls} at once`);
}

/** The arguments in a normalized form. */
function plain(args: string): string {
  try {
    return JSON.stringify(JSON.parse(args));
  } catch {
    return args.trim();
  }
}
