// The host: where the core's requests are answered. One implementation for the app, one for Node; what may be asked for
// is decided in the core, which asks only for what its policy has granted.
import type { Answer, Request } from "../pkg/lectern.js";

/** One vault, as the core sees it. All paths are vault paths; `""` is the root folder. */
export interface Host {
  /** What is at `path`: `file`, `"folder"`, `"missing"`, `"outside"`, `"special"`, or `moved` where another path is meant. */
  stat(path: string): Awaitable<Answer>;
  /** What is in the folder `path`: `listing`. Folders named there are asked for in turn. */
  list(path: string): Awaitable<Answer>;
  /** Which file the app opens for a link of this text: `link`, null if none or if there is no app. */
  link(text: string): Awaitable<Answer>;
  /** The content of `path`: `text` (decoded without loss) or `bytes`; `"missing"` if it has gone. */
  read(path: string, signal?: AbortSignal): Awaitable<Answer>;
}

type Awaitable<T> = T | Promise<T>;

/** Has `host` answer `request`. A host that throws has failed to answer, which is an answer too. */
export async function answer(host: Host, request: Request, signal?: AbortSignal): Promise<Answer> {
  try {
    if ("stat" in request) return await host.stat(request.stat);
    if ("list" in request) return await host.list(request.list);
    if ("link" in request) return await host.link(request.link);
    return await host.read(request.read, signal);
  } catch (error) {
    return { failed: reason(error) };
  }
}

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
