// Notes that the user leaves out of a conversation when a request is shown before it is sent. They are removed from every
// request from then on, as excluded ones are; a tool's reply that names one is left out as a whole.
import { lastQuestion, type Message } from "../message.ts";
import { type Named, namedIn } from "./redact.ts";

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
