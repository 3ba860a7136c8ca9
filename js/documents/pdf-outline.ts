// A PDF's bookmarks, as the outline of its text.
import type { DocumentPart } from "../../pkg/lectern.js";
import type { TimeLimit } from "./time-limit.ts";
import type { PdfBookmark, PdfDocument } from "./pdfjs.ts";

/** A page that was read. */
export interface PageText {
  /** The heading above its text. */
  readonly mark: string;
  /** The first line of its text in the document, counted from 1. */
  readonly first: number;
  /** Its text; empty if there is none. */
  readonly text: string;
}

/** The maximum number of bookmarks; each is one request to the worker. */
const MAX_BOOKMARKS = 500;
/** Deeper bookmarks are dropped. Books have four levels. */
const MAX_DEPTH = 6;

/**
 * The bookmarks to `pages`, until the time is up. Each points to the line with its title if its page has one, else to
 * the start of the page. Pages have level 1, bookmarks start at level 2.
 */
export async function bookmarks(
  document: PdfDocument,
  pages: readonly PageText[],
  limit: TimeLimit,
): Promise<DocumentPart[]> {
  const parts: DocumentPart[] = [];
  try {
    const outline = (await limit.within(document.getOutline())) ?? [];
    for (const { bookmark, level } of flat(outline, 2)) {
      const page = pages[await limit.within(pageIndex(document, bookmark))];
      const title = oneLine(bookmark.title);
      if (page && title !== "") parts.push({ line: lineOf(page, title), level, title });
    }
  } catch {
    // They are broken, or the time is up: the text is complete without them.
  }
  return parts;
}

function flat(items: readonly PdfBookmark[], level: number): { bookmark: PdfBookmark; level: number }[] {
  if (level > MAX_DEPTH + 1) return [];
  return items
    .slice(0, MAX_BOOKMARKS)
    .flatMap((bookmark) => [{ bookmark, level }, ...flat(bookmark.items, level + 1)])
    .slice(0, MAX_BOOKMARKS);
}

/** The index of the page; -1 if there is none. */
async function pageIndex(document: PdfDocument, { dest }: PdfBookmark): Promise<number> {
  const [page] = (typeof dest === "string" ? await document.getDestination(dest) : dest) ?? [];
  if (typeof page === "number") return page;
  return typeof page === "object" && page ? document.getPageIndex(page).catch(() => -1) : -1;
}

function lineOf({ first, text }: PageText, title: string): number {
  const wanted = letters(title);
  const lines = text === "" ? [] : text.split("\n");
  // A heading may begin with its number, and continue on the next line.
  const index = lines.findIndex((line) => {
    const found = letters(line);
    return found !== "" && (found.endsWith(wanted) || (found.length > 8 && wanted.startsWith(found)));
  });
  return index < 0 ? Math.max(first - (lines.length > 0 ? 2 : 1), 1) : first + index;
}

function letters(text: string): string {
  return text.replace(/[^\p{L}\p{N}]+/gu, "").toLowerCase();
}

function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, " ").trim();
}
