// Writes a conversation as a Markdown note that reads well in any editor, and that read-conversation.ts can load.
// Questions are callouts, answers are plain Markdown, calls are folded callouts with what the model saw.
// Data for programs is in HTML comments, one JSON comment before each message. No content of a message can end its
// section, load anything from the network, or be run by a plugin that reads notes.
import type { Content, Reply } from "../../../pkg/lectern.js";
import { type Attachment, isLeftOut, type Message } from "../message.ts";
import { withDollars } from "../markdown/dollars.ts";
import { standsAsItIs } from "./inert.ts";
import { onlyPaths, packed, type Kept } from "./kept.ts";
import { byline, cutNotice, KEY, type SavedConversation, VERSION, withoutQuotedLinks } from "./message-comments.ts";

/** Maximum code units of one part of a reply, about four pages, so that a long conversation can be synced. */
const LONGEST_PART = 12_000;
/** Maximum code units of a reply's structured content. Beyond that, only the files are named. */
const LONGEST_DATA = 20_000;
/** Signed reasoning takes a few KB. Larger data is dropped: providers work without it. */
const LONGEST_OPAQUE = 100_000;

/** Writes a conversation as a note. */
export function toMarkdown(
  { title, created, messages, model }: SavedConversation,
  keeps: Kept = { replies: true, reasoning: true },
): string {
  const date = new Date(created);
  const lines = [
    "---",
    `${KEY}: ${VERSION}`,
    // Excludes the note from models wherever it is moved, because it may quote notes that are excluded later.
    "lectern: false",
    ...(Number.isNaN(date.getTime()) ? [] : [`created: ${date.toISOString().slice(0, 19)}`]),
    "---",
    marker("conversation", { title, created, model }),
    "",
    ...messages.flatMap((message) => written(message, keeps)),
  ];
  return guarded(lines.join("\n"));
}

function written(message: Message, keeps: Kept): string[] {
  if (message.role === "user") {
    const { text, attachments, undone, leftOut, instructedBy } = message;
    const told = { undone, leftOut, instructedBy };
    const meta = keeps.replies || !(undone ?? leftOut ?? instructedBy) ? told : { packed: packed(told) };
    return [
      ...callout("question", meta, "[!question] You asked", [text], !standsAsItIs(text)),
      ...attachments.flatMap((attachment) => attached(attachment, keeps)),
    ];
  }
  if (message.role === "tool") {
    const { id, tool, reply, isShortened } = message;
    if (isDropped(reply, keeps))
      return [marker("reply", { packed: packed({ id, tool, isShortened, ...dropped(reply) }) }), ""];
    const { texts, data } = kept(reply);
    const title = `${signOf(reply)}- ${escaped(reply.structuredContent.display)}`;
    return callout("reply", { id, tool, isShortened, ...data }, title, texts, true);
  }
  const { text, calls: all, model, cut } = message;
  const opaqueOf = (opaque: unknown): unknown => (keeps.reasoning ? bounded(opaque) : undefined);
  const calls = all.length > 0 ? all.map((call) => ({ ...call, opaque: opaqueOf(call.opaque) })) : undefined;
  const meta = {
    model,
    cut,
    // Arguments name notes.
    ...(keeps.replies || !calls ? { calls } : { packed: packed({ calls }) }),
    opaque: opaqueOf(message.opaque),
  };
  const notice = [
    ...(cut === undefined ? [] : ["", cutNotice(cut)]),
    ...(text === "" || model === "" ? [] : ["", byline(model)]),
  ];
  if (text === "") return [marker("answer", meta), ...notice, ""];
  const inert = [withDollars(text), text].map(withoutQuotedLinks).find(standsAsItIs);
  if (inert !== undefined) return [marker("answer", meta), ...notice, "", ...inert.split("\n"), ""];
  const [first = "", ...rest] = callout("answer", meta, "[!quote] Shown as written", [text], true);
  return [first, ...notice, ...(notice.length === 0 ? [] : [""]), ...rest];
}

function attached({ selected, reply, ...place }: Attachment, keeps: Kept): string[] {
  const { path, startLine, endLine } = place;
  const range = startLine === undefined ? "" : `, lines ${startLine}–${endLine ?? startLine}`;
  const title = `Attached ${escaped(path + range)}`;
  if (isDropped(reply, keeps))
    return callout("attachment", { packed: packed({ ...place, ...dropped(reply) }) }, `[!note] ${title}`, [], true);
  const { texts, data } = kept(reply);
  return callout("attachment", { ...place, selected, ...data }, `[!note]- ${title}`, texts, true);
}

const isDropped = (reply: Reply, keeps: Kept): boolean => !keeps.replies || isLeftOut(reply);

/** What is left of a reply that is not saved. */
function dropped({ isError, structuredContent }: Reply): object {
  return { isLeftOut: true, isError: isError || undefined, data: onlyPaths(structuredContent, false) };
}

/** A message as a callout with `texts`, each in its own fence unless `isFenced` is false. */
function callout(kind: string, meta: object, title: string, texts: readonly string[], isFenced: boolean): string[] {
  const hasReturns = texts.some((text) => text.includes("\r"));
  const inside = texts.flatMap((text) => {
    const lines = (hasReturns ? withoutReturns(text) : text).split("\n");
    if (!isFenced) return lines;
    const fence = "`".repeat(Math.max(3, longestRun(text) + 1));
    return [`${fence}text`, ...lines, fence];
  });
  const flags = { fenced: isFenced || undefined, returns: hasReturns || undefined };
  return [marker(kind, { ...meta, ...flags }), `> ${title}`, ...inside.map((line) => `> ${line}`), ""];
}

/**
 * A comment with data about what follows it. `>` can't end it, `%` starts no comment of the app, `$` no math, and it
 * contains no line break of any kind.
 */
function marker(kind: string, meta: object): string {
  const json = JSON.stringify(meta).replace(
    /[<>%$`\u007f-\u009f\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  return `<!-- lectern:${kind} ${json} -->`;
}

/** The texts and the structured content of a reply, within limits. */
function kept({ content, isError, structuredContent }: Reply): { texts: string[]; data: object } {
  const texts = content.map((part) => shortened(textOf(part)));
  const isLong = JSON.stringify(structuredContent).length > LONGEST_DATA;
  // The paths stay, so that exclusions since then can be applied.
  const data = isLong ? onlyPaths(structuredContent, true) : structuredContent;
  return { texts, data: { isError: isError || undefined, data } };
}

function textOf(part: Content): string {
  return part.type === "text" ? part.text : `[an image (${part.mimeType}) was left out when this was saved]`;
}

/** Truncates `text` and says how much is missing. The result is within the limit, so it is truncated only once. */
function shortened(text: string): string {
  if (text.length <= LONGEST_PART) return text;
  // Room for the notice.
  const most = LONGEST_PART - 100;
  const line = text.lastIndexOf("\n", most);
  // Not inside a surrogate pair.
  const end = line > most / 2 ? line : /[\ud800-\udbff]/.test(text.charAt(most - 1)) ? most - 1 : most;
  return `${text.slice(0, end)}\n[... ${text.length - end} more characters were left out when this was saved]`;
}

/** Provider data, unless it is too long or not serializable. */
function bounded(opaque: unknown): unknown {
  try {
    const json = JSON.stringify(opaque) as string | undefined;
    return json !== undefined && json.length <= LONGEST_OPAQUE ? opaque : undefined;
  } catch {
    return undefined;
  }
}

function signOf({ isError, structuredContent }: Reply): string {
  if (!isError) return "[!note]";
  return structuredContent.error?.code === "denied" ? "[!warning]" : "[!failure]";
}

function longestRun(text: string): number {
  return (text.match(/`+/g) ?? []).reduce((longest, run) => Math.max(longest, run.length), 0);
}

/** Text on one line, with Markdown escaped. */
function escaped(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ").replace(/[\\`*_[\]<>!#$%~=|&^:{}]/g, "\\$&");
}

/** A carriage return ends a line in Markdown, and the text after it would be outside the callout. */
const withoutReturns = (text: string): string => text.replace(/[␍␐]/g, "␐$&").replace(/\r/g, "␍");

/** Templater runs `<% %>` anywhere in new notes, Dataview runs what begins with `$=`. */
const guarded = (note: string): string =>
  note.replace(/<(\\*)%|\$(\\*)=/g, (all) => `${all.slice(0, 1)}\\${all.slice(1)}`);
