// Answers the core's requests for vectors from a provider: within the budget, recorded before they are sent, and split
// if the provider takes fewer texts at once.
import { stopIf } from "../../base/aborted.ts";
import { type Clock, platformClock } from "../../base/clock.ts";
import { reason } from "../../base/reason.ts";
import { t } from "../../base/translate.ts";
import type { EmbedAnswer, EmbedPurpose, EmbedRequest, EmbedText, Embedder } from "../../vault/host.ts";
import { ModelError } from "../model.ts";
import type { DailyBudget } from "./daily-budget.ts";
import type { EmbeddingClient } from "./embedding-client.ts";

/** What an embedder needs. */
export interface EmbedderParts {
  readonly client: Pick<EmbeddingClient, "prepared" | "ask" | "model">;
  /** How many numbers the vectors must have. */
  readonly dims: number;
  readonly budget: DailyBudget;
  /** Whether the user has paused the sending of passages. */
  readonly isPaused: () => boolean;
  /** Records a request. If it rejects, nothing is sent. */
  readonly record: (texts: readonly EmbedText[]) => Promise<void>;
  /** The paths that are excluded now. */
  readonly closedNow: (paths: readonly string[]) => Promise<readonly string[]>;
  readonly clock?: Pick<Clock, "now">;
}

/** After a query failed, searches don't wait for the provider for this long. */
const QUIET_MS = 60_000;

/** Why there are no vectors: an error; or, if nothing is wrong, what has to pass first. */
export type Halt = { readonly fault: unknown } | "paused" | "budget";

/** A text that is still too long after it was halved this often is no matter of length. */
const MOST_HALVINGS = 4;

/** Texts of a request that are sent together. */
interface Piece {
  readonly texts: readonly EmbedText[];
  /** How often its only text was halved. */
  readonly halved: number;
}

/** An embedder of one model. */
export class ProviderEmbedder implements Embedder {
  readonly #parts: EmbedderParts;
  readonly #clock: Pick<Clock, "now">;
  /** The vectors that a request got before it failed, by text: it is made again, and they are paid for. */
  #got = new Map<string, Float32Array>();
  #queryFailed: { readonly until: number; readonly because: string } | undefined;
  /** Why the last request for passages got no vectors. */
  halt: Halt | undefined;

  constructor(parts: EmbedderParts) {
    this.#parts = parts;
    this.#clock = parts.clock ?? platformClock;
  }

  async embed({ purpose, texts }: EmbedRequest, signal = new AbortController().signal): Promise<EmbedAnswer> {
    const isQuery = purpose === "query";
    const { dims, isPaused } = this.#parts;
    if (isQuery && this.#queryFailed && this.#clock.now() < this.#queryFailed.until)
      return { failed: this.#queryFailed.because };
    if (!isQuery && isPaused()) {
      this.halt = "paused";
      return "paused";
    }
    const got = isQuery ? new Map<string, Float32Array>() : this.#got;
    try {
      const left = texts.filter(({ text }) => !got.has(text));
      const isPaid = await this.#ask(purpose, left, got, signal);
      if (!isPaid) {
        if (!isQuery) this.halt = "budget";
        return "paused";
      }
    } catch (error) {
      // A search that the user stopped says nothing about the provider.
      if (signal.aborted) return { failed: t("Stopped.") };
      const because = reason(error);
      if (isQuery) this.#queryFailed = { until: this.#clock.now() + QUIET_MS, because };
      else this.halt = { fault: error };
      return { failed: because };
    }
    if (isQuery) this.#queryFailed = undefined;
    else {
      this.#got = new Map();
      this.halt = undefined;
    }
    const values = new Float32Array(texts.length * dims);
    for (const [at, { text }] of texts.entries()) values.set(directed(got.get(text) ?? [], dims), at * dims);
    return { vectors: { dims, values: new Uint8Array(values.buffer) } };
  }

  /** Adds the vectors of `texts` to `got`. Resolves to false if the budget doesn't reach for all of them. */
  async #ask(
    purpose: EmbedPurpose,
    texts: readonly EmbedText[],
    got: Map<string, Float32Array>,
    signal: AbortSignal,
  ): Promise<boolean> {
    const pieces: Piece[] = texts.length > 0 ? [{ texts, halved: 0 }] : [];
    let isFirst = true;
    for (let piece = pieces.shift(); piece; piece = pieces.shift()) {
      stopIf(signal);
      // The core has checked them for the first request.
      if (!isFirst) await this.#checkOpen(piece.texts);
      isFirst = false;
      try {
        if (!(await this.#send(purpose, piece, got, signal))) return false;
      } catch (error) {
        if (!(error instanceof ModelError) || error.fault !== "too_long") throw error;
        const { texts: all, halved } = piece;
        const middle = all.length >> 1;
        if (middle > 0) pieces.unshift({ texts: all.slice(0, middle), halved }, { texts: all.slice(middle), halved });
        else if (halved < MOST_HALVINGS) pieces.unshift({ texts: all, halved: halved + 1 });
        else
          throw new ModelError(
            "refused",
            t("{model} takes no text of this length.", { model: this.#parts.client.model }),
          );
      }
    }
    return true;
  }

  async #checkOpen(texts: readonly EmbedText[]): Promise<void> {
    const paths = [...new Set(texts.map(({ path }) => path))].filter(Boolean);
    const closed = paths.length === 0 ? [] : await this.#parts.closedNow(paths);
    if (closed.length > 0) throw new ModelError("busy", t("A note was excluded meanwhile."));
  }

  /** Sends one piece. Resolves to false if the budget doesn't reach for it. */
  async #send(
    purpose: EmbedPurpose,
    { texts, halved }: Piece,
    got: Map<string, Float32Array>,
    signal: AbortSignal,
  ): Promise<boolean> {
    const { client, budget, record, dims } = this.#parts;
    const whole = texts.map(({ text }) => text);
    const { texts: sent, tokens } = client.prepared(
      purpose,
      halved === 0 ? whole : whole.map((text) => text.slice(0, Math.max(1, text.length >> halved))),
    );
    if (!budget.take(tokens, purpose === "query")) return false;
    let used = 0;
    try {
      await record(texts);
      // If it fails on the way, it may have been counted.
      used = tokens;
      const embedded = await client.ask(purpose, sent, signal);
      used = embedded.tokens;
      const other = embedded.vectors.find(({ length }) => length !== dims);
      if (other)
        throw new ModelError(
          "refused",
          t("{model} sent vectors of {n} dimensions instead of {m}.", {
            model: client.model,
            n: other.length,
            m: dims,
          }),
        );
      for (const [at, text] of whole.entries()) got.set(text, embedded.vectors[at] ?? new Float32Array(dims));
      return true;
    } catch (error) {
      if (error instanceof ModelError && REFUSALS.has(error.fault)) used = 0;
      throw error;
    } finally {
      budget.add(used - tokens);
    }
  }
}

/** The core takes no vector of zeros, and this text would keep all others from having one: it gets any direction. */
const directed = (vector: ArrayLike<number>, dims: number): ArrayLike<number> =>
  Array.from(vector).some(Boolean) ? vector : new Float32Array(dims).fill(1);

/** Faults for which no provider charges. */
const REFUSALS: ReadonlySet<string> = new Set(["key", "quota", "busy", "network", "too_long", "model"]);
