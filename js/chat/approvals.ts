// Which changes of one answer the user is asked about, by the mode in the settings.
import type { Decision, Proposal } from "../../pkg/lectern.js";
import type { ApproveMode } from "../settings/chat-settings.ts";
import { alwaysAsks } from "../vault/approval.ts";
import type { Changes } from "../vault/changes.ts";

/** Shows a change to the user. Resolves to the decision; a plan is only shown. */
export type ShowChange = (proposal: Proposal, isPlan: boolean, signal?: AbortSignal) => Promise<Decision>;

/** An answer that changes more files than this asks about each further one. */
const MANY = 5;

/** Decides about the changes of one answer. `mode` is asked each time, as the user may change it meanwhile. */
export function approver(mode: () => ApproveMode, show: ShowChange): Changes["approve"] {
  const paths = new Set<string>();
  return async (proposal, signal) => {
    const now = mode();
    if (now === "plan") {
      void show(proposal, true, signal);
      return { outcome: "planned", hunks: null, comment: null };
    }
    paths.add(proposal.path);
    if (now === "accept" && !alwaysAsks(proposal) && paths.size <= MANY) {
      return { outcome: "accepted", hunks: null, comment: null };
    }
    return show(proposal, false, signal);
  };
}
