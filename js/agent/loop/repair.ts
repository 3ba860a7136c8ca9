// Repairs a conversation that was edited by hand, cut off or rewound, so that any model accepts it.
import { withOwnIds } from "./calls.ts";
import type { AssistantMessage, Message, ToolMessage } from "../message.ts";
import { cancelledReply } from "../../vault/error-reply.ts";

/**
 * Repairs `messages`: the first is the user's, each call has one reply right after it, ids are unique, and no message
 * is empty. Valid messages stay the same objects.
 */
export function repaired(messages: readonly Message[]): Message[] {
  const all: Message[] = [];
  const taken = new Set<string>();
  for (let index = 0; index < messages.length; index++) {
    const message = messages[index];
    if (message?.role === "user") all.push(message);
    // Drops answers without a question, and replies without a call.
    if (message?.role !== "assistant" || all.length === 0 || isEmpty(message)) continue;
    const replies: ToolMessage[] = [];
    for (let next = messages[index + 1]; next?.role === "tool"; next = messages[++index + 1]) replies.push(next);
    all.push(...answered(message, replies, taken));
  }
  return all;
}

/** Whether a message has neither text nor calls. */
export function isEmpty({ text, calls }: Pick<AssistantMessage, "text" | "calls">): boolean {
  return text.trim() === "" && calls.length === 0;
}

/** `message` with call ids that are not `taken`, and one reply for each call, in order. */
function answered(message: AssistantMessage, replies: ToolMessage[], taken: Set<string>): Message[] {
  const calls = withOwnIds(message.calls, taken);
  const isSame = calls.every((call, index) => call === message.calls[index]);
  const own = message.calls.map(({ id, tool }, index): ToolMessage => {
    const at = replies.findIndex((reply) => reply.id === id);
    const [reply] = at < 0 ? [] : replies.splice(at, 1);
    const ownId = calls[index]?.id ?? id;
    if (!reply) return { role: "tool", id: ownId, tool, reply: cancelledReply() };
    return reply.id === ownId ? reply : { ...reply, id: ownId };
  });
  return [isSame ? message : { ...message, calls }, ...own];
}
