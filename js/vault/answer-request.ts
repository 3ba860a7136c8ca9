// Routes each request of the core to the host, or to the readers of documents and pictures.
import type { Answer, Request } from "../../pkg/lectern.js";
import { Documents } from "../documents/documents.ts";
import { reason } from "../base/reason.ts";
import type { Host } from "./host.ts";

/** Shared by all vaults: only the compiled reader is kept. */
const documents = new Documents();

/** What answering needs besides the host. */
export interface Helpers {
  signal?: AbortSignal | undefined;
  /** Starts watching the vault; returns whether the host can. */
  watch?: () => boolean;
}

/** Has `host` answer `request`. If the host throws, the answer is `failed`. */
export async function answer(host: Host, request: Request, { signal, watch }: Helpers = {}): Promise<Answer> {
  try {
    if (request === "watch") return { watched: watch?.() ?? false };
    if ("stat" in request) return await host.stat(request.stat);
    if ("list" in request) return await host.list(request.list.folder, request.list.from);
    if ("link" in request) return await host.link(request.link);
    if ("read" in request) return await host.read(request.read, signal);
    if ("convert" in request) return await documents.convert(host, request.convert, signal);
    return await documents.draw(host, request.draw, signal);
  } catch (error) {
    return { failed: reason(error) };
  }
}
