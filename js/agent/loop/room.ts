// Makes a request smaller that exceeds the model's context: older replies become one line each, then the oldest questions
// are left out, then less is shown of what the last question reads.
import { tokensOfMessage, tokensOfReply } from "../context/token-estimate.ts";
import { shortenOldest } from "../context/outgoing.ts";
import { type Attachment, callsIn, lastQuestion, type Message, type ToolMessage } from "../message.ts";
import type { Reply } from "../../../pkg/lectern.js";
import type { Calls } from "./calls.ts";
import { lessOf } from "../passages/extracts.ts";
import type { Log, Means } from "./surroundings.ts";

/** A reply or an attachment with fewer tokens tells nothing. */
const LEAST_TOKENS = 100;

/**
 * Shortens older replies by `wanted` tokens. Leaves out more only as far as the next request, of `estimate` tokens, would
 * not fit. Returns whether it is smaller now.
 */
export async function makeRoom(
  wanted: number,
  estimate: () => number,
  log: Log,
  means: Means,
  calls: Calls,
): Promise<boolean> {
  if (wanted <= 0) return false;
  const before = estimate();
  const { messages, ids } = shortenOldest(log.messages, wanted);
  if (ids.length > 0) {
    log.messages = messages;
    means.tell({ type: "shortened", ids });
  }
  const over = (): number => -means.budget.left(estimate());
  forgetOldest(log, over);
  if (over() > 0) await showLess(over(), log, means, calls);
  return estimate() < before;
}

/** Leaves out the oldest questions and their answers while the request is `over` its limit; the last question stays. */
function forgetOldest(log: Log, over: () => number): void {
  const starts = log.messages.flatMap(({ role }, index) => (role === "user" ? [index] : []));
  for (const start of starts.filter((index) => index > (log.from ?? 0))) {
    if (over() <= 0) return;
    log.from = start;
  }
}

/** Shows `excess` tokens less of what the last question has attached, and of the replies that the model has not seen. */
async function showLess(excess: number, log: Log, means: Means, calls: Calls): Promise<void> {
  const { messages } = log;
  const [asked, said] = [lastQuestion(messages), messages.map(({ role }) => role).lastIndexOf("assistant")];
  const isShown = (message: Message, index: number): boolean =>
    index === asked || (message.role === "tool" && index > Math.max(asked, said) && canRepeat(message, means));
  const sizes = messages.map((message, index) => (isShown(message, index) ? shrinkable(message) : 0));
  const sum = (all: readonly number[]): number => all.reduce((total, size) => total + size, 0);
  const share = Math.max(1 - excess / Math.max(sum(sizes), 1), 0);
  const isLooked = means.with.model.takesTools === false;
  let left = (sum(sizes) - (sizes[asked] ?? 0)) * share;
  const less = async (message: Message, index: number): Promise<Message> => {
    const size = sizes[index] ?? 0;
    if (size === 0 || message.role === "assistant") return message;
    if (message.role === "user") {
      const attachments = message.attachments.map((attachment) => readLess(attachment, share, means));
      return { ...message, attachments: await Promise.all(attachments) };
    }
    // The best passages come first, and stay.
    const room = isLooked ? left : size * share;
    left = Math.max(left - size, 0);
    if (isLooked && size <= room) return message;
    const maxTokens = Math.floor(room);
    const reply = isLooked ? lessOf(message.reply, maxTokens) : await replyAgain(message, maxTokens, log, means, calls);
    means.tell({ type: "reread", message: { ...message, reply } });
    return { ...message, reply };
  };
  log.messages = await Promise.all(messages.map(less));
}

/** Reads an attachment again, in this `share` of its tokens. */
async function readLess(attachment: Attachment, share: number, { with: surroundings, budget, signal }: Means) {
  const { path, startLine, endLine, isPasted, isConversation, reply } = attachment;
  const size = tokensOfReply(reply);
  if (isPasted || isConversation || reply.isError || size <= LEAST_TOKENS) return attachment;
  const isFolder = path.endsWith("/");
  const args = isFolder ? { path: path.replace(/\/$/, "") } : { path, start_line: startLine, end_line: endLine };
  const maxTokens = Math.max(Math.floor(size * share), LEAST_TOKENS);
  const bounds = { maxTokens, tokenFactor: budget.factor, numbering: "compact", layout: true, signal } as const;
  const less = await surroundings.call(isFolder ? "list_files" : "read_file", JSON.stringify(args), bounds);
  return less.isError ? attachment : { ...attachment, reply: less };
}

function replyAgain(
  { id, reply }: ToolMessage,
  maxTokens: number,
  { messages }: Log,
  { signal, budget }: Means,
  calls: Calls,
): Promise<Reply> {
  const call = callsIn(messages).find((one) => one.id === id);
  const share = { maxTokens: Math.max(maxTokens, LEAST_TOKENS), calls: Infinity };
  const bounds = { signal, share, tokenFactor: budget.factor, turn: 0, isShortened: () => false };
  return call ? calls.run(call, 0, bounds) : Promise.resolve(reply);
}

function shrinkable(message: Message): number {
  if (message.role !== "user") return tokensOfMessage(message);
  return message.attachments.reduce((sum, { reply }) => sum + tokensOfReply(reply), 0);
}

/** Whether the call showed something, and can be made again: one that made a change can't. */
const canRepeat = ({ tool, reply }: ToolMessage, { with: { tools } }: Means): boolean =>
  !reply.isError && !tools.some(({ name, changes }) => name === tool && changes);
