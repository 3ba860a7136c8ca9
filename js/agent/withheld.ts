// What a conversation showed of notes that have been closed since: none of it is sent again. Whether a note is closed by now,
// others know; the conversation itself stays as it is, since the person may read it.
import type { Reply } from "../../pkg/lectern.js";
import type { AssistantMessage, Attachment, Message, ToolMessage } from "./message.ts";

/** A path that a reply names, and whether something of what stands there was shown. */
export interface Named {
  readonly path: string;
  readonly isShown: boolean;
}

/** Those of `named` that are closed by now. Never rejects. */
export type ClosedNow = (named: readonly Named[], signal: AbortSignal) => Promise<ReadonlySet<string>>;

/** Stands for a reply that named something closed. */
const LEFT_OUT = "[left out: notes in this result have been closed since]";
/** Stands for what a model said when it had seen something closed. */
const UNSAID = "[left out: this answer may tell of notes that have been closed since]";

/** The paths that `messages` name, each once. What was refused named nothing but what was asked for. */
export function namedIn(messages: readonly Message[]): Named[] {
  const all = new Map<string, boolean>();
  for (const message of messages) {
    for (const { path, isShown } of namedBy(message)) all.set(path, isShown || (all.get(path) ?? false));
  }
  return Array.from(all, ([path, isShown]) => ({ path, isShown }));
}

/** `messages` without what they have of `closed`. A message that has nothing of it is the same object. */
export function withheld(messages: readonly Message[], closed: ReadonlySet<string>): readonly Message[] {
  if (closed.size === 0) return messages;
  // A name alone is found again wherever it is said; what was read may be told in any words.
  let hasRead = false;
  const names = [...closed].map(nameOf);
  return messages.map((message) => {
    const its = namedBy(message).filter(({ path }) => closed.has(path));
    hasRead ||= its.some(({ isShown }) => isShown);
    if (message.role === "assistant") return hasRead || tells(message, names) ? unsaid(message) : message;
    if (its.length === 0) return message;
    if (message.role === "tool") return leftOut(message);
    const isOpen = (attachment: Attachment): boolean =>
      !namedByAttachment(attachment).some(({ path }) => closed.has(path));
    return { ...message, attachments: message.attachments.filter(isOpen) };
  });
}

function namedBy(message: Message): Named[] {
  if (message.role === "tool") return namedByReply(message.reply);
  return message.role === "user" ? message.attachments.flatMap(namedByAttachment) : [];
}

function namedByAttachment({ path, reply }: Attachment): Named[] {
  return [{ path: path.replace(/\/$/, ""), isShown: !path.endsWith("/") }, ...namedByReply(reply)];
}

function namedByReply({ structuredContent: { files, notes = [], entries = [] } }: Reply): Named[] {
  return [
    ...files.filter(({ error }) => !error).map(({ path }) => ({ path, isShown: true })),
    ...notes.map(({ path }) => ({ path, isShown: true })),
    ...entries.map(({ path }) => ({ path, isShown: false })),
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
function nameOf(path: string): string {
  const whole = path.replace(/\.md$/i, "").normalize("NFC");
  const name = whole.replace(/^.*\//s, "");
  return name.length > 2 ? name : whole;
}
