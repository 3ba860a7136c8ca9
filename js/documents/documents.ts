// Converts a vault's documents to text and redraws its pictures. Chooses the reader for each file.
import type { Answer, Request } from "../../pkg/lectern.js";
import { TimeLimit } from "./time-limit.ts";
import { readPdf } from "./pdf.ts";
import { PdfReading } from "./pdf-reading.ts";
import { drawPicture, type DrawPicture } from "./picture.ts";
import { DocumentReader } from "./reader.ts";
import type { PdfJs } from "./pdfjs.ts";

type Asked<Name extends string> = Extract<Request, Record<Name, unknown>>[Name];

const CANCELLED: Answer = { failed: "the call was cancelled" };
/**
 * How long one call may read a PDF. It returns the pages so far, and the next call continues. Other readers are limited
 * by size: they can't be interrupted.
 */
const PDF_MS = 2000;

/** The part of the `Host` in vault/host.ts that reading documents needs. */
export interface DocumentHost {
  stat(path: string): Answer | Promise<Answer>;
  read(path: string, signal?: AbortSignal): Answer | Promise<Answer>;
  pdfJs(): Promise<PdfJs>;
  readonly drawPicture?: DrawPicture;
}

/** A version of a file. */
interface FileState {
  readonly host: DocumentHost;
  readonly path: string;
  readonly size: number;
  readonly mtime: number;
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

  constructor(reader = new DocumentReader()) {
    this.#reader = reader;
  }

  /**
   * Converts a document: `document` or `fault`; if the host can't read it, the host's answer. A document that is
   * `unfinished` grows from call to call while its file stays the same.
   */
  async convert(host: DocumentHost, { path, format }: Asked<"convert">, signal?: AbortSignal): Promise<Answer> {
    if (format !== "pdf") {
      return this.#withBytes(host, path, signal, (bytes) => this.#reader.read(format, bytes));
    }
    if (signal?.aborted) return CANCELLED;
    const found = await host.stat(path);
    const state = typeof found === "object" && "file" in found ? { host, path, ...found.file } : undefined;
    const so = this.#so(state);
    if (so && "whole" in so) return so.whole;
    return this.#withBytes(host, path, signal, (bytes) => this.#readPdf(host, state, bytes, signal));
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
    const turn = this.#turn.then(() => (signal?.aborted ? CANCELLED : work(bytes)));
    this.#turn = turn.catch(() => undefined);
    return turn;
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
    const limit = new TimeLimit(PDF_MS, signal);
    try {
      const far = so?.far ?? new PdfReading();
      const answer = await readPdf(pdfJs, bytes, limit, far);
      const isDocument = typeof answer === "object" && "document" in answer;
      if (state && isDocument && answer.document.unfinished) this.#kept = { state, so: { far } };
      else if (state && isDocument && so) this.#kept = { state, so: { whole: answer } };
      return signal?.aborted ? CANCELLED : answer;
    } finally {
      limit.stop();
    }
  }

  /** What is kept of this version of the file. */
  #so(found: FileState | undefined): Kept["so"] | undefined {
    if (!found || !this.#kept) return undefined;
    const { state, so } = this.#kept;
    const { host, path, size, mtime } = found;
    return state.host === host && state.path === path && state.size === size && state.mtime === mtime ? so : undefined;
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
