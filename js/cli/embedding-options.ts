// The model of the search by meaning, which `--embeddings` and `--embedding-model` name, and what asks it.
import { type Approved, approvedIn, sourceKey } from "../agent/embeddings/approved-model.ts";
import { DailyBudget } from "../agent/embeddings/daily-budget.ts";
import { type EmbedderChoice, EmbeddingClient } from "../agent/embeddings/embedding-client.ts";
import { ProviderEmbedder } from "../agent/embeddings/provider-embedder.ts";
import { EMBEDDER_PROVIDERS, type Network } from "../agent/model-choice.ts";
import { ModelError } from "../agent/model.ts";
import { NodeVectors } from "../host/node-vectors.ts";
import type { Tools } from "../vault/tools.ts";
import { EXIT, Failure, UsageError, wrongValue } from "./exit-codes.ts";
import { type NamedProvider, needsAddress, OTHER_SERVER, providerNamed, PROVIDERS } from "./model-providers.ts";
import { type EmbeddingOptions, MEANING } from "./options.ts";

const canEmbed = (one: NamedProvider): boolean => one.id !== "anthropic" && !needsAddress(one);
const NAMES = PROVIDERS.filter(canEmbed)
  .map(({ id }) => id)
  .join(", ");

/** The model that the options name; undefined if they name none. Throws a `UsageError` that says what is missing. */
export function embeddingChoice(
  options: EmbeddingOptions,
  environment: Readonly<Record<string, string | undefined>>,
): EmbedderChoice | undefined {
  const { embeddings: from, "embedding-model": model, "embedding-dims": dims } = options;
  if (from === undefined) {
    const without = MEANING.find((name) => options[name] !== undefined);
    if (without !== undefined) throw new UsageError(`--${without} needs --embeddings`);
    return undefined;
  }
  if (from.trim() === "") throw new UsageError(`--embeddings is empty; give a URL, ${NAMES}`);
  if (!model?.trim()) throw new UsageError("no embedding model given; add --embedding-model NAME");
  if (dims !== undefined && !/^[1-9][0-9]{0,3}$/.test(dims))
    throw wrongValue("embedding-dims", dims, "a whole number, such as 256");
  const named = providerNamed(from);
  if (named && !canEmbed(named)) throw wrongValue("embeddings", from, `a URL, ${NAMES}`);
  const provider = EMBEDDER_PROVIDERS.find((one) => one === named?.provider) ?? "compatible";
  const baseUrl = named ? named.baseUrl : from;
  const { variable, keyPage } = named ?? OTHER_SERVER;
  const key = environment[variable]?.trim();
  if (!key && keyPage !== undefined) throw new Failure(EXIT.key, `no key given; set ${variable} in the environment`);
  return {
    ...{ provider, model, dims: dims === undefined ? null : Number(dims) },
    ...(baseUrl !== undefined && { baseUrl }),
    ...(key && { key }),
  };
}

/** One vault's search by meaning. */
export interface VaultMeaning {
  readonly client: EmbeddingClient;
  readonly vectors: NodeVectors;
  readonly budget: DailyBudget;
  /** The model, if the user has approved it for this vault. */
  readonly approved: Approved | undefined;
  readonly key: string;
}

/** The search by meaning of the vault at the real path `root`. Reads what was approved. Throws a `UsageError`. */
export function meaningOf(
  root: string,
  choice: EmbedderChoice,
  network: Network,
  { "max-day-tokens": most }: EmbeddingOptions,
): VaultMeaning {
  if (most !== undefined && !/^[1-9][0-9]*$/.test(most))
    throw wrongValue("max-day-tokens", most, "a whole number, such as 1000000");
  try {
    const client = new EmbeddingClient(choice, network);
    const key = sourceKey(choice);
    const vectors = new NodeVectors(root, key);
    const store = { read: () => vectors.text("day"), write: (text: string) => vectors.keepText("day", text) };
    const limits = { tokens: most === undefined ? null : Number(most), money: null, price: null };
    const budget = new DailyBudget(store, () => limits);
    return { client, vectors, budget, key, approved: approvedIn(vectors.text("model")) };
  } catch (error) {
    if (error instanceof ModelError) throw new UsageError(error.message.replace("in settings", "with --embeddings"));
    throw error;
  }
}

/** What makes the vectors of `tools`. Nothing is recorded here: the user has seen what is sent. */
export function embedderOf({ client, budget }: VaultMeaning, dims: number, tools: Tools): ProviderEmbedder {
  return new ProviderEmbedder({
    ...{ client, dims, budget },
    isPaused: () => false,
    record: () => Promise.resolve(),
    closedNow: (paths) => tools.closedPaths(paths),
  });
}
