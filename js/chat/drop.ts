// Finds the paths of files and folders that are dropped onto the panel.
import { type App, parseLinktext, type TAbstractFile } from "obsidian";

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
