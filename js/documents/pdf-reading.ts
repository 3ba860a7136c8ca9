// The part of a PDF that was read so far. It is kept between calls, so that line numbers stay the same while the text
// grows. pdf.ts reads the pages.
import type { Document, DocumentPart } from "../../pkg/lectern.js";
import type { PageText } from "./pdf-outline.ts";
import { StreamCheck } from "./pdf-streams.ts";

/** The maximum text of one document, in UTF-16 units, as for the other readers. */
const MAX_LETTERS = 16 * 1024 * 1024;

/** Why a page has no text: `slow` is a page that would take more than the whole time. */
export type NoText = "picture" | "blank" | "broken" | "slow";

/** One document, page by page. */
export class PdfReading {
  /** Checks that its streams are small enough for pdf.js, before anything is read. */
  readonly check = new StreamCheck();
  isChecked = false;
  /** The number of pages; 0 until it is known. */
  numPages = 0;
  readonly #parts: DocumentPart[] = [];
  readonly #pages: PageText[] = [];
  /** Pages without text, in order. */
  readonly #without: Record<NoText, number[]> = { picture: [], blank: [], broken: [], slow: [] };
  /** Pages that were truncated. */
  readonly #cut: number[] = [];
  #lines = 0;
  #letters = 0;

  /** The next page to read. */
  get next(): number {
    return this.#pages.length + 1;
  }

  /** Whether reading is done: no more pages, or no more room. */
  get isDone(): boolean {
    return this.next > this.numPages || this.#letters >= MAX_LETTERS;
  }

  /** The pages, as targets of bookmarks. */
  get pages(): readonly PageText[] {
    return this.#pages;
  }

  /** Adds the next page, which may have a label. */
  add(label: string | undefined, found: readonly string[] | NoText, isCut = false): void {
    const number = this.next;
    if (typeof found === "string") this.#without[found].push(number);
    if (isCut) this.#cut.push(number);
    const lines = typeof found === "string" ? [] : found;
    const title = label && label !== String(number) ? `Page ${number} (${label})` : `Page ${number}`;
    // A blank line between pages, and one below the page's heading.
    const mark = this.#lines + (number === 1 ? 1 : 2);
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
    const { numPages } = this;
    const read = this.#pages.length;
    const empty = Object.values(this.#without).reduce((sum, pages) => sum + pages.length, 0);
    const text = this.#pages.map(({ mark, text }) => (text === "" ? `${mark}\n` : `${mark}\n\n${text}\n`)).join("\n");
    const notes = this.#notes();
    const far = read > 0 ? `${range(1, read)} of ${numPages}` : "none of its pages is read";
    if (unfinished) notes.push(`${far} so far; call again to read further`);
    else if (read < numPages)
      notes.push(`${range(read + 1, numPages)} ${were(numPages - read)} not read: the document holds too much text`);
    // The sort is stable: a page precedes the bookmarks on its first line.
    const parts = [...this.#parts, ...marks].sort((one, other) => one.line - other.line);
    const shown = empty === read ? { text: "", parts: [], notes } : { text, parts, notes };
    return unfinished ? { ...shown, unfinished } : shown;
  }

  #notes(): string[] {
    const { numPages } = this;
    const { picture, blank, broken, slow } = this.#without;
    if (numPages === 0) return [];
    if (picture.length === numPages) {
      return [
        numPages === 1
          ? "its one page is an image; there is no text to read"
          : `all ${numPages} pages are images; there is no text to read`,
      ];
    }
    if (blank.length === numPages) return ["all its pages are blank"];
    const notes: string[] = [];
    if (picture.length > 0) notes.push(`${pagesText(picture)} ${picture.length === 1 ? "holds" : "hold"} only images`);
    if (broken.length > 0) notes.push(`${pagesText(broken)} could not be read: broken`);
    if (slow.length > 0) notes.push(`${pagesText(slow)} ${were(slow.length)} left out: more than two seconds to read`);
    if (this.#cut.length > 0) notes.push(`only the beginning of ${pagesText(this.#cut)} is shown: too many letters`);
    return notes;
  }
}

/** `page 3`, `pages 2-5, 9`. */
export function pagesText(numbers: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const number of numbers) {
    const last = ranges[ranges.length - 1];
    if (last?.[1] === number - 1) last[1] = number;
    else ranges.push([number, number]);
  }
  const words = ranges.map(([first, last]) => (first === last ? `${first}` : `${first}-${last}`));
  return `${numbers.length === 1 ? "page" : "pages"} ${words.join(", ")}`;
}

function range(first: number, last: number): string {
  return first === last ? `page ${first}` : `pages ${first}-${last}`;
}

function were(count: number): string {
  return count === 1 ? "was" : "were";
}
