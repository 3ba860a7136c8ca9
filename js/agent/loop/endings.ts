// How answers end that are not whole: a sentence each for the person, with what to do.
import { reason } from "../../base/reason.ts";
import type { AnswerEnd } from "../events.ts";
import type { Cut } from "../message.ts";
import { ModelError, type ModelFault } from "../model.ts";

/** Why an answer is not whole. */
export type Ending = { readonly cut: Cut; readonly because: string } & Pick<AnswerEnd, "needsSettings">;

/** What only other settings can mend. */
const IN_SETTINGS: readonly ModelFault[] = ["key", "model"];

export const CANCELLED: Ending = { cut: "cancelled", because: "You stopped the answer. What was said so far is kept." };

export const FILTERED: Ending = {
  cut: "filtered",
  because: "The provider's filter ended the answer. Ask in other words, or choose another model.",
};

export const TOO_LONG: Ending = {
  cut: "length",
  because: "The answer became longer than the model gives at once. Say “go on” for the rest.",
};

/** It ended as if all was said, but nothing was. */
export const EMPTY: Ending = {
  cut: "failed",
  because: "The model gave an empty answer. Ask again, or choose another model.",
};

/** The model was asked as often as it may be. */
export function outOfTurns(turns: number): Ending {
  const times = turns === 1 ? "once" : `${turns} times`;
  const because = `The model was asked ${times}, which is the limit for one answer, and is not done. Say “go on”, or raise the limit in settings.`;
  return { cut: "turns", because };
}

/** A turn failed for good. */
export function failed(failure: unknown): Ending {
  if (!(failure instanceof ModelError)) {
    return { cut: "failed", because: `Unexpected error: ${reason(failure)}. Ask again.` };
  }
  const needsSettings = IN_SETTINGS.includes(failure.fault);
  return { cut: "failed", because: failure.message, ...(needsSettings && { needsSettings }) };
}
