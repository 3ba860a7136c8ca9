// Documents and pictures of a vault: from the host's bytes to text, and to pictures that models take. Which reader has to
// do with which file is told here; what they do is in documents/.
import type { Answer, Format, Request } from "../pkg/lectern.js";
import { Clock } from "./documents/clock.ts";
import { readPdf } from "./documents/pdf.ts";
import { drawPicture } from "./documents/picture.ts";
import { Reader } from "./documents/reader.ts";
import type { Host } from "./host.ts";

type Asked<Name extends string> = Extract<Request, Record<Name, unknown>>[Name];

const CANCELLED: Answer = { failed: "the call was cancelled" };
/**
 * How long a PDF may be read for. The pages that are done by then are shown. Other documents are bounded by what the
 * reader takes apart: it cannot be interrupted.
 */
const PDF_MS = 2000;

/** Takes documents and pictures in, one after another: each may need far more memory than its file. */
export class Documents {
  readonly #reader: Reader;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(reader = new Reader()) {
    this.#reader = reader;
  }

  /** The text of the document: `document` or `fault`; else what the host says of the file. */
  convert(host: Host, { path, format }: Asked<"convert">, signal?: AbortSignal): Promise<Answer> {
    return this.#withBytes(host, path, signal, (bytes) => this.#read(host, format, bytes, signal));
  }

  /** The picture: `image`, or `failed` where it cannot be drawn; else what the host says of the file. */
  draw(host: Host, { path, mime_type, max_bytes }: Asked<"draw">, signal?: AbortSignal): Promise<Answer> {
    return this.#withBytes(host, path, signal, (bytes) => drawPicture(bytes, mime_type, max_bytes));
  }

  async #withBytes(
    host: Host,
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

  async #read(
    host: Host,
    format: Format,
    bytes: Uint8Array<ArrayBuffer>,
    signal: AbortSignal | undefined,
  ): Promise<Answer> {
    if (format !== "pdf") return this.#reader.read(format, bytes);
    const pdfJs = await host.pdfJs();
    const clock = new Clock(PDF_MS, signal);
    try {
      return await readPdf(pdfJs, bytes, clock);
    } finally {
      clock.stop();
    }
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
