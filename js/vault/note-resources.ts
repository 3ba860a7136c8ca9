// Notes as resources of the Model Context Protocol: listed in pages, and read as the model would read them. What is
// excluded does not exist here.
import type { Context, FileShown, Reply } from "../../pkg/lectern.js";
import { linesIn, rowsOf, textOf } from "./layout.ts";

/** Resources on a page. */
const PAGE = 200;
/** Any other order sums folders up. */
export const FLAT = { sort: "modified" } as const;

/** Calls a tool of the vault. */
type Call = (tool: string, args: object, context?: Partial<Context>) => Promise<Reply>;

/** A page of notes, and the arguments of the next. Rejects if they can't be listed. */
export async function listNotes(call: Call, from: object, uriOf: (path: string) => string) {
  const reply = await call("list_files", { ...from, ...FLAT, limit: PAGE });
  if (reply.isError) throw new Error(textOf(reply));
  const { entries = [], next } = reply.structuredContent;
  const resources = entries.flatMap((entry) => {
    if (!("size" in entry)) return [];
    const title = entry.title === undefined ? {} : { title: entry.title };
    const type = isNote(entry.path) ? { mimeType: mimeOf(entry.path) } : {};
    // Only reading tells what other files are given as: a picture, or text.
    return [{ uri: uriOf(entry.path), name: entry.path, ...title, ...type, size: entry.size }];
  });
  return { resources, next };
}

/** A file's text without the numbers of its lines, or a picture in base64. */
export type FileContent =
  { readonly mimeType: string; readonly text: string } | { readonly mimeType: string; readonly blob: string };

/** The content of the file at exactly `path`; undefined if it can't be read. */
export async function contentAt(call: Call, path: string): Promise<FileContent | undefined> {
  // A long line may come in several parts.
  const lines: { readonly line: number; text: string }[] = [];
  let args: object = { path };
  for (;;) {
    const reply = await call("read_file", args, { layout: true });
    const [file] = reply.structuredContent.files;
    // Another note must not be shown in its place: a resource has one exact name.
    if (reply.isError || file?.path !== path) return undefined;
    const picture = reply.content.find((part) => part.type === "image");
    if (picture?.type === "image") return { mimeType: picture.mimeType, blob: picture.data };
    const rows = rowsOf(reply);
    for (const { line, text } of file.layout ? linesIn(rows, file.layout) : []) {
      const last = lines[lines.length - 1];
      if (last?.line === line) last.text += text;
      else lines.push({ line, text });
    }
    if (file.next) args = { ...file.next };
    else return { mimeType: mimeOf(path), text: joined(lines, file) };
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

const SCHEME = "lectern://";

/** The address of the file at `path`: `lectern:///Notes/a.md`, or `lectern://work/Notes/a.md` of several vaults. */
export const uriIn = (vault: string, path: string): string =>
  `${SCHEME}${encodeURIComponent(vault)}/${path.split("/").map(encodeURIComponent).join("/")}`;

/** The vault and the path that `uri` names; undefined if it names none. */
export function namedIn(uri: string): { readonly vault: string; readonly path: string } | undefined {
  if (!uri.startsWith(SCHEME)) return undefined;
  const [name = "", ...parts] = uri.slice(SCHEME.length).split("/");
  try {
    const path = parts.map(decodeURIComponent).join("/");
    return path === "" ? undefined : { vault: decodeURIComponent(name), path };
  } catch {
    return undefined;
  }
}
