// What is attached to a question, read as the model would read it: pages of a note, each with the reply that shows it.
// What is excluded is refused.
import type { Next } from "../../../pkg/lectern.js";
import { tokensOfReply } from "../../agent/context/token-estimate.ts";
import type { AttachedPlace, Attachment } from "../../agent/message.ts";
import { tokens } from "../amounts.ts";
import { t } from "../../base/translate.ts";
import { TFolder } from "obsidian";
import { remember } from "../sending/excluded.ts";
import type { Parts } from "../parts.ts";

/** The pages of one attachment, in order; at least one. */
export type AttachedPages = Attachment[];

/** The tokens that `pages` take, by estimate. */
export const sizeOf = (pages: readonly Attachment[]): number =>
  pages.reduce((sum, { reply }) => sum + tokensOfReply(reply), 0);

/** The call that shows the next page; undefined after the last. */
export const nextOf = (pages: AttachedPages): Next | undefined => lastFile(pages)?.next ?? undefined;

/** Whether `attachment` is the page behind `pages`. */
export function continues(pages: AttachedPages, { path, startLine }: Attachment): boolean {
  const next = nextOf(pages);
  return startLine !== undefined && next?.path === path && next.start_line === startLine;
}

/** `4.1k tokens`, or `lines 1–1,000 of 2,975 · 24k tokens` if not all is attached. */
export function sizeLabel(pages: AttachedPages): string {
  const [first, last] = [pages[0]?.reply.structuredContent.files[0], lastFile(pages)];
  const size = tokens(sizeOf(pages));
  if (!first || !last?.next) return size;
  const range = { first: first.start_line, last: last.end_line, total: last.total_lines };
  const lines =
    last.next.start_column === undefined
      ? t("lines {first}–{last} of {total}", range)
      : t("lines {first}–{last} of {total}, the last in part", range);
  return `${lines} · ${size}`;
}

const lastFile = (pages: AttachedPages) => pages[pages.length - 1]?.reply.structuredContent.files[0];

type Reader = Pick<Parts, "app" | "api">;

/** Why something can't be attached. */
export interface Refused {
  readonly says: string;
  readonly isExcluded: boolean;
}

/** The first page of a note, a part of it, or a folder. */
export async function readPlace({ app, api }: Reader, place: AttachedPlace): Promise<Attachment | Refused> {
  const path = place.path.replace(/\/$/, "");
  const file = app.vault.getAbstractFileByPath(path);
  const isFolder = file instanceof TFolder;
  const range = place.startLine === undefined ? {} : { start_line: place.startLine, end_line: place.endLine };
  const reply = await api.call(
    isFolder ? "list_files" : "read_file",
    { path, ...(!isFolder && range) },
    { layout: true },
  );
  const { display, error } = reply.structuredContent;
  if (reply.isError) {
    // A tool says that a note is not found if its content excludes it.
    const isExcluded = error?.code === "denied" || (file !== null && (await api.closedPaths([path])).length > 0);
    return { says: display, isExcluded };
  }
  remember(app.vault, reply);
  const endLine =
    place.startLine === undefined ? undefined : (place.endLine ?? reply.structuredContent.files[0]?.end_line);
  return { ...place, path: isFolder ? `${path}/` : place.path, ...(endLine !== undefined && { endLine }), reply };
}

/** The page after `pages`; undefined after the last. */
export async function readNext({ app, api }: Reader, pages: AttachedPages): Promise<Attachment | Refused | undefined> {
  const next = nextOf(pages);
  if (!next) return undefined;
  const reply = await api.call("read_file", next, { layout: true });
  const [file] = reply.structuredContent.files;
  if (reply.isError || !file) return { says: reply.structuredContent.display, isExcluded: false };
  remember(app.vault, reply);
  return { path: next.path, startLine: next.start_line, endLine: file.end_line, reply };
}

/** Reads pages of `place` until `room` tokens are full, but at least `least` pages. */
export async function readAll(
  reader: Reader,
  place: AttachedPlace,
  room: number,
  least = 1,
): Promise<AttachedPages | Refused> {
  const first = await readPlace(reader, place);
  if ("says" in first) return first;
  const pages = [first];
  while (pages.length < least || sizeOf(pages) < room) {
    const next = await readNext(reader, pages);
    if (!next || "says" in next) break;
    pages.push(next);
  }
  return pages;
}

/** Reads the same pages again. If the whole file was attached, reads all of it that fits `room` tokens. */
export async function readAgain(reader: Reader, pages: AttachedPages, room: number): Promise<AttachedPages | Refused> {
  const { reply: _, ...place }: AttachedPlace & { reply?: unknown } = pages[0] ?? { path: "" };
  const path = place.path.replace(/\/$/, "");
  // The core would find a note of the same name elsewhere.
  if (!reader.app.vault.getAbstractFileByPath(path)) return { says: t("it was moved or deleted"), isExcluded: false };
  const isWhole = nextOf(pages) === undefined;
  const now = await readAll(reader, place, isWhole ? room : 0, isWhole ? 1 : pages.length);
  return "says" in now || !place.isPinned ? now : now.map((page) => ({ ...page, isPinned: true }));
}

/** Whether both are the same part of the same file. */
export const isSame = (a: AttachedPlace, b: AttachedPlace): boolean =>
  a.path.replace(/\/$/, "") === b.path.replace(/\/$/, "") &&
  a.startLine === b.startLine &&
  a.endLine === b.endLine &&
  a.selected === b.selected;
