// Notes as resources: listed in pages, read as the model would read them, and completed by name. What is excluded does
// not exist here.
import { ResourceNotFoundError, type McpServer } from "@modelcontextprotocol/server";
import type { Context, Reply } from "../../../pkg/lectern.js";
import { contentAt, FLAT, listNotes } from "../../vault/note-resources.ts";
import { listedIn, placeOf, type ServedVault, uriOf } from "./served-vault.ts";

/** The maximum number of completions, by the protocol. */
const COMPLETED = 100;

/** What clients of 2025 subscribed to; the library itself keeps the subscriptions of later ones. */
const subscriptions = new WeakMap<McpServer["server"], ReadonlySet<string>>();

/** Whether the client of `server` asked to be told of changes of the resource `uri`, in the way of 2025. */
export const isSubscribed = (server: McpServer["server"], uri: string): boolean =>
  subscriptions.get(server)?.has(uri) ?? false;

/** The place in a listing of all vaults. */
interface Place {
  readonly vault: number;
  readonly next?: Readonly<Record<string, unknown>> | undefined;
}

/** Adds the handlers of the resources to `server`. */
export function addResources(server: McpServer["server"], vaults: readonly ServedVault[]): void {
  server.setRequestHandler("resources/list", ({ params }, { mcpReq: { signal } }) =>
    listPage(vaults, placeIn(params?.cursor), signal),
  );

  server.setRequestHandler("resources/templates/list", () => ({
    resourceTemplates: vaults.map((vault) => ({
      uriTemplate: `${uriOf(vault, "")}{+path}`,
      name: vault.name === "" ? "note" : `note of ${vault.name}`,
      description: "A file of the vault, by its path.",
    })),
  }));

  server.setRequestHandler("resources/read", async ({ params: { uri } }, { mcpReq: { signal } }) => {
    const place = placeOf(uri, vaults);
    const content = place && (await contentAt(callIn(place.vault, signal), place.path));
    if (!content) throw new ResourceNotFoundError(uri);
    return { contents: [{ uri, ...content }] };
  });

  const subscribed = new Set<string>();
  server.setRequestHandler("resources/subscribe", ({ params: { uri } }) => {
    subscribed.add(uri);
    return {};
  });
  server.setRequestHandler("resources/unsubscribe", ({ params: { uri } }) => {
    subscribed.delete(uri);
    return {};
  });
  subscriptions.set(server, subscribed);

  server.setRequestHandler("completion/complete", async ({ params: { ref, argument } }, { mcpReq: { signal } }) => {
    const vault = ref.type === "ref/resource" ? vaults.find((one) => ref.uri.startsWith(uriOf(one, ""))) : undefined;
    if (!vault || argument.name !== "path") return { completion: { values: [] } };
    // These characters mean something in a pattern.
    const typed = argument.value.replace(/[\\*?[\]!#]/g, "?");
    const args = { ...FLAT, pattern: `*${typed}*`, limit: COMPLETED };
    const { entries = [] } = (await vault.tools.call("list_files", args, signal)).structuredContent;
    return { completion: { values: entries.map(({ path }) => path) } };
  });
}

/** The resources from `place` on, and the cursor of those that follow. */
async function listPage(vaults: readonly ServedVault[], { vault: index, next }: Place, signal: AbortSignal) {
  const vault = vaults[index];
  if (!vault) return { resources: [] };
  // A client that lists notes wants to hear of changes. The first search makes the index, which watches the vault.
  if (!vault.tools.indexed()) void vault.tools.call("search_notes", { query: "a", limit: 1 });
  const { resources, next: more } = await listNotes(callIn(vault, signal), next ?? {}, (path) => uriOf(vault, path));
  for (const { name } of resources) listedIn(vault).add(name);
  const after: Place | undefined = more
    ? { vault: index, next: more }
    : index + 1 < vaults.length
      ? { vault: index + 1 }
      : undefined;
  return { resources, ...(after && { nextCursor: Buffer.from(JSON.stringify(after)).toString("base64url") }) };
}

function placeIn(cursor: string | undefined): Place {
  if (cursor === undefined) return { vault: 0 };
  try {
    const place = JSON.parse(Buffer.from(cursor, "base64url").toString()) as Place;
    if (Number.isInteger(place.vault)) return place;
  } catch {
    // Not one of ours: an empty page.
  }
  return { vault: Number.MAX_SAFE_INTEGER };
}

const callIn =
  ({ tools }: ServedVault, signal: AbortSignal) =>
  (tool: string, args: object, context?: Partial<Context>): Promise<Reply> =>
    tools.call(tool, args, signal, context);
