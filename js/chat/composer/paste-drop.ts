// What is pasted into the composer or dropped onto it. Pasted images are redrawn as images of the vault are, so that
// they have a size that models take and none of the data about the place and the camera.
import { type App, parseLinktext, type TAbstractFile } from "obsidian";
import type { Attachment } from "../../agent/message.ts";
import { t } from "../../base/translate.ts";
import { drawPicture } from "../../documents/picture.ts";
import type { ChatSettings } from "../../settings/chat-settings.ts";
import { chosenModel } from "../model/chosen-model.ts";
import type { Parts } from "../parts.ts";

/** Larger files are not decoded. */
const MOST_BYTES = 50_000_000;

/** The images that `data` has instead of text: a table from a spreadsheet comes as both. */
export function imagesIn(data: DataTransfer | null): File[] {
  if (!data || data.getData("text/plain") !== "") return [];
  return Array.from(data.files).filter(({ type }) => type.startsWith("image/"));
}

/** A name that none of `attached` has. */
export function pastedName(attached: readonly { readonly path: string }[]): string {
  for (let number = 1; ; number++) {
    const name = number === 1 ? t("Pasted image") : t("Pasted image {number}", { number });
    if (!attached.some(({ path }) => path === name)) return name;
  }
}

/**
 * `file` as an attachment called `name`. `chosen` gives the settings with the conversation's model. Rejects with an error
 * for the user if that can't take it.
 */
export async function pastedImage(
  { app, settings }: Parts,
  chosen: () => Promise<ChatSettings>,
  attached: readonly Attachment[],
  { name, file }: { readonly name: string; readonly file: File },
): Promise<Attachment> {
  const { maxImageBytes, maxImagesBytes } = await settings.load();
  const model = await chosenModel(app, await chosen());
  if (!model.seesImages) throw new Error(t("This model can't see images."));
  if (file.size > MOST_BYTES) throw new Error(t("This image is too large."));
  const left = maxImagesBytes - sizeOf(attached);
  if (left <= 0) throw new Error(t("There is no room for another image."));
  const most = Math.min(maxImageBytes, left);
  const drawn = await drawPicture(new Uint8Array(await file.arrayBuffer()), file.type, most);
  if (typeof drawn === "string" || !("image" in drawn)) throw new Error(t("This image can't be read."));
  const { data, mimeType, width, height } = drawn.image;
  const text = { type: "text", text: `[an image, ${width}×${height} pixels]` } as const;
  const content: Attachment["reply"]["content"] = [text, { type: "image", data, mimeType }];
  return {
    path: name,
    isPasted: true,
    reply: { content, isError: false, structuredContent: { display: name, files: [] } },
  };
}

/** Bytes of all images, as base64. */
const sizeOf = (attached: readonly Attachment[]): number =>
  attached
    .flatMap(({ reply }) => reply.content)
    .reduce((sum, part) => sum + (part.type === "image" ? part.data.length : 0), 0);

/** The app's own record of the drag in progress. The typings lack it, so it may be missing. */
interface DragManager {
  readonly draggable?: { readonly file?: TAbstractFile; readonly files?: readonly TAbstractFile[] } | null;
}

/** The paths of the dropped files and folders; empty if any line of `data` is other text. */
export function droppedPaths(app: App, data: DataTransfer): string[] {
  const dragged = (app as App & { dragManager?: DragManager }).dragManager?.draggable;
  const files = dragged?.files ?? (dragged?.file ? [dragged.file] : []);
  if (files.length > 0) return files.map(({ path }) => path);
  const lines = data
    .getData("text/plain")
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter(Boolean);
  const paths = lines.map((line) => pathOf(app, line));
  return paths.every((path) => path !== undefined) ? paths : [];
}

/** The path of `obsidian://open?vault=…&file=…`, `[[Note]]`, `![[Note]]`, `[words](Note.md)`, or of a path itself. */
function pathOf(app: App, line: string): string | undefined {
  const link =
    (/^obsidian:\/\/open\?/.test(line) ? new URLSearchParams(line.replace(/^[^?]*\?/, "")).get("file") : undefined) ??
    /^!?\[\[([^\]|]+)(?:\|[^\]]*)?\]\]$/.exec(line)?.[1] ??
    decoded(/^!?\[[^\]]*\]\(<?([^)>]+)>?\)$/.exec(line)?.[1]) ??
    line;
  const { path } = parseLinktext(link);
  const { vault, metadataCache } = app;
  const file =
    vault.getAbstractFileByPath(path.replace(/^\/+|\/+$/g, "")) ?? metadataCache.getFirstLinkpathDest(path, "");
  return file?.path || undefined;
}

function decoded(address: string | undefined): string | undefined {
  try {
    return address && decodeURIComponent(address);
  } catch {
    return address;
  }
}
