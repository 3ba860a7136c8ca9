// Whether and when a failed turn is retried.
import { ModelError, type ModelFault } from "../model.ts";

/** The maximum number of attempts. With the waits below, an overload may last about ten seconds. */
export const MAX_ATTEMPTS = 4;

/** The wait before the second attempt; each further one is twice as long. */
const FIRST_WAIT_MS = 1000;

/** The longest wait that is reasonable for a user who is waiting. */
const LONGEST_WAIT_MS = 60_000;

/** Failures that may be temporary. */
const PASSING: readonly ModelFault[] = ["busy", "network"];

/**
 * How long to wait after a turn failed with `error` on attempt number `tries`, counted from 1; undefined to give up.
 * `random` is from 0 to 1: clients that were refused together must not come back together.
 */
export function waitMs(error: unknown, tries: number, random: number): number | undefined {
  if (!(error instanceof ModelError) || !PASSING.includes(error.fault) || tries >= MAX_ATTEMPTS) return undefined;
  const own = FIRST_WAIT_MS * 2 ** (tries - 1) * (0.5 + random / 2);
  // An earlier retry would be refused again.
  const wait = Math.max(own, error.retryAfterMs ?? 0);
  return wait <= LONGEST_WAIT_MS ? Math.round(wait) : undefined;
}
