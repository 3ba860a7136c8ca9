// The run loop: carries a tool call between the core, which asks, and the host, which answers, until there is a reply.
import type { Context, Reply, Session } from "../pkg/lectern.js";
import { answer } from "./answer.ts";
import type { Host } from "./host.ts";

/** What a run is bound to. */
export interface Bounds {
  /** Ends the call at once, with a `cancelled` reply. */
  signal?: AbortSignal | undefined;
  /** Whether the session's instance is still in use; one that another call has trapped is not gone on with. */
  isLive: () => boolean;
  /** What the reply may take, and how its lines are numbered. */
  context?: Context | undefined;
}

/**
 * For how long a call goes on before it lets others have their turn, in milliseconds: a host that answers at once would
 * else hold the app up until all is done. With the step behind it that is half of a frame.
 */
const TURN = 3;

/** Calls `tool` with the JSON text `args`. */
export async function run(
  session: Session,
  host: Host,
  tool: string,
  args: string,
  { signal, isLive, context }: Bounds,
): Promise<Reply> {
  let begin = performance.now();
  let step = session.start(tool, args, context);
  while ("ask" in step) {
    const { call, requests } = step.ask;
    const answers = await unlessAborted(signal, async () => {
      if (performance.now() - begin > TURN) begin = await othersTurn();
      return Promise.all(requests.map((request) => answer(host, request, signal)));
    });
    if (!isLive()) throw new Error("the core was started anew meanwhile");
    if (!answers) return session.cancel(call);
    step = session.resume(call, answers);
  }
  return step.done;
}

/** What `work` ends in, or undefined as soon as `signal` is aborted. What is still under way then is not waited for. */
export async function unlessAborted<T>(
  signal: AbortSignal | undefined,
  work: () => Promise<T>,
): Promise<T | undefined> {
  if (!signal) return work();
  if (signal.aborted) return undefined;
  let stop = (): void => undefined;
  const aborted = new Promise<undefined>((resolve) => {
    stop = () => resolve(undefined);
    signal.addEventListener("abort", stop, { once: true });
  });
  try {
    return await Promise.race([work(), aborted]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

/** Lets what waits run first; resolves to the time then. A timer would wait for a second where the window is hidden. */
function othersTurn(): Promise<number> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve(performance.now());
    };
    port2.postMessage(null);
  });
}
