// What is attached of a folder: its listing, its notes as far as they fit, or the passages that answer the question.
import { Menu, TFile, TFolder } from "obsidian";
import type { Attachment } from "../../agent/message.ts";
import { tokensOfReply } from "../../agent/context/token-estimate.ts";
import { counted, t } from "../../base/translate.ts";
import { attachmentName, tokens } from "../amounts.ts";
import { type AttachedPages, readPlace, sizeOf } from "./attached-pages.ts";
import { showMenuAt, textButton } from "../button.ts";
import { isExcluded, remember } from "../sending/excluded.ts";
import type { Parts } from "../parts.ts";

/** What is attached of a folder. */
export type FolderShare = "listing" | "notes" | "passages";

/** The most notes, and tokens of notes, that are attached at once. */
const MOST_NOTES = 500;
const MOST_TOKENS = 100_000;

const isFolder = ({ path }: Attachment): boolean => path.endsWith("/");

/** Whether `pages` are a folder, perhaps with notes of it. */
export const isOfFolder = ([first]: AttachedPages): boolean => first !== undefined && isFolder(first);

/** What was attached of the folder `pages`, if they are of one. */
export function shareOf([first, ...notes]: AttachedPages): FolderShare {
  if (notes.length > 0) return "notes";
  return first?.reply.structuredContent.notes ? "passages" : "listing";
}

/** Whether `attachment` was attached with its folder, whose `pages` come right before it. */
export const belongsTo = (pages: AttachedPages | undefined, { path, isOfFolder }: Attachment): boolean =>
  isOfFolder === true && pages?.[0] !== undefined && isFolder(pages[0]) && path.startsWith(pages[0].path);

/** `all` without the notes that were attached with their folder. */
export function withoutNotesOfFolders(all: readonly Attachment[]): Attachment[] {
  let folder: Attachment[] = [];
  return all.filter((one) => {
    if (belongsTo(folder, one)) return false;
    folder = [one];
    return true;
  });
}

/** The notes in the folder that are not excluded, recent ones first. */
function notesIn(parts: Parts, path: string): TFile[] {
  const folder = parts.app.vault.getAbstractFileByPath(path.replace(/\/$/, ""));
  const notes: TFile[] = [];
  const waiting = folder instanceof TFolder ? [folder] : [];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    for (const child of next.children) {
      if (child instanceof TFolder) waiting.push(child);
      else if (child instanceof TFile && child.extension === "md" && !isExcluded(parts, child)) notes.push(child);
    }
  }
  return notes.sort((a, b) => b.stat.mtime - a.stat.mtime);
}

/** `listing of 5,000 notes · 405 tokens`, `40 of 5,000 notes · 22k tokens`, `passages for the question`. */
export function folderLabel(parts: Parts, pages: AttachedPages, share: FolderShare): string {
  if (share === "passages") return t("passages for the question");
  const count = notesIn(parts, pages[0]?.path ?? "").length;
  const read = pages.length - 1;
  const what =
    share === "listing"
      ? counted(count, "listing of {n} note", "listing of {n} notes")
      : counted(count, "{read} of {n} note", "{read} of {n} notes", { read });
  return `${what} · ${tokens(sizeOf(pages))}`;
}

/** The first page of each note in the folder, as far as they fit `room` tokens. */
export async function readNotes(parts: Parts, path: string, room: number): Promise<Attachment[]> {
  const read: Attachment[] = [];
  let left = Math.min(room, MOST_TOKENS);
  for (const file of notesIn(parts, path).slice(0, MOST_NOTES)) {
    const note = await readPlace(parts, { path: file.path });
    // It may be excluded by its content.
    if ("says" in note) continue;
    left -= tokensOfReply(note.reply);
    if (left < 0) break;
    read.push({ ...note, isOfFolder: true });
  }
  return read;
}

/** The passages in the folder for `question`; the listing if that fails. */
export async function passagesIn({ app, api }: Parts, folder: Attachment, question: string): Promise<Attachment> {
  const path = folder.path.replace(/\/$/, "");
  const reply = await api.call("search_notes", { query: question, passages: true, path }, { layout: true });
  if (reply.isError) return folder;
  remember(app.vault, reply);
  return { ...folder, reply };
}

/** Draws the button that chooses what is attached of the folder `first` into `parent`. */
export function drawShareButton(
  parent: HTMLElement,
  first: Attachment,
  share: FolderShare,
  choose: (share: FolderShare) => void,
): void {
  const names: Record<FolderShare, string> = {
    listing: t("Only the listing"),
    notes: t("The notes, as far as they fit"),
    passages: t("Passages for the question"),
  };
  const button = textButton(parent, t("Choose"), () => {
    const menu = new Menu();
    for (const [one, name] of Object.entries(names) as [FolderShare, string][])
      menu.addItem((item) =>
        item
          .setTitle(name)
          .setChecked(one === share)
          .onClick(() => choose(one)),
      );
    showMenuAt(menu, button, "top");
  });
  button.addClass("lectern-chat-chip-all");
  button.setAttrs({
    "aria-haspopup": "menu",
    "aria-label": t("Choose what is attached of {name}", { name: attachmentName(first) }),
  });
}
