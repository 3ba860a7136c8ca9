// Notes as resources: listed in pages, read as the model would read them, and completed by name. What is excluded does
// not exist here.
import { ResourceNotFoundError, type McpServer } from "@modelcontextprotocol/server";
import type { FileShown } from "../../../pkg/lectern.js";
import { linesIn, rowsOf } from "../../vault/layout.ts";
import { listedIn, placeOf, type ServedVault, uriOf } from "./served-vault.ts";

/** Resources on a page. */
const PAGE = 200;
/** Any other order sums folders up. */
const FLAT = { sort: "modified" } as const;
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
    if (!place) throw new ResourceNotFoundError(uri);
    return { contents: [await contentOf(uri, place, signal)] };
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
  const listed = await vault.tools.call("list_files", { ...next, ...FLAT, limit: PAGE }, signal);
  const { entries = [], next: more } = listed.structuredContent;
  const resources = entries.flatMap((entry) => {
    if (!("size" in entry)) return [];
    listedIn(vault).add(entry.path);
    const title = entry.title === undefined ? {} : { title: entry.title };
    const type = isNote(entry.path) ? { mimeType: mimeOf(entry.path) } : {};
    // Only reading tells what other files are given as: a picture, or text.
    return [{ uri: uriOf(vault, entry.path), name: entry.path, ...title, ...type, size: entry.size }];
  });
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

/** The file as text, without the numbers of its lines; a picture as it is. */
async function contentOf(
  uri: string,
  { vault, path }: NonNullable<ReturnType<typeof placeOf>>,
  signal: AbortSignal,
): Promise<{ uri: string; mimeType: string; text: string } | { uri: string; mimeType: string; blob: string }> {
  // A long line may come in several parts.
  const lines: { readonly line: number; text: string }[] = [];
  let args: Record<string, unknown> = { path };
  for (;;) {
    const reply = await vault.tools.call("read_file", args, signal, { layout: true });
    const [file] = reply.structuredContent.files;
    // Another note must not be shown in its place: a resource has one exact name.
    if (reply.isError || file?.path !== path) throw new ResourceNotFoundError(uri);
    const picture = reply.content.find((part) => part.type === "image");
    if (picture?.type === "image") return { uri, mimeType: picture.mimeType, blob: picture.data };
    const rows = rowsOf(reply);
    for (const { line, text } of file.layout ? linesIn(rows, file.layout) : []) {
      const last = lines[lines.length - 1];
      if (last?.line === line) last.text += text;
      else lines.push({ line, text });
    }
    if (file.next) args = { ...file.next };
    else return { uri, mimeType: mimeOf(path), text: joined(lines, file) };
  }
}

/** The lines with their ends. */
function joined(lines: readonly { readonly line: number; readonly text: string }[], file: FileShown): string {
  const hasReturn = (line: number): boolean =>
    file.eol === "crlf" || (file.crlf_lines ?? []).some(([first, last]) => line >= first && line <= last);
  const parts = lines.map(({ line, text }, index) => {
    const isEnd = index === lines.length - 1 && !file.final_newline;
    return isEnd ? text : `${text}${hasReturn(line) ? "\r\n" : "\n"}`;
  });
  return parts.join("");
}

const isNote = (path: string): boolean => /\.md$/i.test(path);
const mimeOf = (path: string): string => (isNote(path) ? "text/markdown" : "text/plain");
