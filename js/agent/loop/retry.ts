// When a failed turn is tried again, and after how long.
import { ModelError, type ModelFault } from "../model.ts";

/** How often a turn is tried in all. With the waits below, an overload may last ten seconds or so. */
export const MAX_ATTEMPTS = 4;

/** The wait before the second try; each further one is twice as long. */
const FIRST_WAIT_MS = 1000;

/** A person who waits for an answer waits no longer than this for one try. */
const LONGEST_WAIT_MS = 60_000;

/** What passes by itself. A key, a plan, a name do not. */
const PASSING: readonly ModelFault[] = ["busy", "network"];

/**
 * How long to wait before a turn is tried again that has failed with `error` at its try number `tries`, counted from 1;
 * undefined if it is not. `random` is from 0 to 1: those who were refused together must not come back together.
 */
export function waitMs(error: unknown, tries: number, random: number): number | undefined {
  if (!(error instanceof ModelError) || !PASSING.includes(error.fault) || tries >= MAX_ATTEMPTS) return undefined;
  const own = FIRST_WAIT_MS * 2 ** (tries - 1) * (0.5 + random / 2);
  // Earlier than it asks would only be refused again.
  const wait = Math.max(own, error.retryAfterMs ?? 0);
  return wait <= LONGEST_WAIT_MS ? Math.round(wait) : undefined;
}
