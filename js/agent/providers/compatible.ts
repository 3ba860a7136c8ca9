// OpenAI, and whatever speaks its chat completions: Ollama, LM Studio, OpenRouter, vLLM.
import { OpenAICompatibleChatLanguageModel } from "@ai-sdk/openai-compatible";
import type { Dialect, ModelTarget } from "./remote-model.ts";
import { MOST_CALLS, tooManyCalls } from "./stream-parts.ts";

/** Speaks to a model of OpenAI's, or of a server compatible with it. */
export function compatibleDialect({ provider, model, base, name, headers, seesImages }: ModelTarget): Dialect {
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
        metadataExtractor: {
          extractMetadata: () => Promise.resolve(undefined),
          createStreamExtractor: () => ({
            processChunk: (chunk) => checkCalls(chunk, name),
            buildMetadata: () => undefined,
          }),
        },
        fetch,
      }),
    options: () => ({}),
  };
}

/** What is read here of an event, whose form the library has checked. */
interface Chunk {
  readonly choices?: readonly { readonly delta?: { readonly tool_calls?: readonly unknown[] | null } | null }[];
}

/** The library sees each event first here. Its time grows with the square of the calls in one: of 100,000, minutes. */
function checkCalls(chunk: unknown, name: string): void {
  const [choice] = (chunk as Chunk).choices ?? [];
  if ((choice?.delta?.tool_calls?.length ?? 0) > MOST_CALLS) throw tooManyCalls(name);
}
