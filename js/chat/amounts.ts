// Formats amounts for the panel: tokens, seconds, money, lines.
import type { AnswerEnd } from "../agent/events.ts";
import type { Attachment } from "../agent/message.ts";
import { nameOf } from "../base/names.ts";
import type { ChatSettings } from "../settings/chat-settings.ts";

/** `950 tokens`, `4.1k tokens`. */
export function tokens(number: number): string {
  return `${short(number)} ${number === 1 ? "token" : "tokens"}`;
}

function short(number: number): string {
  if (number < 1000) return String(Math.round(number));
  return number < 100_000 ? `${(number / 1000).toFixed(1)}k` : `${Math.round(number / 1000)}k`;
}

/**
 * The usage of an answer: `3 notes seen · 4.1k tokens · 2.3 s · cost 0.012`. Cached tokens cost less, but the discount
 * differs between providers.
 */
export function taken(end: AnswerEnd, { inputPrice, outputPrice }: ChatSettings, isRemote: boolean): string[] {
  const { usage, milliseconds } = end;
  const all = usage.inputTokens + usage.outputTokens;
  const cost = (usage.inputTokens * (inputPrice ?? 0) + usage.outputTokens * (outputPrice ?? 0)) / 1_000_000;
  return [
    notesSeen(end.read),
    all > 0 ? tokens(all) : "",
    milliseconds < 9950 ? `${(milliseconds / 1000).toFixed(1)} s` : `${Math.round(milliseconds / 1000)} s`,
    cost > 0 && (inputPrice !== null || outputPrice !== null)
      ? `cost ${usage.cachedTokens > 0 ? "about " : ""}${cost < 0.01 ? cost.toPrecision(2) : cost.toFixed(2)}`
      : "",
    isRemote ? "" : "on this device",
  ].filter(Boolean);
}

/** `3 notes seen`: read, or shown by a search. */
export const notesSeen = ({ length }: readonly string[]): string =>
  length === 1 ? "1 note seen" : `${length || "No"} notes seen`;

/** The icon of an attachment. */
export const attachmentIcon = ({ path, isPasted }: Attachment): string =>
  isPasted ? "image" : path.endsWith("/") ? "folder" : "file-text";

/** `Lantern room`, `Lantern room, L12–18`. */
export function attachmentName({ path, startLine, endLine }: Omit<Attachment, "reply">): string {
  const name = nameOf(path.replace(/\/$/, "")) || path;
  if (startLine === undefined) return path.endsWith("/") ? `${name}/` : name;
  return `${name}, L${startLine}${endLine === undefined || endLine === startLine ? "" : `–${endLine}`}`;
}
