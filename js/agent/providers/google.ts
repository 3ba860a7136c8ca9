// Google's Gemini.
import { GoogleLanguageModel } from "@ai-sdk/google/internal";
import type { Dialect, ModelTarget } from "./remote-model.ts";

/** Speaks to a model of Google's. */
export function googleDialect({ model, base, headers, seesImages }: ModelTarget): Dialect {
  let calls = 0;
  return {
    provider: "google",
    model,
    seesImages,
    imagesInResults: true,
    thoughtsForThisAnswer: false,
    open: (fetch) =>
      new GoogleLanguageModel(model, {
        provider: "google.generative-ai",
        baseURL: base,
        headers,
        // Not every model gives its calls ids; the conversation makes those of its turns differ.
        generateId: () => `call_${(calls += 1)}`,
        fetch,
      }),
    options: () => ({}),
  };
}
