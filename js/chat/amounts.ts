// Formats amounts for the panel: tokens, seconds, money, lines.
import type { AnswerEnd } from "../agent/events.ts";
import type { PlanLimit } from "../agent/model.ts";
import type { AttachedPlace, Attachment } from "../agent/message.ts";
import { nameOf } from "../base/names.ts";
import { counted, decimal, inUnit, t } from "../base/translate.ts";
import type { ChatSettings } from "../settings/chat-settings.ts";

/** `950 tokens`, `4.1k tokens`. */
export function tokens(number: number): string {
  return counted(number, "{amount} token", "{amount} tokens", { amount: short(number) });
}

function short(number: number): string {
  if (number < 1000) return decimal(number);
  return `${decimal(number / 1000, number < 100_000 ? 1 : 0)}k`;
}

/**
 * The usage of an answer: `3 notes read · 4.1k tokens · 2.3s · cost 0.012`. Cached tokens cost less, but the discount
 * differs between providers.
 */
export function taken(end: AnswerEnd, { inputPrice, outputPrice }: ChatSettings): string[] {
  const { usage, milliseconds } = end;
  const all = usage.inputTokens + usage.outputTokens;
  const cost = (usage.inputTokens * (inputPrice ?? 0) + usage.outputTokens * (outputPrice ?? 0)) / 1_000_000;
  return [
    notesRead(end),
    all > 0 ? tokens(all) : "",
    inUnit(milliseconds / 1000, "second", milliseconds < 9950 ? 1 : 0),
    cost > 0 && (inputPrice !== null || outputPrice !== null) ? costing(cost, usage.cachedTokens > 0) : "",
  ].filter(Boolean);
}

/** `92% of 5h used`: of the user's plan, as far as it is known. */
export function fullestLimit(limits: readonly PlanLimit[]): string[] {
  const [fullest] = [...limits].sort((one, other) => other.used - one.used);
  if (!fullest) return [];
  const { hours, used } = fullest;
  const time = hours < 48 ? inUnit(hours, "hour") : inUnit(hours / 24, "day");
  return [t("{share} of {time} used", { share: inUnit(used * 100, "percent"), time })];
}

function costing(cost: number, isEstimate: boolean): string {
  const amount = cost < 0.01 ? cost.toPrecision(2) : decimal(cost, 2);
  return isEstimate ? t("cost about {amount}", { amount }) : t("cost {amount}", { amount });
}

/** `3 notes read`: opened, or shown by a search. Quotes says itself that it found nothing. */
export function notesRead({ read, isUngrounded, answer }: Pick<AnswerEnd, "read" | "isUngrounded" | "answer">): string {
  if (isUngrounded && answer && answer.model !== "quotes") return t("Not from your notes");
  return read.length === 0 ? t("No notes read") : counted(read.length, "{n} note read", "{n} notes read");
}

/** `Rooms/Lantern room.md, lines 12–18`, for tooltips and screen readers. */
export function placeInWords({ path, page, startLine, endLine }: Place): string {
  const file = page === undefined ? path : `${path}, ${t("page {page}", { page })}`;
  if (startLine === undefined) return file;
  const isOne = endLine === undefined || endLine === startLine;
  return `${file}, ${isOne ? t("line {line}", { line: startLine }) : t("lines {first}–{last}", { first: startLine, last: endLine })}`;
}

interface Place {
  readonly path: string;
  readonly page?: number | undefined;
  readonly startLine?: number | undefined;
  readonly endLine?: number | undefined;
}

/** The icon of an attachment. */
export function attachmentIcon({ path, isPasted, isConversation, isPinned }: AttachedPlace): string {
  if (isPinned) return "pin";
  if (isConversation) return "message-circle";
  return isPasted ? "image" : path.endsWith("/") ? "folder" : "file-text";
}

/** `Lantern room`, `Lantern room, L12–18`. */
export function attachmentName({ path, startLine, endLine }: Omit<Attachment, "reply">): string {
  const name = nameOf(path.replace(/\/$/, "")) || path;
  if (startLine === undefined) return path.endsWith("/") ? `${name}/` : name;
  return `${name}, L${startLine}${endLine === undefined || endLine === startLine ? "" : `–${endLine}`}`;
}
