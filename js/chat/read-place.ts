// Reads what is attached to a question, as the model would read it: what is excluded is refused.
import { type App, TFolder } from "obsidian";
import type { Attachment, AttachedPlace } from "../agent/message.ts";
import type { LecternApi } from "../api.ts";
import { type AttachedPages, nextOf, sizeOf } from "./attached-pages.ts";
import { remember } from "./excluded-since.ts";

/** Why something can't be attached. */
export interface Refused {
  readonly says: string;
  readonly isExcluded: boolean;
}

/** The first page of a note, a part of it, or a folder. */
export async function readPlace(app: App, api: LecternApi, place: AttachedPlace): Promise<Attachment | Refused> {
  const path = place.path.replace(/\/$/, "");
  const isFolder = app.vault.getAbstractFileByPath(path) instanceof TFolder;
  const range = place.startLine === undefined ? {} : { start_line: place.startLine, end_line: place.endLine };
  const reply = await api.call(
    isFolder ? "list_files" : "read_file",
    { path, ...(!isFolder && range) },
    { layout: true },
  );
  const { display, error } = reply.structuredContent;
  if (reply.isError) return { says: display, isExcluded: error?.code === "denied" };
  remember(app.vault, reply);
  return { ...place, path: isFolder ? `${path}/` : place.path, reply };
}

/** The page after `pages`; undefined after the last. */
export async function readNext(
  app: App,
  api: LecternApi,
  pages: AttachedPages,
): Promise<Attachment | Refused | undefined> {
  const next = nextOf(pages);
  if (!next) return undefined;
  const reply = await api.call("read_file", next, { layout: true });
  const [file] = reply.structuredContent.files;
  if (reply.isError || !file) return { says: reply.structuredContent.display, isExcluded: false };
  remember(app.vault, reply);
  return { path: next.path, startLine: next.start_line, endLine: file.end_line, reply };
}

/** All pages of `place` that fit `room` tokens. */
export async function readAll(
  app: App,
  api: LecternApi,
  place: AttachedPlace,
  room: number,
): Promise<AttachedPages | Refused> {
  const first = await readPlace(app, api, place);
  if ("says" in first) return first;
  const pages = [first];
  while (sizeOf(pages) < room) {
    const next = await readNext(app, api, pages);
    if (!next || "says" in next) break;
    pages.push(next);
  }
  return pages;
}
