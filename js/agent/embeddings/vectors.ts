// Checks the vectors of a response, and cuts and normalizes them.
import { fieldsOf } from "../../base/fields.ts";
import { t } from "../../base/translate.ts";
import { ModelError } from "../model.ts";

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
