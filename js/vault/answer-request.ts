// Answers: from a request of the core to the host that is asked, and to what takes its documents and pictures in.
import type { Answer, Request } from "../../pkg/lectern.js";
import { Documents } from "../documents/documents.ts";
import { reason } from "../base/reason.ts";
import type { Host } from "./host.ts";

/** For every vault: all that lasts is the compiled reader. */
const documents = new Documents();

/** What a call needs besides the host. */
export interface Helpers {
  signal?: AbortSignal | undefined;
  /** Has the host tell of changes, and says whether it does. */
  watch?: () => boolean;
}

/** Has `host` answer `request`. A host that throws has failed to answer, which is an answer too. */
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
