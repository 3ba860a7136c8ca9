// Checks what another plugin decided about a change: it may be plain JavaScript.
import type { Decision } from "../../pkg/lectern.js";

const OUTCOMES: readonly unknown[] = ["accepted", "rejected", "planned", "returned"] satisfies Decision["outcome"][];

/** `given` as a decision. Throws an error for the developer of the plugin if it is not one. */
export function checkedDecision(given: unknown): Decision {
  const { outcome, hunks = null, comment = null } = (given ?? {}) as { [key in keyof Decision]?: unknown };
  if (!OUTCOMES.includes(outcome)) throw new TypeError(`approve resolved to no outcome: ${OUTCOMES.join(", ")}`);
  if (comment !== null && typeof comment !== "string")
    throw new TypeError("approve resolved to a comment that is no text");
  if (hunks !== null && !isIndices(hunks)) throw new TypeError("approve resolved to hunks that are no list of indices");
  return { outcome: outcome as Decision["outcome"], hunks, comment };
}

function isIndices(given: unknown): given is number[] {
  return Array.isArray(given) && given.every((index) => Number.isInteger(index) && index >= 0 && index < 2 ** 32);
}
