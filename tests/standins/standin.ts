// A stand-in for a provider: a real HTTP server that speaks its wire format and follows a test's script.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Format, Listed, Part, Recorded, Refusal, Step, Turn, Writer } from "./script.ts";

/** A provider's server, as far as a test scripts it. */
export class StandIn {
  /** All that came, in order, CORS preflights left out. */
  readonly requests: Recorded[] = [];
  /** What its list of models has. */
  models: readonly Listed[] = [];
  /** The headers that a browser may send from another origin; undefined where it lets no other origin in. */
  corsHeaders: readonly string[] | undefined;
  /** The key that it takes; any where it is undefined. Looked for in every header that carries one. */
  key: string | undefined;
  readonly #format: Format;
  readonly #server: Server;
  readonly #steps: Step[] = [];
  #port = 0;

  private constructor(format: Format) {
    this.#format = format;
    this.#server = createServer((request, response) => {
      this.#handle(request, response).catch((error: unknown) => {
        console.error("a stand-in failed", error);
        response.destroy();
      });
    });
  }

  /** A server on a port of its own. */
  static async start(format: Format): Promise<StandIn> {
    const standIn = new StandIn(format);
    await new Promise<void>((resolve) => standIn.#server.listen(0, "127.0.0.1", resolve));
    standIn.#port = (standIn.#server.address() as AddressInfo).port;
    return standIn;
  }

  /** What a client is given as the provider's address. */
  get baseUrl(): string {
    return `http://${this.host}${this.#format.base}`;
  }

  /** As errors name it; still after it was closed. */
  get host(): string {
    return `127.0.0.1:${this.#port}`;
  }

  /** What it does with the next requests for a turn. */
  script(...steps: Step[]): void {
    this.#steps.push(...steps);
  }

  /** The requests for turns. */
  get turns(): Recorded[] {
    return this.requests.filter(({ path }) => this.#format.isTurn(path));
  }

  /** The last request for a turn. */
  get last(): Recorded {
    const last = this.turns.at(-1);
    if (last === undefined) throw new Error("no turn was asked for");
    return last;
  }

  /** Ends every connection. */
  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (this.corsHeaders !== undefined) {
      response.setHeader("access-control-allow-origin", "*");
      response.setHeader("access-control-allow-headers", this.corsHeaders.join(", "));
      response.setHeader("access-control-allow-methods", "GET, POST");
    }
    if (request.method === "OPTIONS") {
      response.writeHead(this.corsHeaders === undefined ? 405 : 204).end();
      return;
    }
    const recorded = await record(request, response);
    this.requests.push(recorded);
    if (this.key !== undefined && !carries(recorded, this.key)) {
      this.#refuse(response, { status: 401, error: "authentication_error", message: "invalid x-api-key" });
    } else if (request.method === "GET" && this.#format.isList(recorded.path)) {
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify(this.#format.list(this.models)));
    } else if (request.method === "POST" && this.#format.isTurn(recorded.path)) {
      await this.#answer(recorded, response);
    } else {
      response.writeHead(404, { "content-type": "text/plain" }).end("404 page not found");
    }
  }

  async #answer(recorded: Recorded, response: ServerResponse): Promise<void> {
    const step = this.#steps.shift() ?? { status: 500, message: "the script has no step left" };
    if (step === "refuse") {
      response.destroy();
      return;
    }
    const act = typeof step === "function" ? await step(recorded) : step;
    if ("status" in act) this.#refuse(response, act);
    else await this.#stream(act, recorded, response);
  }

  #refuse(response: ServerResponse, { status, error, message = "it is so", body, headers }: Refusal): void {
    const isJson = body === undefined;
    response.writeHead(status, { "content-type": isJson ? "application/json" : "text/html", ...headers });
    response.end(isJson ? JSON.stringify(this.#format.error(status, error, message)) : body);
  }

  async #stream(turn: Turn, recorded: Recorded, response: ServerResponse): Promise<void> {
    response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-cache", ...turn.headers });
    response.socket?.setNoDelay(true);
    const body = recorded.body as { model?: string } | undefined;
    const writer = this.#format.writer(body?.model ?? recorded.path.replace(/^.*\/models\/([^:?]*).*$/, "$1"));
    const write = async (texts: readonly string[]): Promise<void> => {
      for (const text of texts) await send(response, text, turn.bytesAWrite ?? Infinity);
    };
    response.flushHeaders();
    await write(writer.begin(turn));
    for (const part of turn.parts) {
      if (part === "HANG") return;
      if (part === "CUT") {
        response.end();
        return;
      }
      if (part === "BREAK") {
        // What was written has to be on its way first.
        await nextTurn();
        response.destroy();
        return;
      }
      if (typeof part === "object" && "wait" in part) {
        await part.wait;
        continue;
      }
      await write(written(part, writer));
      if (typeof part === "object" && "error" in part) {
        response.end();
        return;
      }
    }
    const calls = turn.parts.some((part) => typeof part === "object" && "call" in part);
    await write(writer.end(turn, turn.finish ?? (calls ? "calls" : "stop")));
    response.end();
  }
}

function written(part: Exclude<Part, { wait: Promise<unknown> }>, writer: Writer): string[] {
  if (typeof part === "string") return writer.text(part);
  if ("thinking" in part) return writer.thinking(part.thinking, part.signature);
  if ("call" in part) return writer.call(part);
  return "raw" in part ? [part.raw] : writer.error(part.error, part.message);
}

/** Writes `text`, at most `size` bytes at once, each a packet of its own as far as that can be had. */
async function send(response: ServerResponse, text: string, size: number): Promise<void> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) {
    if (response.destroyed) return;
    response.write(bytes.subarray(at, Math.min(bytes.length, at + size)));
    await nextTurn();
  }
}

async function record(request: IncomingMessage, response: ServerResponse): Promise<Recorded> {
  const ended = new Promise<"whole" | "left">((resolve) => {
    response.on("close", () => resolve(response.writableFinished ? "whole" : "left"));
  });
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString();
  return {
    method: request.method ?? "",
    path: request.url ?? "",
    headers: Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)])),
    body: text === "" ? undefined : (JSON.parse(text) as unknown),
    ended,
  };
}

function carries({ headers }: Recorded, key: string): boolean {
  return (
    headers["authorization"] === `Bearer ${key}` || headers["x-api-key"] === key || headers["x-goog-api-key"] === key
  );
}
