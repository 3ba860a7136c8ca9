// Converts a vault's documents to text and redraws its pictures. Chooses the reader for each file.
import type { Answer, Format, Place, Request, Slice } from "../../pkg/lectern.js";
import { TimeLimit } from "./time-limit.ts";
import { readPdf } from "./pdf.ts";
import { drawPage } from "./pdf-draw.ts";
import { PdfReading } from "./pdf-reading.ts";
import { StreamCheck } from "./pdf-streams.ts";
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
}

/** What was measured of one version of a PDF. */
interface Checked {
  readonly state: FileState;
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
  #checked: Checked | undefined;
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
    const isWorkbook = format === "xlsx" || format === "ods";
    if (bytes) {
      // A copy: the core's memory may move.
      const own = Uint8Array.from(bytes);
      return this.#queue(signal, async () => (await this.#reader.open(format, own)).read(place, signal));
    }
    if (format !== "pdf" && !isWorkbook) {
      return this.#withBytes(host, path, signal, async (bytes) =>
        (await this.#reader.open(format, bytes)).read(place, signal),
      );
    }
    if (signal?.aborted) return CANCELLED;
    const state = await stateOf(host, path);
    if (isWorkbook) return this.#readWorkbook(host, path, format, place, state, signal);
    if (slice) return this.#readSlice(host, path, slice, state, signal);
    if (place?.page !== undefined) return this.#readPage(host, path, place.page, state, signal);
    const so = this.#so(state);
    if (so && "whole" in so) return so.whole;
    return this.#withBytes(host, path, signal, (bytes) => this.#readPdf(host, state, bytes, signal));
  }

  /** Reads one page of a PDF, without what is before it. */
  #readPage(
    host: DocumentHost,
    path: string,
    page: number,
    state: FileState | undefined,
    signal: AbortSignal | undefined,
  ): Promise<Answer> {
    return this.#withBytes(host, path, signal, async (bytes) => {
      const [check, pdfJs] = [this.#check(state, bytes), await host.pdfJs()];
      return limited(PDF_MS, signal, (limit) => readPdf(pdfJs, bytes, limit, new PdfReading(page), check.text));
    });
  }

  /** Reads pages of a PDF from one on. */
  #readSlice(
    host: DocumentHost,
    path: string,
    { from, ms }: Slice,
    state: FileState | undefined,
    signal: AbortSignal | undefined,
  ): Promise<Answer> {
    return this.#withBytes(host, path, signal, async (bytes) => {
      const [{ text }, pdfJs] = [this.#check(state, bytes), await host.pdfJs()];
      // What is too slow for less time is not too slow.
      const check = ms < PDF_MS ? Object.assign(new StreamCheck(), { isDone: text.isDone }) : text;
      return limited(ms, signal, (limit) => readPdf(pdfJs, bytes, limit, new PdfReading(undefined, from), check));
    });
  }

  /** Draws one page of a PDF: `image`, `fault`, or `failed` if this host can't draw. */
  async drawPage(
    host: DocumentHost,
    { path, page, max_bytes: maxBytes }: Asked<"draw_page">,
    signal?: AbortSignal,
  ): Promise<Answer> {
    const state = await stateOf(host, path);
    return this.#withBytes(host, path, signal, async (bytes) => {
      const [check, pdfJs] = [this.#check(state, bytes), await host.pdfJs()];
      return limited(DRAW_MS, signal, (limit) => drawPage(pdfJs, bytes, { page, maxBytes }, limit, check.pictures));
    });
  }

  /** A picture for a model: see {@link drawPicture}. If the host can't read it, the host's answer. */
  draw(host: DocumentHost, { path, mime_type, max_bytes }: Asked<"draw">, signal?: AbortSignal): Promise<Answer> {
    const draw = host.drawPicture ?? drawPicture;
    return this.#withBytes(host, path, signal, (bytes) => draw(bytes, mime_type, max_bytes));
  }

  async #withBytes(
    host: DocumentHost,
    path: string,
    signal: AbortSignal | undefined,
    work: (bytes: Uint8Array<ArrayBuffer>) => Promise<Answer>,
  ): Promise<Answer> {
    if (signal?.aborted) return CANCELLED;
    // Outside the queue: a host that never answers would block it.
    const content = await host.read(path, signal);
    const bytes = bytesOf(content);
    if (!bytes) return content;
    return this.#queue(signal, () => work(bytes));
  }

  #queue(signal: AbortSignal | undefined, work: () => Promise<Answer>): Promise<Answer> {
    const turn = this.#turn.then(() => (signal?.aborted ? CANCELLED : work()));
    this.#turn = turn.catch(() => undefined);
    return turn;
  }

  /** Reads a workbook, which may still be open from the last call. */
  #readWorkbook(
    host: DocumentHost,
    path: string,
    format: Format,
    place: Place | undefined,
    state: FileState | undefined,
    signal: AbortSignal | undefined,
  ): Promise<Answer> {
    const read = async (document: OpenDocument, state: FileState | undefined): Promise<Answer> => {
      const answer = await document.read(place, signal);
      this.#workbooks.keep(state, document);
      return answer;
    };
    const open = this.#workbooks.take(state);
    if (open) return this.#queue(signal, () => read(open, state));
    return this.#withBytes(host, path, signal, async (bytes) =>
      // The file may have changed since `stat`.
      read(await this.#reader.open(format, bytes), state?.size === bytes.length ? state : undefined),
    );
  }

  async #readPdf(
    host: DocumentHost,
    found: FileState | undefined,
    bytes: Uint8Array<ArrayBuffer>,
    signal: AbortSignal | undefined,
  ): Promise<Answer> {
    // The file may have changed since `stat`, or another call may have read more of it.
    const state = found?.size === bytes.length ? found : undefined;
    const so = this.#so(state);
    if (so && "whole" in so) return so.whole;
    const pdfJs = await host.pdfJs();
    const far = so?.far ?? new PdfReading();
    return limited(PDF_MS, signal, async (limit) => {
      const answer = await readPdf(pdfJs, bytes, limit, far, this.#check(state, bytes).text);
      const isDocument = typeof answer === "object" && "document" in answer;
      if (state && isDocument && answer.document.unfinished) this.#kept = { state, so: { far } };
      else if (state && isDocument && so) this.#kept = { state, so: { whole: answer } };
      return answer;
    });
  }

  /** The checks of this version of the file, as far as they have come. */
  #check(state: FileState | undefined, bytes: Uint8Array): Omit<Checked, "state"> {
    // The file may have changed since `stat`.
    const found = state?.size === bytes.length ? state : undefined;
    if (found && this.#checked && isSameFile(this.#checked.state, found)) return this.#checked;
    const checks = { text: new StreamCheck(), pictures: new StreamCheck(true) };
    if (found) this.#checked = { state: found, ...checks };
    return checks;
  }

  /** What is kept of this version of the file. */
  #so(found: FileState | undefined): Kept["so"] | undefined {
    if (!found || !this.#kept) return undefined;
    const { state, so } = this.#kept;
    return isSameFile(state, found) ? so : undefined;
  }
}

async function stateOf(host: DocumentHost, path: string): Promise<FileState | undefined> {
  const found = await host.stat(path);
  return typeof found === "object" && "file" in found ? { host, path, ...found.file } : undefined;
}

/** Runs `work` on a PDF within the time of one call. */
async function limited(
  ms: number,
  signal: AbortSignal | undefined,
  work: (limit: TimeLimit) => Promise<Answer>,
): Promise<Answer> {
  const limit = new TimeLimit(ms, signal);
  try {
    const answer = await work(limit);
    return signal?.aborted ? CANCELLED : answer;
  } finally {
    limit.stop();
  }
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
