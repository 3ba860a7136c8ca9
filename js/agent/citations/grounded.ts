// Whether an answer rests on the vault: something of it was shown for the answer, or the answer cites what was shown
// before in the conversation.
import { type Message, repliesIn } from "../message.ts";
import type { Reply } from "../../../pkg/lectern.js";
import { citationsIn } from "./citations.ts";
import { pathsIn } from "./seen-lines.ts";

/** Whether the answer in `own`, which begins with its question, rests on the vault. `before`: the messages before it. */
export function isGrounded(before: readonly Message[], own: readonly Message[]): boolean {
  if (own.flatMap(repliesIn).some(showsSomething)) return true;
  const known = new Set(before.flatMap(repliesIn).flatMap(pathsIn).flatMap(namesOf));
  if (known.size === 0) return false;
  const texts = own.map((message) => (message.role === "assistant" ? message.text : ""));
  return texts.some((text) =>
    citationsIn(text).some(({ link }) => namesOf(link.replace(/#.*/s, "")).some((name) => known.has(name))),
  );
}

/** Names count too: a list of files is of the vault. A search without a result shows nothing. */
function showsSomething({ isError, structuredContent: { files, change, ...lists } }: Reply): boolean {
  if (isError) return false;
  const isShown = change !== undefined || files.some(({ error }) => !error);
  return isShown || Object.values(lists).some((list) => Array.isArray(list) && list.length > 0);
}

/** How a citation may name the note at `path`: in full, or by its name only. */
function namesOf(path: string): string[] {
  const full = path.toLowerCase().replace(/\.md$/, "");
  return [full, full.slice(full.lastIndexOf("/") + 1)];
}
