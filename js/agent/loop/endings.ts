// Why answers end early: one sentence each for the user, with what to do.
import { reason } from "../../base/reason.ts";
import type { AnswerEnd } from "../events.ts";
import type { Cut } from "../message.ts";
import { ModelError, type ModelFault } from "../model.ts";
import { counted, t } from "../../base/translate.ts";

/** How an answer ended early. */
export type Ending = { readonly cut: Cut; readonly because: string } & Pick<AnswerEnd, "needsSettings" | "isFinal">;

/** Failures that only a change of settings can fix. */
const IN_SETTINGS: readonly ModelFault[] = ["key", "model"];

/** What each means for the user. Of a saved answer, only this is known. */
const BECAUSE: Readonly<Record<Cut, () => string>> = {
  cancelled: () => t("Stopped."),
  length: () => t("The answer reached the model's maximum length."),
  filtered: () => t("The provider's filter stopped the answer. Rephrase the question, or choose another model."),
  failed: () => t("This answer failed."),
  turns: () => t("Stopped after the maximum number of steps."),
  repeated: () => t("The model repeated itself, so it was stopped. Ask again, or choose another model."),
  uncalled: () => t("The model wrote a tool call as text, which can't be run. Ask again, or choose another model."),
};

/** The notice for an answer that ended so. */
export const noticeOf = (cut: Cut): string => BECAUSE[cut]();

/** An end of which no more is known than how it came. */
export const ended = (cut: Exclude<Cut, "failed" | "turns">): Ending => ({ cut, because: noticeOf(cut) });

/** The model finished without saying anything. */
export const empty = (hasThought = false): Ending => ({
  cut: "failed",
  because: hasThought
    ? t("The model thought, but gave no answer. Ask again, or choose another model.")
    : t("The model returned an empty answer. Ask again, or choose another model."),
});

/** The limit of turns was reached. */
export const outOfTurns = (turns: number): Ending => ({
  cut: "turns",
  because: counted(turns, "Stopped after {n} step.", "Stopped after {n} steps."),
});

/** A turn failed finally. */
export function failed(failure: unknown): Ending {
  if (!(failure instanceof ModelError)) {
    return { cut: "failed", because: t("Unexpected error: {reason}. Ask again.", { reason: reason(failure) }) };
  }
  const needsSettings = IN_SETTINGS.includes(failure.fault);
  const { message, isFinal } = failure;
  const because = failure.fault === "busy" ? t("{reason} Try again in a minute.", { reason: message }) : message;
  return { cut: "failed", because, ...(needsSettings && { needsSettings }), ...(isFinal && { isFinal }) };
}
