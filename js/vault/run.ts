// The loop of one call: passes requests from the core to the host, and answers back, until there is a reply.
//
// A call that is stopped while it writes waits for the write, and its reply tells what was made.
import type { Reply, Request, Session, Step } from "../../pkg/lectern.js";
import { unlessAborted } from "../base/aborted.ts";
import { answer } from "./answer-request.ts";
import type { Changes } from "./changes.ts";
import type { Host } from "./host.ts";
import { Turns } from "../base/turns.ts";

/** What limits a run. */
export interface Bounds {
  /** Ends the call at once, with a `cancelled` reply; not while it writes, and not once it has written something. */
  signal?: AbortSignal | undefined;
  /** Whether the session's instance is still in use. It is not after another call has trapped. */
  isLive: () => boolean;
  /** See `Helpers` in answer-request.ts. */
  watch: () => boolean;
  /** How long the run may read documents for the index, in milliseconds. */
  documentMs: number;
  /** See `Helpers` in answer-request.ts. */
  changes?: Changes | undefined;
  /** Takes in the vault's rules as they are now: they may have changed while the user was asked. */
  refresh: () => Promise<void>;
}

/** Runs the call that `begin` starts. */
export async function run(
  session: Session,
  host: Host,
  begin: (session: Session) => Step,
  { signal, isLive, watch, documentMs, changes, refresh }: Bounds,
): Promise<Reply> {
  const turns = new Turns();
  // The time begins with the first document.
  let end: number | undefined;
  const timeLeft = (): number => {
    end ??= performance.now() + documentMs;
    return Math.max(Math.floor(end - performance.now()), 0);
  };
  let stop = signal;
  let step = begin(session);
  while ("ask" in step) {
    const { call, requests } = step.ask;
    // The reply has to tell what was made.
    if (requests.some(writes)) stop = undefined;
    const helpers = { signal: stop, watch, timeLeft, changes };
    const answers = await unlessAborted(stop, () =>
      Promise.all(requests.map((request) => answer(host, request, helpers))),
    );
    await turns.give();
    if (requests.some((request) => typeof request === "object" && "approve" in request)) await refresh();
    if (!isLive()) throw new Error("the core was restarted during the call");
    // Nothing was made, and the user may be asked again.
    if (answers?.some((one) => typeof one === "object" && "written" in one && one.written === "outdated"))
      stop = signal;
    if (!answers || stop?.aborted) return session.cancel(call);
    step = session.resume(call, answers);
  }
  return step.done;
}

function writes(request: Request): boolean {
  return typeof request === "object" && ("write" in request || "move" in request);
}
