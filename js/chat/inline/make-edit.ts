// An edit of a note that is open, as a change like those of the model's tools: with their rules and checks, written
// through the editor as one step of its undo, and listed among the changes.
import type { Text } from "@codemirror/state";
import type { Decision, Proposal } from "../../../pkg/lectern.js";
import { ownChangesOf } from "../../api.ts";
import type { Parts } from "../parts.ts";

/** A part of a note, and the text that takes its place. */
export interface TextEdit {
  readonly path: string;
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/**
 * Makes `edit` in `doc` if the outcome is `accepted`: the user has seen it. Resolves to what it changes, and to why it
 * could not be made.
 */
export async function makeEdit(
  { api }: Parts,
  doc: Text,
  { path, from, to, text }: TextEdit,
  outcome: "planned" | "accepted",
  signal?: AbortSignal,
): Promise<{ proposal: Proposal | undefined; says: string | undefined }> {
  let proposal: Proposal | undefined;
  // Whole lines occur once at their place.
  const [first, last] = [doc.lineAt(from), doc.lineAt(to)];
  const old = doc.sliceString(first.from, last.to);
  const now = doc.sliceString(first.from, from) + text + doc.sliceString(to, last.to);
  const args = JSON.stringify({ path, edits: [{ old, new: now, near_line: first.number }] });
  const approve = (one: Proposal): Promise<Decision> => {
    proposal = one;
    return Promise.resolve({ outcome, hunks: null, comment: null });
  };
  // Each is a conversation of its own.
  const id = String(Date.now());
  const reply = await ownChangesOf(api).call("edit_file", args, signal ? { signal } : {}, approve, id);
  return { proposal, says: reply.isError ? reply.structuredContent.display : undefined };
}
