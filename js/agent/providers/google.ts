// The dialect for Google's Gemini API.
import { GoogleLanguageModel } from "@ai-sdk/google/internal";
import type { Dialect, ModelTarget } from "./remote-model.ts";

/** The dialect for a Google model. */
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
        // Not every model sends call ids. `FreshIds` makes these unique in the conversation.
        generateId: () => `call_${(calls += 1)}`,
        fetch,
      }),
    options: () => ({}),
  };
}
