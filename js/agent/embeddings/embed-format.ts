// The two formats of embedding requests, OpenAI's, which many servers speak, and Google's; and the vectors in a response,
// checked, cut and normalized.
import { fieldsOf } from "../../base/fields.ts";
import type { EmbedPurpose } from "../../vault/host.ts";
import { t } from "../../base/translate.ts";
import { ModelError } from "../model.ts";
import type { ProviderId } from "../model-choice.ts";

/** What a request asks for. */
export interface Asked {
  readonly model: string;
  readonly purpose: EmbedPurpose;
  readonly texts: readonly string[];
  /** How many numbers a vector should have; undefined for the model's own number. */
  readonly dims: number | undefined;
}

/** The path of a request, to append to the base URL, and its body. */
export function bodyOf(provider: ProviderId, { model, purpose, texts, dims }: Asked): { path: string; body: unknown } {
  if (provider !== "google")
    return { path: "/embeddings", body: { model, input: texts, ...(dims !== undefined && { dimensions: dims }) } };
  const name = `models/${model.replace(/^models\//, "")}`;
  const taskType = purpose === "query" ? "RETRIEVAL_QUERY" : "RETRIEVAL_DOCUMENT";
  const requests = texts.map((text) => ({
    model: name,
    content: { parts: [{ text }] },
    taskType,
    ...(dims !== undefined && { outputDimensionality: dims }),
  }));
  return { path: `/${encodeURI(name)}:batchEmbedContents`, body: { requests } };
}

/** The tokens that a response says were used; undefined if it doesn't. */
export function tokensIn(response: unknown): number | undefined {
  const { usage, usageMetadata } = fieldsOf(response);
  const { prompt_tokens: prompt, total_tokens: total } = fieldsOf(usage);
  const told = [total, prompt, fieldsOf(usageMetadata)["promptTokenCount"]];
  return told.find((tokens): tokens is number => typeof tokens === "number" && tokens > 0 && tokens < 1e9);
}

/** The vectors in a parsed response, in the order of the texts. Throws a `ModelError` if they are not `count` vectors. */
export function vectorsIn(response: unknown, count: number, name: string): number[][] {
  const { data, embeddings } = fieldsOf(response);
  const entries: unknown = Array.isArray(data) ? inOrder(data) : embeddings;
  if (!Array.isArray(entries)) throw unusable(t("{name} sent no vectors. Is it an embedding model?", { name }));
  if (entries.length !== count)
    throw unusable(t("{name} sent {n} vectors for {m} texts.", { name, n: entries.length, m: count }));
  const vectors = entries.map((entry) => {
    const { embedding, values } = fieldsOf(entry);
    return embedding ?? values;
  });
  const isVector = (vector: unknown): vector is number[] =>
    Array.isArray(vector) && vector.length > 0 && vector.every((value) => Number.isFinite(value));
  if (!vectors.every(isVector)) throw unusable(t("{name} sent vectors with invalid numbers.", { name }));
  if (vectors.some(({ length }) => length !== vectors[0]?.length))
    throw unusable(t("{name} sent vectors of different dimensions.", { name }));
  return vectors;
}

/** Servers may send them in another order, and say so. */
function inOrder(data: readonly unknown[]): readonly unknown[] {
  const sorted: unknown[] = [];
  for (const [at, entry] of data.entries()) {
    const { index = at } = fieldsOf(entry);
    if (typeof index === "number") sorted[index] = entry;
  }
  // An index that is missing, doubled or out of range leaves a gap.
  return sorted.length === data.length ? Array.from(sorted) : [];
}

/**
 * The first `dims` numbers of `vector`, of length 1. A vector of zeros stays as it is: the model knows no word of the
 * text.
 */
export function cut(vector: readonly number[], dims: number, isCentred: boolean): Float32Array {
  const mean = isCentred && dims < vector.length ? vector.reduce((sum, value) => sum + value, 0) / vector.length : 0;
  const numbers = vector.slice(0, dims).map((value) => value - mean);
  // Large numbers would overflow when they are squared.
  const largest = numbers.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  if (largest === 0) return new Float32Array(dims);
  const scaled = numbers.map((value) => value / largest);
  const length = Math.hypot(...scaled);
  return Float32Array.from(scaled, (value) => value / length);
}

export const unusable = (message: string): ModelError => new ModelError("refused", message);
