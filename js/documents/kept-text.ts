// Texts of documents that stay on this device between starts, so that a document is converted once: by its content, so a
// file that was moved or touched is found again. A PDF is kept page by page.
import type { Answer, DocumentPart, Enough, Fault, Format } from "../../pkg/lectern.js";
import type { PdfReading } from "./pdf-reading.ts";
import type { PageState } from "./pdf-remarks.ts";

/** The texts that a host keeps. */
export interface KeptTexts {
  /** What is kept of a file with these `bytes`, read as `format`; undefined if nothing can be kept. Never rejects. */
  of(bytes: Uint8Array, format: Format): Promise<KeptText | undefined>;
}

/** What is kept of one document. */
export interface KeptText {
  /** What was added before, in this order. */
  readonly records: readonly KeptRecord[];
  /** Keeps one more. Never throws: if there is no room, the document is converted again. */
  add(record: KeptRecord): void;
}

/**
 * A whole document, or why it can't be read. A PDF has several records instead: its number of pages with the names of
 * attached files, each page, and the bookmarks.
 */
export type KeptRecord =
  | { readonly text: string; readonly parts: string; readonly notes: string[] }
  | { readonly fault: Fault }
  | { readonly pages: number; readonly attached: readonly string[] }
  | ({ readonly page: number } & KeptPage)
  | { readonly marks: DocumentPart[] };

/** A page of a PDF. */
export interface KeptPage {
  readonly label?: string | undefined;
  readonly lines: readonly string[];
  readonly state: PageState;
}

/** The most text of a document that is kept, in UTF-16 units. */
const MAX_LETTERS = 8 * 1024 * 1024;

/** The document that is kept, or its fault; undefined if there is neither. */
export function keptDocument(kept: KeptText): Answer | undefined {
  for (const record of kept.records)
    if ("fault" in record) return record;
    else if ("text" in record) return { document: { ...record, text: new TextEncoder().encode(record.text) } };
  return undefined;
}

/** Keeps why a document can't be read, if that lies in its content and not in limits. */
export function keepFault(kept: KeptText, answer: Answer): void {
  if (typeof answer !== "object" || !("fault" in answer)) return;
  const { fault } = answer;
  if (fault === "locked" || (typeof fault === "object" && "broken" in fault)) kept.add({ fault });
}

/** Keeps a document that was read to its end, or its fault. */
export function keepDocument(kept: KeptText, answer: Answer): void {
  keepFault(kept, answer);
  if (typeof answer !== "object" || !("document" in answer) || answer.document.unfinished) return;
  const { text: bytes, parts, notes } = answer.document;
  if (bytes.length > MAX_LETTERS) return;
  kept.add({ text: new TextDecoder().decode(bytes), parts, notes });
}

/** The pages of a PDF that are kept. */
export class KeptPages {
  readonly #kept: KeptText | undefined;
  readonly #pages = new Map<number, KeptPage>();
  #whole: { readonly pages: number; readonly attached: readonly string[] } | undefined;
  #marks: DocumentPart[] | undefined;

  constructor(kept: KeptText | undefined) {
    this.#kept = kept;
    for (const record of kept?.records ?? []) {
      if ("page" in record) this.#pages.set(record.page, record);
      else if ("pages" in record) this.#whole = record;
      else if ("marks" in record) this.#marks = record.marks;
    }
  }

  /** Adds to `reading` the pages that follow there and are kept, until it has `enough`. */
  addTo(reading: PdfReading, enough: Enough | undefined): void {
    if (!this.#whole) return;
    reading.numPages = this.#whole.pages;
    reading.attached ??= this.#whole.attached;
    while (!reading.isDone && !(enough && reading.hasEnough(enough))) {
      const page = this.#pages.get(reading.next);
      if (!page) return;
      reading.add(page.label, page.lines, page.state);
    }
  }

  /** The document of `reading`, if it was kept: all of it, or `enough`. */
  document(reading: PdfReading, enough: Enough | undefined): Answer | undefined {
    if (!this.#whole || !reading.isBegun) return undefined;
    if (!reading.isDone)
      return enough && reading.hasEnough(enough) ? { document: reading.document([], true) } : undefined;
    const marks = reading.hasBookmarks ? this.#marks : [];
    return marks && { document: reading.document(marks, false) };
  }

  /** Keeps the next page of `reading`, unless it could not be read. */
  keep({ next, numPages, attached = [] }: PdfReading, page: KeptPage): void {
    const { without } = page.state;
    if (!this.#kept || without === "slow" || without === "broken" || this.#pages.has(next)) return;
    if (!this.#whole) this.#kept.add((this.#whole = { pages: numPages, attached }));
    this.#pages.set(next, page);
    this.#kept.add({ page: next, ...page });
  }

  /** Keeps the bookmarks. */
  keepMarks(marks: DocumentPart[]): void {
    if (this.#marks === undefined) this.#kept?.add({ marks });
    this.#marks = marks;
  }
}
