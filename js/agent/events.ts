// What a conversation tells of an answer while it is made: enough for a panel, a terminal, or a test.
import type { AssistantMessage, Cut, Message, ToolCall, ToolMessage, Usage } from "./message.ts";

/** One thing that happened. Whatever is told is in the conversation's messages, too, once its turn has ended. */
export type ConversationEvent =
  /** The model's next turn begins. */
  | { readonly type: "turn"; readonly number: number }
  | { readonly type: "buffered" }
  | { readonly type: "thinking" }
  | { readonly type: "text"; readonly text: string }
  /** A call begins, as the model wrote it. Several may be under way at once. */
  | { readonly type: "call"; readonly call: ToolCall }
  | { readonly type: "reply"; readonly message: ToolMessage; readonly milliseconds: number }
  /** The turn failed in a way that passes, and is tried again; what it had said is taken back. */
  | { readonly type: "retry"; readonly inMs: number; readonly because: string }
  /** Older replies were shortened, so that the model's context has room: the ids of their calls. */
  | { readonly type: "shortened"; readonly ids: readonly string[] }
  /** A message is complete, and in the conversation. */
  | { readonly type: "message"; readonly message: Message }
  | { readonly type: "end"; readonly end: AnswerEnd };

/** How an answer ended. It never rejects: a conversation can always go on. */
export interface AnswerEnd {
  /** Absent where the model had said all it wanted to. */
  readonly cut?: Cut;
  /** A sentence for the person that says what happened and what to do; only where there is a `cut`. */
  readonly because?: string;
  /** Where settings have to be changed before it can work. */
  readonly needsSettings?: boolean;
  /** The last thing the model said, with its citations. */
  readonly answer: AssistantMessage | undefined;
  readonly usage: Usage;
  /** Vault paths of notes of which the model read something for this answer, in order, each once. */
  readonly read: readonly string[];
  /** Vault paths that were excluded, moved or deleted after the conversation named them; what it has of them was not sent. */
  readonly withheld?: readonly string[];
  readonly milliseconds: number;
}
