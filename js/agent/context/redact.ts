// What was excluded, moved or deleted since it was shown is not sent again: replies, attachments and answers that show
// it are left out of every request, and the panel says so. `ClosedNow` finds it: a path that is gone, or at which there
// is another file than when the reply was made, counts as closed (`chat/excluded`). The conversation itself is unchanged:
// the user may read it. The same goes for notes that the user leaves out when a request is shown before it is sent; a
// reply that names one is left out as a whole.
import type { Reply } from "../../../pkg/lectern.js";
import { nameOf } from "../../base/names.ts";
import {
  type AssistantMessage,
  type Attachment,
  lastQuestion,
  type Message,
  repliesIn,
  type ToolMessage,
} from "../message.ts";

/** A path that a reply names, and whether its content was shown. */
export interface Named {
  readonly path: string;
  readonly isShown: boolean;
  /** Whether it was moved or deleted, but not excluded. Only of what `ClosedNow` finds. */
  readonly isGone?: boolean;
  /** The same object for the life of the conversation. */
  readonly reply: Reply;
}

/** Those of `named` that are excluded or gone now. Never rejects. */
export type ClosedNow = (named: readonly Named[], signal: AbortSignal) => Promise<readonly Named[]>;

/** Replaces a reply that names an excluded file. */
const LEFT_OUT = "[left out: notes in this result have been excluded, moved or deleted since]";
/** Replaces an answer that was given after seeing excluded content. */
const UNSAID = "[left out: this answer may tell of notes that have been excluded, moved or deleted since]";

/** Stands for the reply where a question itself names a path, or was sent with instructions from it. */
const NO_REPLY: Reply = { content: [], isError: false, structuredContent: { display: "", files: [] } };

/** The paths that `messages` name. An error reply names only what was asked for. */
export function namedIn(messages: readonly Message[]): Named[] {
  return messages.flatMap((message) => {
    if (message.role === "tool") return namedBy(message.reply);
    if (message.role !== "user") return [];
    const undone = (message.undone ?? []).map((path) => ({ path, isShown: false, reply: NO_REPLY }));
    const instructedBy = (message.instructedBy ?? []).map((path) => ({ path, isShown: true, reply: NO_REPLY }));
    return [...message.attachments.flatMap(namedByAttachment), ...undone, ...instructedBy];
  });
}

/** `messages` without what they contain of `closed`. An unchanged message is the same object. */
export function redacted(messages: readonly Message[], closed: readonly Named[]): readonly Message[] {
  if (closed.length === 0) return messages;
  const replies = new Set(closed.map(({ reply }) => reply));
  const read = new Set(closed.filter(({ isShown }) => isShown).map(({ reply }) => reply));
  const paths = new Set(closed.map(({ path }) => path));
  const names = [...new Set(closed.map(({ path }) => citedAs(path)))].filter(Boolean);
  // A name can be searched for; content may be repeated in any words.
  let hasRead = false;
  const unsaidCalls = new Set<string>();
  return messages.map((message) => {
    if (message.role === "assistant") {
      if (!hasRead && !tells(message, names)) return message;
      for (const { id } of message.calls) unsaidCalls.add(id);
      return unsaid(message);
    }
    // An error, and a search without results, repeat what was asked for.
    if (message.role === "tool" && unsaidCalls.has(message.id) && namedBy(message.reply).length === 0)
      return leftOut(message);
    const its = repliesIn(message);
    hasRead ||= its.some((reply) => read.has(reply));
    const isClosed = (path: string): boolean => paths.has(path);
    const isInstructed = message.role === "user" && message.instructedBy?.some(isClosed);
    if (isInstructed) hasRead = true;
    const tellsUndone = message.role === "user" && message.undone?.some(isClosed);
    if (!tellsUndone && !isInstructed && !its.some((reply) => replies.has(reply))) return message;
    if (message.role === "tool") return leftOut(message);
    const attachments = message.attachments.filter(({ reply }) => !replies.has(reply));
    const open = (all?: readonly string[]): readonly string[] | undefined => all?.filter((path) => !isClosed(path));
    const [undone, instructedBy] = [open(message.undone), open(message.instructedBy)];
    return { ...message, attachments, ...(undone && { undone }), ...(instructedBy && { instructedBy }) };
  });
}

function namedByAttachment({ path, isPasted, isConversation, reply }: Attachment): Named[] {
  if (isPasted) return [];
  // Its note is excluded from tools; what it tells of is in the reply.
  if (isConversation) return namedBy(reply);
  return [{ path: path.replace(/\/$/, ""), isShown: !path.endsWith("/"), reply }, ...namedBy(reply)];
}

/** The paths that `reply` names. */
export function namedBy(reply: Reply): Named[] {
  const { files, notes = [], entries = [], links = [], change } = reply.structuredContent;
  return [
    ...files.filter(({ error }) => !error).map(({ path }) => ({ path, isShown: true, reply })),
    ...notes.map(({ path }) => ({ path, isShown: true, reply })),
    ...entries.map(({ path }) => ({ path, isShown: false, reply })),
    ...links.flatMap(({ from, to }) => [
      { path: from, isShown: true, reply },
      ...(to === null ? [] : [{ path: to, isShown: false, reply }]),
    ]),
    // The reply to a change shows its lines. A note that was moved to the trash has no version.
    ...(change && change.version !== null ? [{ path: change.path, isShown: true, reply }] : []),
  ];
}

/** A reply without its content. */
function leftOut({ id, tool }: ToolMessage): ToolMessage {
  const structuredContent = { display: LEFT_OUT, files: [] };
  return {
    role: "tool",
    id,
    tool,
    reply: { content: [{ type: "text", text: LEFT_OUT }], isError: false, structuredContent },
  };
}

/** `message` without its text and the arguments of its calls. The calls stay, because they have replies. */
function unsaid({ text, calls, model, cut }: AssistantMessage): AssistantMessage {
  return {
    role: "assistant",
    text: text.trim() === "" ? "" : UNSAID,
    calls: calls.map(({ id, tool }) => ({ id, tool, args: "{}" })),
    model,
    ...(cut && { cut }),
  };
}

/** Whether the message contains one of `names` as a whole word. */
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

/** The name to search for: the note's name, or its path if the name has only one or two characters. */
function citedAs(path: string): string {
  const name = nameOf(path).normalize("NFC");
  return name.length > 2 ? name : path.replace(/\.md$/i, "").normalize("NFC");
}

/** The paths that the user left out of a conversation. */
export const leftOutPaths = (messages: readonly Message[]): ReadonlySet<string> =>
  new Set(messages.flatMap((message) => (message.role === "user" ? (message.leftOut ?? []) : [])));

/** What `messages` name of the notes that were left out. */
export function leftOutIn(messages: readonly Message[]): Named[] {
  const paths = leftOutPaths(messages);
  return paths.size === 0 ? [] : namedIn(messages).filter(({ path }) => paths.has(path));
}

/** `messages` with `paths` among those of the last question. */
export function withPaths(
  messages: readonly Message[],
  of: "leftOut" | "instructedBy",
  paths: readonly string[],
): readonly Message[] {
  const last = lastQuestion(messages);
  const question = messages[last];
  const known = (question?.role === "user" && question[of]) || [];
  if (question?.role !== "user" || paths.every((path) => known.includes(path))) return messages;
  const told = { ...question, [of]: [...new Set([...known, ...paths])] };
  return messages.map((message, index) => (index === last ? told : message));
}
