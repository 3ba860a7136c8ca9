// Looks for passages before the model is asked. The search is loaded when it is first needed.
import type { Message } from "../message.ts";
import type { Looked } from "../passages/look-first.ts";
import type { Means } from "./surroundings.ts";

/** The passages for the last question of `messages`: a call and its reply for each note. */
export async function lookFirst(
  messages: readonly Message[],
  { with: surroundings, signal }: Means,
  maxTokens: number,
): Promise<Looked[]> {
  const { passagesFirst } = await import("../passages/look-first.ts");
  return passagesFirst(messages, (tool, args) => surroundings.call(tool, args, { signal, layout: true }), maxTokens);
}
