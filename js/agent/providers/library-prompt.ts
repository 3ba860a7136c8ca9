// Converts a conversation to the form that the providers' libraries take: messages, calls and replies, in order.
// outgoing.ts has shortened replies and replaced images before.
import type { LanguageModelV4Prompt, LanguageModelV4ToolResultPart } from "@ai-sdk/provider";
import type { Content } from "../../../pkg/lectern.js";
import type { Attachment, Message, ToolMessage, UserMessage } from "../message.ts";
import type { ModelRequest } from "../model.ts";
import { Fingerprint } from "./fingerprint.ts";
import { type AssistantPart, type Origin, spoken } from "./opaque.ts";
import { WireIds } from "./wire-ids.ts";

type Said = LanguageModelV4Prompt[number];
type UserPart = Extract<Said, { role: "user" }>["content"][number];
type Output = LanguageModelV4ToolResultPart["output"];

/** What a model's provider takes. */
export interface PromptFormat extends Origin {
  readonly seesImages: boolean;
  /** Whether images may be in a tool's result; else they come behind it, as if the person had sent them. */
  readonly imagesInResults: boolean;
  /** Whether thoughts are worth sending back only while the question they were about is being answered. */
  readonly thoughtsForThisAnswer: boolean;
}

/** What is sent of a request, and a fingerprint of it. */
export interface Prompt {
  readonly said: LanguageModelV4Prompt;
  readonly fingerprint: string;
}

/** The request's prompt. */
export function promptOf(request: ModelRequest, taste: PromptFormat): Prompt {
  const { messages } = request;
  const ids = new WireIds(messages);
  const sent = new Fingerprint(request);
  const prompt: LanguageModelV4Prompt = request.system === "" ? [] : [{ role: "system", content: request.system }];
  const add = (...all: Said[]): void => {
    for (const said of all) sent.add(said);
    prompt.push(...all);
  };
  const question = messages.map(({ role }) => role).lastIndexOf("user");
  for (let at = 0; at < messages.length; at += 1) {
    const message = messages[at];
    if (message?.role === "user") add({ role: "user", content: userParts(message, taste) });
    if (message?.role !== "assistant") continue;
    const thinks = !taste.thoughtsForThisAnswer || at > question;
    const content = spoken(message, taste, thinks ? sent.text : undefined, ids);
    // One that was cut off before it said anything.
    if (content.length === 0) continue;
    add({ role: "assistant", content }, ...results(content, repliesTo(messages, at), taste, ids));
  }
  return { said: prompt, fingerprint: sent.text };
}

/** The tool messages right behind the assistant's message at `at`, by the ids of their calls. */
function repliesTo(messages: readonly Message[], at: number): Map<string, ToolMessage> {
  const replies = new Map<string, ToolMessage>();
  for (let next = at + 1; ; next += 1) {
    const message = messages[next];
    if (message?.role !== "tool") return replies;
    replies.set(message.id, message);
  }
}

/** What the calls came to, each answered: no provider takes a call without a result. */
function results(
  content: AssistantPart[],
  replies: Map<string, ToolMessage>,
  taste: PromptFormat,
  ids: WireIds,
): Said[] {
  const parts: LanguageModelV4ToolResultPart[] = [];
  const images: UserPart[] = [];
  for (const part of content) {
    if (part.type !== "tool-call") continue;
    const { toolCallId, toolName } = part;
    const message = replies.get(ids.own(toolCallId));
    parts.push({ type: "tool-result", toolCallId, toolName, output: outputOf(message, taste) });
    if (message === undefined || taste.imagesInResults) continue;
    const seen = imagesOf(message.reply.content, taste);
    if (seen.length > 0) images.push({ type: "text", text: `What ${toolName} (${toolCallId}) shows:` }, ...seen);
  }
  if (parts.length === 0) return [];
  const said: Said[] = [{ role: "tool", content: parts }];
  if (images.length > 0) said.push({ role: "user", content: images });
  return said;
}

function outputOf(message: ToolMessage | undefined, taste: PromptFormat): Output {
  if (message === undefined) return { type: "error-text", value: "error: the call was cancelled" };
  const { content, isError } = message.reply;
  const text = textOf(content);
  if (isError) return { type: "error-text", value: text };
  const images = taste.imagesInResults ? imagesOf(content, taste) : [];
  if (images.length === 0) return { type: "text", value: text };
  return { type: "content", value: [{ type: "text", text }, ...images] };
}

/** The words of an attachment, as a model reads them. */
function attachmentText({ path, startLine, endLine, reply }: Attachment): string {
  const lines = startLine === undefined ? "" : `, lines ${startLine}-${endLine ?? startLine}`;
  return `[The person attached ${path}${lines}]\n${textOf(reply.content)}\n[End of ${path}]`;
}

function userParts(message: UserMessage, taste: PromptFormat): UserPart[] {
  const parts: UserPart[] = message.attachments.flatMap((attachment) => [
    { type: "text" as const, text: attachmentText(attachment) },
    ...imagesOf(attachment.reply.content, taste),
  ]);
  // Some providers take no empty text.
  if (message.text.trim() !== "" || parts.length === 0) parts.push({ type: "text", text: message.text.trim() || "…" });
  return parts;
}

function textOf(content: readonly Content[]): string {
  const texts = content.map((part) => (part.type === "text" ? part.text : ""));
  const text = texts.filter((part) => part !== "").join("\n");
  return text.trim() === "" ? "[nothing]" : text;
}

function imagesOf(content: readonly Content[], { seesImages }: PromptFormat) {
  if (!seesImages) return [];
  return content.flatMap((part) => {
    if (part.type !== "image") return [];
    return [{ type: "file" as const, mediaType: part.mimeType, data: { type: "data" as const, data: part.data } }];
  });
}
