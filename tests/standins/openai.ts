// The wire format of OpenAI's chat completions, which Ollama, LM Studio, OpenRouter, vLLM and others use too.
import { argsText, type CallPart, type Format, pieces, type Turn, type Writer } from "./script.ts";

const FINISH = { stop: "stop", calls: "tool_calls", length: "length", filtered: "content_filter" } as const;

/** OpenAI's, and that of servers compatible with it. */
export const openAi: Format = {
  base: "/v1",
  isTurn: (path) => path === "/v1/chat/completions",
  isList: (path) => path === "/v1/models",
  list: (models) => ({
    object: "list",
    data: models.map(({ id, more }) => ({ id, object: "model", created: 1_700_000_000, owned_by: "someone", ...more })),
  }),
  error: (_, kind, message) => ({ error: { message, type: kind ?? "invalid_request_error", param: null, code: kind } }),
  writer: (model) => new OpenAiWriter(model),
};

class OpenAiWriter implements Writer {
  readonly #model: string;
  #calls = 0;

  constructor(model: string) {
    this.#model = model;
  }

  begin(): string[] {
    return [this.#chunk({ role: "assistant", content: "" })];
  }

  text(text: string): string[] {
    return [this.#chunk({ content: text })];
  }

  thinking(text: string): string[] {
    return [this.#chunk({ reasoning_content: text })];
  }

  call(call: CallPart): string[] {
    const index = this.#calls++;
    const { id = `call_${index}`, call: name } = call;
    const first = { index, id, type: "function", function: { name, arguments: "" } };
    return [
      this.#chunk({ tool_calls: [first] }),
      ...pieces(argsText(call), call.pieces ?? 3).map((piece) =>
        this.#chunk({ tool_calls: [{ index, function: { arguments: piece } }] }),
      ),
    ];
  }

  error(kind: string, message: string): string[] {
    return [event({ error: { message, type: kind, code: kind } })];
  }

  end({ usage }: Turn, finish: keyof typeof FINISH): string[] {
    const counted = usage && {
      prompt_tokens: usage.input,
      completion_tokens: usage.output,
      total_tokens: usage.input + usage.output,
      prompt_tokens_details: { cached_tokens: usage.cached ?? 0 },
    };
    const last = counted && event({ ...this.#envelope, choices: [], usage: counted });
    return [this.#chunk({}, FINISH[finish]), ...(last === undefined ? [] : [last]), "data: [DONE]\n\n"];
  }

  get #envelope(): object {
    return { id: "chatcmpl-1", object: "chat.completion.chunk", created: 1_700_000_000, model: this.#model };
  }

  #chunk(delta: object, finish: string | null = null): string {
    return event({ ...this.#envelope, choices: [{ index: 0, delta, finish_reason: finish }] });
  }
}

function event(data: unknown): string {
  return `data: ${JSON.stringify(data)}\n\n`;
}
