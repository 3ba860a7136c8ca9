// Which changes of one answer the user is asked about, by the mode in the settings.
import type { Decision } from "../../pkg/lectern.js";
import type { ChatSettings } from "../settings/chat-settings.ts";
import { alwaysAsks } from "../vault/approval.ts";
import type { Changes } from "../vault/changes.ts";
import { Corrections, type Shown } from "./corrections.ts";

/** Shows a change to the user. Resolves to the decision; a plan is only shown. */
export type ShowChange = (proposal: Shown, isPlan: boolean, signal?: AbortSignal) => Promise<Decision>;

/** An answer that changes more files than this asks about each further one. */
const MANY = 5;

/**
 * Decides about the changes of one answer. `settings` are asked for each time, as the user may change them meanwhile;
 * `turn` is the number of the model's turn.
 */
export function approver(
  settings: () => Pick<ChatSettings, "approve" | "correct">,
  turn: () => number,
  show: ShowChange,
): Changes["approve"] {
  const paths = new Set<string>();
  const corrections = new Corrections(turn);
  return async (given, signal) => {
    const { approve: now, correct } = settings();
    const proposal = corrections.take(given, correct);
    if (!proposal) return { outcome: "returned", hunks: null, comment: null };
    if (now === "plan") {
      void show(proposal, true, signal);
      return { outcome: "planned", hunks: null, comment: null };
    }
    paths.add(proposal.path);
    if (now === "accept" && !alwaysAsks(proposal) && paths.size <= MANY) {
      return { outcome: "accepted", hunks: null, comment: null };
    }
    const decision = await show(proposal, false, signal);
    if (decision.outcome === "returned") corrections.keep(given);
    return decision;
  };
}
