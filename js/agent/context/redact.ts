// What a conversation showed of notes that have been excluded, moved or deleted since: none of it is sent again. Which these are,
// `ClosedNow` says. The conversation itself stays as it is, since the person may read it.
import type { Reply } from "../../../pkg/lectern.js";
import { nameOf } from "../../base/names.ts";
import type { AssistantMessage, Attachment, Message, ToolMessage } from "../message.ts";

/** A path that a reply names, and whether something of what was there was shown. */
export interface Named {
  readonly path: string;
  readonly isShown: boolean;
  /** The same object as long as the conversation has it. */
  readonly reply: Reply;
}

/** Those of `named` that are closed now, or no longer there. Never rejects. */
export type ClosedNow = (named: readonly Named[], signal: AbortSignal) => Promise<readonly Named[]>;

/** Replaces a reply that named something closed. */
const LEFT_OUT = "[left out: notes in this result have been excluded, moved or deleted since]";
/** Replaces what a model said when it had seen something closed. */
const UNSAID = "[left out: this answer may tell of notes that have been excluded, moved or deleted since]";

/** What `messages` name. A refusal names nothing but what was asked for. */
export function namedIn(messages: readonly Message[]): Named[] {
  return messages.flatMap((message) => {
    if (message.role === "tool") return namedBy(message.reply);
    return message.role === "user" ? message.attachments.flatMap(namedByAttachment) : [];
  });
}

/** `messages` without what they have of `closed`. A message that has nothing of it is the same object. */
export function redacted(messages: readonly Message[], closed: readonly Named[]): readonly Message[] {
  if (closed.length === 0) return messages;
  const replies = new Set(closed.map(({ reply }) => reply));
  const read = new Set(closed.filter(({ isShown }) => isShown).map(({ reply }) => reply));
  const names = [...new Set(closed.map(({ path }) => citedAs(path)))].filter(Boolean);
  // A name alone is found again wherever it is said; what was read may be told in any words.
  let hasRead = false;
  return messages.map((message) => {
    if (message.role === "assistant") return hasRead || tells(message, names) ? unsaid(message) : message;
    const its = message.role === "tool" ? [message.reply] : message.attachments.map(({ reply }) => reply);
    hasRead ||= its.some((reply) => read.has(reply));
    if (!its.some((reply) => replies.has(reply))) return message;
    if (message.role === "tool") return leftOut(message);
    return { ...message, attachments: message.attachments.filter(({ reply }) => !replies.has(reply)) };
  });
}

function namedByAttachment({ path, reply }: Attachment): Named[] {
  return [{ path: path.replace(/\/$/, ""), isShown: !path.endsWith("/"), reply }, ...namedBy(reply)];
}

/** What `reply` names. */
export function namedBy(reply: Reply): Named[] {
  const { files, notes = [], entries = [] } = reply.structuredContent;
  return [
    ...files.filter(({ error }) => !error).map(({ path }) => ({ path, isShown: true, reply })),
    ...notes.map(({ path }) => ({ path, isShown: true, reply })),
    ...entries.map(({ path }) => ({ path, isShown: false, reply })),
  ];
}

function leftOut({ id, tool }: ToolMessage): ToolMessage {
  const structuredContent = { display: LEFT_OUT, files: [] };
  return {
    role: "tool",
    id,
    tool,
    reply: { content: [{ type: "text", text: LEFT_OUT }], isError: false, structuredContent },
  };
}

/** Its calls stay, as they are answered, but not what they asked for. */
function unsaid({ text, calls, model, cut }: AssistantMessage): AssistantMessage {
  return {
    role: "assistant",
    text: text.trim() === "" ? "" : UNSAID,
    calls: calls.map(({ id, tool }) => ({ id, tool, args: "{}" })),
    model,
    ...(cut && { cut }),
  };
}

/** Whether it has one of `names`, which may stand between any signs but letters and digits. */
function tells({ text, calls }: AssistantMessage, names: readonly string[]): boolean {
  const said = [text, ...calls.map(({ args }) => args)].join("\n").normalize("NFC");
  return names.some((name) => {
    for (let at = said.indexOf(name); at >= 0; at = said.indexOf(name, at + 1)) {
      if (!LETTER.test(said.charAt(at - 1)) && !LETTER.test(said.charAt(at + name.length))) return true;
    }
    return false;
  });
}

const LETTER = /[\p{L}\p{N}]/u;

/** As a model cites it. A name of one or two letters says nothing by itself. */
function citedAs(path: string): string {
  const name = nameOf(path).normalize("NFC");
  return name.length > 2 ? name : path.replace(/\.md$/i, "").normalize("NFC");
}
