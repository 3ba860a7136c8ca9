// `lectern mcp`: serves vaults to MCP clients, on standard input and output or over HTTP on this computer.
import type { McpRequestContext, McpServer } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import type { Terminal } from "../terminal.ts";
import { clientsOf, newServer, watchVault } from "./mcp-server.ts";
import { isSubscribed } from "./resource-handlers.ts";
import { StdioTransport } from "./stdio-transport.ts";
import type { ToolParts } from "./tool-handlers.ts";

/** Where the server speaks. */
export interface McpPlace extends ToolParts {
  /** The port on the loopback address; undefined for standard input and output. */
  readonly port: number | undefined;
  /** Log lines. Standard output belongs to the protocol. */
  readonly log: Terminal;
}

/** Serves until the client leaves, or the process is interrupted. Returns the exit code. */
export async function serveMcp(place: McpPlace): Promise<number> {
  const { log, port } = place;
  const failed = (error: Error): void => log.line(`lectern: ${error.message}`);
  const interrupted = new Promise<void>((resolve) => {
    for (const name of ["SIGINT", "SIGTERM"] as const) process.once(name, () => resolve());
  });
  if (port !== undefined) {
    const { serveHttp, tokenOf } = await import("./http.ts");
    const token = tokenOf(process.env.LECTERN_MCP_TOKEN);
    const served = await serveHttp(() => newServer(place), port, token, failed);
    for (const vault of place.vaults) watchVault(vault, served);
    log.line(`lectern: serving at ${served.url}; clients send "Authorization: Bearer ${token}"`);
    await interrupted;
    await served.close();
    return 0;
  }
  // Each answer that waits for the output listens to it.
  process.stdout.setMaxListeners(0);
  const transport = new StdioTransport(process.stdin, (error) => process.stdout.write(`${JSON.stringify(error)}\n`));
  const servers = new Map<McpServer["server"], McpRequestContext["era"]>();
  const handle = serveStdio(
    ({ era }) => {
      const mcp = newServer(place);
      servers.set(mcp.server, era);
      mcp.server.onclose = () => servers.delete(mcp.server);
      return mcp;
    },
    { onerror: failed, transport },
  );
  // Of later clients, the library knows what they subscribed to.
  const isToldOf: typeof isSubscribed = (server, uri) => servers.get(server) === "modern" || isSubscribed(server, uri);
  const listener = clientsOf(() => [...servers.keys()], isToldOf);
  for (const vault of place.vaults) watchVault(vault, listener);
  const hasEnded = await Promise.race([interrupted, transport.ended.then(() => true)]);
  await handle.close();
  // Answers that the client does not read would keep the process alive.
  if (hasEnded !== true) process.exit(0);
  return 0;
}
