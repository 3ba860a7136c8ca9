// A server that sends more than any provider does, and counts how much of it a client reads.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import { constants, deflateRawSync, gzipSync } from "node:zlib";
import type { Network } from "../../js/agent/model-choice.ts";

/** What is sent of an answer, as fast as the client takes it. */
export interface Flooding {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** May be endless. */
  readonly chunks: Iterable<string | Uint8Array | Promise<string>>;
  /** Whether the connection stays open when there are no more chunks. */
  readonly hangs?: boolean;
  /** Whether not even the headers are sent. */
  readonly isMute?: boolean;
}

/** The server. It answers every request alike. */
export class Flood {
  readonly #server: Server;
  /** How many requests there were. */
  requests = 0;
  /** Resolves with how the first answer ended: the client left, or took all of it. */
  readonly ended: Promise<"left" | "whole">;

  private constructor(flooding: Flooding) {
    let end: (how: "left" | "whole") => void = () => undefined;
    this.ended = new Promise((resolve) => (end = resolve));
    this.#server = createServer((request, response) => {
      this.requests += 1;
      response.on("close", () => end(response.writableFinished ? "whole" : "left"));
      void pour(request, response, flooding);
    });
  }

  static async start(flooding: Flooding): Promise<Flood> {
    const flood = new Flood(flooding);
    await new Promise<void>((resolve) => flood.#server.listen(0, "127.0.0.1", resolve));
    return flood;
  }

  get host(): string {
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  get baseUrl(): string {
    return `http://${this.host}/v1`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

async function pour(request: IncomingMessage, response: ServerResponse, flooding: Flooding): Promise<void> {
  const { status = 200, headers = { "content-type": "text/event-stream" }, chunks, hangs, isMute } = flooding;
  request.resume();
  if (isMute) return;
  response.writeHead(status, headers);
  response.flushHeaders();
  let goOn = (): void => undefined;
  response.on("drain", () => goOn()).on("close", () => goOn());
  for (const chunk of chunks) {
    if (response.destroyed) return;
    if (response.write(await chunk)) await nextTurn();
    else await new Promise<void>((resolve) => (goOn = resolve));
  }
  if (!hangs) response.end();
}

/** `text` over and over, without an end: `before` once, then many copies at once. */
export function* endlessly(before: string, text: string): Generator<string> {
  yield before;
  const many = text.repeat(Math.ceil(65_536 / text.length));
  for (;;) yield many;
}

/** `text` over and over, `megabytes` of it, as gzip packs that: a few hundredths or thousandths of the bytes. */
export function* bomb(text: string, megabytes: number): Generator<Uint8Array> {
  const many = Buffer.from(text.repeat(Math.ceil(2 ** 24 / text.length)));
  yield gzipSync(many, { finishFlush: constants.Z_FULL_FLUSH });
  const more = deflateRawSync(many, { finishFlush: constants.Z_FULL_FLUSH });
  for (let done = 16; done < megabytes; done += 16) yield more;
}

/** The platform's network, which counts the bytes that are taken of a body, as they are when they are unpacked. */
export function counting(): { network: Network; taken: () => number } {
  let taken = 0;
  const network: Network = {
    fetch: async (input, init) => {
      const response = await fetch(input, init);
      const count = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>(
        {
          transform(chunk, controller) {
            taken += chunk.length;
            controller.enqueue(chunk);
          },
        },
        { highWaterMark: 1 },
        { highWaterMark: 0 },
      );
      const { status, headers } = response;
      return new Response(response.body?.pipeThrough(count) ?? null, { status, headers });
    },
  };
  return { network, taken: () => taken };
}
