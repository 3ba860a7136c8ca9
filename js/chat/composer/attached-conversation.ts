// An earlier conversation as an attachment: its questions and answers, without what was read for them. What is excluded,
// moved or deleted by now is left out, and so are the answers that may tell of it.
import { TFile } from "obsidian";
import { leftOutIn, type Named, namedIn, redacted } from "../../agent/context/redact.ts";
import { tokensOf } from "../../agent/context/token-estimate.ts";
import type { AttachedPlace, Attachment, Message } from "../../agent/message.ts";
import { reason } from "../../base/reason.ts";
import { t } from "../../base/translate.ts";
import type { Refused } from "./attached-pages.ts";
import type { SavedConversations } from "../conversation/saved-notes.ts";
import { closedSince, remember } from "../sending/excluded.ts";
import type { Parts } from "../parts.ts";

/** The most tokens that are attached, by estimate. */
const MOST_TOKENS = 20_000;
/** The most notes that are named: as many as a saved conversation keeps of a reply. Of more, nothing is attached. */
const MOST_NAMED = 1000;
const TOO_MANY = "[left out: it is about too many notes]";

/** What reads conversations. */
export type ConversationParts = Parts & { readonly saved: SavedConversations };

/** The conversation that is saved as `place`. */
export async function readConversation(parts: ConversationParts, place: AttachedPlace): Promise<Attachment | Refused> {
  const file = parts.app.vault.getAbstractFileByPath(place.path);
  try {
    if (!(file instanceof TFile)) throw new Error(t("it was moved or deleted"));
    const { messages } = await parts.saved.load(file);
    return await conversationOf(parts, messages, place);
  } catch (error) {
    return { says: reason(error), isExcluded: false };
  }
}

/** `messages` as the attachment `place`. */
export async function conversationOf(
  parts: Parts,
  messages: readonly Message[],
  place: AttachedPlace,
): Promise<Attachment> {
  const named = namedIn(messages);
  const closed = [...(await closedSince(parts)(named, new AbortController().signal)), ...leftOutIn(messages)];
  const open = redacted(messages, closed);
  const names = namesOf(namedIn(open));
  const text = names.notes.length > MOST_NAMED ? TOO_MANY : newest(open.flatMap(said));
  const structuredContent = { display: "", files: [], notes: names.notes.slice(0, MOST_NAMED), entries: names.entries };
  const reply = { content: [{ type: "text", text } as const], isError: false, structuredContent };
  return { ...place, isConversation: true, reply: remember(parts.app.vault, reply) };
}

function said(message: Message): string[] {
  if (message.role === "tool" || message.text.trim() === "") return [];
  return [`${message.role === "user" ? "User" : "Assistant"}:\n${message.text.trim()}`];
}

/** The last of `texts` that fit, and the first in any case: it says what the conversation is about. */
function newest([first = "", ...texts]: readonly string[]): string {
  let left = MOST_TOKENS - tokensOf(first);
  let from = texts.length;
  while (from > 0 && (left -= tokensOf(texts[from - 1] ?? "")) >= 0) from--;
  return [first, ...(from > 0 ? ["[what was said next is left out here]"] : []), ...texts.slice(from)].join("\n\n");
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
    entries: others.slice(0, MOST_NAMED).map((path) => ({ path, files: 0, folders: 0, newest: 0 })),
  };
}
