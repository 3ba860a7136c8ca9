// One attempt at a turn: collects what the model says, and reports it as it comes. attempts.ts decides whether to try again.
import type { ConversationEvent } from "../events.ts";
import type { ToolCall } from "../message.ts";
import { unlessAborted } from "../../base/aborted.ts";
import { Turns } from "../../base/turns.ts";
import { ModelError, type Model, type ModelEvent, type ModelRequest } from "../model.ts";

/** Characters of one turn's text: ten times what any model gives. What goes on and on ends here. */
const MOST_TEXT = 1_000_000;
/** Calls of one turn; more are not taken. Their replies must leave room in a small context, too. */
const MOST_CALLS = 100;
/** Characters of a call's arguments: they stay in the conversation, and are sent with each turn. */
const MOST_ARGS = 20_000;
/** Characters of a call's id, and of the name of its tool. */
const LONGEST_NAME = 200;

/** What a model said, as far as it came. */
export interface TurnResult {
  readonly text: string;
  readonly calls: readonly ToolCall[];
  /** How it ended; absent where it failed or was stopped. */
  readonly done?: Extract<ModelEvent, { type: "done" }>;
  /** Why it failed. */
  readonly failure?: unknown;
}

/** The model's turn. Never rejects, and ends at once when `signal` is aborted, whatever the model does. */
export async function runTurn(
  model: Model,
  request: ModelRequest,
  signal: AbortSignal,
  tell: (event: ConversationEvent) => void,
): Promise<TurnResult> {
  let text = "";
  const calls: ToolCall[] = [];
  // An answer that comes all at once would be one long chain of promises, during which nothing is drawn.
  const turns = new Turns();
  let isWhole = true;
  let events: AsyncIterator<ModelEvent> | undefined;
  try {
    const iterator = (events = model.turn(request, signal)[Symbol.asyncIterator]());
    for (;;) {
      const next = await unlessAborted(signal, () => iterator.next());
      if (!next) return { text, calls };
      if (next.done) return { text, calls, failure: new ModelError("network", "The model's answer broke off.") };
      const event = next.value;
      if (event.type === "done") return { text, calls, done: isWhole ? event : { ...event, opaque: undefined } };
      if (event.type === "call") {
        const call = bounded(event.call);
        // What the provider signed is of all calls as they were.
        isWhole &&= call === event.call && calls.length < MOST_CALLS;
        if (calls.length < MOST_CALLS) calls.push(call);
        continue;
      }
      if (event.type === "text" && text.length + event.text.length > MOST_TEXT) return { text, calls, done: ENDLESS };
      tell(event);
      if (event.type === "text") text += event.text;
      await turns.give();
    }
  } catch (failure) {
    return { text, calls, failure };
  } finally {
    // It gives back what it holds. Nobody waits for it: it may not hear of this before its next event.
    events?.return?.().catch(() => undefined);
  }
}

/** How a turn ends that does not end. What it took the provider never says. */
const ENDLESS = {
  type: "done",
  reason: "length",
  usage: { inputTokens: 0, outputTokens: 0, cachedTokens: 0 },
} as const;

/** `call` as it is kept: no tool takes such arguments, and its error says so. */
function bounded(call: ToolCall): ToolCall {
  const { id, tool, args } = call;
  if (args.length <= MOST_ARGS && Math.max(id.length, tool.length) <= LONGEST_NAME) return call;
  const kept = args.length <= MOST_ARGS ? args : JSON.stringify({ left_out: `${args.length} characters, too many` });
  return { id: id.slice(0, LONGEST_NAME), tool: tool.slice(0, LONGEST_NAME), args: kept };
}
