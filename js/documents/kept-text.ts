// Texts of documents that stay on this device between starts, so that a document is converted once: by its content, so a
// file that was moved or touched is found again. A PDF is kept page by page.
import type { Answer, DocumentPart, Format } from "../../pkg/lectern.js";
import type { PdfReading } from "./pdf-reading.ts";
import type { PageState } from "./pdf-remarks.ts";

/** The texts that a host keeps. */
export interface KeptTexts {
  /** What is kept of a file with these `bytes`, read as `format`; undefined if nothing may be kept. */
  of(bytes: Uint8Array, format: Format): Promise<KeptText | undefined>;
}

/** What is kept of one document. */
export interface KeptText {
  /** What was added before, in this order. */
  readonly records: readonly KeptRecord[];
  /** Keeps one more. Never throws: if there is no room, the document is converted again. */
  add(record: KeptRecord): void;
}

/** A whole document; or of a PDF its number of pages, one page, or the bookmarks. */
export type KeptRecord =
  | { readonly text: string; readonly parts: DocumentPart[]; readonly notes: string[] }
  | { readonly pages: number }
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

/** The document that is kept; undefined if there is none. */
export function keptDocument(kept: KeptText): Answer | undefined {
  for (const record of kept.records)
    if ("text" in record) return { document: { ...record, text: new TextEncoder().encode(record.text) } };
  return undefined;
}

/** Keeps a document that was read to its end. */
export function keepDocument(kept: KeptText, answer: Answer): void {
  if (typeof answer !== "object" || !("document" in answer) || answer.document.unfinished) return;
  const { text: bytes, parts, notes } = answer.document;
  if (bytes.length > MAX_LETTERS) return;
  kept.add({ text: new TextDecoder().decode(bytes), parts, notes });
}

/** The pages of a PDF that are kept. */
export class KeptPages {
  readonly #kept: KeptText | undefined;
  readonly #pages = new Map<number, KeptPage>();
  #numPages = 0;
  #marks: DocumentPart[] | undefined;

  constructor(kept: KeptText | undefined) {
    this.#kept = kept;
    for (const record of kept?.records ?? []) {
      if ("page" in record) this.#pages.set(record.page, record);
      else if ("pages" in record) this.#numPages = record.pages;
      else if ("marks" in record) this.#marks = record.marks;
    }
  }

  /** Adds to `reading` the pages that follow there and are kept. */
  addTo(reading: PdfReading): void {
    if (this.#numPages > 0) reading.numPages = this.#numPages;
    for (let page; reading.numPages > 0 && !reading.isDone && (page = this.#pages.get(reading.next));)
      reading.add(page.label, page.lines, page.state);
  }

  /** The document of `reading`, if all of it was kept. */
  document(reading: PdfReading): Answer | undefined {
    if (reading.numPages === 0 || !reading.isDone || !reading.isBegun) return undefined;
    const marks = reading.hasBookmarks ? this.#marks : [];
    return marks && { document: reading.document(marks, false) };
  }

  /** Keeps the page `number` of `numPages`. */
  keep(number: number, numPages: number, page: KeptPage): void {
    if (!this.#kept || this.#pages.has(number)) return;
    if (this.#numPages === 0) this.#kept.add({ pages: numPages });
    this.#numPages = numPages;
    this.#pages.set(number, page);
    this.#kept.add({ page: number, ...page });
  }

  /** Keeps the bookmarks. */
  keepMarks(marks: DocumentPart[]): void {
    if (this.#marks === undefined) this.#kept?.add({ marks });
    this.#marks = marks;
  }
}
