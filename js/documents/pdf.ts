// A PDF's text, page by page, by the host's pdf.js. What stands where on a page is pdf-page.ts's matter; bookmarks are
// pdf-outline.ts's, and what is kept of a document that takes longer is pdf-reading.ts's.
import type { Answer } from "../../pkg/lectern.js";
import { reason } from "../host.ts";
import { TimeIsUp, type Clock } from "./clock.ts";
import { bookmarks } from "./pdf-outline.ts";
import { linesOf, MAX_RUNS, runsOf } from "./pdf-page.ts";
import { Reading } from "./pdf-reading.ts";
import { blindPictures, checkStreams, TooMuch } from "./pdf-streams.ts";
import type { PdfDocument, PdfJs, PdfPage, PdfText } from "./pdfjs.ts";

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

/**
 * Reads the document on from where `reading` stands, as far as the time reaches. `bytes` are given away. Throws what is a
 * failure of the host.
 */
export async function readPdf(pdfJs: PdfJs, bytes: Uint8Array, clock: Clock, reading = new Reading()): Promise<Answer> {
  try {
    if (!reading.isChecked) await checkStreams(bytes, clock);
    reading.isChecked = true;
    blindPictures(bytes);
  } catch (error) {
    if (error instanceof TooMuch) return { fault: { too_large: error.message } };
    if (error instanceof TimeIsUp) return SLOW_TO_OPEN;
    throw error;
  }
  const { library, cMapUrl } = pdfJs;
  const loading = library.getDocument({ ...OPTIONS, cMapUrl, data: bytes });
  try {
    const document = await clock.within(loading.promise);
    return await new Pages(library, document, clock, reading).answer();
  } catch (error) {
    if (error instanceof TimeIsUp) return reading.next > 1 ? { document: reading.document([], true) } : SLOW_TO_OPEN;
    const name: unknown = typeof error === "object" && error && "name" in error ? error.name : undefined;
    if (name === "PasswordException") return { fault: "locked" };
    const message = reason(error).replace(/\.$/, "");
    return { fault: { broken: message.replace(/^[A-Z](?![A-Z])/, (letter) => letter.toLowerCase()) } };
  } finally {
    // It may hang in what the document has made it do, and ends it all the same.
    void loading.destroy().catch(() => undefined);
  }
}

const SLOW_TO_OPEN: Answer = { fault: { too_large: "it cannot be opened within two seconds" } };
const SLOW_TO_READ: Answer = { fault: { too_large: "its one page cannot be read within two seconds" } };

/** What was found on a page. */
interface Found {
  readonly lines: string[] | "picture" | "blank" | "broken";
  /** Whether the end was left out. */
  readonly isCut?: boolean;
}

/** The pages of one open document. */
class Pages {
  readonly #library: PdfJs["library"];
  readonly #document: PdfDocument;
  readonly #clock: Clock;
  readonly #reading: Reading;

  constructor(library: PdfJs["library"], document: PdfDocument, clock: Clock, reading: Reading) {
    this.#library = library;
    this.#document = document;
    this.#clock = clock;
    this.#reading = reading;
  }

  async answer(): Promise<Answer> {
    const [reading, start] = [this.#reading, this.#reading.next];
    reading.numPages = this.#document.numPages;
    const labels = await this.#clock.within(this.#document.getPageLabels()).catch(() => null);
    const label = (): string | undefined => labels?.[reading.next - 1];
    try {
      while (!reading.isDone) {
        const { lines, isCut } = await this.#read(reading.next);
        reading.add(label(), lines, isCut);
      }
    } catch (error) {
      if (!(error instanceof TimeIsUp)) throw error;
      if (reading.numPages === 1) return SLOW_TO_READ;
      // The next call would stop there, too.
      if (reading.next === start && !this.#clock.isCancelled) reading.add(label(), "slow");
    }
    const marks = reading.isDone ? await bookmarks(this.#document, reading.pages, this.#clock) : [];
    return { document: reading.document(marks, !reading.isDone) };
  }

  async #read(number: number): Promise<Found> {
    try {
      const page = await this.#clock.within(this.#document.getPage(number));
      const { text, isCut } = await this.#text(page);
      const lines = linesOf(runsOf(text));
      const found: Found = lines.length > 0 ? { lines, isCut } : { lines: await this.#kindOf(page), isCut };
      page.cleanup();
      return found;
    } catch (error) {
      if (error instanceof TimeIsUp) throw error;
      return { lines: "broken" };
    }
  }

  async #text(page: PdfPage): Promise<{ text: PdfText; isCut: boolean }> {
    const text: PdfText = { items: [], styles: {} };
    const reader = page.streamTextContent().getReader();
    for (;;) {
      const { done, value } = await this.#clock.within(reader.read());
      if (done) return { text, isCut: false };
      for (const item of value.items) text.items.push(item);
      Object.assign(text.styles, value.styles);
      if (text.items.length > MAX_RUNS) {
        text.items.length = MAX_RUNS;
        // Not cancelled: pdf.js then rejects where nobody can catch it. Unread, the worker waits until it is ended.
        return { text, isCut: true };
      }
    }
  }

  /** Whether anything is drawn. Pictures, which are not decoded, leave behind where they would have been placed. */
  async #kindOf(page: PdfPage): Promise<"picture" | "blank"> {
    const { fnArray } = await this.#clock.within(page.getOperatorList());
    return fnArray.includes(this.#library.OPS.transform) ? "picture" : "blank";
  }
}
