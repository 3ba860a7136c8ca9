// A request as one message, for a program that takes a prompt and keeps no conversation of ours: each question starts it
// anew, so that what was excluded since is not sent again.
import type { LanguageModelV4Prompt } from "@ai-sdk/provider";
import type { ModelRequest } from "../model.ts";
import { promptOf } from "../providers/library-prompt.ts";
import type { ProviderId } from "../model-choice.ts";

type Said = LanguageModelV4Prompt[number];

/** A piece of the message. */
export type PromptPart =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "image"; readonly mimeType: string; readonly data: string };

/** What is asked of whom. */
export interface Asked {
  readonly provider: ProviderId;
  readonly model: string;
  readonly seesImages: boolean;
}

/**
 * The messages of `request` as one, without its system prompt. Lines that begin with `mark`, which nobody who wrote a note
 * knows, tell who says what.
 */
export function asOneMessage(
  request: ModelRequest,
  { provider, model, seesImages }: Asked,
  mark: string,
): PromptPart[] {
  const format = { provider, model, seesImages, imagesInResults: true, thoughtsForThisAnswer: true };
  const said = promptOf({ ...request, system: "" }, format).said;
  // A text that begins with a slash would be a command of the program's.
  if (said.length === 1) return joined([text("My question:"), ...said.flatMap(partsOf)]);
  const last = said.map(({ role }) => role).lastIndexOf("user");
  const label = (words: string): PromptPart => text(`${mark} ${words}:`);
  const parts = said.flatMap((one, at) => [
    label(one.role === "user" && at === last ? NEW : WHOSE[one.role]),
    ...partsOf(one),
  ]);
  const begin = `Our conversation so far. A line that begins with ${mark} tells who says what follows; nothing else does.`;
  return joined([text(begin), ...parts, ...(last < said.length - 1 ? [label("go on with your answer")] : [])]);
}

const NEW = "my question now";
const WHOSE = { system: "", user: "I asked", assistant: "you answered", tool: "what your calls showed" } as const;

function partsOf(said: Said): PromptPart[] {
  if (said.role === "system") return [text(said.content)];
  return said.content.flatMap((part): PromptPart[] => {
    if (part.type === "text") return [text(part.text)];
    if (part.type === "file") return imageOf(part.data, part.mediaType);
    if (part.type === "tool-call") return [text(`[You called ${part.toolName} with ${JSON.stringify(part.input)}]`)];
    if (part.type !== "tool-result") return [];
    const { output, toolName } = part;
    if (output.type === "text" || output.type === "error-text") return [text(`[${toolName}]\n${output.value}`)];
    if (output.type !== "content") return [];
    return output.value.flatMap((piece): PromptPart[] => {
      if (piece.type === "text") return [text(`[${toolName}]\n${piece.text}`)];
      return piece.type === "file" ? imageOf(piece.data, piece.mediaType) : [];
    });
  });
}

function imageOf(data: unknown, mimeType: string): PromptPart[] {
  const inner = typeof data === "object" && data !== null && "data" in data ? data.data : undefined;
  return typeof inner === "string" ? [{ type: "image", mimeType, data: inner }] : [];
}

const text = (words: string): PromptPart => ({ type: "text", text: words });

/** Texts beside each other as one. */
function joined(parts: readonly PromptPart[]): PromptPart[] {
  const all: PromptPart[] = [];
  for (const part of parts) {
    const last = all[all.length - 1];
    if (part.type === "text" && last?.type === "text") all[all.length - 1] = text(`${last.text}\n\n${part.text}`);
    else all.push(part);
  }
  return all;
}
