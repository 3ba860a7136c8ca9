// The dialect for OpenAI and servers with a compatible chat completions API: Ollama, LM Studio, OpenRouter, vLLM.
import type { Dialect, ModelTarget } from "./remote-model.ts";
import { chatRequest } from "./chat-request.ts";
import { chatStream } from "./chat-stream.ts";
import { refusal, Unfinished } from "./request-faults.ts";

/** The dialect for a model of OpenAI or of a compatible server. */
export function compatibleDialect({ provider, model, base, name, headers, seesImages }: ModelTarget): Dialect {
  return {
    provider,
    model,
    seesImages,
    imagesInResults: false,
    // DeepSeek and others expect the reasoning back between the calls of an answer, but not that of earlier answers.
    thoughtsForThisAnswer: true,
    open: (fetch) => ({
      async doStream(options) {
        const response = await fetch(`${base}/chat/completions`, {
          method: "POST",
          headers: { "content-type": "application/json", ...headers },
          body: JSON.stringify(chatRequest(model, options)),
          ...(options.abortSignal && { signal: options.abortSignal }),
        });
        if (!response.ok) throw refusal(response, await response.text());
        if (!response.body) throw new Unfinished();
        return { stream: response.body.pipeThrough(chatStream(name)) };
      },
    }),
    options: () => ({}),
  };
}
