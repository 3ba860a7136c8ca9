// A conversation that any model can be sent: what was edited by hand, cut off or taken back in the middle is made whole.
import { withOwnIds } from "./calls.ts";
import type { AssistantMessage, Message, ToolMessage } from "../message.ts";
import { cancelledReply } from "../../vault/error-reply.ts";

/**
 * `messages`, of which the first is the person's, each call is answered once and right behind it, each id is one call's,
 * and nobody says nothing. What is whole stays the same object.
 */
export function repaired(messages: readonly Message[]): Message[] {
  const all: Message[] = [];
  for (let index = 0; index < messages.length; index++) {
    const message = messages[index];
    if (message?.role === "user") all.push(message);
    // An answer without a question goes, and so does a reply without a call.
    if (message?.role !== "assistant" || all.length === 0 || isEmpty(message)) continue;
    const replies: ToolMessage[] = [];
    for (let next = messages[index + 1]; next?.role === "tool"; next = messages[++index + 1]) replies.push(next);
    all.push(...answered(message, replies, all));
  }
  return all;
}

/** Whether nothing was said and nothing called. */
export function isEmpty({ text, calls }: Pick<AssistantMessage, "text" | "calls">): boolean {
  return text.trim() === "" && calls.length === 0;
}

/** `message` and the replies to its calls, in their order, behind `before`. */
function answered(message: AssistantMessage, replies: ToolMessage[], before: readonly Message[]): Message[] {
  const calls = withOwnIds(message.calls, before);
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
