// One try at a turn: what the model says, gathered while it is told of. Whether it is tried again is tries.ts's to say.
import type { ConversationEvent } from "./events.ts";
import type { ToolCall } from "./message.ts";
import { Turns } from "../turns.ts";
import { ModelError, type Model, type ModelEvent, type ModelRequest } from "./model.ts";

/** What a model said, as far as it came. */
export interface Said {
  readonly text: string;
  readonly calls: readonly ToolCall[];
  /** How it ended; absent where it failed or was stopped. */
  readonly done?: Extract<ModelEvent, { type: "done" }>;
  /** Why it failed. */
  readonly failure?: unknown;
}

/** The model's turn. Never rejects, and ends at once when `signal` is aborted, whatever the model does. */
export async function saidBy(
  model: Model,
  request: ModelRequest,
  signal: AbortSignal,
  tell: (event: ConversationEvent) => void,
): Promise<Said> {
  let text = "";
  const calls: ToolCall[] = [];
  // An answer that comes all at once would be one long chain of promises, during which nothing is drawn.
  const turns = new Turns();
  let events: AsyncIterator<ModelEvent> | undefined;
  try {
    events = model.turn(request, signal)[Symbol.asyncIterator]();
    for (;;) {
      const next = await unlessAborted(signal, events.next());
      if (!next) return { text, calls };
      if (next.done) return { text, calls, failure: new ModelError("network", "The model's answer broke off.") };
      const event = next.value;
      if (event.type === "done") return { text, calls, done: event };
      if (event.type === "call") calls.push(event.call);
      else tell(event);
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

/** What `work` ends in, or undefined as soon as `signal` is aborted. */
async function unlessAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T | undefined> {
  let stop = (): void => undefined;
  const aborted = new Promise<undefined>((resolve) => {
    stop = () => resolve(undefined);
    signal.addEventListener("abort", stop);
    if (signal.aborted) stop();
  });
  // Where nobody waits for it any longer, it may still fail.
  work.catch(() => undefined);
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}
