// Checks what another plugin decided about a change: it may be plain JavaScript.
import type { Decision, EditedHunk } from "../../pkg/lectern.js";

type Given<T> = { readonly [key in keyof T]?: unknown };

const OUTCOMES: readonly unknown[] = ["accepted", "rejected", "planned", "returned"] satisfies Decision["outcome"][];

/** `given` as a decision. Throws an error for the developer of the plugin if it is not one. */
export function checkedDecision(given: unknown): Decision {
  const { outcome, hunks = null, comment = null, edited = null } = (given ?? {}) as Given<Decision>;
  if (!OUTCOMES.includes(outcome)) throw new TypeError(`approve resolved to no outcome: ${OUTCOMES.join(", ")}`);
  if (comment !== null && typeof comment !== "string")
    throw new TypeError("approve resolved to a comment that is no text");
  if (hunks !== null && !isIndices(hunks)) throw new TypeError("approve resolved to hunks that are no list of indices");
  if (edited !== null && !isEdits(edited))
    throw new TypeError("approve resolved to edited that is no list of hunks with their index and text");
  return { outcome: outcome as Decision["outcome"], hunks, comment, edited };
}

function isIndices(given: unknown): given is number[] {
  return Array.isArray(given) && given.every((index) => Number.isInteger(index) && index >= 0 && index < 2 ** 32);
}

/** Half of a character would be written as another one. */
function isEdits(given: unknown): given is EditedHunk[] {
  const isEdit = ({ hunk, text }: Given<EditedHunk>): boolean =>
    isIndices([hunk]) && typeof text === "string" && !/\p{Surrogate}/u.test(text);
  return Array.isArray(given) && given.every((edit) => isEdit((edit ?? {}) as Given<EditedHunk>));
}
