// What is known of models by their names, where neither the person nor the provider says it. The families that are in use;
// of a name that none of them has, what is safe.

/** What a model takes. */
export interface ModelLimits {
  readonly contextTokens: number;
  readonly seesImages: boolean;
}

/** A context that servers of compatible models have at the least when set up for tools. */
const UNKNOWN: ModelLimits = { contextTokens: 32_768, seesImages: false };

/** The first that fits counts: the newer and the narrower ones are before the older and the wider. */
const FAMILIES: readonly (readonly [RegExp, number, boolean])[] = [
  [/claude-(?:2|instant)/, 100_000, false],
  // A million only by a header, or by a plan, that not everybody has.
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

/** What `model` takes. A compatible server may hold less of a model's context than the model itself could. */
export function limitsOf(model: string, isCompatible: boolean): ModelLimits {
  const name = model.toLowerCase();
  const family = FAMILIES.find(([names]) => names.test(name));
  if (!family) return UNKNOWN;
  const [, contextTokens, seesImages] = family;
  // A slash is how a gateway to the providers names models; what runs at home is set up by memory, not by family.
  const isHome = isCompatible && !name.includes("/");
  return { contextTokens: isHome ? Math.min(contextTokens, UNKNOWN.contextTokens) : contextTokens, seesImages };
}
