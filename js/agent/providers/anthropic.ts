// The dialect for Anthropic's Messages API.
import { AnthropicLanguageModel } from "@ai-sdk/anthropic/internal";
import type { LanguageModelV4Prompt } from "@ai-sdk/provider";
import type { Dialect, ModelTarget } from "./remote-model.ts";

/**
 * Maximum output tokens of one turn, including reasoning. The API requires a limit, and reserves that much of the
 * context until the turn ends.
 */
const OUTPUT_TOKENS = 16_000;

/** The dialect for an Anthropic model. */
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
        // Lectern doesn't use strict tools, and the library would send a beta header for them.
        supportsStrictTools: false,
        fetch,
      }),
    options: (prompt) => {
      markCached(prompt);
      // Partial arguments are useless here, so the provider may check them before it sends them.
      return { maxOutputTokens: OUTPUT_TOKENS, providerOptions: { anthropic: { toolStreaming: false } } };
    },
  };
}

/**
 * Sets three cache breakpoints: after the system prompt (which covers the tools, sent before it), at the end of this
 * request, and at the end of the previous request. The cache is looked up by the whole prefix before a breakpoint, so
 * the last one lets this request reuse what the previous one stored.
 */
function markCached(prompt: LanguageModelV4Prompt): void {
  const asked = prompt.filter(({ role }) => role === "user" || role === "tool");
  for (const said of [...prompt.filter(({ role }) => role === "system"), ...asked.slice(-2)]) {
    said.providerOptions = { anthropic: { cacheControl: { type: "ephemeral" } } };
  }
}
