// The Model Context Protocol (https://modelcontextprotocol.io) over HTTP on this computer: tools and resources, as far as
// agents use them. Each call waits until it is answered, however long the user takes to decide.
import type { Content, ToolDefinition } from "../../../pkg/lectern.js";
import { platformClock } from "../../base/clock.ts";
import { fieldsOf, valueOf } from "../../base/fields.ts";
import { mcpTool } from "../../base/mcp-tool.ts";
import { reason } from "../../base/reason.ts";
import type { LocalRequest, LocalResponse } from "./computer.ts";

/** What the server is called; agents name its tools by it. */
export const SERVER = "lectern";
/** The newest version with sessions, for a client that asks for one we do not know. */
const NEWEST = "2025-11-25";
/** That of 2025-03-26 has batches. */
const VERSIONS = ["2024-11-05", "2025-06-18", NEWEST];
const PATH = "/mcp";
/** How long a client is told to wait for a call: a day, as the user decides about a change. */
export const MOST_WAIT_MS = 86_400_000;
/** The host of this computer, with its port. */
const LOCAL = /^(?:localhost|127\.0\.0\.1)(?::\d+)?$/;
/** Most clients give up on a server that sends nothing for five minutes. */
const ALIVE_MS = 20_000;

/** The result of a call, as the model is given it. */
export interface CallResult {
  readonly content: readonly Content[];
  readonly isError: boolean;
}

/** A call of a tool. */
export interface ToolCalled {
  readonly tool: string;
  /** JSON text. */
  readonly args: string;
  /** Aborted when the client no longer waits. */
  readonly signal: AbortSignal;
  /** Tells the client why it waits. */
  readonly say: (message: string) => void;
}

/** What a client may do. */
export interface Service {
  readonly instructions?: string;
  tools(): readonly ToolDefinition[] | Promise<readonly ToolDefinition[]>;
  call(call: ToolCalled): Promise<CallResult>;
  readonly resources?: Resources;
  /** Called when a program begins to use it. */
  begun?(program: string): void;
}

/** What a client can read beside calling tools; each is JSON as the protocol has it. */
export interface Resources {
  readonly templates: readonly object[];
  /** A page of what there is: `cursor` is that of the page before. */
  list(cursor: unknown, signal: AbortSignal): Promise<object>;
  /** The contents of the resource at `uri`; undefined if it does not exist. */
  read(uri: string, signal: AbortSignal): Promise<readonly object[] | undefined>;
}

type Params = Readonly<Record<string, unknown>>;

/** An error with a code of the protocol. */
class RpcError extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/** Answers the requests of clients. `serviceOf` gives what the client with a token may do. */
export class McpEndpoint {
  readonly #serviceOf: (token: string) => Service | undefined | Promise<Service | undefined>;
  /** The calls that run, by their token, session and id. */
  readonly #running = new Map<string, AbortController>();

  constructor(serviceOf: (token: string) => Service | undefined | Promise<Service | undefined>) {
    this.#serviceOf = serviceOf;
  }

  /** Answers a request. */
  async answer({ method, path, headers, body, gone }: LocalRequest): Promise<LocalResponse> {
    // A page of another site sends its origin; a name that leads here may be another site's.
    const { host = "", origin = host } = headers;
    if (!LOCAL.test(host) || !LOCAL.test(origin.replace(/^https?:\/\//, ""))) return { status: 403 };
    // Where clients look for a sign-in.
    if (path !== PATH) return { status: 404 };
    const token = /^Bearer (.+)$/i.exec(headers["authorization"] ?? "")?.[1];
    const service = token === undefined ? undefined : await this.#serviceOf(token);
    if (!service)
      return {
        status: 401,
        headers: { "www-authenticate": "Bearer" },
        body: "the token is missing or no longer valid: add the agent in Lectern's settings",
      };
    if (method !== "POST") return { status: 405, headers: { allow: "POST" } };
    const version = headers["mcp-protocol-version"];
    if (version !== undefined && !VERSIONS.includes(version))
      return failed(null, new RpcError(-32000, `the versions here are ${VERSIONS.join(", ")}`), 400);
    const value = valueOf(await body());
    if (value === undefined) return failed(null, new RpcError(-32700, "not JSON"), 400);
    const message = fieldsOf(value);
    const { id, method: asked } = message;
    // A response. The server sends no requests, so there is nothing to do.
    if (asked === undefined && ("result" in message || "error" in message)) return { status: 202 };
    const params = fieldsOf(message["params"]);
    if (typeof asked !== "string") return failed(null, new RpcError(-32600, "not a request"), 400);
    const keyOf = (id: unknown): string => JSON.stringify([token, headers["mcp-session-id"], id]);
    if (id === undefined) {
      if (asked === "notifications/cancelled") this.#running.get(keyOf(params["requestId"]))?.abort();
      return { status: 202 };
    }
    const stop = new AbortController();
    gone?.addEventListener("abort", () => stop.abort());
    if (gone?.aborted) stop.abort();
    if (asked !== "tools/call") {
      try {
        return json({ id, result: await resultOf(service, asked, params, stop.signal) }, 200, sessionFor(asked));
      } catch (error) {
        return failed(id, error);
      }
    }
    const { name, arguments: given = {}, _meta } = params;
    if (typeof name !== "string") return failed(id, new RpcError(-32602, "the name of a tool is missing"));
    const key = keyOf(id);
    this.#running.set(key, stop);
    let [says, told] = ["", (): void => undefined];
    const say = (message: string): void => {
      says = message;
      told();
    };
    const result = service
      .call({ tool: name, args: JSON.stringify(given), signal: stop.signal, say })
      .finally(() => this.#running.get(key) === stop && this.#running.delete(key));
    const events = eventsUntil(id, result, {
      token: fieldsOf(_meta)["progressToken"],
      says: () => says,
      told: () => new Promise<void>((resolve) => (told = resolve)),
    });
    return { status: 200, headers: { "content-type": "text/event-stream", "cache-control": "no-store" }, body: events };
  }
}

/** The result of a request that is no call of a tool. */
async function resultOf(service: Service, method: string, params: Params, signal: AbortSignal): Promise<object> {
  const { instructions, resources } = service;
  if (method === "ping") return {};
  if (method === "tools/list") return { tools: (await service.tools()).map(mcpTool) };
  if (method === "initialize") {
    const wanted = params["protocolVersion"];
    const { name, version } = fieldsOf(params["clientInfo"]);
    if (typeof name === "string") service.begun?.(typeof version === "string" ? `${name} ${version}` : name);
    return {
      protocolVersion: VERSIONS.find((version) => version === wanted) ?? NEWEST,
      capabilities: { tools: {}, ...(resources && { resources: {} }) },
      serverInfo: { name: SERVER, title: "Lectern", version: "1" },
      ...(instructions !== undefined && { instructions }),
    };
  }
  if (resources && method === "resources/list") return resources.list(params["cursor"], signal);
  if (resources && method === "resources/templates/list") return { resourceTemplates: resources.templates };
  if (resources && method === "resources/read") {
    const uri = String(params["uri"]);
    const contents = await resources.read(uri, signal);
    if (!contents) throw new RpcError(-32002, `there is no resource ${JSON.stringify(uri)}`);
    return { contents };
  }
  throw new RpcError(-32601, `unknown method: ${method}`);
}

/** Tells apart the calls of several windows of a client; any is taken later, also after a restart. */
const sessionFor = (method: string): Record<string, string> =>
  method === "initialize" ? { "mcp-session-id": crypto.randomUUID() } : {};

const json = (message: object, status = 200, headers = {}): LocalResponse => ({
  ...{ status, headers: { "content-type": "application/json", ...headers } },
  body: text(message),
});

const text = (message: object): string => JSON.stringify({ jsonrpc: "2.0", ...message });

function failed(id: unknown, error: unknown, status = 200): LocalResponse {
  const code = error instanceof RpcError ? error.code : -32603;
  return json({ id, error: { code, message: reason(error) } }, status);
}

/** Why a call waits. */
interface Waits {
  /** By which the client wants to be told; undefined if it does not. */
  readonly token: unknown;
  readonly says: () => string;
  /** Resolves once there is something new to say. */
  readonly told: () => Promise<void>;
}

/** The result comes as an event, behind others that keep the connection alive. */
async function* eventsUntil(id: unknown, result: Promise<CallResult>, wait: Waits): AsyncGenerator<string> {
  const done = result.then(
    ({ content, isError }) => text({ id, result: { content, isError } }),
    (error: unknown) => text({ id, error: { code: -32603, message: reason(error) } }),
  );
  let said = "";
  for (let progress = 1; ; progress++) {
    const stop = new AbortController();
    const alive = platformClock.wait(ALIVE_MS, stop.signal);
    const last = wait.says() === said ? await Promise.race([done, alive, wait.told()]) : undefined;
    stop.abort();
    said = wait.says();
    if (typeof last === "string") {
      yield `data: ${last}\n\n`;
      return;
    }
    const params = { progressToken: wait.token, progress, message: said };
    if (wait.token === undefined || said === "") yield ": the call goes on\n\n";
    else yield `data: ${text({ method: "notifications/progress", params })}\n\n`;
  }
}
