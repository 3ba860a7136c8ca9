// Which changes the user is asked about, whatever mode is set.
import type { Proposal } from "../../pkg/lectern.js";

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
