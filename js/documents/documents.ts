// Documents and pictures of a vault: from the host's bytes to text, and to pictures that models take. Which reader has to
// do with which file is told here; what they do is in documents/.
import type { Answer, Request } from "../../pkg/lectern.js";
import { TimeLimit } from "./time-limit.ts";
import { readPdf } from "./pdf.ts";
import { PdfReading } from "./pdf-reading.ts";
import { drawPicture } from "./picture.ts";
import { DocumentReader } from "./reader.ts";
import type { PdfJs } from "./pdfjs.ts";

type Asked<Name extends string> = Extract<Request, Record<Name, unknown>>[Name];

const CANCELLED: Answer = { failed: "the call was cancelled" };
/**
 * How long a PDF may be read for in one call. The pages that are done by then are shown, and the next call goes on behind
 * them. Other documents are bounded by what the reader takes apart: it cannot be interrupted.
 */
const PDF_MS = 2000;

/** What reading a document needs of a host. */
export interface DocumentHost {
  /** See `Host` in vault/host.ts. */
  stat(path: string): Answer | Promise<Answer>;
  read(path: string, signal?: AbortSignal): Answer | Promise<Answer>;
  pdfJs(): Promise<PdfJs>;
}

/** A file in one state. */
interface FileState {
  readonly host: DocumentHost;
  readonly path: string;
  readonly size: number;
  readonly mtime: number;
}

/** A PDF that takes more than one call. */
interface Kept {
  readonly state: FileState;
  /** How far it was read; or all of it, since who asks for it again is not to begin anew. */
  readonly so: { readonly far: PdfReading } | { readonly whole: Answer };
}

/** Takes documents and pictures in, one after another: each may need far more memory than its file. */
export class Documents {
  readonly #reader: DocumentReader;
  #turn: Promise<unknown> = Promise.resolve();
  /** The last of these, and no other: it may hold as much text as a document can have. */
  #kept: Kept | undefined;

  constructor(reader = new DocumentReader()) {
    this.#reader = reader;
  }

  /**
   * The text of the document: `document` or `fault`; else what the host says of the file. A document that is `unfinished`
   * grows from call to call as long as its file stays what it is.
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

  /** The picture: `image`, or `failed` where it cannot be drawn; else what the host says of the file. */
  draw(host: DocumentHost, { path, mime_type, max_bytes }: Asked<"draw">, signal?: AbortSignal): Promise<Answer> {
    return this.#withBytes(host, path, signal, (bytes) => drawPicture(bytes, mime_type, max_bytes));
  }

  async #withBytes(
    host: DocumentHost,
    path: string,
    signal: AbortSignal | undefined,
    work: (bytes: Uint8Array<ArrayBuffer>) => Promise<Answer>,
  ): Promise<Answer> {
    if (signal?.aborted) return CANCELLED;
    // Not in its turn: a host that never answers would keep all the others waiting.
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
    // It may have changed since the host looked; and another call may have read on.
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

  /** What is kept of the file, if it is in the same state. */
  #so(found: FileState | undefined): Kept["so"] | undefined {
    if (!found || !this.#kept) return undefined;
    const { state, so } = this.#kept;
    const { host, path, size, mtime } = found;
    return state.host === host && state.path === path && state.size === size && state.mtime === mtime ? so : undefined;
  }
}

/** A buffer of its own: pdf.js hands it on to its worker, and Node's small buffers are parts of a shared one. */
function bytesOf(content: Answer): Uint8Array<ArrayBuffer> | undefined {
  if (typeof content !== "object") return undefined;
  if ("text" in content) return new TextEncoder().encode(content.text);
  if (!("bytes" in content)) return undefined;
  const { bytes } = content;
  const isOwn = bytes.buffer instanceof ArrayBuffer && bytes.byteLength === bytes.buffer.byteLength;
  return isOwn ? new Uint8Array(bytes.buffer) : new Uint8Array(bytes);
}
