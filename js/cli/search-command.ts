// `lectern search`: what a model would find, with colours for a person.
import type { Reply } from "../../pkg/lectern.js";
import { partsOf, type Kind } from "../vault/search-parts.ts";
import type { Part } from "./terminal.ts";

/** What is set apart, as terminals colour it. */
const COLOURS: Record<Kind, string> = { path: "35", number: "32", hit: "1;31", notice: "2", text: "" };

/** The reply as a person reads it: paths, line numbers and what was found are set apart. */
export function shownSearch(reply: Reply): Part[] {
  return partsOf(reply).map(({ kind, text }) => ({ text, colour: COLOURS[kind] }));
}
