// Reads the conversation that write-conversation.ts wrote. The note may have been edited: text may change anywhere, and
// anything invalid is an error with its line.
import type { Content, Reply } from "../../../pkg/lectern.js";
import {
  type AssistantMessage,
  type Attachment,
  LEFT_OUT,
  type Message,
  type ToolMessage,
  type UserMessage,
} from "../message.ts";
import { savedModel } from "../saved-model.ts";
import {
  byline,
  cutNotice,
  isCut,
  KEY,
  Meta,
  type SavedConversation,
  VERSION,
  withQuotedLinks,
  wrong,
} from "./message-comments.ts";

/** Whether a note is a conversation, which may be damaged. */
export const isConversation = (text: string): boolean => propertyIn(linesIn(text)) >= 0;

/** Reads a conversation. Throws an error with its line if the note is not a conversation. */
export function fromMarkdown(text: string): SavedConversation {
  const lines = linesIn(text);
  const parts = partsOf(lines, readProperties(lines));
  const [head, ...rest] = parts;
  if (head?.meta.kind !== "conversation")
    throw wrong(head?.meta.line ?? lines.length, "the conversation's first comment is missing");
  nothingIn(head.body, head.meta.line);
  const messages: Message[] = [];
  // The attachments of the last question.
  let attachments: Attachment[] | undefined;
  for (const { meta, body } of rest) {
    if (meta.kind === "attachment") {
      if (!attachments) throw wrong(meta.line, "this attachment has no question");
      attachments.push(attachment(meta, body));
      continue;
    }
    attachments = undefined;
    if (meta.kind === "question") {
      attachments = [];
      messages.push(question(meta, body, attachments));
    } else if (meta.kind === "answer") {
      messages.push(answer(meta, body));
    } else if (meta.kind === "reply") {
      messages.push(toolMessage(meta, body));
    } else {
      throw wrong(meta.line, `"lectern:${meta.kind}" is unknown to this version`);
    }
  }
  const model = savedModel(head.meta.value("model"));
  return { title: head.meta.text("title"), created: head.meta.number("created"), messages, ...(model && { model }) };
}

interface MessagePart {
  readonly meta: Meta;
  /** The lines after the comment; the first is the one after `meta.line`. */
  readonly body: readonly string[];
}

const linesIn = (text: string): string[] => unguarded(text.replace(/^\ufeff/, "").replace(/\r\n?/g, "\n")).split("\n");

/** The line of the property of conversations, from 0; -1 if there is none. */
function propertyIn(lines: readonly string[]): number {
  if (lines[0] !== "---") return -1;
  return lines.slice(0, Math.max(lines.indexOf("---", 1), 0)).findIndex((line) => line.startsWith(`${KEY}:`));
}

/** Checks the properties; returns where they end. */
function readProperties(lines: readonly string[]): number {
  const end = lines.indexOf("---", 1);
  const at = propertyIn(lines);
  if (at < 0) throw wrong(1, `this note is not a conversation: it lacks the property ${KEY}`);
  const version = Number(lines[at]?.slice(KEY.length + 1).replace(/["']/g, ""));
  if (!Number.isInteger(version) || version < 1) throw wrong(at + 1, `${KEY} is not a number`);
  if (version > VERSION)
    throw wrong(at + 1, `this conversation was saved by a later version of Lectern (format ${version})`);
  return end + 1;
}

function partsOf(lines: readonly string[], from: number): MessagePart[] {
  const starts: number[] = [];
  for (let index = from; index < lines.length; index++) {
    const line = lines[index] ?? "";
    if (line.startsWith("<!-- lectern:")) starts.push(index);
    else if (starts.length === 0 && line.trim() !== "") throw wrong(index + 1, "this text belongs to no message");
  }
  return starts.map((start, at) => ({
    meta: Meta.of(lines[start] ?? "", start + 1),
    body: lines.slice(start + 1, starts[at + 1]),
  }));
}

function question(meta: Meta, body: readonly string[], attachments: Attachment[]): UserMessage {
  const [text, ...others] = callout(meta, body);
  if (text === undefined || others.length > 0) throw wrong(meta.line, "a question must be one text");
  const [undone, leftOut, instructedBy] = ["undone", "leftOut", "instructedBy"].map((name) => meta.texts(name));
  const told = { ...(undone && { undone }), ...(leftOut && { leftOut }), ...(instructedBy && { instructedBy }) };
  return { role: "user", text, attachments, ...told };
}

/** The flags of an attachment. */
const ATTACHED_AS = ["isPasted", "isConversation", "isOfFolder", "isPinned", "isForOneAnswer"] as const;

function attachment(meta: Meta, body: readonly string[]): Attachment {
  return {
    path: meta.text("path"),
    ...(meta.has("startLine") && { startLine: meta.number("startLine") }),
    ...(meta.has("endLine") && { endLine: meta.number("endLine") }),
    ...Object.fromEntries(ATTACHED_AS.filter((flag) => meta.has(flag)).map((flag) => [flag, meta.flag(flag)])),
    ...(meta.has("selected") && { selected: meta.text("selected") }),
    reply: reply(meta, body),
  };
}

function toolMessage(meta: Meta, body: readonly string[]): ToolMessage {
  return {
    role: "tool",
    id: meta.text("id"),
    tool: meta.text("tool"),
    reply: reply(meta, body),
    ...(meta.has("isShortened") && { isShortened: meta.flag("isShortened") }),
  };
}

function reply(meta: Meta, body: readonly string[]): Reply {
  // Of a reply that was left out, there is at most the title.
  const shown = meta.flag("isLeftOut") ? leftOut(meta, body) : callout(meta, body);
  const content = shown.map((text): Content => ({ type: "text", text }));
  return { content, isError: meta.flag("isError"), structuredContent: meta.structured("data") };
}

function leftOut(meta: Meta, body: readonly string[]): string[] {
  const isTitled = body[0]?.startsWith(">") ?? false;
  nothingIn(body.slice(isTitled ? 1 : 0), meta.line + (isTitled ? 1 : 0));
  return [LEFT_OUT];
}

function answer(meta: Meta, body: readonly string[]): AssistantMessage {
  const cut = meta.has("cut") ? meta.text("cut") : undefined;
  if (cut !== undefined && !isCut(cut)) throw wrong(meta.line, `"${cut}" is not a reason why an answer is incomplete`);
  let lines = body;
  let skipped = 0;
  for (const line of [...(cut === undefined ? [] : [cutNotice(cut)]), byline(meta.text("model"))]) {
    if (lines[1] !== line) continue;
    skipped += 2;
    lines = lines.slice(2);
  }
  const isInFence = meta.flag("fenced");
  if (isInFence && lines[0] === "") {
    lines = lines.slice(1);
    skipped++;
  }
  const text = isInFence ? callout(meta, lines, skipped).join("\n") : withQuotedLinks(plain(lines));
  return {
    role: "assistant",
    text,
    calls: meta.calls(),
    model: meta.text("model"),
    ...(cut !== undefined && { cut }),
    ...(meta.has("opaque") && { opaque: meta.value("opaque") }),
  };
}

/** The text between two comments, without a blank line at either end. */
function plain(body: readonly string[]): string {
  if (body.length < 2) return body.join("");
  const start = body[0] === "" ? 1 : 0;
  const end = body.length > start && body[body.length - 1] === "" ? body.length - 1 : body.length;
  return body.slice(start, end).join("\n");
}

/** The texts of a callout: the content of its fences, or all of it. */
function callout(meta: Meta, body: readonly string[], skipped = 0): string[] {
  const lineOf = (index: number): number => meta.line + skipped + index + 1;
  let length = body.findIndex((line) => !line.startsWith(">"));
  if (length < 0) length = body.length;
  if (length === 0) throw wrong(lineOf(0), "expected a callout: lines that begin with >");
  nothingIn(body.slice(length), lineOf(length) - 1);
  // Some editors trim trailing spaces.
  const inside = body.slice(1, length).map((line) => line.slice(line[1] === " " ? 2 : 1));
  const finish = (text: string): string => (meta.flag("returns") ? withReturns(text) : text);
  if (!meta.flag("fenced")) return [finish(inside.join("\n"))];

  const texts: string[] = [];
  for (let at = 0; at < inside.length;) {
    const [, fence] = /^(`{3,})text$/.exec(inside[at] ?? "") ?? [];
    if (fence === undefined) throw wrong(lineOf(at + 1), "expected a fence, such as > ```text");
    const end = inside.indexOf(fence, at + 1);
    if (end < 0) throw wrong(lineOf(at + 1), "this fence is not closed");
    texts.push(finish(inside.slice(at + 1, end).join("\n")));
    at = end + 1;
  }
  return texts;
}

/** Throws if `lines`, which follow line `before`, contain text: the next save would lose it. */
function nothingIn(lines: readonly string[], before: number): void {
  const at = lines.findIndex((line) => line.trim() !== "");
  if (at >= 0) throw wrong(before + at + 1, "this text belongs to no message");
}

const withReturns = (text: string): string => text.replace(/␐([␍␐])|␍/g, (_, sign?: string) => sign ?? "\r");

const unguarded = (note: string): string =>
  note.replace(/<\\(\\*)%|\$\\(\\*)=/g, (all) => `${all.slice(0, 1)}${all.slice(2)}`);
