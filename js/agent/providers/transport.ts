// Sends requests to one provider: with the platform's `fetch`, which streams, or, if CORS blocks that, with the app's
// own request, which returns the response as a whole. A key is only sent to the host that it was entered for.
import { nextTurn } from "../../base/turns.ts";
import { IDLE_SECONDS, type Network, type WholeResponse } from "../model-choice.ts";
import { type Answered, BoundedRequest, type Peer } from "./bounded-request.ts";
import { ModelError } from "../model.ts";
import type { Address } from "./address.ts";
import { unexpected } from "./request-faults.ts";
import { stopIf } from "../../base/aborted.ts";
import { t } from "../../base/translate.ts";

/** Headers that contain a key. */
const KEYS = ["authorization", "x-api-key", "x-goog-api-key"];

/** Request headers that are sent. Others that a library adds may fail the provider's CORS check. */
const HEADERS = new Set([
  "accept",
  "anthropic-beta",
  "anthropic-dangerous-direct-browser-access",
  "anthropic-version",
  "content-type",
  ...KEYS,
]);

/** Origins that only the app's own request has reached. Kept while the app runs. */
const whole = new Set<string>();

/** The app's own request reports nothing until the response is complete, so its timeout is this many idle timeouts. */
const WHOLE_TIMES = 5;

/** Redirect statuses. */
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** A request to send. */
interface Sent {
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body?: string;
}

/** Sends requests to one provider. */
export class Transport {
  readonly #network: Network;
  readonly #base: URL;
  readonly #isOwn: boolean;
  readonly #peer: Peer;

  /** Requests to any other origin than that of the address are refused. */
  constructor(network: Network, { base, name, isOwn }: Omit<Address, "key">, idleSeconds = IDLE_SECONDS) {
    this.#network = network;
    this.#base = new URL(base);
    this.#isOwn = isOwn;
    this.#peer = { name, idleSeconds };
  }

  /** The provider's host. */
  get host(): string {
    return this.#base.host;
  }

  /** A `fetch` for the provider's library. Calls `buffered` before it waits for a response that can't be streamed. */
  fetch(buffered: () => void): Network["fetch"] {
    return async (input, init = {}) => {
      const url = new URL(input instanceof Request ? input.url : input);
      if (url.origin !== this.#base.origin) throw new ModelError("refused", `${url.host} is not ${this.host}.`);
      // Yields between serializing the request and sending it: both may take long for megabytes.
      await nextTurn();
      const { signal, method = "GET", headers, body } = init;
      stopIf(signal);
      const kept = Object.fromEntries([...new Headers(headers)].filter(([name]) => HEADERS.has(name)));
      const sent: Sent = { method, headers: kept, ...(typeof body === "string" && { body }) };
      const bounded = new BoundedRequest(this.#peer, signal);
      try {
        const answered = await this.#reach(url, sent, bounded, buffered);
        const isPage = answered.status < 300 && /^text\/html/i.test(answered.headers.get("content-type") ?? "");
        if (isPage) throw unexpected(this.#peer.name);
        return bounded.response(answered);
      } catch (error) {
        bounded.end(error);
        stopIf(signal);
        throw error;
      }
    };
  }

  async #reach(url: URL, sent: Sent, bounded: BoundedRequest, buffered: () => void): Promise<Answered> {
    const { signal } = bounded;
    // Destructured, because a browser's `fetch` fails when called as a method of another object.
    const { fetch, whole: ask } = this.#network;
    // The app's own request follows redirects with all headers, and doesn't say where to. So a key is sent with it only
    // to a provider's fixed address.
    const hasKey = KEYS.some((name) => sent.headers[name] !== undefined);
    const mayAsk = ask !== undefined && (this.#isOwn || !hasKey);
    if (!mayAsk || !whole.has(url.origin)) {
      try {
        const response = await bounded.heard(fetch(url.href, { ...sent, signal, redirect: "manual" }));
        // A browser hides the target of a redirect.
        if (response.type !== "opaqueredirect" && !REDIRECTS.has(response.status)) return response;
        throw new ModelError(
          "refused",
          t("{host} redirects to another address. Enter that address instead.", { host: this.host }),
        );
      } catch (error) {
        // A browser throws the same `TypeError` if the server can't be reached and if CORS blocks the request.
        if (!(error instanceof TypeError)) throw error;
        stopIf(signal);
        if (!ask) throw this.#unreachable();
        if (!mayAsk) throw await this.#unread(ask, bounded);
      }
    }
    buffered();
    const response = await this.#whole(ask, { url: url.href, ...sent }, bounded);
    // An error may come from a proxy in front of the server, which sends no CORS headers with it.
    if (response.status < 400) whole.add(url.origin);
    return { status: response.status, headers: told(response), body: new Response(response.body).body };
  }

  async #whole(ask: Ask, request: Parameters<Ask>[0], bounded: BoundedRequest): Promise<WholeResponse> {
    try {
      return await bounded.heard(ask(request), WHOLE_TIMES);
    } catch (error) {
      if (error instanceof ModelError) throw error;
      stopIf(bounded.signal);
      throw this.#unreachable();
    }
  }

  /** Why a server with a key failed: rejects if it can't be reached; otherwise CORS blocks this origin. */
  async #unread(ask: Ask, bounded: BoundedRequest): Promise<ModelError> {
    // A probe without the key and the prompt.
    await this.#whole(ask, { url: this.#base.origin, method: "GET", headers: {} }, bounded);
    const words = t(
      "{host} doesn't let the app read its responses, and a key is only sent if it does. Allow {origin} in its CORS settings (Ollama: OLLAMA_ORIGINS), or use it without a key.",
      { host: this.host, origin: this.#network.origin ?? t("the app's origin") },
    );
    return new ModelError("refused", words);
  }

  #unreachable(): ModelError {
    const { host, hostname } = this.#base;
    const isHere = hostname === "localhost" || hostname === "[::1]" || hostname.startsWith("127.");
    const words = isHere
      ? t("Couldn't reach {host}. Is the server running?", { host })
      : t("Couldn't reach {host}. Check your connection.", { host });
    return new ModelError("network", words);
  }
}

type Ask = NonNullable<Network["whole"]>;

/** The headers of a whole response, without invalid ones. */
function told({ headers }: WholeResponse): Headers {
  const told = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    try {
      told.append(name, value);
    } catch {
      // Some proxies send invalid names or values.
    }
  }
  return told;
}
