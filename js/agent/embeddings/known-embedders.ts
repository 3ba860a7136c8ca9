// What is known of embedding models by their names: what has to be in front of a text, how long a text may be, and
// whether a vector may be cut. Unknown models get safe defaults.

/** What a model expects. */
export interface EmbedderTraits {
  /** What is put in front of a query and of a passage. */
  readonly query: string;
  readonly passage: string;
  /** Tokens of one text. A longer one is cut. */
  readonly mostTokens: number;
  /** Whether the first numbers of a vector are a vector by themselves (Matryoshka). */
  readonly canCut: boolean;
  /** Whether its mean has to be subtracted before a vector is cut. */
  readonly isCentred: boolean;
}

const UNKNOWN: EmbedderTraits = { query: "", passage: "", mostTokens: 2000, canCut: false, isCentred: false };

const SENTENCE = "Represent this sentence for searching relevant passages: ";
const INSTRUCT = "Instruct: Given a web search query, retrieve relevant passages that answer the query\nQuery: ";

/** The first match counts, so more specific names come first. */
const FAMILIES: readonly (readonly [RegExp, Partial<EmbedderTraits>])[] = [
  [/text-embedding-3-/, { mostTokens: 8000, canCut: true }],
  [/text-embedding-ada/, { mostTokens: 8000 }],
  [/gemini-embedding/, { canCut: true }],
  [/nomic-embed.*v2/, { query: "search_query: ", passage: "search_document: ", mostTokens: 500, canCut: true }],
  [/nomic-embed-text-v1$/, { query: "search_query: ", passage: "search_document: " }],
  [/nomic-embed/, { query: "search_query: ", passage: "search_document: ", canCut: true, isCentred: true }],
  [/mxbai-embed/, { query: SENTENCE, mostTokens: 500, canCut: true }],
  [/arctic-embed.*(?:2|v2)/, { query: "query: ", mostTokens: 8000, canCut: true }],
  [/arctic-embed/, { query: SENTENCE, mostTokens: 500 }],
  [/bge-m3/, { mostTokens: 8000 }],
  [/bge-.*zh/, { query: "为这个句子生成表示以用于检索相关文章:", mostTokens: 500 }],
  [/bge-/, { query: SENTENCE, mostTokens: 500 }],
  [/e5-.*instruct/, { query: INSTRUCT, mostTokens: 500 }],
  [/e5-/, { query: "query: ", passage: "passage: ", mostTokens: 500 }],
  [/qwen3-embedding/, { query: INSTRUCT, mostTokens: 8000, canCut: true }],
  [/embeddinggemma/, { query: "task: search result | query: ", passage: "title: none | text: ", canCut: true }],
  [/jina-embeddings-v[3-9]/, { mostTokens: 8000, canCut: true }],
  [/mistral-embed/, { mostTokens: 8000 }],
  [/minilm|paraphrase-|gte-(?:small|base|large)|granite-embedding/, { mostTokens: 250 }],
];

/** What `model` expects. */
export function traitsOf(model: string): EmbedderTraits {
  const name = model.toLowerCase();
  return { ...UNKNOWN, ...FAMILIES.find(([names]) => names.test(name))?.[1] };
}
