// Notes that the user leaves out of a conversation when a request is shown before it is sent. They are removed from every
// request from then on, as excluded ones are; a tool's reply that names one is left out as a whole.
import type { Message } from "../message.ts";
import { type Named, namedIn } from "./redact.ts";

/** The paths that the user left out of a conversation. */
export const leftOutPaths = (messages: readonly Message[]): ReadonlySet<string> =>
  new Set(messages.flatMap((message) => (message.role === "user" ? (message.leftOut ?? []) : [])));

/** What `messages` name of the notes that were left out. */
export function leftOutIn(messages: readonly Message[]): Named[] {
  const paths = leftOutPaths(messages);
  return paths.size === 0 ? [] : namedIn(messages).filter(({ path }) => paths.has(path));
}

/** `messages` with `paths` left out from the last question on. */
export function withLeftOut(messages: readonly Message[], paths: readonly string[]): Message[] {
  const last = messages.map(({ role }) => role).lastIndexOf("user");
  return messages.map((message, index) =>
    index === last && message.role === "user"
      ? { ...message, leftOut: [...new Set([...(message.leftOut ?? []), ...paths])] }
      : message,
  );
}
