// Chooses which older replies are shortened when the context is full. outgoing.ts shortens them.
import type { Message, ToolCall, ToolMessage } from "../message.ts";
import { asLine } from "./outgoing.ts";
import { tokensOfMessage } from "./token-estimate.ts";

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
