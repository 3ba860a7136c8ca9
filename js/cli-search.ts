// `lectern search`: what a model would find, with colours for a person.
import type { Reply } from "../pkg/lectern.js";
import { partsOf, type Kind } from "./found.ts";
import { textOf } from "./tools.ts";

/** What is set apart, as terminals colour it. */
const COLOURS: Record<Kind, string> = { path: "35", number: "32", hit: "1;31", notice: "2", text: "" };

/** The reply as a person reads it; with `colours`, paths, line numbers and what was found are set apart. */
export function shownSearch(reply: Reply, colours: boolean): string {
  if (!colours) return textOf(reply);
  const paint = (colour: string, text: string): string => (colour ? `\x1b[${colour}m${text}\x1b[0m` : text);
  return partsOf(reply)
    .map(({ kind, text }) => paint(COLOURS[kind], text))
    .join("");
}
