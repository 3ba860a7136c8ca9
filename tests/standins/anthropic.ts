// The wire format of Anthropic's Messages: https://platform.claude.com/docs/en/build-with-claude/streaming
import { argsText, type CallPart, type Format, pieces, type Turn, type Writer } from "./script.ts";

const STOP = { stop: "end_turn", calls: "tool_use", length: "max_tokens", filtered: "refusal" } as const;

/** The kinds of its errors by their status. */
const KINDS: Readonly<Record<number, string>> = {
  400: "invalid_request_error",
  401: "authentication_error",
  402: "billing_error",
  403: "permission_error",
  404: "not_found_error",
  413: "request_too_large",
  429: "rate_limit_error",
  529: "overloaded_error",
};

/** Anthropic's. */
export const anthropic: Format = {
  base: "/v1",
  isTurn: (path) => /^\/v1\/messages(?:\?|$)/.test(path),
  isList: (path) => path.startsWith("/v1/models"),
  list: (models) => ({
    data: models.map(({ id, name, contextTokens, more }) => ({
      type: "model",
      id,
      display_name: name ?? id,
      created_at: "2026-02-04T00:00:00Z",
      ...(contextTokens === undefined ? {} : { max_input_tokens: contextTokens }),
      ...more,
    })),
    has_more: false,
    first_id: models[0]?.id ?? null,
    last_id: models.at(-1)?.id ?? null,
  }),
  error: (status, kind, message) => ({
    type: "error",
    error: { type: kind ?? KINDS[status] ?? "api_error", message },
    request_id: "req_1",
  }),
  writer: (model) => new AnthropicWriter(model),
};

class AnthropicWriter implements Writer {
  readonly #model: string;
  #block = 0;
  #texts = false;

  constructor(model: string) {
    this.#model = model;
  }

  begin({ usage }: Turn): string[] {
    const cached = usage?.cached ?? 0;
    const message = {
      id: "msg_1",
      type: "message",
      role: "assistant",
      model: this.#model,
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: {
        input_tokens: (usage?.input ?? 0) - cached,
        cache_creation_input_tokens: 0,
        cache_read_input_tokens: cached,
        output_tokens: 1,
      },
    };
    return [event({ type: "message_start", message }), event({ type: "ping" })];
  }

  text(text: string): string[] {
    const start = this.#texts ? [] : this.#start({ type: "text", text: "" });
    this.#texts = true;
    return [...start, this.#delta({ type: "text_delta", text })];
  }

  thinking(text: string, signature = "c2lnbmVk"): string[] {
    return [
      ...this.#endText(),
      ...this.#start({ type: "thinking", thinking: "", signature: "" }),
      ...(text === "" ? [] : [this.#delta({ type: "thinking_delta", thinking: text })]),
      this.#delta({ type: "signature_delta", signature }),
      this.#stop(),
    ];
  }

  call(call: CallPart): string[] {
    const { id = `toolu_${this.#block}`, call: name } = call;
    return [
      ...this.#endText(),
      ...this.#start({ type: "tool_use", id, name, input: {} }),
      this.#delta({ type: "input_json_delta", partial_json: "" }),
      ...pieces(argsText(call), call.pieces ?? 3).map((piece) =>
        this.#delta({ type: "input_json_delta", partial_json: piece }),
      ),
      this.#stop(),
    ];
  }

  error(kind: string, message: string): string[] {
    return [event({ type: "error", error: { type: kind, message } })];
  }

  end({ usage }: Turn, finish: keyof typeof STOP): string[] {
    const delta = { stop_reason: STOP[finish], stop_sequence: null };
    return [
      ...this.#endText(),
      event({ type: "message_delta", delta, usage: { output_tokens: usage?.output ?? 0 } }),
      event({ type: "message_stop" }),
    ];
  }

  #start(block: object): string[] {
    return [event({ type: "content_block_start", index: this.#block, content_block: block })];
  }

  #delta(delta: object): string {
    return event({ type: "content_block_delta", index: this.#block, delta });
  }

  #stop(): string {
    return event({ type: "content_block_stop", index: this.#block++ });
  }

  #endText(): string[] {
    const open = this.#texts;
    this.#texts = false;
    return open ? [this.#stop()] : [];
  }
}

function event(data: { readonly type: string; readonly [field: string]: unknown }): string {
  return `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`;
}
