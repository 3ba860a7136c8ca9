// Prepares messages for the model: shortened replies become one line, images are dropped for models without vision, and
// two questions never follow each other. Providers need not know about this.
import type { Content, Reply } from "../../../pkg/lectern.js";
import { type AssistantMessage, lastQuestion, type Message, type ToolCall, type ToolMessage } from "../message.ts";

/** Maximum files and characters of arguments in the line for a shortened reply: enough to repeat the call. */
const FILES_NAMED = 5;
const ARGS_NAMED = 200;

/** Replaces an answer that failed or was stopped: some servers refuse two questions in a row. */
const NO_ANSWER: AssistantMessage = { role: "assistant", text: "[no answer was given]", calls: [], model: "" };

/** Replaces an image for a model without vision. */
const UNSEEN: Content = { type: "text", text: "[an image is left out here: this model cannot see images]" };

/** The messages as the model is sent them. An unchanged message is the same object. */
export function outgoing(messages: readonly Message[], { seesImages }: { readonly seesImages: boolean }): Message[] {
  const all: Message[] = [];
  let calls: readonly ToolCall[] = [];
  for (const message of messages) {
    if (message.role === "assistant") calls = message.calls;
    const before = all[all.length - 1];
    if (message.role === "user" && before && before.role !== "assistant") all.push(NO_ANSWER);
    const whole = message.role === "tool" && message.isShortened ? asLine(message, calls) : message;
    all.push(seesImages ? whole : blind(whole));
  }
  return all;
}

const shortened = new WeakMap<ToolMessage, ToolMessage>();

/** `messages` with the replies before the last question shortened. The same object for the same message. */
export function latestReplies(messages: readonly Message[]): readonly Message[] {
  const question = lastQuestion(messages);
  return messages.map((message, index) => {
    if (message.role !== "tool" || index > question || message.isShortened) return message;
    let short = shortened.get(message);
    if (!short) shortened.set(message, (short = { ...message, isShortened: true }));
    return short;
  });
}

const lines = new WeakMap<ToolMessage, ToolMessage>();
const shortLines = new WeakSet<Message>();

/** Whether `message`, as the model is sent it, is the shortened form of another. */
export const isShortLine = (message: Message): boolean => shortLines.has(message);

/** The shortened form of `message`; its call is one of `calls`. */
export function asLine(message: ToolMessage, calls: readonly ToolCall[]): ToolMessage {
  let short = lines.get(message);
  if (!short) {
    const { display, files, notes } = message.reply.structuredContent;
    const text = `[shortened: ${told(message, calls)}; call it again if you need it]`;
    // Which notes it was about, for the ledger.
    const structuredContent = {
      display,
      files: files.filter(({ error }) => !error).map(({ layout: _, ...file }) => file),
      ...(notes && { notes: notes.map(({ path, lines }) => ({ path, lines, hits: [] })) }),
    };
    const reply: Reply = { content: [{ type: "text", text }], isError: false, structuredContent };
    lines.set(message, (short = { role: "tool", id: message.id, tool: message.tool, reply }));
    shortLines.add(short);
  }
  return short;
}

/** For example `read_file Projects/Alpha.md lines 1-80`, or the call's arguments. */
function told({ id, tool, reply }: ToolMessage, calls: readonly ToolCall[]): string {
  const { files } = reply.structuredContent;
  const shown = files.map(({ path, page, start_line, end_line }) => {
    const file = page === undefined ? path : `${path} page ${page}`;
    return oneLine(start_line > 0 ? `${file} lines ${start_line}-${end_line}` : file);
  });
  const more = shown.length > FILES_NAMED ? ` and ${shown.length - FILES_NAMED} more` : "";
  if (shown.length > 0) return `${tool} ${shown.slice(0, FILES_NAMED).join(", ")}${more}`;
  const args = oneLine(calls.find((call) => call.id === id)?.args ?? "");
  return `${tool} ${args.length > ARGS_NAMED ? `${args.slice(0, ARGS_NAMED)}…` : args}`.trimEnd();
}

/** File names may contain line breaks on some systems. */
function oneLine(text: string): string {
  return text.replace(/\s+/g, " ");
}

const unseen = new WeakMap<Message, Message>();

/** `message` with images replaced by `UNSEEN`. The same object for the same message. */
function blind(message: Message): Message {
  let without = unseen.get(message);
  if (!without) unseen.set(message, (without = withoutImages(message)));
  return without;
}

function withoutImages(message: Message): Message {
  if (message.role === "assistant") return message;
  const of = (reply: Reply): Reply => ({
    ...reply,
    content: reply.content.map((part) => (part.type === "image" ? UNSEEN : part)),
  });
  const has = ({ content }: Reply): boolean => content.some(({ type }) => type === "image");
  if (message.role === "tool") return has(message.reply) ? { ...message, reply: of(message.reply) } : message;
  if (!message.attachments.some(({ reply }) => has(reply))) return message;
  const attachments = message.attachments.map((attached) => ({ ...attached, reply: of(attached.reply) }));
  return { ...message, attachments };
}
