// OpenAI, and whatever speaks its chat completions: Ollama, LM Studio, OpenRouter, vLLM.
import { OpenAICompatibleChatLanguageModel } from "@ai-sdk/openai-compatible";
import type { Dialect, Sought } from "./remote.ts";

/** Speaks to a model of OpenAI's, or of a server compatible with it. */
export function compatibleDialect({ provider, model, base, headers, seesImages }: Sought): Dialect {
  return {
    provider,
    model,
    seesImages,
    imagesInResults: false,
    // DeepSeek and others take the thoughts between two calls, and nothing of older answers.
    thoughtsForThisAnswer: true,
    open: (fetch) =>
      new OpenAICompatibleChatLanguageModel(model, {
        // The name under which the library keeps what is opaque.
        provider: "compatible.chat",
        url: ({ path }) => `${base}${path}`,
        headers,
        includeUsage: true,
        fetch,
      }),
    options: () => ({}),
  };
}
