// MCP over HTTP on the loopback address. Every request needs the token; `Host` and `Origin` must be this computer, so that
// no web page reaches the server through the user's browser.
import { randomBytes, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import {
  createMcpHandler,
  hostHeaderValidationResponse,
  isLegacyRequest,
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  originValidationResponse,
  type McpServer,
} from "@modelcontextprotocol/server";
import { HttpSessions } from "./http-sessions.ts";
import { type ChangeListener, clientsOf } from "./mcp-server.ts";

const HOST = "127.0.0.1";
const PATH = "/mcp";

/** A running server. */
export interface Served extends ChangeListener {
  readonly url: string;
  close(): Promise<void>;
}

/** The token that clients have to send: the one that is `given`, or a new one. */
export const tokenOf = (given = ""): string => given.trim() || randomBytes(24).toString("base64url");

/** Serves on `port`; 0 takes any that is free. Rejects if it is taken. */
export async function serveHttp(
  factory: () => McpServer,
  port: number,
  token: string,
  failed: (error: Error) => void,
): Promise<Served> {
  const handler = createMcpHandler(factory, { onerror: failed });
  const sessions = new HttpSessions(factory);
  const clients = clientsOf(() => sessions.servers());
  const answer = async (request: Request): Promise<Response> => {
    const refused =
      hostHeaderValidationResponse(request, localhostAllowedHostnames()) ??
      originValidationResponse(request, localhostAllowedOrigins());
    if (refused) return refused;
    if (!isToken(request.headers.get("authorization"), token)) {
      return new Response("a token is needed", { status: 401, headers: { "www-authenticate": "Bearer" } });
    }
    if (new URL(request.url).pathname !== PATH) return new Response("not found", { status: 404 });
    return ((await isLegacyRequest(request)) && (await sessions.fetch(request))) || handler.fetch(request);
  };
  const server = createServer((incoming, outgoing) => {
    void respond(incoming, outgoing, answer).catch((error: unknown) => {
      failed(error instanceof Error ? error : new Error(String(error)));
      outgoing.destroy();
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, HOST, resolve);
  });
  const { port: own } = server.address() as AddressInfo;
  return {
    url: `http://${HOST}:${own}${PATH}`,
    listChanged: () => {
      handler.notify.resourcesChanged();
      clients.listChanged();
    },
    updated: (uri) => {
      handler.notify.resourceUpdated(uri);
      clients.updated(uri);
    },
    close: async () => {
      await sessions.close();
      await handler.close();
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

async function respond(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  answer: (request: Request) => Promise<Response>,
): Promise<void> {
  const gone = new AbortController();
  outgoing.once("close", () => gone.abort());
  const headers = Object.entries(incoming.headers).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, Array.isArray(value) ? value.join(", ") : value]],
  );
  const { method = "GET", url = "/" } = incoming;
  const hasBody = method !== "GET" && method !== "HEAD";
  const response = await answer(
    new Request(new URL(url, `http://${HOST}`), {
      ...{ method, headers, signal: gone.signal },
      ...(hasBody && { body: Readable.toWeb(incoming) as ReadableStream, duplex: "half" as const }),
    }),
  );
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  if (response.body) for await (const part of response.body) outgoing.write(part);
  outgoing.end();
}

/** Whether `header` has the token. Takes as long for every wrong one. */
function isToken(header: string | null, token: string): boolean {
  const [given, wanted] = [Buffer.from(header ?? ""), Buffer.from(`Bearer ${token}`)];
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}
