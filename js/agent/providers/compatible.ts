// OpenAI, and whatever speaks its chat completions: Ollama, LM Studio, OpenRouter, vLLM.
import { OpenAICompatibleChatLanguageModel } from "@ai-sdk/openai-compatible";
import type { Dialect } from "./remote.ts";

/** Asks `model` at the server whose address is `base`. */
export function compatibleDialect(
  provider: string,
  model: string,
  base: string,
  key: string | undefined,
  seesImages: boolean,
): Dialect {
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
        headers: key === undefined ? {} : { authorization: `Bearer ${key}` },
        includeUsage: true,
        fetch,
      }),
    options: () => ({}),
  };
}
