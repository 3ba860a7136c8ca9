// Why answers end early: one sentence each for the user, with what to do.
import { reason } from "../../base/reason.ts";
import type { AnswerEnd } from "../events.ts";
import type { Cut } from "../message.ts";
import { ModelError, type ModelFault } from "../model.ts";

/** How an answer ended early. */
export type Ending = { readonly cut: Cut; readonly because: string } & Pick<AnswerEnd, "needsSettings">;

/** Failures that only a change of settings can fix. */
const IN_SETTINGS: readonly ModelFault[] = ["key", "model"];

export const CANCELLED: Ending = { cut: "cancelled", because: "You stopped the answer. The text so far is kept." };

export const FILTERED: Ending = {
  cut: "filtered",
  because: "The provider's filter stopped the answer. Rephrase the question, or choose another model.",
};

export const TOO_LONG: Ending = {
  cut: "length",
  because: "The answer reached the model's maximum length. Say “go on” for the rest.",
};

/** The model finished without saying anything. */
export const EMPTY: Ending = {
  cut: "failed",
  because: "The model returned an empty answer. Ask again, or choose another model.",
};

/** The limit of turns was reached. */
export function outOfTurns(turns: number): Ending {
  const times = turns === 1 ? "once" : `${turns} times`;
  const because = `The model was asked ${times}, which is the limit for one answer, and is not finished. Say “go on”, or raise the limit in settings.`;
  return { cut: "turns", because };
}

/** A turn failed finally. */
export function failed(failure: unknown): Ending {
  if (!(failure instanceof ModelError)) {
    return { cut: "failed", because: `Unexpected error: ${reason(failure)}. Ask again.` };
  }
  const needsSettings = IN_SETTINGS.includes(failure.fault);
  return { cut: "failed", because: failure.message, ...(needsSettings && { needsSettings }) };
}
