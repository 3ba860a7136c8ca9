// Changes with warnings that go back to the model, so that it can correct them before the user sees them.
import type { Proposal } from "../../../pkg/lectern.js";
import type { CorrectMode } from "../../settings/chat-settings.ts";

/** A change as a card shows it. */
export interface Shown extends Proposal {
  /** What the model proposed before it was told of the warnings. */
  readonly first?: Proposal | undefined;
  /** Whether the user can let the model correct it. */
  readonly canReturn?: boolean;
}

/** The changes of one answer that went back. */
export class Corrections {
  readonly #turn: () => number;
  /** Those that the model has not proposed again, oldest first, and in which turn they came. */
  readonly #returned: { readonly proposal: Proposal; readonly turn: number }[] = [];
  /** The paths of changes that were shown, with the turn. One is shown again if its note changes meanwhile. */
  readonly #shown = new Set<string>();
  #isOver = false;

  constructor(turn: () => number) {
    this.#turn = turn;
  }

  /** What the user sees of `proposal`; undefined if it goes back first. What corrects another never does. */
  take(proposal: Proposal, mode: CorrectMode): Shown | undefined {
    const now = this.#turn();
    const index = this.#returned.findIndex(({ proposal: { path }, turn }) => path === proposal.path && turn < now);
    const [returned] = index < 0 ? [] : this.#returned.splice(index, 1);
    const isFaulty = proposal.correctable;
    const place = `${now} ${proposal.path}`;
    if (mode === "on" && isFaulty && !this.#isOver && !returned && !this.#shown.has(place)) {
      this.keep(proposal);
      return undefined;
    }
    this.#shown.add(place);
    const first = returned?.proposal;
    const isOther = first?.newVersion !== proposal.newVersion;
    return { ...proposal, first: isOther ? first : undefined, canReturn: mode === "ask" && isFaulty && !this.#isOver };
  }

  /** Ends the corrections: nothing goes back any more. Those that the model has not proposed again, oldest first. */
  end(): Proposal[] {
    this.#isOver = true;
    return this.#returned.splice(0).map(({ proposal }) => proposal);
  }

  /** Keeps `proposal`, which goes back, to show it beside the next one. */
  keep(proposal: Proposal): void {
    this.#returned.push({ proposal, turn: this.#turn() });
  }
}
