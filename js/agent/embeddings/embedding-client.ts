// Asks a provider for the vectors of texts: one request at a time, never twice. The caller tries again, because a note may
// have been excluded meanwhile.
import { stopIf, unlessStopped } from "../../base/aborted.ts";
import { platformClock } from "../../base/clock.ts";
import { counted, t } from "../../base/translate.ts";
import type { EmbedPurpose } from "../../vault/host.ts";
import { fitting, tokensOf } from "../context/token-estimate.ts";
import type { ModelChoice, Network } from "../model-choice.ts";
import { ModelError } from "../model.ts";
import { type Address, addressOf, headersOf } from "../providers/address.ts";
import { faultOf, refusal } from "../providers/request-faults.ts";
import { Transport } from "../providers/transport.ts";
import { bodyOf, cut, tokensIn, unusable, vectorsIn } from "./embed-format.ts";
import { type EmbedderTraits, traitsOf } from "./known-embedders.ts";

/** The embedding model that the user chose. */
export interface EmbedderChoice extends Pick<ModelChoice, "provider" | "model" | "key" | "baseUrl"> {
  /** How many numbers of a vector are used; null for as many as are useful. */
  readonly dims: number | null;
}

/** A vector with more numbers adds little, and takes more of the device. Only for models that may be cut. */
const USEFUL_DIMS = 512;

/** The most that the core takes. */
export const MOST_DIMS = 1024;

/** How long a request may take: a local server on a slow computer may need minutes for the passages of one request. */
const SECONDS: Readonly<Record<EmbedPurpose, number>> = { passage: 600, query: 3 };

/** The vectors of texts. */
export interface Embedded {
  readonly vectors: readonly Float32Array[];
  /** What the provider counted; the estimate if it doesn't say. */
  readonly tokens: number;
}

/** Asks one model for vectors. */
export class EmbeddingClient {
  readonly model: string;
  readonly #choice: EmbedderChoice;
  readonly #address: Address;
  readonly #network: Network;
  readonly #traits: EmbedderTraits;

  /** Throws a `ModelError` that says what to set if the key, the address or the model is missing or invalid. */
  constructor(choice: EmbedderChoice, network: Network) {
    this.#choice = choice;
    this.#address = addressOf(choice);
    this.#network = network;
    this.model = choice.model.trim();
    if (this.model === "") throw new ModelError("model", t("No model. Choose one in settings."));
    this.#traits = traitsOf(this.model);
  }

  /** The host that requests go to. */
  get host(): string {
    return new URL(this.#address.base).host;
  }

  /** What the model is sent for each text, and the tokens of all, by the estimate. */
  prepared(purpose: EmbedPurpose, texts: readonly string[]): { texts: string[]; tokens: number } {
    const { [purpose]: before, mostTokens } = this.#traits;
    const all = texts.map((text) => fitting(before + text, mostTokens));
    return { texts: all, tokens: all.reduce((sum, text) => sum + tokensOf(text), 0) };
  }

  /**
   * Sends one request with texts as `prepared` makes them. Rejects with a `ModelError`, or with the signal's reason if
   * that is aborted.
   */
  async ask(purpose: EmbedPurpose, texts: readonly string[], signal: AbortSignal): Promise<Embedded> {
    const { name, key } = this.#address;
    const late = new AbortController();
    const stop = (): void => late.abort();
    signal.addEventListener("abort", stop);
    const over = new AbortController();
    void platformClock.wait(SECONDS[purpose] * 1000, over.signal).then(stop);
    try {
      stopIf(signal);
      return await this.#ask(purpose, texts, late.signal);
    } catch (error) {
      stopIf(signal);
      if (late.signal.aborted) throw new ModelError("limit", tooSlow(name, SECONDS[purpose]));
      throw faultOf(error, { name, model: this.model, key });
    } finally {
      over.abort();
      signal.removeEventListener("abort", stop);
    }
  }

  async #ask(purpose: EmbedPurpose, texts: readonly string[], signal: AbortSignal): Promise<Embedded> {
    const { base, key, name } = this.#address;
    const { provider } = this.#choice;
    const dims = this.#choice.dims ?? (this.#traits.canCut ? USEFUL_DIMS : undefined);
    // Only these are known to take the number; any model's vector is cut here.
    const asked = this.#traits.canCut && provider !== "compatible" ? dims : undefined;
    const { path, body } = bodyOf(provider, { model: this.model, purpose, texts, dims: asked });
    const fetch = new Transport(this.#network, this.#address, SECONDS.passage).fetch(() => undefined);
    const headers = { "content-type": "application/json", ...headersOf(provider, key) };
    const sent = fetch(`${base}${path}`, { method: "POST", headers, body: JSON.stringify(body), signal });
    const response = await unlessStopped(sent, signal);
    const text = await unlessStopped(response.text(), signal);
    if (!response.ok) throw refusal(response, text);
    const parsed: unknown = JSON.parse(text);
    const all = vectorsIn(parsed, texts.length, name);
    const own = all[0]?.length ?? 0;
    const wanted = Math.min(dims ?? own, own);
    if (wanted > MOST_DIMS)
      throw unusable(
        t("{model} has vectors of {n} dimensions, more than {most}. Choose another model.", {
          model: this.model,
          n: own,
          most: MOST_DIMS,
        }),
      );
    if (wanted < own && !this.#traits.canCut)
      throw unusable(
        t("{model} has vectors of {n} dimensions, which can't be cut. Leave the dimensions empty.", {
          model: this.model,
          n: own,
        }),
      );
    const vectors = all.map((vector) => cut(vector, wanted, this.#traits.isCentred));
    const isNothing = vectors.every((vector) => vector.every((value) => value === 0));
    if (isNothing && (purpose === "query" || texts.length > 1))
      throw unusable(t("{name} sent vectors that are all zero.", { name }));
    return { vectors, tokens: tokensIn(parsed) ?? texts.reduce((sum, one) => sum + tokensOf(one), 0) };
  }
}

const tooSlow = (name: string, seconds: number): string =>
  t("{name} took longer than {time}.", { name, time: counted(seconds, "{n} second", "{n} seconds") });
