// The two formats of embedding requests: OpenAI's, which many servers speak, and Google's.
import { fieldsOf } from "../../base/fields.ts";
import type { EmbedPurpose } from "../../vault/embedder.ts";
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
