// Which model is asked, and by what way.

/** Who answers. `quotes` is no model: it finds and quotes, on the device. */
export type ProviderId = "quotes" | "anthropic" | "openai" | "google" | "compatible";

/** The model that a person chose. */
export interface ModelChoice {
  readonly provider: ProviderId;
  /** As the provider names it; empty for `quotes`. */
  readonly model: string;
  /** The secret that the provider gave the person; absent where it needs none. */
  readonly key?: string;
  /** Where a compatible server is, such as `http://localhost:11434/v1`. */
  readonly baseUrl?: string;
  /** Tokens of its context, where the person knows better than the provider says. */
  readonly contextTokens?: number;
}

/** How a provider is reached. */
export interface Network {
  /** As the platform has it: streams, and keeps to the server's CORS. */
  readonly fetch: typeof fetch;
  /** The app's own, which no CORS stops, but which gives an answer only whole; absent where there is no app. */
  readonly whole?: (request: WholeRequest) => Promise<WholeResponse>;
}

/** A request by the app's own way. */
export interface WholeRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body?: string;
}

/** What came back, whatever its status. */
export interface WholeResponse {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly text: string;
}
