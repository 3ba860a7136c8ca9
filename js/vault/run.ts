// The loop of one call: passes requests from the core to the host, and answers back, until there is a reply.
import type { Reply, Session, Step } from "../../pkg/lectern.js";
import { unlessAborted } from "../base/aborted.ts";
import { answer } from "./answer-request.ts";
import type { Host } from "./host.ts";
import { Turns } from "../base/turns.ts";

/** What limits a run. */
export interface Bounds {
  /** Ends the call at once, with a `cancelled` reply. */
  signal?: AbortSignal | undefined;
  /** Whether the session's instance is still in use. It is not after another call has trapped. */
  isLive: () => boolean;
  /** See `Helpers` in answer-request.ts. */
  watch: () => boolean;
}

/** Runs the call that `begin` starts. */
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
    if (!isLive()) throw new Error("the core was restarted during the call");
    if (!answers || signal?.aborted) return session.cancel(call);
    step = session.resume(call, answers);
  }
  return step.done;
}
