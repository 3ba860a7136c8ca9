// Reads a PDF's text page by page with the host's pdf.js. pdf-page.ts orders the text of a page, pdf-annotations.ts reads
// fields and comments, pdf-outline.ts bookmarks, and pdf-reading.ts keeps the state between calls.
//
// The lines of a PDF are counted from its start, or in the one page that a call names; the reply and each citation say
// which (`page`). They are never counted from a guess of what is before.
//
// PDF is read by the host's pdf.js: the app's own, in its worker; in Node `pdfjs-dist`, in a thread for each document.
// A call reads as many pages as its reply can hold, and stops after two seconds of work if it has one; what was read is
// kept, and the next call continues. So each call gets further, also on a busy machine. A document whose
// streams unpack to too much is refused before pdf.js sees it. The order in which letters are stored is the order of
// reading, unless it jumps about or crosses a gutter.
import type { Answer, Document, Enough, Fault } from "../../pkg/lectern.js";
import { reason } from "../base/reason.ts";
import { TimeIsUp, type TimeLimit } from "./time-limit.ts";
import { bookmarks } from "./pdf-outline.ts";
import { marksOf, mayDrawText, oneLine, type PageMarks } from "./pdf-annotations.ts";
import { drawnTexts } from "./pdf-drawn-text.ts";
import { isGarbled } from "./pdf-garbled.ts";
import { hasHiddenLayers, onVisibleLayers } from "./pdf-layers.ts";
import { linesOf, MAX_RUNS, runsOf } from "./pdf-page.ts";
import { KeptPages } from "./kept-text.ts";
import { PdfReading } from "./pdf-reading.ts";
import type { NoText, PageState } from "./pdf-remarks.ts";
import { blindPictures, StreamCheck, TooMuch } from "./pdf-streams.ts";
import type { PdfAnnotation, PdfDocument, PdfJs, PdfLayers, PdfPage, PdfText } from "./pdfjs.ts";

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

/** How many attached files are named, and the longest name. */
const [MAX_ATTACHED, MAX_NAME] = [20, 200];

/** The operations of pdf.js that paint something besides letters and images. */
const PAINTING = [
  ...["stroke", "closeStroke", "fill", "eoFill", "fillStroke", "eoFillStroke", "closeFillStroke", "closeEOFillStroke"],
  ...["shadingFill", "rawFillPath", "paintImageMaskXObject", "paintSolidColorImageMask"],
];

/**
 * Continues reading the document from `reading`, by one page at least, until the time is up or there is `enough`. Takes
 * ownership of `bytes`. `check` belongs to the file, and `kept` has the pages that need not be read. Throws on a failure of
 * the host.
 */
export async function readPdf(
  pdfJs: PdfJs,
  bytes: Uint8Array,
  limit: TimeLimit,
  reading = new PdfReading(),
  check = new StreamCheck(),
  { enough, kept = new KeptPages(undefined) }: { enough?: Enough | undefined; kept?: KeptPages } = {},
): Promise<Answer> {
  const soFar = (): Answer => ({ document: reading.document([], true) });
  try {
    await check.run(bytes, limit);
    await blindPictures(bytes, limit);
  } catch (error) {
    if (error instanceof TooMuch) return { fault: { too_large: error.message } };
    // The next call goes on with the check.
    if (error instanceof TimeIsUp) return soFar();
    throw error;
  }
  const { library, cMapUrl } = pdfJs;
  const loading = library.getDocument({ ...OPTIONS, cMapUrl, data: bytes });
  try {
    limit.restart();
    limit.begin();
    const document = await limit.within(loading.promise);
    if (reading.next > document.numPages) return { fault: { no_page: document.numPages } };
    const pages = new Pages(library, document, limit, reading, kept);
    const isStuck = await pages.readOn(enough);
    const page = reading.numPages === 1 ? "its one page" : reading.page && `page ${reading.page}`;
    if (isStuck && page) return { fault: { too_large: `${page} takes too long to read` } };
    return { document: await pages.document() };
  } catch (error) {
    if (error instanceof TimeIsUp) {
      const isOpen = limit.isCancelled || reading.isBegun;
      return isOpen ? soFar() : { fault: { too_large: "it takes too long to open" } };
    }
    return { fault: faultOf(error) };
  } finally {
    // It may hang in the document, but still terminates.
    void loading.destroy().catch(() => undefined);
  }
}

/** Why pdf.js cannot open a document. */
export function faultOf(error: unknown): Fault {
  const name: unknown = typeof error === "object" && error && "name" in error ? error.name : undefined;
  if (name === "PasswordException") return "locked";
  const message = reason(error).replace(/\.$/, "");
  return { broken: message.replace(/^[A-Z](?![A-Z])/, (letter) => letter.toLowerCase()) };
}

/** The content of a page. */
interface PageFound {
  readonly lines: readonly string[];
  readonly state: PageState;
}

/** The pages of one open document. */
class Pages {
  readonly #library: PdfJs["library"];
  readonly #document: PdfDocument;
  readonly #limit: TimeLimit;
  readonly #reading: PdfReading;
  readonly #kept: KeptPages;
  #labels: string[] | null = null;
  /** Set if some are off. */
  #layers: PdfLayers | undefined;

  constructor(
    library: PdfJs["library"],
    document: PdfDocument,
    limit: TimeLimit,
    reading: PdfReading,
    kept: KeptPages,
  ) {
    this.#library = library;
    this.#document = document;
    this.#limit = limit;
    this.#reading = reading;
    this.#kept = kept;
  }

  /** Reads pages, one at least. Returns whether the last one took too long; then no other can be read. */
  async readOn(enough: Enough | undefined): Promise<boolean> {
    const [reading, limit] = [this.#reading, this.#limit];
    reading.numPages = this.#document.numPages;
    this.#labels = await limit.within(this.#document.getPageLabels()).catch(() => null);
    const layers = this.#document.getOptionalContentConfig().then((all) => (hasHiddenLayers(all) ? all : undefined));
    this.#layers = await limit.within(layers).catch(() => undefined);
    const attached = reading.attached ? null : await limit.within(this.#document.getAttachments()).catch(() => null);
    reading.attached ??= Object.entries(attached ?? {})
      .slice(0, MAX_ATTACHED)
      .map(([name, { filename = name }]) => oneLine(filename, MAX_NAME));
    while (!reading.isDone) {
      const { lines, state } = await this.#read(reading.next);
      if (limit.isCancelled) break;
      const label = oneLine(this.#labels?.[reading.next - 1]);
      this.#kept.keep(reading, { label, lines, state });
      reading.add(label, lines, state);
      this.#kept.addTo(reading, enough);
      if (state.without === "slow") return true;
      const isFar = !enough || reading.holds(enough) || limit.isOver;
      if ((isFar && limit.isUp) || (enough && reading.hasEnough(enough))) break;
    }
    return false;
  }

  async document(): Promise<Document> {
    const { isDone, pages, hasBookmarks } = this.#reading;
    const marks = hasBookmarks ? await bookmarks(this.#document, pages, this.#limit) : [];
    if (hasBookmarks) this.#kept.keepMarks(marks);
    return this.#reading.document(marks, !isDone);
  }

  async #read(number: number): Promise<PageFound> {
    this.#limit.begin();
    try {
      const page = await this.#limit.within(this.#document.getPage(number));
      const annotations = page.getAnnotations().catch(() => undefined);
      const { text, isCut } = await this.#visibleText(page);
      const [runs, found] = [runsOf(text), await this.#limit.within(annotations)];
      const marks = marksOf(await this.#withDrawnTexts(page, found ?? []));
      const { lines, isAsStored } = linesOf(runs, marks);
      const raw = text.items.map(({ str }) => str).join(" ");
      const without = runs.length > 0 ? undefined : await this.#kindOf(page, raw, marks);
      page.cleanup();
      return {
        lines,
        state: {
          without,
          isCut,
          isGarbled: isGarbled(raw, lines),
          isAsStored,
          left: marks.left,
          hasBrokenNotes: !found,
        },
      };
    } catch (error) {
      return { lines: [], state: { without: error instanceof TimeIsUp ? "slow" : "broken" } };
    }
  }

  async #visibleText(page: PdfPage): Promise<{ text: PdfText; isCut: boolean }> {
    const { text, isCut } = await this.#text(page);
    if (!this.#layers) return { text, isCut };
    const operations = await this.#limit.within(page.getOperatorList({ annotationMode: 0 }));
    return { text: { ...text, items: onVisibleLayers(text.items, operations, this.#library, this.#layers) }, isCut };
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

  /** The annotations, with the texts that signatures and stamps draw. */
  async #withDrawnTexts(page: PdfPage, annotations: readonly PdfAnnotation[]): Promise<readonly PdfAnnotation[]> {
    if (!annotations.some(mayDrawText)) return annotations;
    let texts: ReadonlyMap<string, string>;
    try {
      const operations = await this.#limit.within(page.getOperatorList({ annotationMode: 1 }));
      texts = drawnTexts(this.#library, operations);
    } catch (error) {
      if (this.#limit.isCancelled) throw error;
      // Better without these texts than without the page.
      return annotations;
    }
    return annotations.map((annotation) => {
      const text = mayDrawText(annotation) ? texts.get(annotation.id) : undefined;
      return text === undefined ? annotation : { ...annotation, textContent: [text] };
    });
  }

  /** What a page without text draws. Images are not decoded, but their placement remains. */
  async #kindOf(page: PdfPage, raw: string, { drawn, hasEmptyFields }: PageMarks): Promise<NoText> {
    // Control characters come from fonts that do not say which letters they have.
    if (/\S/.test(raw)) return "letters";
    const { OPS } = this.#library;
    const { fnArray, argsArray } = await this.#limit.within(page.getOperatorList({ annotationMode: 0 }));
    const painting = new Set(PAINTING.map((name) => OPS[name]));
    // Newer versions of pdf.js paint a path in the operation that makes it.
    const operation = (fn: number, index: number): unknown =>
      fn === OPS["constructPath"] ? argsOf(argsArray[index])[0] : fn;
    if (drawn !== "" || fnArray.some((fn, index) => painting.has(operation(fn, index) as number))) return "drawing";
    if (fnArray.includes(OPS.transform)) return "picture";
    return hasEmptyFields ? "fields" : "blank";
  }
}

function argsOf(args: unknown): readonly unknown[] {
  return Array.isArray(args) ? args : [];
}
