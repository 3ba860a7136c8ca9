// Converts a vault's documents to text and redraws its pictures. Chooses the reader for each file.
import type { Answer, Enough, Format, Place, Request, Slice } from "../../pkg/lectern.js";
import { TimeLimit } from "./time-limit.ts";
import { readPdf } from "./pdf.ts";
import { drawPage } from "./pdf-draw.ts";
import { PdfReading } from "./pdf-reading.ts";
import { StreamCheck } from "./pdf-streams.ts";
import { keepDocument, keepFault, keptDocument, KeptPages, type KeptText, type KeptTexts } from "./kept-text.ts";
import { drawPicture, type DrawPicture } from "./picture.ts";
import { CANCELLED, DocumentReader, type OpenDocument } from "./reader.ts";
import { OpenWorkbooks, isSameFile, type FileState } from "./open-workbooks.ts";
import type { PdfJs } from "./pdfjs.ts";

type Asked<Name extends string> = Extract<Request, Record<Name, unknown>>[Name];

/**
 * How long one call reads a PDF if it has what it was asked for. It returns the pages so far, and the next call
 * continues. Other readers are limited by size.
 */
const PDF_MS = 2000;
/** How long it reads until it comes to the line that it was asked for, and measures a document's streams. */
const MOST_MS = 60_000;
/** How many PDFs that one call did not finish are kept, and how many letters they may have together. */
const [KEPT_FILES, KEPT_LETTERS] = [4, 16 * 1024 * 1024];
/** How long drawing a page may take: a phone needs some seconds for a large scan. */
const DRAW_MS = 10_000;

/** The part of the `Host` in vault/host.ts that reading documents needs. */
export interface DocumentHost {
  stat(path: string): Answer | Promise<Answer>;
  read(path: string, signal?: AbortSignal): Answer | Promise<Answer>;
  pdfJs(): Promise<PdfJs>;
  readonly drawPicture?: DrawPicture;
  /** The texts of documents that stay on this device. Absent if this host keeps none. */
  readonly texts?: KeptTexts;
}

/** A file that a call reads, and as what it was found. */
interface AskedFile {
  readonly host: DocumentHost;
  readonly path: string;
  readonly state: FileState | undefined;
  readonly signal: AbortSignal | undefined;
}

/** A PDF that a call reads. */
interface AskedPdf {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly state: FileState | undefined;
  readonly checked: Checked;
  /** Loads pdf.js, and begins the time in which the PDF is read. */
  readonly begin: () => Promise<{ readonly pdfJs: PdfJs; readonly limit: TimeLimit }>;
}

/** What was measured of a PDF. */
interface Checked {
  readonly text: StreamCheck;
  /** The same with its images. */
  readonly pictures: StreamCheck;
}

/** A PDF that one call could not finish. */
interface Kept {
  readonly state: FileState;
  readonly reading: PdfReading;
  /** The last answer, and whether it has all pages. */
  readonly answer: Answer;
  readonly isWhole: boolean;
}

/** Reads documents and pictures one at a time: each may need far more memory than its file. */
export class Documents {
  readonly #reader: DocumentReader;
  #turn: Promise<unknown> = Promise.resolve();
  /** The last one first. */
  #kept: readonly Kept[] = [];
  /** The last PDF whose streams were measured, so that its next page comes at once. */
  #checked: (Checked & { readonly state: FileState }) | undefined;
  readonly #workbooks = new OpenWorkbooks();

  constructor(reader = new DocumentReader()) {
    this.#reader = reader;
  }

  /**
   * Converts a document: `document` or `fault`; if the host can't read it, the host's answer. A document that is
   * `unfinished` grows from call to call while its file stays the same.
   */
  async convert(
    host: DocumentHost,
    { path, format, place, slice, enough, bytes }: Asked<"convert">,
    signal?: AbortSignal,
  ): Promise<Answer> {
    if (bytes) {
      // A copy: the core's memory may move.
      const own = Uint8Array.from(bytes);
      return this.#queue(signal, async () => (await this.#reader.open(format, own)).read(place, signal));
    }
    const isWorkbook = format === "xlsx" || format === "ods";
    if (format !== "pdf" && !isWorkbook) {
      return this.#withBytes({ host, path, state: undefined, signal }, (bytes) =>
        converted(place ? undefined : host.texts?.of(bytes, format), async () =>
          (await this.#reader.open(format, bytes)).read(place, signal),
        ),
      );
    }
    if (signal?.aborted) return CANCELLED;
    const file = { host, path, state: await stateOf(host, path), signal };
    if (isWorkbook) return this.#readWorkbook(file, format, place);
    if (slice) return this.#readSlice(file, slice);
    const page = place?.page;
    if (page === undefined) return this.#readPdf(file, enough);
    return this.#withPdf(file, PDF_MS, MOST_MS, (pdf) => readPages(host, pdf, new PdfReading(page)));
  }

  /** Reads pages of a PDF from one on. */
  #readSlice(file: AskedFile, { from, ms }: Slice): Promise<Answer> {
    return this.#withPdf(file, ms, ms < PDF_MS ? ms : MOST_MS, (pdf) =>
      readPages(file.host, pdf, new PdfReading(undefined, from)),
    );
  }

  /** Draws one page of a PDF: `image`, `fault`, or `failed` if this host can't draw. */
  async drawPage(
    host: DocumentHost,
    { path, page, max_bytes: maxBytes }: Asked<"draw_page">,
    signal?: AbortSignal,
  ): Promise<Answer> {
    const file = { host, path, state: await stateOf(host, path), signal };
    return this.#withPdf(file, DRAW_MS, DRAW_MS, async ({ bytes, checked, begin }) => {
      const { pdfJs, limit } = await begin();
      return drawPage(pdfJs, bytes, { page, maxBytes }, limit, checked.pictures);
    });
  }

  /** A picture for a model: see {@link drawPicture}. If the host can't read it, the host's answer. */
  draw(host: DocumentHost, { path, mime_type, max_bytes }: Asked<"draw">, signal?: AbortSignal): Promise<Answer> {
    const draw = host.drawPicture ?? drawPicture;
    return this.#withBytes({ host, path, state: undefined, signal }, (bytes) => draw(bytes, mime_type, max_bytes));
  }

  /** Does `work` with the file's content, and with its state unless it has changed since. */
  async #withBytes(
    { host, path, state, signal }: AskedFile,
    work: (bytes: Uint8Array<ArrayBuffer>, state: FileState | undefined) => Promise<Answer>,
  ): Promise<Answer> {
    if (signal?.aborted) return CANCELLED;
    // Outside the queue: a host that never answers would block it.
    const content = await host.read(path, signal);
    const bytes = bytesOf(content);
    if (!bytes) return content;
    return this.#queue(signal, () => work(bytes, state?.size === bytes.length ? state : undefined));
  }

  /** Does `work` with a PDF for about `ms`, and for `most` if it needs that to get further. */
  #withPdf(file: AskedFile, ms: number, most: number, work: (pdf: AskedPdf) => Promise<Answer>): Promise<Answer> {
    const { host, signal } = file;
    return this.#withBytes(file, async (bytes, state) => {
      let limit: TimeLimit | undefined;
      const begin: AskedPdf["begin"] = async () => {
        const pdfJs = await host.pdfJs();
        limit = new TimeLimit(ms, { signal, clock: pdfJs.clock, most });
        return { pdfJs, limit };
      };
      try {
        const answer = await work({ bytes, state, checked: this.#check(state), begin });
        return signal?.aborted ? CANCELLED : answer;
      } finally {
        limit?.stop();
      }
    });
  }

  #queue(signal: AbortSignal | undefined, work: () => Promise<Answer>): Promise<Answer> {
    const turn = this.#turn.then(() => (signal?.aborted ? CANCELLED : work()));
    this.#turn = turn.catch(() => undefined);
    return turn;
  }

  /** Reads a workbook, which may still be open from the last call. */
  #readWorkbook(file: AskedFile, format: Format, place: Place | undefined): Promise<Answer> {
    const { signal } = file;
    const read = async (document: OpenDocument, state: FileState | undefined): Promise<Answer> => {
      const answer = await document.read(place, signal);
      this.#workbooks.keep(state, document);
      return answer;
    };
    const open = this.#workbooks.take(file.state);
    if (open) return this.#queue(signal, () => read(open, file.state));
    return this.#withBytes(file, (bytes, state) =>
      converted(place ? undefined : file.host.texts?.of(bytes, format), async () =>
        read(await this.#reader.open(format, bytes), state),
      ),
    );
  }

  /** Reads a PDF from its start, or goes on where the last call has ended, until there is `enough`. */
  #readPdf(file: AskedFile, enough: Enough | undefined): Answer | Promise<Answer> {
    const known = this.#answered(file.state, enough);
    if (known) return known;
    return this.#withPdf(file, PDF_MS, MOST_MS, async (pdf) => {
      const { state } = pdf;
      // Another call may have read more of it.
      const answered = this.#answered(state, enough);
      if (answered) return answered;
      const reading = this.#keptOf(state)?.reading ?? new PdfReading();
      const wasBegun = reading.isBegun;
      const answer = await readPages(file.host, pdf, reading, enough);
      const isDocument = typeof answer === "object" && "document" in answer;
      const isWhole = isDocument && answer.document.unfinished !== true;
      // A document that one call reads is not kept.
      if (state && isDocument && (wasBegun || !isWhole)) this.#keep({ state, reading, answer, isWhole });
      return answer;
    });
  }

  /** The answer if what is kept of this version of the file is all of it, or enough. */
  #answered(state: FileState | undefined, enough: Enough | undefined): Answer | undefined {
    const kept = this.#keptOf(state);
    return kept && (kept.isWhole || (enough && kept.reading.hasEnough(enough))) ? kept.answer : undefined;
  }

  #keep(kept: Kept): void {
    let letters = 0;
    const all = [kept, ...this.#kept.filter(({ state }) => !isSameFile(state, kept.state))];
    this.#kept = all.filter(({ reading }, at) => {
      letters += reading.letters;
      return at === 0 || (at < KEPT_FILES && letters <= KEPT_LETTERS);
    });
  }

  /** What is kept of this version of the file. */
  #keptOf(found: FileState | undefined): Kept | undefined {
    return found && this.#kept.find(({ state }) => isSameFile(state, found));
  }

  /** The checks of this version of the file, as far as they have come. */
  #check(state: FileState | undefined): Checked {
    if (state && this.#checked && isSameFile(this.#checked.state, state)) return this.#checked;
    const checks = { text: new StreamCheck(), pictures: new StreamCheck(true) };
    if (state) this.#checked = { state, ...checks };
    return checks;
  }
}

/** The document that is kept, or what `read` reads, which is kept. */
async function converted(
  texts: Promise<KeptText | undefined> | undefined,
  read: () => Promise<Answer>,
): Promise<Answer> {
  const kept = await texts;
  const known = kept && keptDocument(kept);
  if (known) return known;
  const answer = await read();
  if (kept) keepDocument(kept, answer);
  return answer;
}

/** Reads a PDF on from where `reading` is. pdf.js is loaded only for pages that are not kept. */
async function readPages(
  host: DocumentHost,
  { bytes, checked, begin }: AskedPdf,
  reading: PdfReading,
  enough?: Enough,
): Promise<Answer> {
  const text = await host.texts?.of(bytes, "pdf");
  const kept = new KeptPages(text);
  kept.addTo(reading, enough);
  const known = kept.document(reading, enough) ?? (text && keptDocument(text));
  if (known) return known;
  const { pdfJs, limit } = await begin();
  const answer = await readPdf(pdfJs, bytes, limit, reading, checked.text, { enough, kept });
  if (text) keepFault(text, answer);
  return answer;
}

async function stateOf(host: DocumentHost, path: string): Promise<FileState | undefined> {
  const found = await host.stat(path);
  return typeof found === "object" && "file" in found ? { host, path, ...found.file } : undefined;
}

/** Copies bytes that share a buffer: pdf.js transfers it to its worker, and Node's small buffers share one. */
function bytesOf(content: Answer): Uint8Array<ArrayBuffer> | undefined {
  if (typeof content !== "object") return undefined;
  if ("text" in content) return new TextEncoder().encode(content.text);
  if (!("bytes" in content)) return undefined;
  const { bytes } = content;
  const isOwn = bytes.buffer instanceof ArrayBuffer && bytes.byteLength === bytes.buffer.byteLength;
  return isOwn ? new Uint8Array(bytes.buffer) : new Uint8Array(bytes);
}
