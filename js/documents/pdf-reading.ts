// The part of a PDF that was read so far: all of it from the start, or one page. The former is kept between calls, so
// that line numbers stay the same while the text grows. pdf.ts reads the pages, pdf-remarks.ts says what has no text.
import type { Document, DocumentPart, Enough } from "../../pkg/lectern.js";
import type { PageText } from "./pdf-outline.ts";
import { PdfRemarks, rangeText, type PageState } from "./pdf-remarks.ts";

/** The maximum text of one document, in UTF-16 units, as for the other readers. */
const MAX_LETTERS = 16 * 1024 * 1024;

/** One document, page by page. */
export class PdfReading {
  /** The only page to read; undefined for all. */
  readonly page: number | undefined;
  /** The first page of a slice; undefined if there are no slices. */
  readonly #from: number | undefined;
  /** The number of pages; 0 until it is known. */
  numPages = 0;
  /** The names of attached files; undefined until they are known. */
  attached: readonly string[] | undefined;
  readonly #parts: DocumentPart[] = [];
  readonly #pages: PageText[] = [];
  readonly #remarks = new PdfRemarks();
  #lines = 0;
  #letters = 0;

  constructor(page?: number, from?: number) {
    this.page = page;
    this.#from = from;
  }

  /** The next page to read. */
  get next(): number {
    return (this.#from ?? this.page ?? 1) + this.#pages.length;
  }

  /** Whether the line is read from which the text is wanted. */
  holds({ line }: Enough): boolean {
    return this.#lines >= line;
  }

  /** Whether there is as much text as wanted. */
  hasEnough({ line, bytes, lines }: Enough): boolean {
    if (this.#lines >= line + lines) return true;
    // A letter has one byte or more.
    const after = this.#pages.filter(({ first }) => first >= line);
    return after.reduce((sum, { text }) => sum + text.length, 0) >= bytes;
  }

  /** How many letters it has. */
  get letters(): number {
    return this.#letters;
  }

  /** Whether anything was read. */
  get isBegun(): boolean {
    return this.#pages.length > 0;
  }

  /** Whether reading is done: no more pages, or no more room. */
  get isDone(): boolean {
    return this.next > (this.page ?? this.numPages) || this.#letters >= MAX_LETTERS;
  }

  /** Whether bookmarks belong to it: all pages were read, from the first. */
  get hasBookmarks(): boolean {
    return this.page === undefined && this.isDone && this.#pages.length === this.numPages;
  }

  /** The pages, as targets of bookmarks. */
  get pages(): readonly PageText[] {
    return this.#pages;
  }

  /** Adds the next page, which may have a label. */
  add(label: string | undefined, lines: readonly string[], state: PageState): void {
    const number = this.next;
    this.#remarks.add(number, lines.length === 0, state);
    const title = label && label !== String(number) ? `Page ${number} (${label})` : `Page ${number}`;
    // A blank line between pages, and one below the page's heading.
    const mark = this.#lines + (this.isBegun ? 2 : 1);
    const first = mark + (lines.length > 0 ? 2 : 1);
    this.#parts.push({ line: mark, level: 1, title });
    // One string: single lines would take ten times the memory.
    const text = lines.join("\n");
    this.#pages.push({ mark: `## ${title}`, first, text });
    this.#lines = first + lines.length - 1;
    this.#letters += title.length + text.length + 1;
  }

  /** The document so far, with bookmarks; `unfinished` if more pages follow. */
  document(marks: readonly DocumentPart[], unfinished: boolean): Document {
    const { numPages, page } = this;
    const read = this.#pages.length;
    const text = this.#pages.map(({ mark, text }) => (text === "" ? `${mark}\n` : `${mark}\n\n${text}\n`)).join("\n");
    const notes = numPages === 0 ? [] : this.#remarks.notes(page === undefined ? numPages : undefined);
    if (this.attached && this.attached.length > 0) {
      notes.push(`attached, and not shown: ${this.attached.join(", ")}`);
    }
    if (page !== undefined) {
      const where = `page ${page} of ${numPages}; its lines are counted from 1: a citation has #page=${page} after the path`;
      notes.push(unfinished ? `page ${page} is not read yet; call again` : where);
    } else if (unfinished) {
      const far = read > 0 ? `${rangeText(1, read)} of ${numPages} so far` : "none of its pages is read so far";
      notes.push(`${far}; call again to read further${numPages > 1 ? ", or with page to read any page" : ""}`);
    } else if (read < numPages) {
      const were = numPages - read === 1 ? "was" : "were";
      notes.push(
        `${rangeText(read + 1, numPages)} ${were} not read: the document holds too much text; read them with page`,
      );
    }
    // The sort is stable: a page precedes the bookmarks on its first line.
    const parts = [...this.#parts, ...marks]
      .sort((one, other) => one.line - other.line)
      .map(({ line, level, title }) => `${line} ${level} ${title}\n`)
      .join("");
    // What follows a slice has to know which pages it has.
    const isEmpty = this.#from === undefined && this.#pages.every(({ text }) => text === "");
    const shown = { text: new TextEncoder().encode(isEmpty ? "" : text), parts: isEmpty ? "" : parts, notes };
    return unfinished ? { ...shown, unfinished } : shown;
  }
}
