// One request to a provider and its response, with limits on idle time and size. Exceeding a limit aborts the request
// and fails the response.
//
// Every answer is counted, decoded, before a library sees it. Past a bound or after a silence the request is aborted
// and not tried again.
import { ModelError } from "../model.ts";
import { platformClock } from "../../base/clock.ts";
import { unlessStopped } from "../../base/aborted.ts";
import { counted, t } from "../../base/translate.ts";

/** Maximum bytes of a response, of a line in it, and of an error. Counted unpacked: 3 MB of gzip can contain 3 GB. */
const MOST_BYTES = 64 * 2 ** 20;
const MOST_LINE_BYTES = 16 * 2 ** 20;
const MOST_ERROR_BYTES = 2 ** 20;

/**
 * Bytes passed to the library at once. Its event parser takes quadratic time for a chunk that mixes both kinds of line
 * ending: 0.8 s for a megabyte in chunks of 64 KB.
 */
const PIECE_BYTES = 4096;

const LINE_FEED = 10;

/** Response headers that are kept. Others, such as `content-length`, may describe the compressed bytes. */
const HEADERS = ["content-type", "retry-after", "retry-after-ms"];

/** The server of a request, and its idle timeout. */
export interface Peer {
  /** The name shown to the user. */
  readonly name: string;
  /** Seconds that it may send nothing. */
  readonly idleSeconds: number;
}

/** A server's response, from `fetch` or from the app's own request. */
export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly body: ReadableStream<Uint8Array> | null;
}

/** One request, from before it is sent until its response has been read. */
export class BoundedRequest {
  readonly #peer: Peer;
  /** Aborts the request. Not `AbortSignal.any`, which needs iOS 17.4. */
  readonly #end = new AbortController();
  #unlink = (): void => undefined;

  /** `signal` is the caller's: aborting it also aborts the request. */
  constructor(peer: Peer, signal: AbortSignal | null | undefined) {
    this.#peer = peer;
    if (!signal) return;
    const stop = (): void => this.end(signal.reason);
    signal.addEventListener("abort", stop);
    this.#unlink = () => signal.removeEventListener("abort", stop);
    if (signal.aborted) stop();
  }

  /** The signal to send the request with. */
  get signal(): AbortSignal {
    return this.#end.signal;
  }

  /** Aborts the request. Has no effect once the response is complete. */
  end(reason: unknown): void {
    this.#unlink();
    this.#end.abort(reason);
  }

  /**
   * Waits for `work`, the server's next activity. Aborts the request and throws a `ModelError` if that takes longer
   * than `times` times the idle timeout.
   */
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

  /** Turns `answered` into a `Response` whose body is checked against the limits while it is read. */
  response({ status, headers, body }: Answered): Response {
    const isError = status < 200 || status > 299;
    const kept = HEADERS.flatMap((name) => {
      const value = headers.get(name);
      return value === null ? [] : [[name, value] as [string, string]];
    });
    const hasBody = body !== null && status !== 204 && status !== 205 && status !== 304;
    // `Response` accepts no other status.
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
          // An error that is too long is truncated: its status still says what is wrong.
          if (isError) controller.close();
          const { name } = this.#peer;
          const error = new ModelError(
            "limit",
            t("The answer from {name} was too large and was stopped. Ask again, or choose another model.", { name }),
          );
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
    // Read nothing ahead.
    return new ReadableStream({ pull, cancel }, { highWaterMark: 0 });
  }
}

/** The bytes of the unfinished last line after `piece`, if that line had `line` bytes before it. */
function lineAfter(line: number, piece: Uint8Array): number {
  const end = piece.lastIndexOf(LINE_FEED);
  return end < 0 ? line + piece.length : piece.length - end - 1;
}

function silenceOf(name: string, seconds: number): string {
  const isMinutes = seconds % 60 === 0;
  const time = isMinutes
    ? counted(seconds / 60, "{n} minute", "{n} minutes")
    : counted(seconds, "{n} second", "{n} seconds");
  return t("{name} sent nothing for {time}. Ask again, or set a longer timeout in settings.", { name, time });
}
