// One connection of the MCP server: what it says of itself, and its handlers.
import { McpServer } from "@modelcontextprotocol/server";
import manifest from "../../../manifest.json" with { type: "json" };
import type { Change } from "../../../pkg/lectern.js";
import { INSTRUCTIONS } from "../../base/mcp-tool.ts";
import { answerCheck } from "./answer-check.ts";
import { addPrompts } from "./prompt-handlers.ts";
import { addResources, isSubscribed } from "./resource-handlers.ts";
import { listedIn, type ServedVault, uriOf } from "./served-vault.ts";
import { addTools, type ToolParts } from "./tool-handlers.ts";

/** How long clients may keep lists of tools, which never change, and of notes, in milliseconds. */
const FIXED_MS = 3_600_000;
const NOTES_MS = 5_000;
/** A burst of changes is told once. */
const QUIET_MS = 300;

/** A server for one connection or request. */
export function newServer(parts: ToolParts): McpServer {
  const mcp = new McpServer(
    { name: "lectern", title: "Lectern", version: manifest.version },
    {
      capabilities: {
        tools: {},
        prompts: {},
        resources: { listChanged: true, subscribe: true },
        completions: {},
      },
      instructions: INSTRUCTIONS,
      cacheHints: {
        "tools/list": { ttlMs: FIXED_MS, cacheScope: "private" },
        "server/discover": { ttlMs: FIXED_MS, cacheScope: "private" },
        "resources/templates/list": { ttlMs: FIXED_MS, cacheScope: "private" },
        "resources/list": { ttlMs: NOTES_MS, cacheScope: "private" },
        "prompts/list": { ttlMs: NOTES_MS, cacheScope: "private" },
      },
      jsonSchemaValidator: answerCheck,
      requestState: {
        verify: async (state, context) => (await import("./elicitation.ts")).shownCodec.verify(state, context),
      },
    },
  );
  const { server } = mcp;
  addTools(server, parts);
  addResources(server, parts.vaults);
  addPrompts(server, parts.vaults);
  return mcp;
}

/** Receives the changes in a vault. */
export interface ChangeListener {
  listChanged(): void;
  updated(uri: string): void;
}

/** Tells the clients of `servers` of changes; of one in a resource those that `isToldOf` it. */
export function clientsOf(servers: () => readonly McpServer["server"][], isToldOf = isSubscribed): ChangeListener {
  // A client may be gone.
  const ignore = (): void => undefined;
  return {
    listChanged: () => {
      for (const server of servers()) server.sendResourceListChanged().catch(ignore);
    },
    updated: (uri) => {
      for (const server of servers()) if (isToldOf(server, uri)) server.sendResourceUpdated({ uri }).catch(ignore);
    },
  };
}

/** Tells `listener` of changes in `vault`, but nothing of excluded files. */
export function watchVault(vault: ServedVault, listener: ChangeListener): void {
  const { host, tools } = vault;
  let timer: NodeJS.Timeout | undefined;
  const listChanged = (): void => {
    timer ??= setTimeout(() => {
      timer = undefined;
      listener.listChanged();
    }, QUIET_MS).unref();
  };
  // What is written to an excluded note is not told, nor when. If the note was listed before, it has left the list.
  const written = async (path: string): Promise<void> => {
    const isOpen = (await tools.closedPaths([path])).length === 0;
    if (isOpen) listener.updated(uriOf(vault, path));
    if (isOpen || listedIn(vault).delete(path)) listChanged();
  };
  const gone = (path: string, below = false): void => {
    const isGone = (other: string): boolean => other === path || (below && other.startsWith(`${path}/`));
    const left = [...listedIn(vault)].filter(isGone);
    for (const other of left) listedIn(vault).delete(other);
    if (left.length > 0) listChanged();
  };
  const changed = (change: Change): void => {
    if (typeof change !== "object") listChanged();
    else if ("written" in change) {
      const { path } = change.written;
      if (!tools.isProtectedPath(path)) void written(path);
    } else if ("gone" in change) gone(change.gone);
    else if ("folder_gone" in change) gone(change.folder_gone, true);
    else listChanged();
  };
  // The index watches the vault once there is one; what it hears is heard here, too.
  const watch = host.watch.bind(host);
  host.watch = (told) =>
    watch((change) => {
      told(change);
      changed(change);
    });
}
