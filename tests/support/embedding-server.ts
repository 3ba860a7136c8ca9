// A server of embeddings: a real HTTP server in both wire formats, whose vectors are the same in every run. Words that
// are similar by the letters, or by a table, have similar vectors.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** What it does with a request instead of answering it right. */
export interface Fault {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** An object is sent as JSON. */
  readonly body?: unknown;
  /** Sends nothing. */
  readonly isMute?: boolean;
  /** Sends this again and again. */
  readonly endless?: string;
  /** Answers right, but not before this resolves. */
  readonly until?: Promise<void>;
  /** Closes the connection. */
  readonly breaks?: boolean;
}

/** A request that came. */
export interface EmbedCall {
  readonly path: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly texts: readonly string[];
  readonly body: Readonly<Record<string, unknown>>;
}

/** Words that mean the same. */
const SAME: readonly (readonly string[])[] = [
  ["merge", "combine", "join", "zusammenführen"],
  ["car", "automobile", "vehicle"],
  ["yaml", "frontmatter"],
  ["glue", "adhesive", "putty"],
  ["delete", "remove", "erase"],
];

/** The server. */
export class EmbeddingServer {
  readonly calls: EmbedCall[] = [];
  /** What it does with the next requests; a function may answer too. */
  readonly faults: (Fault | undefined | ((call: EmbedCall) => Fault | undefined))[] = [];
  dims = 64;
  /** The longest text that it takes, in characters. */
  mostLength = Infinity;
  /** Whether it tells the tokens used. */
  tellsUsage = true;
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((request, response) => void this.#handle(request, response));
  }

  static async start(): Promise<EmbeddingServer> {
    const server = new EmbeddingServer();
    await new Promise<void>((resolve) => server.#server.listen(0, "127.0.0.1", resolve));
    return server;
  }

  get host(): string {
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  get baseUrl(): string {
    return `http://${this.host}/v1`;
  }

  /** All texts that came. */
  get texts(): string[] {
    return this.calls.flatMap(({ texts }) => texts);
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.on("error", () => undefined);
    response.setHeader("access-control-allow-origin", "*");
    response.setHeader("access-control-allow-headers", "authorization, content-type, x-goog-api-key");
    if (request.method === "OPTIONS") {
      response.writeHead(204).end();
      return;
    }
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const path = request.url ?? "";
    const isGoogle = path.endsWith(":batchEmbedContents");
    if (!isGoogle && !path.endsWith("/embeddings")) {
      response.writeHead(404).end("404 page not found");
      return;
    }
    const body = JSON.parse(Buffer.concat(chunks).toString()) as EmbedCall["body"];
    const texts = isGoogle
      ? (body["requests"] as { content: { parts: [{ text: string }] } }[]).map(({ content }) => content.parts[0].text)
      : (body["input"] as string[]);
    const call = { path, headers: request.headers as EmbedCall["headers"], texts, body };
    this.calls.push(call);
    const next = this.faults.shift();
    const fault = typeof next === "function" ? next(call) : next;
    await fault?.until;
    if (fault && !fault.until) {
      fail(response, fault);
      return;
    }
    if (texts.some(({ length }) => length > this.mostLength)) {
      const message = "the input length exceeds the context length";
      fail(response, { status: 400, body: { error: { message } } });
      return;
    }
    const wanted = isGoogle
      ? (body["requests"] as { outputDimensionality?: number }[])[0]?.outputDimensionality
      : (body["dimensions"] as number | undefined);
    const vectors = texts.map((text) => vectorOf(text, this.dims).slice(0, wanted));
    const tokens = texts.reduce((sum, { length }) => sum + Math.ceil(length / 4), 0);
    const answer = isGoogle
      ? { embeddings: vectors.map((values) => ({ values })) }
      : {
          object: "list",
          data: vectors.map((embedding, index) => ({ object: "embedding", index, embedding })),
          ...(this.tellsUsage && { usage: { prompt_tokens: tokens, total_tokens: tokens } }),
        };
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer));
  }
}

function fail(response: ServerResponse, fault: Fault): void {
  const { status = 200, headers = {}, body = "", isMute, endless, breaks } = fault;
  if (isMute) return;
  if (breaks) {
    response.destroy();
    return;
  }
  response.writeHead(status, { "content-type": "application/json", ...headers });
  if (endless === undefined) {
    response.end(typeof body === "string" ? body : JSON.stringify(body));
    return;
  }
  const pour = (): void => {
    while (!response.destroyed && response.write(endless));
    if (!response.destroyed) response.once("drain", pour);
  };
  pour();
}

/** The vector of a text: the sum of those of its words, of length 1. */
export function vectorOf(text: string, dims: number): number[] {
  const sum = new Array<number>(dims).fill(0);
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []) {
    const [meaning = word] = SAME.find((same) => same.includes(word)) ?? [];
    const framed = `<${meaning}>`;
    for (let at = 0; at + 3 <= framed.length; at += 1) {
      const hash = hashOf(framed.slice(at, at + 3));
      const place = hash % dims;
      sum[place] = (sum[place] ?? 0) + (hash & 0x10000 ? 1 : -1);
    }
  }
  const length = Math.hypot(...sum) || 1;
  return sum.map((value) => value / length);
}

function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return (hash ^ (hash >>> 13)) >>> 0;
}
