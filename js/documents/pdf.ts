// A PDF's text, page by page, by the host's pdf.js. What stands where on a page is pdf-page.ts's matter; bookmarks are
// pdf-outline.ts's.
import type { Answer, Part } from "../../pkg/lectern.js";
import { reason } from "../host.ts";
import { TimeIsUp, type Clock } from "./clock.ts";
import { bookmarks, type PageLines } from "./pdf-outline.ts";
import { linesOf, MAX_RUNS, runsOf } from "./pdf-page.ts";
import type { PdfDocument, PdfJs, PdfPage, PdfText } from "./pdfjs.ts";

/** How much text is made of one document, in UTF-16 units: what the reader makes of others, or more. */
const MAX_LETTERS = 16 * 1024 * 1024;

/** Needs no code made of strings, no fonts, no pictures, and nothing from anywhere else. */
const OPTIONS = {
  isEvalSupported: false,
  disableFontFace: true,
  useSystemFonts: false,
  // Pictures are not decoded: of none of them more than one pixel is wanted.
  maxImageSize: 1,
  cMapPacked: true,
  enableXfa: false,
  stopAtErrors: false,
  verbosity: 0,
};

/** Reads the document, as far as the time reaches. `bytes` are given away. Throws what is a failure of the host. */
export async function readPdf({ library, cMapUrl }: PdfJs, bytes: Uint8Array, clock: Clock): Promise<Answer> {
  const loading = library.getDocument({ ...OPTIONS, cMapUrl, data: bytes });
  try {
    const document = await clock.within(loading.promise);
    return await new Reading(library, document, clock).answer();
  } catch (error) {
    if (error instanceof TimeIsUp) return { fault: { too_large: "it cannot be opened within two seconds" } };
    const name: unknown = typeof error === "object" && error && "name" in error ? error.name : undefined;
    if (name === "PasswordException") return { fault: "locked" };
    const message = reason(error).replace(/\.$/, "");
    return { fault: { broken: message.replace(/^[A-Z](?![A-Z])/, (letter) => letter.toLowerCase()) } };
  } finally {
    // It may hang in what the document has made it do, and ends it all the same.
    void loading.destroy().catch(() => undefined);
  }
}

/** What was found on a page without text. */
type Kind = "text" | "picture" | "blank" | "broken";

/** One document being read. */
class Reading {
  readonly #library: PdfJs["library"];
  readonly #document: PdfDocument;
  readonly #clock: Clock;
  readonly #lines: string[] = [];
  readonly #parts: Part[] = [];
  readonly #pages: PageLines[] = [];
  readonly #kinds: Kind[] = [];
  /** Pages of which the end was left out. */
  readonly #cut: number[] = [];
  #letters = 0;

  constructor(library: PdfJs["library"], document: PdfDocument, clock: Clock) {
    this.#library = library;
    this.#document = document;
    this.#clock = clock;
  }

  async answer(): Promise<Answer> {
    const { numPages } = this.#document;
    const labels = await this.#clock.within(this.#document.getPageLabels()).catch(() => null);
    let stop = "";
    try {
      for (let number = 1; number <= numPages && !stop; number++) {
        this.#add(number, labels?.[number - 1], await this.#read(number));
        if (this.#letters >= MAX_LETTERS) stop = "the document holds too much text";
      }
    } catch (error) {
      if (!(error instanceof TimeIsUp)) throw error;
      if (this.#kinds.length === 0) {
        return { fault: { too_large: "not even its first page can be read within two seconds" } };
      }
      stop = "the document takes too long";
    }
    const notes = this.#notes(numPages, stop);
    if (!this.#kinds.includes("text")) return { document: { text: "", parts: [], notes } };
    const marks = await bookmarks(this.#document, this.#pages, this.#clock);
    // Sorting is stable: a page comes before the bookmarks on its first line.
    const parts = [...this.#parts, ...marks].sort((one, other) => one.line - other.line);
    return { document: { text: `${this.#lines.join("\n")}\n`, parts, notes } };
  }

  /** The lines of a page; what kind it is where it has none. */
  async #read(number: number): Promise<string[] | Exclude<Kind, "text">> {
    try {
      const page = await this.#clock.within(this.#document.getPage(number));
      const lines = linesOf(runsOf(await this.#text(page, number)));
      const kind = lines.length > 0 ? undefined : await this.#kindOf(page);
      page.cleanup();
      return kind ?? lines;
    } catch (error) {
      if (error instanceof TimeIsUp) throw error;
      return "broken";
    }
  }

  async #text(page: PdfPage, number: number): Promise<PdfText> {
    const text: PdfText = { items: [], styles: {} };
    const reader = page.streamTextContent().getReader();
    for (;;) {
      const { done, value } = await this.#clock.within(reader.read());
      if (done) return text;
      for (const item of value.items) text.items.push(item);
      Object.assign(text.styles, value.styles);
      if (text.items.length > MAX_RUNS) {
        text.items.length = MAX_RUNS;
        this.#cut.push(number);
        // Not cancelled: pdf.js then rejects where nobody can catch it. Unread, the worker waits until it is ended.
        return text;
      }
    }
  }

  /** Whether anything is drawn. Pictures, which are not decoded, leave behind where they would have been placed. */
  async #kindOf(page: PdfPage): Promise<"picture" | "blank"> {
    const { fnArray } = await this.#clock.within(page.getOperatorList());
    return fnArray.includes(this.#library.OPS.transform) ? "picture" : "blank";
  }

  #add(number: number, label: string | undefined, found: string[] | Exclude<Kind, "text">): void {
    const lines = typeof found === "string" ? [] : found;
    this.#kinds.push(typeof found === "string" ? found : "text");
    const title = label && label !== String(number) ? `Page ${number} (${label})` : `Page ${number}`;
    if (this.#lines.length > 0) this.#lines.push("");
    this.#parts.push({ line: this.#lines.length + 1, level: 1, title });
    this.#lines.push(`## ${title}`);
    if (lines.length > 0) this.#lines.push("");
    this.#pages.push({ first: this.#lines.length + 1, lines });
    for (const line of lines) {
      this.#lines.push(line);
      this.#letters += line.length + 1;
    }
  }

  #notes(numPages: number, stop: string): string[] {
    const numbers = (kind: Kind): number[] => this.#kinds.flatMap((each, index) => (each === kind ? [index + 1] : []));
    const [pictures, broken, read] = [numbers("picture"), numbers("broken"), this.#kinds.length];
    const notes: string[] = [];
    if (pictures.length === numPages) {
      return [
        numPages === 1
          ? "its one page is an image; there is no text to read"
          : `all ${numPages} pages are images; there is no text to read`,
      ];
    }
    if (pictures.length > 0)
      notes.push(`${pagesText(pictures)} ${pictures.length === 1 ? "holds" : "hold"} only images`);
    if (broken.length > 0) notes.push(`${pagesText(broken)} could not be read: broken`);
    if (this.#cut.length > 0) notes.push(`only the beginning of ${pagesText(this.#cut)} is shown: too many letters`);
    if (stop && read < numPages) {
      const left = Array.from({ length: numPages - read }, (_, index) => read + 1 + index);
      notes.push(`${pagesText(left)} ${left.length === 1 ? "was" : "were"} not read: ${stop}`);
    }
    if (!this.#kinds.includes("text") && pictures.length + broken.length === 0 && !stop)
      notes.push("all its pages are blank");
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
