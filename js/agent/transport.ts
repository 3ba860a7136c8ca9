// The way to one provider: the platform's fetch, which streams; where the provider lets the app's origin not in, the app's
// own, which gives an answer whole. A key goes nowhere but to the host it was given for.
import { nextTurn } from "../turns.ts";
import type { Network, WholeResponse } from "./choice.ts";
import { ModelError } from "./model.ts";
import { stopIf, unlessStopped } from "./stopping.ts";

/** What a provider needs to know. Anything else that a library adds may break the provider's CORS. */
const HEADERS = new Set([
  "accept",
  "anthropic-beta",
  "anthropic-dangerous-direct-browser-access",
  "anthropic-version",
  "authorization",
  "content-type",
  "x-api-key",
  "x-goog-api-key",
]);

/** Origins that were reached by the app's own way alone, as long as the app runs. */
const whole = new Set<string>();

/** Statuses by which a server sends a request elsewhere. */
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** Reaches one provider. */
export class Transport {
  readonly #network: Network;
  readonly #base: URL;

  /** `base` is an address of the provider's: everything goes to its origin. */
  constructor(network: Network, base: string) {
    this.#network = network;
    this.#base = new URL(base);
  }

  /** How errors name it. */
  get host(): string {
    return this.#base.host;
  }

  /** A fetch for the provider's library. `buffered` is called before an answer is waited for that comes whole. */
  fetch(buffered: () => void): Network["fetch"] {
    return async (input, init = {}) => {
      const url = new URL(input instanceof Request ? input.url : input);
      if (url.origin !== this.#base.origin) throw new ModelError("refused", `${url.host} is not ${this.host}.`);
      // The library has just written the request out, and the browser is about to copy it: megabytes, it may be.
      await nextTurn();
      stopIf(init.signal);
      const sent: RequestInit = { ...init, headers: kept(init.headers), redirect: "manual" };
      const response = await this.#reach(url, sent, buffered);
      // A browser tells nothing of where it would have gone.
      if (response.type === "opaqueredirect" || REDIRECTS.has(response.status)) {
        throw new ModelError("refused", `${this.host} sends requests to another address. Set that one as the address.`);
      }
      return response;
    };
  }

  async #reach(url: URL, init: RequestInit, buffered: () => void): Promise<Response> {
    // A browser's fetch may be called by no object.
    const { fetch, whole: ask } = this.#network;
    if (!ask || !whole.has(url.origin)) {
      try {
        return await fetch(url.href, init);
      } catch (error) {
        stopIf(init.signal);
        // Neither a server that cannot be reached nor one that lets this origin not in is told apart from the other.
        if (!(error instanceof TypeError)) throw error;
        if (!ask) throw this.#unreachable();
      }
    }
    buffered();
    const body = typeof init.body === "string" ? { body: init.body } : {};
    const request = { url: url.href, method: init.method ?? "GET", headers: init.headers as Record<string, string> };
    const response = await unlessStopped(ask({ ...request, ...body }), init.signal).catch(() => {
      stopIf(init.signal);
      throw this.#unreachable();
    });
    whole.add(url.origin);
    return streamed(response);
  }

  #unreachable(): ModelError {
    const { host, hostname } = this.#base;
    const isHere = hostname === "localhost" || hostname === "[::1]" || hostname.startsWith("127.");
    const advice = isHere ? "Is the server running?" : "Check the connection.";
    return new ModelError("network", `${host} could not be reached. ${advice}`);
  }
}

function kept(headers: HeadersInit | undefined): Record<string, string> {
  return Object.fromEntries([...new Headers(headers)].filter(([name]) => HEADERS.has(name)));
}

/** What is of use of a response's headers; the others may be about the bytes as they were sent. */
const ANSWERED = new Set(["content-type", "retry-after", "retry-after-ms"]);

/** A response that came whole, as if it had been streamed at once. */
function streamed({ status, headers, text }: WholeResponse): Response {
  const isEmpty = status === 204 || status === 205 || status === 304;
  const fits = status >= 200 && status <= 599;
  const told = Object.entries(headers).filter(([name]) => ANSWERED.has(name.toLowerCase()));
  return new Response(isEmpty ? null : text, { status: fits ? status : 502, headers: Object.fromEntries(told) });
}
