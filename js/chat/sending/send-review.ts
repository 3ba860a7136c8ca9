// Shows the requests of one answer before they are sent, if the settings or the user ask for it, and records each.
import type { App } from "obsidian";
import { AnswerRecord, type Receiver } from "../../agent/ledger/answer-record.ts";
import { mergedNotes, type SentNote } from "../../agent/ledger/sent-notes.ts";
import type { Surroundings } from "../../agent/loop/conversation.ts";
import { tokensOf, tokensOfMessages } from "../../agent/context/token-estimate.ts";
import type { LecternApi } from "../../api.ts";
import { finder } from "../../host/obsidian.ts";
import { ledgerOf } from "../../host/obsidian-ledger.ts";
import type { PreviewMode } from "../../settings/chat-settings.ts";
import { isClosed } from "./excluded.ts";
import { isKnownHost, keepHost } from "../model/chosen-model.ts";

/** What is about to be sent. */
export interface SendQuestion {
  readonly host: string;
  readonly notes: readonly SentNote[];
  /** Tokens of the messages and the user's instructions, by estimate. */
  readonly tokens: number;
  /** Whether this is what was read since the last request. */
  readonly isLater: boolean;
  /** Whether what the model reads from now on is sent without being shown. */
  readonly isLast: boolean;
  /** Ends the wait. */
  readonly signal: AbortSignal;
}

/** The paths that the user leaves out; undefined if nothing may be sent. */
export type SendChoice = readonly string[] | undefined;

/** What reviews the requests of one answer. */
export interface ReviewParts {
  readonly app: App;
  readonly api: LecternApi;
  readonly receiver: Receiver;
  readonly mode: PreviewMode;
  /** Whether the user wants to see this question's request, whatever the mode. */
  readonly isAsked: boolean;
  readonly show: (question: SendQuestion) => Promise<SendChoice>;
  /** Ends the answer. */
  readonly stop: () => void;
}

/** The record of an answer by `receiver`. */
export function recordOf(app: App, api: LecternApi, receiver: Receiver): AnswerRecord {
  const exists = (path: string): boolean => finder(app.vault)(path) !== null && !isClosed(api, path);
  return new AnswerRecord(ledgerOf(app), receiver, exists);
}

/** The requests of one answer. */
export class SendReview {
  readonly #parts: ReviewParts;
  readonly record: AnswerRecord;
  /** Whether the user kept all of the answer's requests from being sent. */
  isHeldBack = false;
  #hasSent = false;
  #hasAsked = false;

  constructor(parts: ReviewParts) {
    this.#parts = parts;
    this.record = recordOf(parts.app, parts.api, parts.receiver);
  }

  readonly beforeRequest: NonNullable<Surroundings["beforeRequest"]> = async (messages, signal, instructions) => {
    const { app, receiver, mode, show, stop } = this.#parts;
    const { host } = receiver;
    const notes = mergedNotes(this.record.newIn(messages, instructions).flatMap((item) => item.notes));
    if (this.#shows(notes)) {
      const question = {
        host,
        notes,
        tokens: tokensOfMessages(messages) + tokensOf(instructions.map(({ text }) => text).join("\n")),
        isLater: this.#hasSent,
        isLast: mode !== "always",
        signal,
      };
      const leftOut = await show(question);
      if (!leftOut) {
        this.isHeldBack = !this.#hasSent;
        stop();
        return undefined;
      }
      // What is left was seen.
      this.#hasAsked = true;
      return leftOut;
    }
    if (signal.aborted) return undefined;
    await this.record.add(messages, instructions);
    this.#hasSent = true;
    this.#hasAsked = false;
    keepHost(app, host);
    return undefined;
  };

  #shows(notes: readonly SentNote[]): boolean {
    const { app, receiver, mode, isAsked } = this.#parts;
    if (this.#hasAsked) return false;
    if (this.#hasSent) return mode === "always" && notes.length > 0;
    return isAsked || mode !== "first" || !isKnownHost(app, receiver.host);
  }
}
