// The wire format of Google's Gemini, streamGenerateContent as events: https://ai.google.dev/api/generate-content
import { argsText, type CallPart, type Format, type Turn, type Writer } from "./script.ts";

const FINISH = { stop: "STOP", calls: "STOP", length: "MAX_TOKENS", filtered: "SAFETY" } as const;

/** Google's names of its errors. */
const STATUSES: Readonly<Record<number, string>> = {
  400: "INVALID_ARGUMENT",
  401: "UNAUTHENTICATED",
  403: "PERMISSION_DENIED",
  404: "NOT_FOUND",
  429: "RESOURCE_EXHAUSTED",
  500: "INTERNAL",
  503: "UNAVAILABLE",
};

/** Google's. */
export const google: Format = {
  base: "/v1beta",
  isTurn: (path) => /^\/v1beta\/models\/[^/:]+:streamGenerateContent\?alt=sse$/.test(path),
  isList: (path) => /^\/v1beta\/models(?:\?|$)/.test(path),
  list: (models) => ({
    models: models.map(({ id, name, contextTokens, more }) => ({
      name: `models/${id}`,
      displayName: name ?? id,
      supportedGenerationMethods: ["generateContent", "countTokens"],
      ...(contextTokens === undefined ? {} : { inputTokenLimit: contextTokens, outputTokenLimit: 65_536 }),
      ...more,
    })),
  }),
  error: (status, kind, message) => ({
    error: { code: status, message, status: STATUSES[status] ?? "UNKNOWN", details: detailsOf(kind) },
  }),
  writer: (model) => new GoogleWriter(model),
};

/** `retry 13s`, or the reason that Google gives besides the status. */
function detailsOf(kind: string | undefined): unknown[] {
  if (kind === undefined) return [];
  const delay = /^retry (.*)$/.exec(kind)?.[1];
  return delay === undefined
    ? [{ "@type": "type.googleapis.com/google.rpc.ErrorInfo", reason: kind, domain: "googleapis.com" }]
    : [{ "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: delay }];
}

class GoogleWriter implements Writer {
  readonly #model: string;

  constructor(model: string) {
    this.#model = model;
  }

  begin(): string[] {
    return [];
  }

  text(text: string): string[] {
    return [this.#chunk([{ text }])];
  }

  thinking(text: string, signature: string | undefined): string[] {
    return [
      this.#chunk([{ text, thought: true, ...(signature === undefined ? {} : { thoughtSignature: signature }) }]),
    ];
  }

  /** Whole: its arguments do not come in pieces. */
  call(call: CallPart): string[] {
    const args = JSON.parse(argsText(call)) as object;
    const functionCall = { name: call.call, args, ...(call.id === undefined ? {} : { id: call.id }) };
    return [
      this.#chunk([{ functionCall, ...(call.signature === undefined ? {} : { thoughtSignature: call.signature }) }]),
    ];
  }

  error(kind: string, message: string): string[] {
    const code = Object.entries(STATUSES).find(([, status]) => status === kind)?.[0];
    return [event({ error: { code: Number(code ?? 500), message, status: kind } })];
  }

  end({ usage }: Turn, finish: keyof typeof FINISH): string[] {
    const usageMetadata = usage && {
      promptTokenCount: usage.input,
      candidatesTokenCount: usage.output,
      totalTokenCount: usage.input + usage.output,
      ...(usage.cached === undefined ? {} : { cachedContentTokenCount: usage.cached }),
    };
    return [this.#chunk([{ text: "" }], { finishReason: FINISH[finish] }, usageMetadata ? { usageMetadata } : {})];
  }

  #chunk(parts: object[], candidate: object = {}, more: object = {}): string {
    const content = { role: "model", parts };
    const candidates = [{ content, index: 0, ...candidate }];
    return event({ candidates, modelVersion: this.#model, responseId: "r1", ...more });
  }
}

function event(data: unknown): string {
  return `data: ${JSON.stringify(data)}\r\n\r\n`;
}
