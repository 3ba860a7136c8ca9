// Converts a conversation to the prompt format of the providers' libraries: messages, calls and results, in order.
// outgoing.ts has already shortened replies and replaced images.
import { nameOf } from "../../base/names.ts";
import type { LanguageModelV4Prompt, LanguageModelV4ToolResultPart } from "@ai-sdk/provider";
import type { Content } from "../../../pkg/lectern.js";
import { type Attachment, lastQuestion, type Message, type ToolMessage, type UserMessage } from "../message.ts";
import type { ModelRequest } from "../model.ts";
import { type AssistantPart, type Origin, spoken } from "./opaque.ts";
import { WireIds } from "./wire-ids.ts";

type Said = LanguageModelV4Prompt[number];
type UserPart = Extract<Said, { role: "user" }>["content"][number];
type Output = LanguageModelV4ToolResultPart["output"];

/** What a model and its provider accept in a prompt. */
export interface PromptFormat extends Origin {
  readonly seesImages: boolean;
  /** Whether a tool result may contain images. If not, they follow it in a user message. */
  readonly imagesInResults: boolean;
  /** Whether reasoning is sent back only for the current question, not for earlier ones. */
  readonly thoughtsForThisAnswer: boolean;
}

/** A prompt in the libraries' format, and its fingerprint. */
export interface Prompt {
  readonly said: LanguageModelV4Prompt;
  readonly fingerprint: string;
}

/** Converts `request` for a model that accepts `format`. */
export function promptOf(request: ModelRequest, format: PromptFormat): Prompt {
  const { messages } = request;
  const ids = new WireIds(messages);
  const sent = new Fingerprint(request);
  const prompt: LanguageModelV4Prompt = request.system === "" ? [] : [{ role: "system", content: request.system }];
  const add = (...all: Said[]): void => {
    for (const said of all) sent.add(said);
    prompt.push(...all);
  };
  const question = lastQuestion(messages);
  for (let at = 0; at < messages.length; at += 1) {
    const message = messages[at];
    if (message?.role === "user") add({ role: "user", content: userParts(message, format) });
    if (message?.role !== "assistant") continue;
    const thinks = !format.thoughtsForThisAnswer || at > question;
    const content = spoken(message, format, thinks ? sent.text : undefined, ids);
    // The answer was cut off before its first word.
    if (content.length === 0) continue;
    add({ role: "assistant", content }, ...results(content, repliesTo(messages, at), format, ids));
  }
  return { said: prompt, fingerprint: sent.text };
}

/** The tool messages right after the assistant message at `at`, by call id. */
function repliesTo(messages: readonly Message[], at: number): Map<string, ToolMessage> {
  const replies = new Map<string, ToolMessage>();
  for (let next = at + 1; ; next += 1) {
    const message = messages[next];
    if (message?.role !== "tool") return replies;
    replies.set(message.id, message);
  }
}

/** A result for each call of `content`: every provider refuses a call without a result. */
function results(
  content: AssistantPart[],
  replies: Map<string, ToolMessage>,
  format: PromptFormat,
  ids: WireIds,
): Said[] {
  const parts: LanguageModelV4ToolResultPart[] = [];
  const images: UserPart[] = [];
  for (const part of content) {
    if (part.type !== "tool-call") continue;
    const { toolCallId, toolName } = part;
    const message = replies.get(ids.own(toolCallId));
    parts.push({ type: "tool-result", toolCallId, toolName, output: outputOf(message, format) });
    if (message === undefined || format.imagesInResults) continue;
    const seen = imagesOf(message.reply.content, format);
    if (seen.length > 0) images.push({ type: "text", text: `What ${toolName} (${toolCallId}) shows:` }, ...seen);
  }
  if (parts.length === 0) return [];
  const said: Said[] = [{ role: "tool", content: parts }];
  if (images.length > 0) said.push({ role: "user", content: images });
  return said;
}

function outputOf(message: ToolMessage | undefined, format: PromptFormat): Output {
  if (message === undefined) return { type: "error-text", value: "error[cancelled]: the call was cancelled" };
  const { content, isError } = message.reply;
  const text = textOf(content);
  if (isError) return { type: "error-text", value: text };
  const images = format.imagesInResults ? imagesOf(content, format) : [];
  if (images.length === 0) return { type: "text", value: text };
  return { type: "content", value: [{ type: "text", text }, ...images] };
}

/** The text of an attachment for the model. */
function attachmentText({ path, startLine, endLine, isConversation, selected, reply }: Attachment): string {
  if (isConversation) {
    const name = `the conversation ${JSON.stringify(nameOf(path))}`;
    return `[The user attached ${name}]\n${textOf(reply.content)}\n[End of ${name}]`;
  }
  const lines = startLine === undefined ? "" : `, lines ${startLine}-${endLine ?? startLine}`;
  const part = selected === undefined ? "" : `\n[The user selected this part of it: ${JSON.stringify(selected)}]`;
  return `[The user attached ${path}${lines}]\n${textOf(reply.content)}\n[End of ${path}]${part}`;
}

/** What the user undid, for the model. Notes that are closed or gone now are not among `paths`. */
function undoneText(paths: readonly string[]): string {
  const where = paths.length > 0 ? ` in ${paths.map((path) => JSON.stringify(path)).join(", ")}` : "";
  return `[The user has undone changes that you made${where}. Read again before you rely on them.]`;
}

function userParts(message: UserMessage, format: PromptFormat): UserPart[] {
  const parts: UserPart[] = message.attachments.flatMap((attachment) => [
    { type: "text" as const, text: attachmentText(attachment) },
    ...imagesOf(attachment.reply.content, format),
  ]);
  if (message.undone) parts.push({ type: "text", text: undoneText(message.undone) });
  // Some providers refuse an empty text.
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

/**
 * A running hash of what is sent, in order. Some providers sign reasoning together with everything before it, and refuse a
 * request if that has changed since: for example, a reply was shortened, or the tools or the system prompt differ.
 */
class Fingerprint {
  #low = 0xdeadbeef;
  #high = 0x41c6ce57;

  constructor({ system, tools }: ModelRequest) {
    this.#add(JSON.stringify([system, tools]));
  }

  /** Adds the next message of the prompt. */
  add(said: LanguageModelV4Prompt[number]): void {
    this.#add(JSON.stringify(said));
  }

  /** The fingerprint of everything added so far. */
  get text(): string {
    return `${(this.#high >>> 0).toString(16)}-${(this.#low >>> 0).toString(16)}`;
  }

  /** Two multiplicative 32-bit hashes: enough to detect accidental changes, at a millisecond per megabyte. */
  #add(text: string): void {
    let low = this.#low;
    let high = this.#high;
    for (let at = 0; at < text.length; at += 1) {
      const unit = text.charCodeAt(at);
      low = Math.imul(low ^ unit, 2_654_435_761);
      high = Math.imul(high ^ unit, 1_597_334_677);
      low ^= low >>> 15;
      high ^= high >>> 13;
    }
    this.#low = low;
    this.#high = high;
  }
}
