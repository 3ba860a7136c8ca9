// A PDF's bookmarks, as parts of its text.
import type { Part } from "../../pkg/lectern.js";
import type { TimeLimit } from "./time-limit.ts";
import type { PdfBookmark, PdfDocument } from "./pdfjs.ts";

/** A page that was read. */
export interface PageText {
  /** The line above its own. */
  readonly mark: string;
  /** The line of the document's text that its own begin with, 1-indexed. */
  readonly first: number;
  /** Its lines; empty if there are none. */
  readonly text: string;
}

/** As many as help to find one's way; each is one question to the worker. */
const MAX_BOOKMARKS = 500;
/** Deeper ones are left out. Books have four levels. */
const MAX_DEPTH = 6;

/**
 * The bookmarks to `pages`, as far as there is time. Each points to the line with its title where its page has one, else
 * to the head of the page. Pages are of level 1, so bookmarks begin with level 2.
 */
export async function bookmarks(document: PdfDocument, pages: readonly PageText[], limit: TimeLimit): Promise<Part[]> {
  const parts: Part[] = [];
  try {
    const outline = (await limit.within(document.getOutline())) ?? [];
    for (const { bookmark, level } of flat(outline, 2)) {
      const page = pages[await limit.within(pageIndex(document, bookmark))];
      const title = oneLine(bookmark.title);
      if (page && title !== "") parts.push({ line: lineOf(page, title), level, title });
    }
  } catch {
    // Broken ones, or no time for all: the text is there without them.
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

/** -1 if it leads nowhere. */
async function pageIndex(document: PdfDocument, { dest }: PdfBookmark): Promise<number> {
  const [page] = (typeof dest === "string" ? await document.getDestination(dest) : dest) ?? [];
  if (typeof page === "number") return page;
  return typeof page === "object" && page ? document.getPageIndex(page).catch(() => -1) : -1;
}

function lineOf({ first, text }: PageText, title: string): number {
  const wanted = letters(title);
  const lines = text === "" ? [] : text.split("\n");
  // A heading may have its number before it, and the rest of it on the next line.
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
