// The models that a provider offers, as its list tells, without those that answer no questions.
import { fieldsOf } from "../../base/fields.ts";
import type { ProviderId } from "../model-choice.ts";
import { limitsOf } from "./known-models.ts";

/** A model that can be chosen. */
export interface ModelInfo {
  /** As the provider names it. */
  readonly id: string;
  /** For a person; the id where the provider has no other. */
  readonly name: string;
  /** As the provider says, else as is known of its family. */
  readonly contextTokens: number;
  readonly seesImages: boolean;
}

/** Where a provider's list is, behind its address. */
export function listPath(provider: ProviderId): string {
  if (provider === "anthropic") return "/models?limit=1000";
  return provider === "google" ? "/models?pageSize=1000" : "/models";
}

/** OpenAI's list has whatever it sells. */
const OPENAI = /^(?:gpt-|o\d|chatgpt-)/;
const NO_CHAT =
  /embed|audio|realtime|image|-tts|transcribe|whisper|moderation|instruct|-search-|deep-research|imagen|veo|aqa/;

/** The models of a list as it came. Whatever in it is no model is left out. */
export function modelsOf(provider: ProviderId, list: unknown): ModelInfo[] {
  const { data, models } = fieldsOf(list);
  const entries: unknown[] = [data, models, list].find((value) => Array.isArray(value)) ?? [];
  const known = entries.map((entry) => modelOf(provider, fieldsOf(entry))).filter((model) => model !== undefined);
  return known.sort((one, other) => one.name.localeCompare(other.name, undefined, { numeric: true }));
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
    contextTokens: contextOf(entry) ?? limits.contextTokens,
    seesImages: Array.isArray(modalities) ? modalities.includes("image") : limits.seesImages,
  };
}

/** The names for it: Anthropic's, Google's, OpenRouter's, vLLM's, Mistral's. */
const CONTEXTS = ["max_input_tokens", "inputTokenLimit", "context_length", "max_model_len", "max_context_length"];

function contextOf(entry: Record<string, unknown>): number | undefined {
  const told = CONTEXTS.map((name) => entry[name]);
  return told.find((tokens): tokens is number => typeof tokens === "number" && tokens > 0);
}
