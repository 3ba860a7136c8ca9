// A server of tools for one program, over the Model Context Protocol (https://modelcontextprotocol.io): the smallest part
// of it that agents use. Each call waits until it is answered, however long the user takes to decide.
import type { Content, ToolDefinition } from "../../../pkg/lectern.js";
import { platformClock } from "../../base/clock.ts";
import { fieldsOf, valueOf } from "../../base/fields.ts";
import type { LocalRequest, LocalResponse } from "./computer.ts";

/** What the server is called; agents name its tools by it. */
export const SERVER = "lectern";
/** The newest version with sessions, for a client that asks for one we do not know. */
const NEWEST = "2025-11-25";
const VERSIONS = ["2024-11-05", "2025-03-26", "2025-06-18", NEWEST];
/** How long a client is told to wait for a call: a day, as the user decides about a change. */
export const MOST_WAIT_MS = 86_400_000;
/** Most clients give up on a server that sends nothing for five minutes. */
const ALIVE_MS = 20_000;

/** The result of a call, as the model is given it. */
export interface CallResult {
  readonly content: readonly Content[];
  readonly isError: boolean;
}

/** A call that waits for its result. */
export interface WaitingCall {
  readonly tool: string;
  /** JSON text. */
  readonly args: string;
  answer(result: CallResult): void;
}

/** Serves `tools` to a client with `token`. `called` gets each call. */
export class ToolServer {
  readonly #tools: readonly ToolDefinition[];
  readonly #token: string;
  readonly #called: (call: WaitingCall) => void;

  constructor(tools: readonly ToolDefinition[], token: string, called: (call: WaitingCall) => void) {
    this.#tools = tools;
    this.#token = token;
    this.#called = called;
  }

  /** Answers a request. */
  answer({ method, headers, body }: LocalRequest): LocalResponse {
    // A page in a browser sends its origin, and has no business here; a name that leads here may be another site's.
    if (headers["origin"] !== undefined || !/^127\.0\.0\.1:\d+$/.test(headers["host"] ?? "")) return { status: 403 };
    if (headers["authorization"] !== `Bearer ${this.#token}`) return { status: 401 };
    if (method !== "POST") return { status: 405, headers: { allow: "POST" } };
    const message = fieldsOf(valueOf(body));
    const { id, method: asked } = message;
    if (typeof asked !== "string") return json({ id: null, error: { code: -32600, message: "not a request" } }, 400);
    if (id === undefined) return { status: 202 };
    if (asked === "tools/call") return this.#call(id, fieldsOf(message["params"]));
    const result = this.#result(asked, fieldsOf(message["params"]));
    return json(result ? { id, result } : { id, error: { code: -32601, message: `unknown method: ${asked}` } });
  }

  #result(method: string, params: Readonly<Record<string, unknown>>): object | undefined {
    if (method === "ping") return {};
    if (method === "tools/list") {
      const tools = this.#tools.map(({ name, description, inputSchema, changes = false }) => ({
        ...{ name, description, inputSchema, annotations: { readOnlyHint: !changes, openWorldHint: false } },
        // Claude Code cuts a longer result in the middle.
        _meta: { "anthropic/maxResultSizeChars": 400_000 },
      }));
      return { tools };
    }
    if (method !== "initialize") return undefined;
    const wanted = params["protocolVersion"];
    const protocolVersion = VERSIONS.find((version) => version === wanted) ?? NEWEST;
    return { protocolVersion, capabilities: { tools: {} }, serverInfo: { name: SERVER, version: "1" } };
  }

  /** The result comes as an event, behind others that keep the connection alive. */
  #call(id: unknown, params: Readonly<Record<string, unknown>>): LocalResponse {
    const { name, arguments: given = {} } = params;
    if (typeof name !== "string")
      return json({ id, error: { code: -32602, message: "the name of a tool is missing" } });
    const result = new Promise<CallResult>((answer) =>
      this.#called({ tool: name, args: JSON.stringify(given), answer }),
    );
    const events = eventsUntil(result, ({ content, isError }) =>
      JSON.stringify({ jsonrpc: "2.0", id, result: { content, isError } }),
    );
    return { status: 200, headers: { "content-type": "text/event-stream", "cache-control": "no-store" }, body: events };
  }
}

const json = (message: object, status = 200): LocalResponse => ({
  ...{ status, headers: { "content-type": "application/json" } },
  body: JSON.stringify({ jsonrpc: "2.0", ...message }),
});

async function* eventsUntil<T>(result: Promise<T>, written: (result: T) => string): AsyncGenerator<string> {
  for (;;) {
    const stop = new AbortController();
    const alive = platformClock.wait(ALIVE_MS, stop.signal).then(() => undefined);
    const done = await Promise.race([result.then((value) => ({ value })), alive]);
    stop.abort();
    if (done) {
      yield `data: ${written(done.value)}\n\n`;
      return;
    }
    yield ": the call goes on\n\n";
  }
}
