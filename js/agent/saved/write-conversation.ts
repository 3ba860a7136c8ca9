// A conversation as a Markdown note: what a person reads in any editor, and what read-conversation.ts makes the conversation of
// again. Questions are callouts, answers stand as they are, calls are folded callouts with what the model saw.
//
// What only programs need is in HTML comments, which no reading view shows: one before each message, as JSON. Nothing that a
// message says can end its part of the note, load anything from the network, or be run by a plugin that reads notes.
import type { Content, Reply } from "../../../pkg/lectern.js";
import type { Attachment, Message } from "../message.ts";
import { standsAsItIs } from "./inert.ts";
import { cutNotice, KEY, type SavedConversation, VERSION } from "./message-comments.ts";

/** Code units of one part of a reply: about four pages. A long conversation stays a file that can be synchronised. */
const LONGEST_PART = 12_000;
/** Code units of what programs know of a reply. Beyond that only the files are named. */
const LONGEST_DATA = 20_000;
/** More names than the texts that are kept can have, at twelve letters each. */
const MOST_PATHS = 1000;
/** Signed reasoning is some KB. What is more is left out: providers go on without it. */
const LONGEST_OPAQUE = 100_000;

/** Writes `conversation` as a note. */
export function toMarkdown({ title, created, messages }: SavedConversation): string {
  const date = new Date(created);
  const lines = [
    "---",
    `${KEY}: ${VERSION}`,
    // Wherever the note goes: it may quote what has been closed since.
    "lectern: false",
    ...(Number.isNaN(date.getTime()) ? [] : [`created: ${date.toISOString().slice(0, 19)}`]),
    "---",
    marker("conversation", { title, created }),
    "",
    ...messages.flatMap((message) => written(message)),
  ];
  return guarded(lines.join("\n"));
}

function written(message: Message): string[] {
  if (message.role === "user") {
    const { text, attachments } = message;
    return [
      ...callout("question", {}, "[!question] You asked", [text], !standsAsItIs(text)),
      ...attachments.flatMap((attachment) => attached(attachment)),
    ];
  }
  if (message.role === "tool") {
    const { id, tool, reply, isShortened } = message;
    const { texts, data } = kept(reply);
    const title = `${signOf(reply)}- ${escaped(reply.structuredContent.display)}`;
    return callout("reply", { id, tool, isShortened, ...data }, title, texts, true);
  }
  const { text, calls, model, cut } = message;
  const meta = {
    model,
    cut,
    calls: calls.length > 0 ? calls.map((call) => ({ ...call, opaque: bounded(call.opaque) })) : undefined,
    opaque: bounded(message.opaque),
  };
  const notice = cut === undefined ? [] : ["", cutNotice(cut)];
  if (text === "") return [marker("answer", meta), ...notice, ""];
  if (standsAsItIs(text)) return [marker("answer", meta), ...notice, "", ...text.split("\n"), ""];
  const [first = "", ...rest] = callout("answer", meta, "[!quote] Shown as it was written", [text], true);
  return [first, ...notice, ...(cut === undefined ? [] : [""]), ...rest];
}

function attached({ path, startLine, endLine, reply }: Attachment): string[] {
  const { texts, data } = kept(reply);
  const range = startLine === undefined ? "" : `, lines ${startLine}–${endLine ?? startLine}`;
  const title = `[!note]- Attached ${escaped(path + range)}`;
  return callout("attachment", { path, startLine, endLine, ...data }, title, texts, true);
}

/** A message as a callout with `texts`, each in a fence of its own unless `isFenced` is false. */
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
 * A comment that says what stands behind it. `>` cannot end it, `%` opens no comment of the app's, `$` no mathematics, and
 * what JavaScript or an editor may take for a line break is none.
 */
function marker(kind: string, meta: object): string {
  const json = JSON.stringify(meta).replace(
    /[<>%$`\u007f-\u009f\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  return `<!-- lectern:${kind} ${json} -->`;
}

/** What is kept of a reply: its texts, and what programs know of it, within bounds. */
function kept({ content, isError, structuredContent }: Reply): { texts: string[]; data: object } {
  const texts = content.map((part) => shortened(textOf(part)));
  const { display, files, notes, entries, error } = structuredContent;
  const isLong = JSON.stringify(structuredContent).length > LONGEST_DATA;
  // The paths alone: whoever loads it must know what of it has been closed since.
  const data = isLong
    ? {
        display,
        files: files.slice(0, MOST_PATHS),
        ...(notes && { notes: notes.slice(0, MOST_PATHS).map(({ path, layout }) => ({ path, hits: [], layout })) }),
        ...(entries && { entries: entries.slice(0, MOST_PATHS).map(({ path }) => ({ path })) }),
        ...(error && { error }),
      }
    : structuredContent;
  return { texts, data: { isError: isError || undefined, data } };
}

function textOf(part: Content): string {
  return part.type === "text" ? part.text : `[an image (${part.mimeType}) was left out when this was saved]`;
}

/** The beginning of `text`, and how much of it is missing; no longer than the bound, so that it is shortened once only. */
function shortened(text: string): string {
  if (text.length <= LONGEST_PART) return text;
  // Room for the notice.
  const most = LONGEST_PART - 100;
  const line = text.lastIndexOf("\n", most);
  // Not in the middle of a surrogate pair.
  const end = line > most / 2 ? line : /[\ud800-\udbff]/.test(text.charAt(most - 1)) ? most - 1 : most;
  return `${text.slice(0, end)}\n[... ${text.length - end} more characters were left out when this was saved]`;
}

/** What a provider wants back, unless it is too long, or of a kind that a note cannot keep. */
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

/** Words of somebody else's on one line, none of which is Markdown. */
function escaped(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ").replace(/[\\`*_[\]<>!#$%~=|&^:{}]/g, "\\$&");
}

/** Markdown ends a line at every carriage return, and what stands behind it would stand outside the callout. */
const withoutReturns = (text: string): string => text.replace(/[␍␐]/g, "␐$&").replace(/\r/g, "␍");

/** Templater runs `<% %>` in new notes wherever it stands, Dataview what begins with `$=`. */
const guarded = (note: string): string =>
  note.replace(/<(\\*)%|\$(\\*)=/g, (all) => `${all.slice(0, 1)}\\${all.slice(1)}`);
