// The run loop: carries a tool call between the core, which asks, and the host, which answers, until there is a reply.
import type { Reply, Session, Step } from "../../pkg/lectern.js";
import { unlessAborted } from "../base/aborted.ts";
import { answer } from "./answer-request.ts";
import type { Host } from "./host.ts";
import { Turns } from "../base/turns.ts";

/** What a run is bound to. */
export interface Bounds {
  /** Ends the call at once, with a `cancelled` reply. */
  signal?: AbortSignal | undefined;
  /** Whether the session's instance is still in use; one that another call has trapped is not gone on with. */
  isLive: () => boolean;
  /** See [`Helpers`](answer-request.ts). */
  watch: () => boolean;
}

/** Carries what `begin` starts to its reply. */
export async function run(
  session: Session,
  host: Host,
  begin: (session: Session) => Step,
  { signal, isLive, watch }: Bounds,
): Promise<Reply> {
  const turns = new Turns();
  const helpers = { signal, watch };
  let step = begin(session);
  while ("ask" in step) {
    const { call, requests } = step.ask;
    const answers = await unlessAborted(signal, () =>
      Promise.all(requests.map((request) => answer(host, request, helpers))),
    );
    await turns.give();
    if (!isLive()) throw new Error("the core was started anew meanwhile");
    if (!answers || signal?.aborted) return session.cancel(call);
    step = session.resume(call, answers);
  }
  return step.done;
}
