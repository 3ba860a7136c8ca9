// The events of an answer in progress, for a panel, a terminal or a test.
import type { ModelEvent } from "./model.ts";
import type { AssistantMessage, Cut, Message, ToolCall, ToolMessage, Usage } from "./message.ts";

/** One event. What it reports is also in the conversation's messages after the turn. */
export type ConversationEvent =
  /** A turn of the model begins. */
  | { readonly type: "turn"; readonly number: number }
  | Exclude<ModelEvent, { type: "call" | "done" }>
  /** A call begins. Several may run at once. */
  | { readonly type: "call"; readonly call: ToolCall }
  | { readonly type: "reply"; readonly message: ToolMessage; readonly milliseconds: number }
  /** Less is sent of what a call showed: the context has no room for all of it. */
  | { readonly type: "reread"; readonly message: ToolMessage }
  /** The turn failed temporarily and is retried; its text so far is discarded. */
  | { readonly type: "retry"; readonly inMs: number; readonly because: string }
  /** Older replies were shortened to make room in the model's context: the ids of their calls. */
  | { readonly type: "shortened"; readonly ids: readonly string[] }
  /** A message was added to the conversation. */
  | { readonly type: "message"; readonly message: Message }
  | { readonly type: "end"; readonly end: AnswerEnd };

/** How an answer ended. The conversation can always continue. */
export interface AnswerEnd {
  /** Absent if the answer is complete. */
  readonly cut?: Cut;
  /** A sentence for the user: what happened and what to do. Only with `cut`. */
  readonly because?: string;
  /** Whether settings must be changed first. */
  readonly needsSettings?: boolean;
  /** Whether asking the same again would fail in the same way. */
  readonly isFinal?: boolean;
  /** The model's last message, with its citations. */
  readonly answer: AssistantMessage | undefined;
  readonly usage: Usage;
  /** Whether there is an answer, but nothing of the vault was shown for it, nor does it cite what was shown before. */
  readonly isUngrounded?: boolean;
  /** Vault paths of the notes that the model read for this answer, in order, without duplicates. */
  readonly read: readonly string[];
  /** Vault paths that were excluded after the conversation named them, so that they were not sent. */
  readonly withheld?: readonly string[];
  /** Those that were moved or deleted, other than by changes of the conversation itself. */
  readonly gone?: readonly string[];
  /** How many of the oldest questions were not sent, because the model's context has no room for them. */
  readonly forgotten?: number;
  readonly milliseconds: number;
}
