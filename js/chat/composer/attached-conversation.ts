// An earlier conversation as an attachment: its questions and answers, without what was read for them. Answers that may
// tell of notes that were excluded, moved or deleted since are left out.
import { TFile } from "obsidian";
import { leftOutPaths, type Named, namedIn, redacted } from "../../agent/context/redact.ts";
import { fitting, tokensOf } from "../../agent/context/token-estimate.ts";
import { type AttachedPlace, type Attachment, isLeftOut, type Message } from "../../agent/message.ts";
import { reason } from "../../base/reason.ts";
import { t } from "../../base/translate.ts";
import { readAgain, type Refused } from "./attached-pages.ts";
import type { SavedConversations } from "../conversation/saved-notes.ts";
import { closedSince, remember } from "../sending/excluded.ts";
import type { Parts } from "../parts.ts";

/** The most tokens that are attached, by estimate. */
const MOST_TOKENS = 20_000;
/** The most paths that are named: as many as a saved conversation keeps of a reply. If there are more, the text is left out. */
const MOST_NAMED = 1000;
const TOO_MANY = "[left out: it is about too many notes]";

/** What reading conversations needs. */
export type ConversationParts = Parts & { readonly saved: SavedConversations };

/** Reads the conversation that is saved as `place`, in at most half of `room` tokens. */
export async function readConversation(
  parts: ConversationParts,
  place: AttachedPlace,
  room: number,
): Promise<Attachment | Refused> {
  const file = parts.app.vault.getAbstractFileByPath(place.path);
  try {
    if (!(file instanceof TFile)) throw new Error(t("it was moved or deleted"));
    const { messages } = await parts.saved.read(file);
    return await conversationOf(parts, { messages, leftOut: leftOutPaths(messages) }, place, room);
  } catch (error) {
    return { says: reason(error), isExcluded: false };
  }
}

/** The conversation as the attachment `place`, in at most half of `room` tokens. */
export async function conversationOf(
  parts: Parts,
  { messages, leftOut }: { readonly messages: readonly Message[]; readonly leftOut: ReadonlySet<string> },
  place: AttachedPlace,
  room: number,
): Promise<Attachment> {
  const named = namedIn(messages);
  const closed = await closedSince(parts)(named, new AbortController().signal);
  const open = redacted(messages, [...closed, ...named.filter(({ path }) => leftOut.has(path))]);
  const names = namesOf(namedIn(open));
  const isNamed = names.notes.length <= MOST_NAMED && names.entries.length <= MOST_NAMED;
  const text = isNamed ? newest(open.flatMap(said), Math.min(MOST_TOKENS, room / 2)) : TOO_MANY;
  const structuredContent = { display: "", files: [], ...(isNamed && names) };
  const reply = { content: [{ type: "text", text } as const], isError: false, structuredContent };
  return { ...place, isConversation: true, reply: remember(parts.app.vault, reply) };
}

function said(message: Message): string[] {
  if (message.role === "tool" || message.text.trim() === "") return [];
  return [`${message.role === "user" ? "User" : "Assistant"}:\n${message.text.trim()}`];
}

/** The last of `texts` that fit `most` tokens, and the first, which says what the conversation is about. */
function newest(texts: readonly string[], most: number): string {
  // One text may be a whole pasted document.
  const [first = "", ...others] = texts.map((text) => fitting(text, most / 4));
  let left = most - tokensOf(first);
  let from = others.length;
  while (from > 0 && (left -= tokensOf(others[from - 1] ?? "")) >= 0) from--;
  return [first, ...(from > 0 ? ["[what was said next is left out here]"] : []), ...others.slice(from)].join("\n\n");
}

/** The paths of `named`, so that nothing of the conversation is sent once one of them is excluded. */
function namesOf(named: readonly Named[]) {
  const paths = (isShown: boolean): string[] => [
    ...new Set(named.filter((one) => one.isShown === isShown).map(({ path }) => path)),
  ];
  const shown = paths(true);
  const others = paths(false).filter((path) => !shown.includes(path));
  return {
    notes: shown.map((path) => ({ path, lines: 0, hits: [] })),
    entries: others.map((path) => ({ path, files: 0, folders: 0, newest: 0 })),
  };
}

/**
 * Reads the `attachments` again that are pinned, or whose text was not saved with the conversation. If one can't be read,
 * it is the `place` of the result.
 */
export async function readAnew(
  parts: ConversationParts,
  attachments: readonly Attachment[],
  room: number,
): Promise<Attachment[] | (Refused & { readonly place: Attachment })> {
  const all: Attachment[] = [];
  for (const attachment of attachments) {
    const { path, isPinned, isPasted, isConversation, reply } = attachment;
    // Its other pages came with the first.
    if (isPinned && all.some((one) => one.isPinned && one.path === path)) continue;
    if (isPasted || !(isPinned || isLeftOut(reply))) {
      all.push(attachment);
      continue;
    }
    const pages = isPinned ? attachments.filter((one) => one.isPinned && one.path === path) : [attachment];
    const read = isConversation ? await readConversation(parts, attachment, room) : await readAgain(parts, pages, room);
    if ("says" in read) return { ...read, place: attachment };
    all.push(...(Array.isArray(read) ? read : [read]));
  }
  return all;
}
