// The dialect for OpenAI and servers with a compatible chat completions API: Ollama, LM Studio, OpenRouter, vLLM.
import { OpenAICompatibleChatLanguageModel } from "@ai-sdk/openai-compatible";
import type { Dialect, ModelTarget } from "./remote-model.ts";
import { repairing } from "./repaired-stream.ts";
import { MOST_CALLS, tooManyCalls } from "./stream-parts.ts";

/** The dialect for a model of OpenAI or of a compatible server. */
export function compatibleDialect({ provider, model, base, name, headers, seesImages }: ModelTarget): Dialect {
  return {
    provider,
    model,
    seesImages,
    imagesInResults: false,
    // DeepSeek and others expect the reasoning back between the calls of an answer, but not that of earlier answers.
    thoughtsForThisAnswer: true,
    open: (fetch) =>
      new OpenAICompatibleChatLanguageModel(model, {
        // The library files provider metadata under this name.
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
        fetch: repairing(fetch, name),
      }),
    options: () => ({}),
  };
}

/** The part of an event that is read here. The library has checked its shape. */
interface Chunk {
  readonly choices?: readonly { readonly delta?: { readonly tool_calls?: readonly unknown[] | null } | null }[];
}

/**
 * Throws if an event has too many calls. The library calls this before it processes the event, which takes quadratic
 * time: minutes for 100,000 calls.
 */
function checkCalls(chunk: unknown, name: string): void {
  const [choice] = (chunk as Chunk).choices ?? [];
  if ((choice?.delta?.tool_calls?.length ?? 0) > MOST_CALLS) throw tooManyCalls(name);
}
