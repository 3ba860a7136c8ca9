// What a conversation is made of: plain data, the same for every model, for the panel and for a saved note.
import type { Reply } from "../../pkg/lectern.js";

/** One thing that was said or done, in order. A `tool` message answers a call of the `assistant` message before it. */
export type Message = UserMessage | AssistantMessage | ToolMessage;

/** What the person asked. */
export interface UserMessage {
  readonly role: "user";
  readonly text: string;
  readonly attachments: readonly Attachment[];
}

/** A part of a note that the person attached: what `read_file` shows of it, as it was then. */
export interface Attachment {
  readonly path: string;
  /** Counted from 1, inclusive; the whole file where they are absent. */
  readonly startLine?: number;
  readonly endLine?: number;
  readonly reply: Reply;
}

/** What a model said, and what it called. */
export interface AssistantMessage {
  readonly role: "assistant";
  readonly text: string;
  readonly calls: readonly ToolCall[];
  /** Which model: its id. */
  readonly model: string;
  /** Absent where the model had said all it wanted to. */
  readonly cut?: Cut;
  /** What only the provider understands and wants back as it is, such as signed reasoning. */
  readonly opaque?: unknown;
}

/** Why an answer is not whole. */
export type Cut = "cancelled" | "length" | "filtered" | "failed" | "turns";

/** A call of a tool, as the model wrote it. */
export interface ToolCall {
  /** Unique within the conversation. */
  readonly id: string;
  readonly tool: string;
  /** JSON text, which may be broken. */
  readonly args: string;
  /** What only the provider understands and wants back with this call. */
  readonly opaque?: unknown;
}

/** What a call came to. */
export interface ToolMessage {
  readonly role: "tool";
  /** Of the call. */
  readonly id: string;
  readonly tool: string;
  readonly reply: Reply;
  /** Whether the model is given a line about it instead, since its context has no room for more. */
  readonly isShortened?: boolean;
}

/** What an answer took, as the provider counts. */
export interface Usage {
  /** Tokens of everything sent, cached ones too; of all turns together. */
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Of `inputTokens`, those that the provider had cached. */
  readonly cachedTokens: number;
}
