// Anthropic's Messages.
import { AnthropicLanguageModel } from "@ai-sdk/anthropic/internal";
import type { LanguageModelV4Prompt } from "@ai-sdk/provider";
import type { Dialect, ModelTarget } from "./remote-model.ts";

/** Tokens of one turn, thoughts included. It has to be said, and counts as taken from the context until the turn ends. */
const OUTPUT_TOKENS = 16_000;

/** Speaks to a model of Anthropic's. */
export function anthropicDialect({ model, base, headers, seesImages }: ModelTarget): Dialect {
  return {
    provider: "anthropic",
    model,
    seesImages,
    imagesInResults: true,
    thoughtsForThisAnswer: false,
    open: (fetch) =>
      new AnthropicLanguageModel(model, {
        provider: "anthropic.messages",
        baseURL: base,
        headers,
        // Nothing of ours needs it, and the library would ask for a beta version of the service.
        supportsStrictTools: false,
        fetch,
      }),
    options: (prompt) => {
      markCached(prompt);
      // Arguments are of use only whole: they need not come before the provider has checked them.
      return { maxOutputTokens: OUTPUT_TOKENS, providerOptions: { anthropic: { toolStreaming: false } } };
    },
  };
}

/**
 * Marks what is worth caching: the system's words with the tools before them, all up to here, and all up to where the
 * request before this one ended, since the cache is looked up by whole stretches.
 */
function markCached(prompt: LanguageModelV4Prompt): void {
  const asked = prompt.filter(({ role }) => role === "user" || role === "tool");
  for (const said of [...prompt.filter(({ role }) => role === "system"), ...asked.slice(-2)]) {
    said.providerOptions = { anthropic: { cacheControl: { type: "ephemeral" } } };
  }
}
