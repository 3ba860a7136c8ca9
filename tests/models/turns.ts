// Shared by the tests of models: messages, a tool, and a whole turn.
import type { Content, Reply, ToolDefinition } from "../../pkg/lectern.js";
import type { AssistantMessage, Message, ToolCall, ToolMessage } from "../../js/agent/message.ts";
import { type Model, ModelError, type ModelEvent, type ModelRequest } from "../../js/agent/model.ts";

/** A key that looks like one, to be looked for where it must not be. */
export const KEY = "sk-test-Zx81hUnTeR2";

/** A picture of one red dot. */
export const DOT = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC";

export const readFile: ToolDefinition = {
  name: "read_file",
  description: "Reads a note.",
  inputSchema: { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
};

export function asks(text: string): Message {
  return { role: "user", text, attachments: [] };
}

export function says(text: string, calls: ToolCall[] = [], more: Partial<AssistantMessage> = {}): AssistantMessage {
  return { role: "assistant", text, calls, model: "m", ...more };
}

export function reads(id: string, path: string): ToolCall {
  return { id, tool: "read_file", args: JSON.stringify({ path }) };
}

export function replies(id: string, content: string | Content[], more: Partial<ToolMessage> = {}): ToolMessage {
  return { role: "tool", id, tool: "read_file", reply: replyOf(content), ...more };
}

export function replyOf(content: string | Content[], isError = false): Reply {
  const parts: Content[] = typeof content === "string" ? [{ type: "text", text: content }] : content;
  return { content: parts, isError, structuredContent: { display: "Read line 1 of 1 in a.md", files: [] } };
}

export function request(messages: Message[], more: Partial<ModelRequest> = {}): ModelRequest {
  return { system: "You read notes.", messages, tools: [readFile], ...more };
}

/** All that a turn gives; text in one piece, and without the signs that it is at work. */
export async function turn(model: Model, asked: ModelRequest | string, signal = new AbortController().signal) {
  const events: ModelEvent[] = [];
  const given = typeof asked === "string" ? request([asks(asked)]) : asked;
  for await (const event of model.turn(given, signal)) {
    const last = events.at(-1);
    if (event.type === "thinking") continue;
    if (event.type === "text" && last?.type === "text")
      events[events.length - 1] = { ...event, text: last.text + event.text };
    else events.push(event);
  }
  return events;
}

/** A text of `length` letters, which does not repeat itself. */
export function varied(length: number): string {
  const words = Array.from({ length: Math.ceil(length / 5) + 1 }, (_, index) =>
    ((index * 7919 + 1) % 1_000_003).toString(36).padStart(4, "z"),
  );
  return words.join(" ").slice(0, length);
}

/** What `work` fails with. */
export async function failure(work: Promise<unknown>): Promise<ModelError> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof ModelError) return error;
  throw new Error(`no ModelError, but ${String(error)}`, { cause: error });
}
