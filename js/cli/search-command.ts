// `lectern search`: what a model would find, with colors, and in a user's words.
import type { Reply } from "../../pkg/lectern.js";
import { searchParts, type SearchPartKind } from "../vault/layout.ts";
import { inOptions } from "./in-options.ts";
import type { StyledText } from "./terminal.ts";

/** The terminal colors of the parts. */
const COLOURS: Record<SearchPartKind, string> = { path: "35", number: "32", hit: "1;31", notice: "2", text: "" };

/** The reply with colored paths, line numbers and hits. */
export function shownSearch(reply: Reply): StyledText[] {
  return searchParts(reply).map(({ kind, text }) => ({
    text: kind === "notice" ? inOptions(text) : text,
    colour: COLOURS[kind],
  }));
}
