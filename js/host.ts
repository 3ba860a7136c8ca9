// The host: where the core's requests are answered. One implementation for the app, one for Node; what may be asked for
// is decided in the core, which asks only for what its policy has granted. What is the same for every host, answer.ts
// adds.
import type { Answer } from "../pkg/lectern.js";
import type { PdfJs } from "./documents/pdfjs.ts";

/** One vault, as the core sees it. All paths are vault paths; `""` is the root folder. */
export interface Host {
  /** What is at `path`: `file`, `"folder"`, `"missing"`, `"outside"`, `"special"`, or `moved` where another path is meant. */
  stat(path: string): Awaitable<Answer>;
  /** What is in the folder `path`: `listing`. Folders named there are asked for in turn. */
  list(path: string): Awaitable<Answer>;
  /** Which file the app opens for a link of this text: `link`, null if none or if there is no app. */
  link(text: string): Awaitable<Answer>;
  /** The content of `path`: `text` (decoded without loss) or `bytes`, which are given away; `"missing"` if it has gone. */
  read(path: string, signal?: AbortSignal): Awaitable<Answer>;
  /** The host's pdf.js. Throws, in words for a person, if there is none. */
  pdfJs(): Promise<PdfJs>;
}

type Awaitable<T> = T | Promise<T>;

/** Whether a path has only one Unicode form. */
export function isAscii(path: string): boolean {
  return /^[\0-\x7f]*$/.test(path);
}

/** What went wrong, in words, on one line. */
export function reason(error: unknown): string {
  // Not instanceof: an error may come from another window.
  const message: unknown = typeof error === "object" && error && "message" in error ? error.message : error;
  const words = typeof message === "string" ? message : "unknown error";
  return words.split("\n", 1)[0] ?? "";
}
