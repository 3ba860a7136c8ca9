// Context sizes and image support of models, by name. Used if neither the user nor the provider states them. Unknown
// names get safe defaults.
import { knownAt } from "../known-providers.ts";
import type { ModelChoice, ProviderId } from "../model-choice.ts";

/** What a model accepts. */
export interface ModelLimits {
  /** Tokens of a request and its answer together. */
  readonly contextTokens: number;
  readonly seesImages: boolean;
}

/** The limits of an unknown model. A compatible server set up for tools has at least this context. */
const UNKNOWN: ModelLimits = { contextTokens: 32_768, seesImages: false };

/**
 * Name pattern, context tokens and image support. The first match counts, so newer and more specific names come before
 * older and more general ones.
 */
const FAMILIES: readonly (readonly [RegExp, number, boolean])[] = [
  [/claude-(?:2|instant)/, 100_000, false],
  // A million tokens need a beta header or a plan that not every user has.
  [/claude/, 200_000, true],
  [/gemini-1\.0|gemini-pro$/, 32_768, false],
  [/gemini/, 1_048_576, true],
  [/gpt-4\.1/, 1_047_576, true],
  [/gpt-[5-9]/, 272_000, true],
  [/gpt-oss/, 131_072, false],
  [/gpt-4o|gpt-4-turbo|gpt-4-vision|chatgpt-4o/, 128_000, true],
  [/gpt-4-32k/, 32_768, false],
  [/gpt-4/, 8_192, false],
  [/gpt-3\.5/, 16_385, false],
  [/(?:^|\/)o1-(?:mini|preview)|(?:^|\/)o3-mini/, 128_000, false],
  [/(?:^|\/)o[1-9]/, 200_000, true],
  [/llama-?4/, 131_072, true],
  [/llama-?3\.2.*vision/, 131_072, true],
  [/gemma-?[3-9]|pixtral|mistral-small-?3\.[1-9]|mistral-medium-?3/, 131_072, true],
  [/qwen.*vl|internvl|glm-4\.\d+v/, 32_768, true],
  [/llava|bakllava|moondream|minicpm-v|-vision/, 32_768, true],
  [/deepseek|kimi|glm-[4-9]|grok|mistral-large|command-(?:r|a)/, 131_072, false],
];

/** Models whose provider has levels of thinking. Others refuse a request that names one. */
const THINKERS: Readonly<Partial<Record<ProviderId, RegExp>>> = {
  anthropic: /claude-(?!2|instant|3-(?:5|haiku|sonnet|opus))/,
  openai: /^(?:gpt-[5-9](?!.*chat)|o[1-9](?!-(?:mini|preview)))/,
  google: /gemini-(?:2\.5|[3-9])/,
  "claude-code": /^/,
  codex: /^/,
  compatible: /gpt-oss|^gpt-[5-9](?!.*chat)|^o[1-9](?!-(?:mini|preview))|grok-3-mini/,
};

/** Whether one can say how much the model thinks. */
export function hasThinking({
  provider,
  model,
  baseUrl,
}: Pick<ModelChoice, "provider" | "model" | "baseUrl">): boolean {
  // OpenRouter ignores the level where it does not apply.
  if (provider === "compatible" && knownAt(baseUrl ?? "")?.name === "OpenRouter") return true;
  return THINKERS[provider]?.test(model.toLowerCase()) ?? false;
}

/** The limits of `model`. A local server may have a smaller context than the model supports, to save memory. */
export function limitsOf(model: string, isCompatible: boolean): ModelLimits {
  const name = model.toLowerCase();
  const family = FAMILIES.find(([names]) => names.test(name));
  if (!family) return UNKNOWN;
  const [, contextTokens, seesImages] = family;
  // A slash, as in `openai/gpt-4o`, is a gateway's name for a hosted model, which has its full context.
  const isLocal = isCompatible && !name.includes("/");
  return { contextTokens: isLocal ? Math.min(contextTokens, UNKNOWN.contextTokens) : contextTokens, seesImages };
}
