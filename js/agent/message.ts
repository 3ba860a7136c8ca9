// The messages of a conversation: plain data, the same for every model, the panel and a saved note.
import type { Reply } from "../../pkg/lectern.js";

/** One message. A `tool` message answers a call of the `assistant` message before it. */
export type Message = UserMessage | AssistantMessage | ToolMessage;

/** A question. */
export interface UserMessage {
  readonly role: "user";
  readonly text: string;
  readonly attachments: readonly Attachment[];
  /** Notes in which the user undid changes of this conversation since the question before. */
  readonly undone?: readonly string[];
  /** Notes that the user left out when this question was shown before it was sent: from then on, nothing of them is. */
  readonly leftOut?: readonly string[];
  /** Notes with the user's own instructions that its answer was given with. */
  readonly instructedBy?: readonly string[];
}

/** A note, part of one, or an image, that the user attached: what `read_file` showed of it then. */
export interface Attachment {
  readonly path: string;
  /** Counted from 1, inclusive; absent for the whole file. */
  readonly startLine?: number;
  readonly endLine?: number;
  /** Whether it is an image from elsewhere: then `path` is only what it is called. */
  readonly isPasted?: boolean;
  /** Whether it is an earlier conversation, saved as `path`; the reply names the notes that it was about. */
  readonly isConversation?: boolean;
  /** Whether it was attached as a note of the folder before it. */
  readonly isOfFolder?: boolean;
  /** Whether it is read again for each question. */
  readonly isPinned?: boolean;
  /** Whether only its own question needs it. Later requests have one line in its place. */
  readonly isForOneAnswer?: boolean;
  /** What the user selected in these lines, if that is less. */
  readonly selected?: string;
  readonly reply: Reply;
}

/** What is attached, before it is read. */
export type AttachedPlace = Omit<Attachment, "reply">;

/** What a model said, and its calls. */
export interface AssistantMessage {
  readonly role: "assistant";
  readonly text: string;
  readonly calls: readonly ToolCall[];
  /** The id of the model. */
  readonly model: string;
  /** Absent if the answer is complete. */
  readonly cut?: Cut;
  /** Provider data that is sent back unchanged, such as signed reasoning. */
  readonly opaque?: unknown;
}

/** Why an answer is incomplete. */
export type Cut = "cancelled" | "length" | "filtered" | "failed" | "turns" | "repeated" | "uncalled";

/** A tool call, as the model wrote it. */
export interface ToolCall {
  /** Unique within the conversation. */
  readonly id: string;
  readonly tool: string;
  /** JSON text, possibly invalid. */
  readonly args: string;
  /** Provider data that is sent back with this call. */
  readonly opaque?: unknown;
}

/** The result of a call. */
export interface ToolMessage {
  readonly role: "tool";
  /** The id of the call. */
  readonly id: string;
  readonly tool: string;
  readonly reply: Reply;
  /** Whether the model is sent one line about it instead, to save context. */
  readonly isShortened?: boolean;
}

/** The calls in `messages`, in order. */
export const callsIn = (messages: readonly Message[]): ToolCall[] =>
  messages.flatMap((message) => (message.role === "assistant" ? message.calls : []));

/** The replies that `message` has: its own, or those of its attachments. */
export function repliesIn(message: Message): Reply[] {
  if (message.role === "user") return message.attachments.map(({ reply }) => reply);
  return message.role === "tool" ? [message.reply] : [];
}

/** Those of `attachments` that are read again for each question. */
export const pinnedIn = (attachments: readonly Attachment[]): Attachment[] =>
  attachments.filter(({ isPinned }) => isPinned);

/** The notes that are pinned to the conversation: those of its last question. */
export function pinnedTo(messages: readonly Message[]): Attachment[] {
  const question = messages[lastQuestion(messages)];
  return question?.role === "user" ? pinnedIn(question.attachments) : [];
}

/** The index of the last question in `messages`; -1 if there is none. */
export const lastQuestion = (messages: readonly Message[]): number =>
  messages.map(({ role }) => role).lastIndexOf("user");

/** The tokens of an answer, as the provider counts them. */
export interface Usage {
  /** All input tokens of all turns, including cached ones. */
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** The part of `inputTokens` that was cached. */
  readonly cachedTokens: number;
}

/** If nothing was asked, or nothing is known. */
export const NO_USAGE: Usage = { inputTokens: 0, outputTokens: 0, cachedTokens: 0 };

/** The text of a reply that was not saved with its conversation, once that is loaded again. */
export const LEFT_OUT =
  "[left out: what was read here was not saved with this conversation; read it again if you need it]";

/** Whether `reply` was not saved. */
export const isLeftOut = ({ content: [first] }: Reply): boolean => first?.type === "text" && first.text === LEFT_OUT;
