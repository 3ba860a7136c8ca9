// Reads a provider's list of models, and drops those that can't chat.
import { fieldsOf } from "../../base/fields.ts";
import type { ProviderId } from "../model-choice.ts";
import { limitsOf } from "./known-models.ts";

/** A model that the user can choose. */
export interface ModelInfo {
  /** The provider's name for it. */
  readonly id: string;
  /** The display name; the id if the provider has none. */
  readonly name: string;
  /** From the provider's list if it says so, or else from known-models.ts; the same for `seesImages`. */
  readonly contextTokens: number;
  readonly seesImages: boolean;
}

/** The path of a provider's model list, to append to its base URL. */
export function listPath(provider: ProviderId): string {
  if (provider === "anthropic") return "/models?limit=1000";
  return provider === "google" ? "/models?pageSize=1000" : "/models";
}

/** OpenAI's chat models. Its list contains all of its products. */
const OPENAI = /^(?:gpt-|o\d|chatgpt-)/;
/** Models that can't chat, of any provider. */
const NO_CHAT =
  /embed|audio|realtime|image|-tts|transcribe|whisper|moderation|instruct|-search-|deep-research|imagen|veo|aqa/;

/** The models in `list`, the parsed response, sorted by name. Invalid entries are skipped. */
export function modelsOf(provider: ProviderId, list: unknown): ModelInfo[] {
  const known = entriesIn(list)
    .map((entry) => modelOf(provider, entry))
    .filter((model) => model !== undefined);
  return known.sort((one, other) => one.name.localeCompare(other.name, undefined, { numeric: true }));
}

/** The entries of a list of models, whatever it is called. */
export function entriesIn(list: unknown): Record<string, unknown>[] {
  const { data, models } = fieldsOf(list);
  const entries: unknown[] = [data, models, list].find((value) => Array.isArray(value)) ?? [];
  return entries.map(fieldsOf);
}

function modelOf(provider: ProviderId, entry: Record<string, unknown>): ModelInfo | undefined {
  const { supportedGenerationMethods: methods, architecture, display_name: displayed } = entry;
  const named = provider === "google" ? entry["name"] : entry["id"];
  if (typeof named !== "string" || named === "") return undefined;
  const id = provider === "google" ? named.replace(/^models\//, "") : named;
  if (provider === "openai" && !OPENAI.test(id)) return undefined;
  if (NO_CHAT.test(id)) return undefined;
  if (Array.isArray(methods) && !methods.includes("generateContent")) return undefined;
  const name = [displayed, entry["displayName"], entry["name"]].find((text) => typeof text === "string" && text !== "");
  const limits = limitsOf(id, provider === "compatible");
  const modalities = fieldsOf(architecture)["input_modalities"];
  return {
    id,
    name: typeof name === "string" ? name : id,
    contextTokens: contextIn(entry) ?? limits.contextTokens,
    seesImages: Array.isArray(modalities) ? modalities.includes("image") : limits.seesImages,
  };
}

/** The fields for the context size of Anthropic, Google, OpenRouter, vLLM and Mistral, in this order. */
const CONTEXTS = ["max_input_tokens", "inputTokenLimit", "context_length", "max_model_len", "max_context_length"];

/** The context size that an entry states. */
export function contextIn(entry: Record<string, unknown>): number | undefined {
  const told = CONTEXTS.map((name) => entry[name]);
  return told.find((tokens): tokens is number => typeof tokens === "number" && tokens > 0);
}
