// Asks the chosen model to write a part of a note anew: one question without tools, which is redacted, shown before it is
// sent, and recorded as each question is.
import type { TFile } from "obsidian";
import type { Conversation, Question } from "../../agent/loop/conversation.ts";
import type { Model } from "../../agent/model.ts";
import type { LecternApi } from "../../api.ts";
import type { ChatSettings } from "../../settings/chat-settings.ts";
import { notAsked } from "../chat.ts";
import { ownInstructions } from "../composer/own-instructions.ts";
import { sayExcluded } from "../composer/own-prompts.ts";
import { chosenModel } from "../model/chosen-model.ts";
import type { Parts } from "../parts.ts";
import { closedSince } from "../sending/excluded.ts";
import { type SendChoice, type SendQuestion, SendReview } from "../sending/send-review.ts";

/** The settings with the model that is asked. Rejects if it is not set up here. */
export type Chosen = () => Promise<ChatSettings>;

/** What is asked. */
export interface TextQuestion {
  /** The note. */
  readonly file: TFile;
  readonly question: Question;
  readonly chosen: Chosen;
  /** Shows what is about to be sent. */
  readonly send: (question: SendQuestion) => Promise<SendChoice>;
}

/** What the model wrote, or why it wrote nothing: nothing is said if the user stopped it. */
export interface Written {
  readonly text?: string;
  readonly says?: string;
}

/** Asks `question` in `conversation`. Never rejects. */
export async function askForText(
  parts: Parts,
  conversation: Conversation,
  { file, question, send, ...asked }: TextQuestion,
  run: AbortController,
): Promise<Written> {
  const { app, api } = parts;
  const stop = (): void => run.abort();
  try {
    const chosen = await asked.chosen();
    const model = await chosenModel(app, chosen);
    const { host = "", id } = model;
    const review = new SendReview({
      ...{ app, api, stop, receiver: { host, model: id }, mode: chosen.preview, isAsked: false },
      show: async (request) => {
        const leftOut = await send(request);
        // Without the note, there is nothing to ask.
        return leftOut?.includes(file.path) ? undefined : leftOut;
      },
    });
    const surroundings = {
      model: withoutTools(model),
      tools: [],
      call: () => Promise.reject(new Error("there are no tools")),
      closedNow: closedSince(parts),
      beforeRequest: async (...request: Parameters<typeof review.beforeRequest>) => {
        if (!(await isRefused(api, file))) return review.beforeRequest(...request);
        stop();
        return undefined;
      },
      maxTurns: 1,
      form: "edit" as const,
      vault: app.vault.getName(),
      instructions: () => ownInstructions(app, api, chosen),
    };
    const end = await conversation.answer(question, surroundings, run.signal, () => undefined);
    if (run.signal.aborted) return { says: "" };
    return end.cut ? { says: end.because ?? "" } : { text: end.answer?.text ?? "" };
  } catch (error) {
    return { says: notAsked(error).because ?? "" };
  }
}

/** Whether `file` is excluded. Says so. */
export async function isRefused(api: LecternApi, file: TFile): Promise<boolean> {
  const isExcluded = (await api.closedPaths([file.path])).length > 0;
  if (isExcluded) sayExcluded(api, file);
  return isExcluded;
}

/** It gets none, so it need not be shown passages in their place. */
const withoutTools = (model: Model): Model => ({
  ...{ id: model.id, contextTokens: model.contextTokens, seesImages: model.seesImages, isRemote: model.isRemote },
  turn: (...request) => model.turn(...request),
});
