// Reads a PDF's text page by page with the host's pdf.js. pdf-page.ts orders the text of a page, pdf-outline.ts reads
// bookmarks, and pdf-reading.ts keeps the state between calls.
import type { Answer, Document } from "../../pkg/lectern.js";
import { reason } from "../base/reason.ts";
import { TimeIsUp, type TimeLimit } from "./time-limit.ts";
import { bookmarks } from "./pdf-outline.ts";
import { linesOf, MAX_RUNS, runsOf } from "./pdf-page.ts";
import { PdfReading } from "./pdf-reading.ts";
import { blindPictures, TooMuch } from "./pdf-streams.ts";
import type { PdfDocument, PdfJs, PdfPage, PdfText } from "./pdfjs.ts";

/** No code from strings, no fonts, no images, no network. */
const OPTIONS = {
  isEvalSupported: false,
  disableFontFace: true,
  useSystemFonts: false,
  // Skips decoding: images larger than one pixel are dropped.
  maxImageSize: 1,
  cMapPacked: true,
  enableXfa: false,
  stopAtErrors: false,
  verbosity: 0,
};

/**
 * Continues reading the document from `reading` until the time is up. Takes ownership of `bytes`. Throws on a failure
 * of the host.
 */
export async function readPdf(
  pdfJs: PdfJs,
  bytes: Uint8Array,
  limit: TimeLimit,
  reading = new PdfReading(),
): Promise<Answer> {
  // A call that also had to check the file may get no further; the next one will.
  const isFresh = !reading.isChecked;
  const late = (why: string): Answer =>
    isFresh || reading.next > 1 ? { document: reading.document([], true) } : { fault: { too_large: why } };
  try {
    if (isFresh) await reading.check.run(bytes, limit);
    reading.isChecked = true;
    await blindPictures(bytes, limit);
  } catch (error) {
    if (error instanceof TooMuch) return { fault: { too_large: error.message } };
    if (error instanceof TimeIsUp) return late("");
    throw error;
  }
  const { library, cMapUrl } = pdfJs;
  const loading = library.getDocument({ ...OPTIONS, cMapUrl, data: bytes });
  try {
    const document = await limit.within(loading.promise);
    const pages = new Pages(library, document, limit, reading);
    const isOn = await pages.readOn();
    if (!isOn && !isFresh && !limit.isCancelled) {
      if (reading.numPages === 1) return { fault: { too_large: "its one page cannot be read within two seconds" } };
      pages.skip();
    }
    return { document: await pages.document() };
  } catch (error) {
    if (error instanceof TimeIsUp) return late("it cannot be opened within two seconds");
    const name: unknown = typeof error === "object" && error && "name" in error ? error.name : undefined;
    if (name === "PasswordException") return { fault: "locked" };
    const message = reason(error).replace(/\.$/, "");
    return { fault: { broken: message.replace(/^[A-Z](?![A-Z])/, (letter) => letter.toLowerCase()) } };
  } finally {
    // It may hang in the document, but still terminates.
    void loading.destroy().catch(() => undefined);
  }
}

/** The content of a page. */
interface PageFound {
  readonly lines: string[] | "picture" | "blank" | "broken";
  /** Whether the text was truncated. */
  readonly isCut?: boolean;
}

/** The pages of one open document. */
class Pages {
  readonly #library: PdfJs["library"];
  readonly #document: PdfDocument;
  readonly #limit: TimeLimit;
  readonly #reading: PdfReading;
  #labels: string[] | null = null;

  constructor(library: PdfJs["library"], document: PdfDocument, limit: TimeLimit, reading: PdfReading) {
    this.#library = library;
    this.#document = document;
    this.#limit = limit;
    this.#reading = reading;
  }

  /** Reads pages until the end or until the time is up; returns whether it made progress. */
  async readOn(): Promise<boolean> {
    const [reading, start] = [this.#reading, this.#reading.next];
    reading.numPages = this.#document.numPages;
    this.#labels = await this.#limit.within(this.#document.getPageLabels()).catch(() => null);
    try {
      while (!reading.isDone) {
        const { lines, isCut } = await this.#read(reading.next);
        reading.add(this.#label(), lines, isCut);
      }
    } catch (error) {
      if (!(error instanceof TimeIsUp)) throw error;
    }
    return reading.isDone || reading.next > start;
  }

  /** Skips the page that takes too long: the next call would stop there again. */
  skip(): void {
    this.#reading.add(this.#label(), "slow");
  }

  async document(): Promise<Document> {
    const { isDone, pages } = this.#reading;
    const marks = isDone ? await bookmarks(this.#document, pages, this.#limit) : [];
    return this.#reading.document(marks, !isDone);
  }

  #label(): string | undefined {
    return this.#labels?.[this.#reading.next - 1];
  }

  async #read(number: number): Promise<PageFound> {
    try {
      const page = await this.#limit.within(this.#document.getPage(number));
      const { text, isCut } = await this.#text(page);
      const lines = linesOf(runsOf(text));
      const found: PageFound = lines.length > 0 ? { lines, isCut } : { lines: await this.#kindOf(page), isCut };
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
      const { done, value } = await this.#limit.within(reader.read());
      if (done) return { text, isCut: false };
      for (const item of value.items) text.items.push(item);
      Object.assign(text.styles, value.styles);
      if (text.items.length > MAX_RUNS) {
        text.items.length = MAX_RUNS;
        // Not cancelled: pdf.js would reject a promise that nobody can catch. Unread, the worker waits until it is
        // terminated.
        return { text, isCut: true };
      }
    }
  }

  /** Whether the page draws an image. Images are not decoded, but their placement remains. */
  async #kindOf(page: PdfPage): Promise<"picture" | "blank"> {
    const { fnArray } = await this.#limit.within(page.getOperatorList());
    return fnArray.includes(this.#library.OPS.transform) ? "picture" : "blank";
  }
}
