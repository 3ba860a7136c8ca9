// Why a note is related, in words for the user.
import type { RelatedNote } from "../../pkg/lectern.js";
import { nameOf } from "../base/names.ts";
import { t } from "../base/translate.ts";

/** How many names a reason has. */
const NAMES = 2;

/** The reasons, a line each, the surest first. */
export function reasonsFor(note: RelatedNote): string[] {
  const reasons: string[] = [];
  if (note.links_here !== undefined) reasons.push(t("Links here"));
  if (note.linked_here !== undefined) reasons.push(t("Linked from here"));
  if (note.both_link_to.length > 0) reasons.push(t("Both link to {names}", { names: named(note.both_link_to) }));
  if (note.both_linked_in.length > 0)
    reasons.push(t("Both are linked in {names}", { names: named(note.both_linked_in) }));
  if (note.words.length > 0) reasons.push(t("Shares: {words}", { words: note.words.join(", ") }));
  if (note.similar) reasons.push(t("Similar in meaning"));
  return reasons;
}

/** `Glass, Putty`, or `Glass, Putty + 3`. */
function named(paths: readonly string[]): string {
  const names = paths.slice(0, NAMES).map(nameOf).join(", ");
  return paths.length > NAMES ? `${names} + ${paths.length - NAMES}` : names;
}
