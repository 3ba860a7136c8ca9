// The property of a saved conversation that keeps it at the top of the list.
import { KEY } from "./message-comments.ts";

/** The property's name. */
export const PINNED = "pinned";

/** The properties of a note, with the line before and the line after them. */
const PROPERTIES = /^(\ufeff?---\r?\n)([\s\S]*?)(---[ \t]*(?:\r?\n|$))/;
const PIN = new RegExp(`^${PINNED}:.*\\r?\\n`, "gm");

/** Whether the conversation `note` is pinned. */
export const isPinned = (note: string): boolean =>
  new RegExp(`^${PINNED}:[ \\t]*true\\b`, "m").test(PROPERTIES.exec(note)?.[2] ?? "");

/** `note` with or without the pin. A note that is no conversation stays as it is. */
export function withPin(note: string, pinned: boolean): string {
  return note.replace(PROPERTIES, (all, before: string, properties: string, after: string) => {
    if (!new RegExp(`^${KEY}:`, "m").test(properties)) return all;
    return `${before}${properties.replace(PIN, "")}${pinned ? `${PINNED}: true\n` : ""}${after}`;
  });
}
