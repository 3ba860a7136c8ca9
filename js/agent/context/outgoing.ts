// Prepares messages for the model: shortened replies become one line, images are dropped for models without vision, and
// two questions never follow each other. Providers need not know about this. `shortenOldest` chooses which replies are
// shortened when the context is full.
import { remembered } from "../../base/remembered.ts";
import type { Content, Reply } from "../../../pkg/lectern.js";
import {
  type AssistantMessage,
  type Attachment,
  lastQuestion,
  type Message,
  type ToolCall,
  type ToolMessage,
  type UserMessage,
} from "../message.ts";
import { tokensOfMessage } from "./token-estimate.ts";

/** Maximum files and characters of arguments in the line for a shortened reply: enough to repeat the call. */
const FILES_NAMED = 5;
const ARGS_NAMED = 200;

/** Replaces an answer that failed or was stopped: some servers refuse two questions in a row. */
const NO_ANSWER: AssistantMessage = { role: "assistant", text: "[no answer was given]", calls: [], model: "" };

/** Replaces an image for a model without vision. */
const UNSEEN: Content = { type: "text", text: "[an image is left out here: this model cannot see images]" };

/** The messages as the model is sent them. An unchanged message is the same object. */
export function outgoing(
  messages: readonly Message[],
  { seesImages, isRemote = true }: { readonly seesImages: boolean; readonly isRemote?: boolean },
): Message[] {
  const all: Message[] = [];
  let calls: readonly ToolCall[] = [];
  const pinned = new Map<string, Attachment>();
  messages.forEach((message, index) => {
    if (message.role === "assistant") calls = message.calls;
    const before = all[all.length - 1];
    if (message.role === "user" && before && before.role !== "assistant") all.push(NO_ANSWER);
    let whole = message;
    if (message.role === "tool" && message.isShortened) whole = asLine(message, calls);
    // Quotes needs the lines themselves.
    if (message.role === "user" && isRemote) whole = withoutKnown(message, pinned, isAnswered(messages, index));
    all.push(seesImages ? whole : blind(whole));
  });
  return all;
}

/** Whether the question at `index` has a complete answer. */
function isAnswered(messages: readonly Message[], index: number): boolean {
  for (const message of messages.slice(index + 1)) {
    if (message.role === "user") return false;
    if (message.role === "assistant" && message.calls.length === 0) return !message.cut && message.text.trim() !== "";
  }
  return false;
}

/** The line that replaces an attachment. */
const STANDS_FOR = {
  unchanged: "[unchanged: it is shown with an earlier question]",
  answered: "[left out: the answer sums it up]",
};

/**
 * Returns `message` without what the model already has: a pinned attachment that an earlier question showed with the same
 * text, and, if `hasAnswer`, what only the answer needed. `pinned` has the last copy of each pinned attachment.
 */
function withoutKnown(message: UserMessage, pinned: Map<string, Attachment>, hasAnswer: boolean): UserMessage {
  const attachments = message.attachments.map((attachment) => {
    const { path, startLine, isForOneAnswer, isPinned } = attachment;
    if (isForOneAnswer && hasAnswer) return answered(attachment);
    if (!isPinned) return attachment;
    const key = `${startLine ?? 0} ${path}`;
    const before = pinned.get(key);
    pinned.set(key, attachment);
    return before && textOf(before) === textOf(attachment) ? unchanged(attachment) : attachment;
  });
  return attachments.every((one, index) => one === message.attachments[index]) ? message : { ...message, attachments };
}

const textOf = ({ reply }: Attachment): string =>
  reply.content.map((part) => (part.type === "text" ? part.text : part.data)).join("\n");

const instead = (what: keyof typeof STANDS_FOR) =>
  remembered((attachment: Attachment): Attachment => {
    const { reply } = attachment;
    const { display, files, notes } = reply.structuredContent;
    const structuredContent = {
      display,
      files: files.map(({ layout: _, ...file }) => file),
      ...(notes && { notes }),
    };
    return {
      ...attachment,
      reply: { ...reply, content: [{ type: "text", text: STANDS_FOR[what] }], structuredContent },
    };
  });
const [unchanged, answered] = [instead("unchanged"), instead("answered")];

const shortened = remembered((message: ToolMessage): ToolMessage => ({ ...message, isShortened: true }));

/** `messages` with the replies before the last question shortened. The same object for the same message. */
export function latestReplies(messages: readonly Message[]): readonly Message[] {
  const question = lastQuestion(messages);
  return messages.map((message, index) => {
    if (message.role !== "tool" || index > question || message.isShortened) return message;
    return shortened(message);
  });
}

const lines = new WeakMap<ToolMessage, ToolMessage>();
const shortLines = new WeakSet<Message>();

/** Whether `message`, as the model is sent it, is the shortened form of another. */
export const isShortLine = (message: Message): boolean => shortLines.has(message);

/** The shortened form of `message`; its call is one of `calls`. */
export function asLine(message: ToolMessage, calls: readonly ToolCall[]): ToolMessage {
  let short = lines.get(message);
  if (!short) {
    const { display, files, notes } = message.reply.structuredContent;
    const text = `[shortened: ${told(message, calls)}; call it again if you need it]`;
    // Which notes it was about, for the ledger.
    const structuredContent = {
      display,
      files: files.filter(({ error }) => !error).map(({ layout: _, ...file }) => file),
      ...(notes && { notes: notes.map(({ path, lines }) => ({ path, lines, hits: [] })) }),
    };
    const reply: Reply = { content: [{ type: "text", text }], isError: false, structuredContent };
    lines.set(message, (short = { role: "tool", id: message.id, tool: message.tool, reply }));
    shortLines.add(short);
  }
  return short;
}

/** For example `read_file Projects/Alpha.md lines 1-80`, or the call's arguments. */
function told({ id, tool, reply }: ToolMessage, calls: readonly ToolCall[]): string {
  const { files } = reply.structuredContent;
  const shown = files.map(({ path, page, start_line, end_line }) => {
    const file = page === undefined ? path : `${path} page ${page}`;
    return oneLine(start_line > 0 ? `${file} lines ${start_line}-${end_line}` : file);
  });
  const more = shown.length > FILES_NAMED ? ` and ${shown.length - FILES_NAMED} more` : "";
  if (shown.length > 0) return `${tool} ${shown.slice(0, FILES_NAMED).join(", ")}${more}`;
  const args = oneLine(calls.find((call) => call.id === id)?.args ?? "");
  return `${tool} ${args.length > ARGS_NAMED ? `${args.slice(0, ARGS_NAMED)}…` : args}`.trimEnd();
}

/** File names may contain line breaks on some systems. */
function oneLine(text: string): string {
  return text.replace(/\s+/g, " ");
}

/** A message with images replaced by `UNSEEN`. The same object for the same message. */
const blind = remembered(withoutImages);

function withoutImages(message: Message): Message {
  if (message.role === "assistant") return message;
  const of = (reply: Reply): Reply => ({
    ...reply,
    content: reply.content.map((part) => (part.type === "image" ? UNSEEN : part)),
  });
  const has = ({ content }: Reply): boolean => content.some(({ type }) => type === "image");
  if (message.role === "tool") return has(message.reply) ? { ...message, reply: of(message.reply) } : message;
  if (!message.attachments.some(({ reply }) => has(reply))) return message;
  const attachments = message.attachments.map((attached) => ({ ...attached, reply: of(attached.reply) }));
  return { ...message, attachments };
}

/** The minimum gain in tokens: otherwise the model would only call again. */
const LEAST_GAIN = 60;

/** The messages with the oldest replies shortened, and the ids of their calls. */
export interface Shortened {
  readonly messages: Message[];
  readonly ids: string[];
}

/**
 * Shortens the oldest replies until `excess` tokens are free. The replies after the last message of the user or the
 * model stay: the model has not seen them yet.
 */
export function shortenOldest(messages: readonly Message[], excess: number): Shortened {
  const ids: string[] = [];
  let calls: readonly ToolCall[] = [];
  let left = excess;
  const unseenFrom = lastOther(messages);
  const all = messages.map((message, index) => {
    if (message.role === "assistant") calls = message.calls;
    if (message.role !== "tool" || message.isShortened || left <= 0 || index > unseenFrom) return message;
    const short: ToolMessage = { ...message, isShortened: true };
    const gain = tokensOfMessage(message) - tokensOfMessage(asLine(short, calls));
    if (gain < LEAST_GAIN) return message;
    left -= gain;
    ids.push(message.id);
    return short;
  });
  return { messages: all, ids };
}

/** The index of the last message that is not a reply. */
function lastOther(messages: readonly Message[]): number {
  let index = messages.length - 1;
  while (messages[index]?.role === "tool") index--;
  return index;
}
