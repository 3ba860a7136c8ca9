// `lectern search`: what a model would find, with colours for a person.
import type { Reply } from "../../pkg/lectern.js";
import { searchParts, type SearchPartKind } from "../vault/search-parts.ts";
import type { StyledText } from "./terminal.ts";

/** What is set apart, as terminals colour it. */
const COLOURS: Record<SearchPartKind, string> = { path: "35", number: "32", hit: "1;31", notice: "2", text: "" };

/** The reply as a person reads it: paths, line numbers and what was found are set apart. */
export function shownSearch(reply: Reply): StyledText[] {
  return searchParts(reply).map(({ kind, text }) => ({ text, colour: COLOURS[kind] }));
}
