// Converts a vault's documents to text and redraws its pictures. Chooses the reader for each file.
import type { Answer, Format, Place, Request, Slice } from "../../pkg/lectern.js";
import { TimeLimit } from "./time-limit.ts";
import { readPdf } from "./pdf.ts";
import { drawPage } from "./pdf-draw.ts";
import { PdfReading } from "./pdf-reading.ts";
import { StreamCheck } from "./pdf-streams.ts";
import { keepDocument, keptDocument, KeptPages, type KeptText, type KeptTexts } from "./kept-text.ts";
import { drawPicture, type DrawPicture } from "./picture.ts";
import { CANCELLED, DocumentReader, type OpenDocument } from "./reader.ts";
import { OpenWorkbooks, isSameFile, type FileState } from "./open-workbooks.ts";
import type { PdfJs } from "./pdfjs.ts";

type Asked<Name extends string> = Extract<Request, Record<Name, unknown>>[Name];

/**
 * How long one call may read a PDF. It returns the pages so far, and the next call continues. Other readers are limited
 * by size.
 */
const PDF_MS = 2000;
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

/** A PDF that a call reads, until its time is up. */
interface AskedPdf {
  readonly pdfJs: () => Promise<PdfJs>;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly state: FileState | undefined;
  readonly limit: TimeLimit;
  readonly checked: Checked;
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
  /** The pages so far, or the whole text, so that asking again does not start over. */
  readonly so: { readonly far: PdfReading } | { readonly whole: Answer };
}

/** Reads documents and pictures one at a time: each may need far more memory than its file. */
export class Documents {
  readonly #reader: DocumentReader;
  #turn: Promise<unknown> = Promise.resolve();
  /** Only the last one: it may hold as much text as a document can have. */
  #kept: Kept | undefined;
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
    { path, format, place, slice, bytes }: Asked<"convert">,
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
    if (page === undefined) return this.#readPdf(file);
    return this.#withPdf(file, PDF_MS, (pdf) => readPages(file, pdf, new PdfReading(page), pdf.checked.text));
  }

  /** Reads pages of a PDF from one on. */
  #readSlice(file: AskedFile, { from, ms }: Slice): Promise<Answer> {
    return this.#withPdf(file, ms, (pdf) => {
      const { text } = pdf.checked;
      // What is too slow for less time is not too slow.
      const check = ms < PDF_MS ? Object.assign(new StreamCheck(), { isDone: text.isDone }) : text;
      return readPages(file, pdf, new PdfReading(undefined, from), check);
    });
  }

  /** Draws one page of a PDF: `image`, `fault`, or `failed` if this host can't draw. */
  async drawPage(
    host: DocumentHost,
    { path, page, max_bytes: maxBytes }: Asked<"draw_page">,
    signal?: AbortSignal,
  ): Promise<Answer> {
    const file = { host, path, state: await stateOf(host, path), signal };
    return this.#withPdf(file, DRAW_MS, async ({ pdfJs, bytes, limit, checked }) =>
      drawPage(await pdfJs(), bytes, { page, maxBytes }, limit, checked.pictures),
    );
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

  /** Does `work` with a PDF for at most `ms`. */
  #withPdf(file: AskedFile, ms: number, work: (pdf: AskedPdf) => Promise<Answer>): Promise<Answer> {
    const { host, signal } = file;
    return this.#withBytes(file, async (bytes, state) => {
      const pdf = { pdfJs: () => host.pdfJs(), bytes, state, checked: this.#check(state) };
      const limit = new TimeLimit(ms, signal);
      try {
        const answer = await work({ ...pdf, limit });
        return signal?.aborted ? CANCELLED : answer;
      } finally {
        limit.stop();
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

  /** Reads a PDF from its start, or goes on where the last call has ended. */
  #readPdf(file: AskedFile): Answer | Promise<Answer> {
    const known = this.#so(file.state);
    if (known && "whole" in known) return known.whole;
    return this.#withPdf(file, PDF_MS, async (pdf) => {
      const { state } = pdf;
      // Another call may have read more of it.
      const so = this.#so(state);
      if (so && "whole" in so) return so.whole;
      const far = so?.far ?? new PdfReading();
      const answer = await readPages(file, pdf, far, pdf.checked.text);
      const isDocument = typeof answer === "object" && "document" in answer;
      if (state && isDocument && answer.document.unfinished) this.#kept = { state, so: { far } };
      else if (state && isDocument && so) this.#kept = { state, so: { whole: answer } };
      return answer;
    });
  }

  /** The checks of this version of the file, as far as they have come. */
  #check(state: FileState | undefined): Checked {
    if (state && this.#checked && isSameFile(this.#checked.state, state)) return this.#checked;
    const checks = { text: new StreamCheck(), pictures: new StreamCheck(true) };
    if (state) this.#checked = { state, ...checks };
    return checks;
  }

  /** What is kept of this version of the file. */
  #so(found: FileState | undefined): Kept["so"] | undefined {
    if (!found || !this.#kept) return undefined;
    const { state, so } = this.#kept;
    return isSameFile(state, found) ? so : undefined;
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
  { host }: AskedFile,
  { pdfJs, bytes, limit }: AskedPdf,
  reading: PdfReading,
  check: StreamCheck,
): Promise<Answer> {
  const kept = new KeptPages(await host.texts?.of(bytes, "pdf"));
  kept.addTo(reading);
  return kept.document(reading) ?? readPdf(await pdfJs(), bytes, limit, reading, check, kept);
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
