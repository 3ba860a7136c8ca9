// What takes the model's context, for the panel's meter.
import type { ToolDefinition } from "../../../pkg/lectern.js";
import type { Message } from "../message.ts";
import type { Budget } from "./budget.ts";
import { tokensOfMessage, tokensOfTools } from "./token-estimate.ts";

/** Tokens of a request made now, by estimate. */
export interface ContextUse {
  readonly system: number;
  readonly tools: number;
  readonly attachments: number;
  /** Questions, answers and what the tools replied. */
  readonly conversation: number;
  /** How many a request may take: the rest of the context is kept for the answer. */
  readonly room: number;
}

/** All that `use` counts. */
export const totalOf = ({ system, tools, attachments, conversation }: ContextUse): number =>
  system + tools + attachments + conversation;

/** Counts `messages` as they are sent, with a prompt of `system` tokens. */
export function contextUse(
  { factor, room }: Pick<Budget, "factor" | "room">,
  system: number,
  tools: readonly ToolDefinition[],
  messages: readonly Message[],
): ContextUse {
  let [attachments, conversation] = [0, 0];
  for (const message of messages) {
    const all = tokensOfMessage(message);
    const isLoaded = message.role === "user" && message.attachments.length > 0;
    const own = isLoaded ? tokensOfMessage({ ...message, attachments: [] }) : all;
    attachments += all - own;
    conversation += own;
  }
  const scaled = (estimate: number): number => Math.round(estimate * factor);
  return {
    system: scaled(system),
    tools: scaled(tokensOfTools(tools)),
    attachments: scaled(attachments),
    conversation: scaled(conversation),
    room,
  };
}
