// Runs one attempt at a turn: collects the model's output and reports it as events. attempts.ts decides about retries.
import type { ConversationEvent } from "../events.ts";
import { NO_USAGE, type ToolCall } from "../message.ts";
import { unlessAborted } from "../../base/aborted.ts";
import { Turns } from "../../base/turns.ts";
import { ModelError, type Model, type ModelEvent, type ModelRequest } from "../model.ts";
import { t } from "../../base/translate.ts";

/** Maximum characters of text in a turn: ten times what any model writes. */
const MOST_TEXT = 1_000_000;
/** Maximum calls in a turn; further ones are dropped. Their replies must fit in a small context too. */
const MOST_CALLS = 100;
/** Maximum characters of a call's arguments, which are sent again with each turn: a very long new note. */
const MOST_ARGS = 100_000;
/** Maximum characters of a call's id, and of its tool's name. */
const LONGEST_NAME = 200;

/** The output of a turn, as far as it arrived. */
export interface TurnResult {
  readonly text: string;
  readonly calls: readonly ToolCall[];
  /** How it ended; absent if it failed or was stopped. */
  readonly done?: Extract<ModelEvent, { type: "done" }>;
  /** Whether the model thought, or wrote what is no answer. */
  readonly hasThought?: boolean;
  /** Why it failed. */
  readonly failure?: unknown;
}

/** Runs the model's turn. Never rejects, and ends at once when `signal` is aborted, whatever the model does. */
export async function runTurn(
  model: Pick<Model, "turn">,
  request: ModelRequest,
  signal: AbortSignal,
  tell: (event: ConversationEvent) => void,
): Promise<TurnResult> {
  let text = "";
  const calls: ToolCall[] = [];
  // An answer that arrives all at once would run as one long chain of promises, and the app could not render.
  const turns = new Turns();
  let isWhole = true;
  let hasThought = false;
  let events: AsyncIterator<ModelEvent> | undefined;
  try {
    const iterator = (events = model.turn(request, signal)[Symbol.asyncIterator]());
    for (;;) {
      const next = await unlessAborted(signal, () => iterator.next());
      if (!next) return { text, calls };
      if (next.done)
        return { text, calls, failure: new ModelError("network", t("The model's answer was interrupted.")) };
      const event = next.value;
      if (event.type === "done")
        return { text, calls, hasThought, done: isWhole ? event : { ...event, opaque: undefined } };
      if (event.type === "call") {
        const call = bounded(event.call);
        // The provider's signature covers all calls as they were.
        isWhole &&= call === event.call && calls.length < MOST_CALLS;
        if (calls.length < MOST_CALLS) calls.push(call);
        continue;
      }
      if (event.type === "text" && text.length + event.text.length > MOST_TEXT) return { text, calls, done: ENDLESS };
      tell(event);
      if (event.type === "text") text += event.text;
      if (event.type === "retract") text = "";
      hasThought ||= (event.type === "thinking" && event.doing === undefined) || event.type === "retract";
      await turns.give();
    }
  } catch (failure) {
    return { text, calls, failure };
  } finally {
    // Releases its resources. Not awaited: it may not notice before its next event.
    events?.return?.().catch(() => undefined);
  }
}

/** The end of an endless turn. Its usage is unknown. */
const ENDLESS = { type: "done", reason: "length", usage: NO_USAGE } as const;

/** Leaves out what is too long in a call: no tool accepts it then, and the error says so. */
function bounded(call: ToolCall): ToolCall {
  const { id, tool, args } = call;
  if (args.length <= MOST_ARGS && Math.max(id.length, tool.length) <= LONGEST_NAME) return call;
  const kept = args.length <= MOST_ARGS ? args : JSON.stringify({ left_out: `${args.length} characters, too many` });
  return { id: id.slice(0, LONGEST_NAME), tool: tool.slice(0, LONGEST_NAME), args: kept };
}
