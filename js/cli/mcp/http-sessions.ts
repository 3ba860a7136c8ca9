// Sessions of clients over HTTP that speak a protocol of 2025. Later ones need none. In a session the server can ask the
// user about a change, and tell the client of changes.
import { randomUUID } from "node:crypto";
import {
  isInitializeRequest,
  type McpServer,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";

/** The maximum number of sessions. The one that was not used for the longest time makes room for a new one. */
const MOST = 64;

interface Session {
  readonly mcp: McpServer;
  readonly transport: WebStandardStreamableHTTPServerTransport;
}

export class HttpSessions {
  readonly #factory: () => McpServer;
  /** By id, the one last used at the end. */
  readonly #open = new Map<string, Session>();

  constructor(factory: () => McpServer) {
    this.#factory = factory;
  }

  /** The servers of all sessions. */
  servers(): McpServer["server"][] {
    return [...this.#open.values()].map(({ mcp }) => mcp.server);
  }

  /** Answers a request of a session, or one that begins a session; undefined for all others. */
  async fetch(request: Request): Promise<Response | undefined> {
    const id = request.headers.get("mcp-session-id");
    if (id === null) return (await isBeginning(request)) ? this.#begin(request) : undefined;
    const session = this.#open.get(id);
    if (!session) return new Response("this session has ended", { status: 404 });
    this.#open.delete(id);
    this.#open.set(id, session);
    return session.transport.handleRequest(request);
  }

  async close(): Promise<void> {
    await Promise.all([...this.#open.keys()].map((id) => this.#end(id)));
  }

  async #begin(request: Request): Promise<Response> {
    const mcp = this.#factory();
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: async (id) => {
        this.#open.set(id, { mcp, transport });
        const [oldest] = this.#open.keys();
        if (this.#open.size > MOST && oldest !== undefined) await this.#end(oldest);
      },
      onsessionclosed: (id) => this.#end(id),
    });
    await mcp.connect(transport);
    return transport.handleRequest(request);
  }

  async #end(id: string): Promise<void> {
    const session = this.#open.get(id);
    this.#open.delete(id);
    await session?.mcp.close();
  }
}

/** Whether `request` begins a session. It can still be read. */
async function isBeginning(request: Request): Promise<boolean> {
  if (request.method !== "POST") return false;
  try {
    return isInitializeRequest(await request.clone().json());
  } catch {
    return false;
  }
}
