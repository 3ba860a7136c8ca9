// The way to one provider: the platform's fetch, which streams; where the provider's CORS does not let the app in, the app's
// own request, which gives an answer whole. A key goes nowhere but to the host it was given for.
import { nextTurn } from "../../base/turns.ts";
import { IDLE_SECONDS, type Network, type WholeResponse } from "../model-choice.ts";
import { type Answered, BoundedRequest, type Peer } from "./bounded-request.ts";
import { ModelError } from "../model.ts";
import type { Address } from "./address.ts";
import { stopIf } from "../../base/aborted.ts";

/** The headers that hold a key. */
const KEYS = ["authorization", "x-api-key", "x-goog-api-key"];

/** What a provider needs to know. Anything else that a library adds may break the provider's CORS. */
const HEADERS = new Set([
  "accept",
  "anthropic-beta",
  "anthropic-dangerous-direct-browser-access",
  "anthropic-version",
  "content-type",
  ...KEYS,
]);

/** Origins that were reached by the app's own way alone, as long as the app runs. */
const whole = new Set<string>();

/** The app's own way says nothing before the answer is whole: it gets so many times the time of a sign of life. */
const WHOLE_TIMES = 5;

/** Statuses by which a server sends a request elsewhere. */
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** A request as it is sent. */
interface Sent {
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body?: string;
}

/** Reaches one provider. */
export class Transport {
  readonly #network: Network;
  readonly #base: URL;
  readonly #isOwn: boolean;
  readonly #peer: Peer;

  /** Everything goes to the origin of `address`. */
  constructor(network: Network, { base, name, isOwn }: Omit<Address, "key">, idleSeconds = IDLE_SECONDS) {
    this.#network = network;
    this.#base = new URL(base);
    this.#isOwn = isOwn;
    this.#peer = { name, idleSeconds };
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
      const { signal, method = "GET", headers, body } = init;
      stopIf(signal);
      const sent: Sent = { method, headers: kept(headers), ...(typeof body === "string" && { body }) };
      const bounded = new BoundedRequest(this.#peer, signal);
      try {
        return bounded.response(await this.#reach(url, sent, bounded, buffered));
      } catch (error) {
        bounded.end(error);
        stopIf(signal);
        throw error;
      }
    };
  }

  async #reach(url: URL, sent: Sent, bounded: BoundedRequest, buffered: () => void): Promise<Answered> {
    const { signal } = bounded;
    // A browser's fetch may be called by no object.
    const { fetch, whole: ask } = this.#network;
    // What the app sends by its own way follows redirects, headers and all, and the app does not say where to.
    const hasKey = KEYS.some((name) => sent.headers[name] !== undefined);
    const mayAsk = ask !== undefined && (this.#isOwn || !hasKey);
    if (!mayAsk || !whole.has(url.origin)) {
      try {
        const response = await bounded.heard(fetch(url.href, { ...sent, signal, redirect: "manual" }));
        // A browser tells nothing of where it would have gone.
        if (response.type !== "opaqueredirect" && !REDIRECTS.has(response.status)) return response;
        throw new ModelError("refused", `${this.host} sends requests to another address. Set that one as the address.`);
      } catch (error) {
        // A browser does not say whether a server cannot be reached, or does not let this origin in.
        if (!(error instanceof TypeError)) throw error;
        stopIf(signal);
        if (!ask) throw this.#unreachable();
        if (!mayAsk) throw await this.#unread(ask, bounded);
      }
    }
    buffered();
    const response = await this.#whole(ask, { url: url.href, ...sent }, bounded);
    whole.add(url.origin);
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

  /** Why a server with a key was not read: it cannot be reached, or it does not let this origin in. */
  async #unread(ask: Ask, bounded: BoundedRequest): Promise<ModelError> {
    // Without the key, and without a word of what was to be said.
    await this.#whole(ask, { url: this.#base.origin, method: "GET", headers: {} }, bounded);
    const origin = this.#network.origin ?? "the app's origin";
    const because = `${this.host} does not let the app read its answers, and a key is sent in no other way.`;
    const advice = `Allow ${origin} in its CORS settings (Ollama: OLLAMA_ORIGINS), or ask it without a key.`;
    return new ModelError("refused", `${because} ${advice}`);
  }

  #unreachable(): ModelError {
    const { host, hostname } = this.#base;
    const isHere = hostname === "localhost" || hostname === "[::1]" || hostname.startsWith("127.");
    const advice = isHere ? "Is the server running?" : "Check the connection.";
    return new ModelError("network", `${host} could not be reached. ${advice}`);
  }
}

type Ask = NonNullable<Network["whole"]>;

function kept(headers: HeadersInit | undefined): Record<string, string> {
  return Object.fromEntries([...new Headers(headers)].filter(([name]) => HEADERS.has(name)));
}

/** The headers of a response that came whole, but those that no response can have. */
function told({ headers }: WholeResponse): Headers {
  const told = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    try {
      told.append(name, value);
    } catch {
      // As some proxies write them.
    }
  }
  return told;
}
