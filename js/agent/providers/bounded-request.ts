// One request to a provider and its answer, held to bounds: how long the server may send nothing, and how much it may send.
// Past a bound the request is aborted, and what came of the answer is dropped.
import { ModelError } from "../model.ts";
import { platformClock } from "../../base/clock.ts";
import { unlessStopped } from "../../base/aborted.ts";

/** Bytes of an answer, of a line of it, and of an error. They are counted unpacked: 3 MB of gzip may hold 3 GB. */
const MOST_BYTES = 64 * 2 ** 20;
const MOST_LINE_BYTES = 16 * 2 ** 20;
const MOST_ERROR_BYTES = 2 ** 20;

/**
 * Bytes that are handed on at once. The library's parser of events takes time with the square of a chunk that mixes both
 * kinds of line ending: 0.8 s for a megabyte in chunks of 64 KB.
 */
const PIECE_BYTES = 4096;

const LINE_FEED = 10;

/** Headers that are of use; the others may be about the bytes as they were sent. */
const HEADERS = ["content-type", "retry-after", "retry-after-ms"];

/** Who is asked, and how patiently. */
export interface Peer {
  /** How a person knows it. */
  readonly name: string;
  /** Seconds in which it may send nothing. */
  readonly idleSeconds: number;
}

/** What a server answers, as `fetch` or the app's own request gives it. */
export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly body: ReadableStream<Uint8Array> | null;
}

/** One request, from before it is sent to the end of its answer. */
export class BoundedRequest {
  readonly #peer: Peer;
  /** Ends it: `AbortSignal.any` came only with iOS 17.4. */
  readonly #end = new AbortController();
  #unlink = (): void => undefined;

  /** `signal` is the asker's: it ends the request, too. */
  constructor(peer: Peer, signal: AbortSignal | null | undefined) {
    this.#peer = peer;
    if (!signal) return;
    const stop = (): void => this.end(signal.reason);
    signal.addEventListener("abort", stop);
    this.#unlink = () => signal.removeEventListener("abort", stop);
    if (signal.aborted) stop();
  }

  /** What the request is sent with. */
  get signal(): AbortSignal {
    return this.#end.signal;
  }

  /** Ends it. Without an effect once the answer is whole. */
  end(reason: unknown): void {
    this.#unlink();
    this.#end.abort(reason);
  }

  /** The server's next sign of life. Ends the request where none comes in `times` the time that the peer has. */
  async heard<T>(work: Promise<T>, times = 1): Promise<T> {
    const heard = new AbortController();
    const seconds = this.#peer.idleSeconds * times;
    const silence = platformClock.wait(seconds * 1000, heard.signal);
    const told = unlessStopped(work, this.signal).then((value) => ({ value }));
    try {
      const first = await Promise.race([told, silence]);
      if (first) return first.value;
    } finally {
      heard.abort();
    }
    const error = new ModelError("limit", silenceOf(this.#peer.name, seconds));
    this.end(error);
    throw error;
  }

  /** `answered`, its body held to the bounds while it is read. */
  response({ status, headers, body }: Answered): Response {
    const isError = status < 200 || status > 299;
    const kept = HEADERS.flatMap((name) => {
      const value = headers.get(name);
      return value === null ? [] : [[name, value] as [string, string]];
    });
    const hasBody = body !== null && status !== 204 && status !== 205 && status !== 304;
    // No other status can be made.
    const init = { status: status >= 200 && status <= 599 ? status : 502, headers: kept };
    if (!hasBody) this.#unlink();
    return new Response(hasBody ? this.#bounded(body.getReader(), isError) : null, init);
  }

  #bounded(reader: ReadableStreamDefaultReader<Uint8Array>, isError: boolean): ReadableStream<Uint8Array> {
    let left = isError ? MOST_ERROR_BYTES : MOST_BYTES;
    let line = 0;
    const pull = async (controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> => {
      for (;;) {
        const { done, value } = await this.heard(reader.read());
        if (done) {
          this.#unlink();
          controller.close();
          return;
        }
        for (let at = 0; at < value.length; at += PIECE_BYTES) {
          const piece = value.subarray(at, at + PIECE_BYTES);
          line = lineAfter(line, piece);
          left -= piece.length;
          if (left >= 0 && line <= MOST_LINE_BYTES) {
            controller.enqueue(piece);
            continue;
          }
          // Its status says what was wrong, even where its words are cut off.
          if (isError) controller.close();
          const error = new ModelError("limit", excessOf(this.#peer.name));
          this.end(error);
          reader.cancel(error).catch(() => undefined);
          if (isError) return;
          throw error;
        }
        if (value.length > 0) return;
      }
    };
    const cancel = (reason: unknown): Promise<void> => {
      this.end(reason);
      return reader.cancel(reason);
    };
    // Nothing is read before it is asked for.
    return new ReadableStream({ pull, cancel }, { highWaterMark: 0 });
  }
}

/** How long the last line is behind `piece`, which follows on `line` bytes of it. */
function lineAfter(line: number, piece: Uint8Array): number {
  const end = piece.lastIndexOf(LINE_FEED);
  return end < 0 ? line + piece.length : piece.length - end - 1;
}

function silenceOf(name: string, seconds: number): string {
  const isMinutes = seconds % 60 === 0;
  const count = isMinutes ? seconds / 60 : seconds;
  const time = `${count} ${isMinutes ? "minute" : "second"}${count === 1 ? "" : "s"}`;
  return `${name} sent nothing for ${time}. Ask again, or set a longer limit in the settings.`;
}

function excessOf(name: string): string {
  return `The answer from ${name} was too large and was stopped. Ask again, or choose another model.`;
}
