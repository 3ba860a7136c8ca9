// What the core asks of a source of embeddings. agent/embeddings/ answers it.

/** A text to be embedded, and where it is from; for a query, the path is empty. */
export interface EmbedText {
  readonly path: string;
  /** Its lines in the note. */
  readonly first: number;
  readonly last: number;
  readonly text: string;
}

/** What the texts are for: passages of notes are found by queries. */
export type EmbedPurpose = "passage" | "query";

/** Texts of notes that are not excluded, or one query. */
export interface EmbedRequest {
  readonly purpose: EmbedPurpose;
  readonly texts: readonly EmbedText[];
}

/** One vector for each text: float32, little-endian, one after another. Or why there are none. */
export type EmbedAnswer =
  | { readonly vectors: { readonly dims: number; readonly values: Uint8Array } }
  | { readonly failed: string }
  /** Nothing is wrong, but no more may be sent now. */
  | "paused";

/** Answers the core's requests for vectors. Never rejects. */
export interface Embedder {
  embed(request: EmbedRequest, signal?: AbortSignal): Promise<EmbedAnswer>;
}
