// Which changes the user is asked about, whatever mode is set; and what another plugin decided, checked.
import type { Decision, EditedHunk, Proposal } from "../../pkg/lectern.js";

/**
 * Whether the user is asked about `proposal` in any mode: it moves or deletes a file, removes more than half of a note's
 * text, also together with `unasked`, the changes that were made before, or a warning says why.
 */
export function alwaysAsks(proposal: Proposal, unasked?: UnaskedLosses): boolean {
  return proposal.alwaysAsk || unasked?.addsUpWith(proposal) === true;
}

/** As in src/edit/loss.rs: less text than this may be replaced by other text unasked. */
const FEW_BYTES = 100;

/** What changes removed of each note since the user was last asked about it: many small changes can remove all of it. */
export class UnaskedLosses {
  readonly #losses = new Map<string, { removed: number; readonly all: number }>();

  /** Whether more than half of the note is gone with `proposal`. */
  addsUpWith({ path, loss }: Proposal): boolean {
    const { removed, all } = this.#losses.get(path) ?? { removed: 0, all: 0 };
    const sum = removed + loss.removed;
    return removed > 0 && loss.removed > 0 && sum >= FEW_BYTES && sum > all / 2;
  }

  /** Takes in a change that is accepted. */
  add({ path, loss }: Proposal, isAsked: boolean): void {
    const before = this.#losses.get(path) ?? { removed: 0, all: loss.all };
    if (isAsked) this.#losses.delete(path);
    else this.#losses.set(path, { ...before, removed: before.removed + loss.removed });
  }
}

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
