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
  /** Seconds in which the provider may send nothing before the answer is given up; `IDLE_SECONDS` where it is absent. */
  readonly idleSeconds?: number;
}

/** Seconds in which a provider may send nothing: a local server may have to load the model first. */
export const IDLE_SECONDS = 120;

/** A day. No server that answers at all takes longer, and timers could not wait much longer. */
const MOST_IDLE_SECONDS = 86_400;

/** What is wrong with a time that a person set, as a part of a sentence; undefined where nothing is. */
export function idleProblem(seconds: number): string | undefined {
  if (Number.isInteger(seconds) && seconds >= 1 && seconds <= MOST_IDLE_SECONDS) return undefined;
  return `the longest silence must be a whole number of seconds from 1 to ${MOST_IDLE_SECONDS}`;
}

/** How a provider is reached. */
export interface Network {
  /** As the platform has it: streams, and keeps to the server's CORS. */
  readonly fetch: typeof fetch;
  /**
   * The app's own, which no CORS stops, but which gives an answer only whole, and follows redirects with all that the
   * request has; absent where there is no app.
   */
  readonly whole?: (request: WholeRequest) => Promise<WholeResponse>;
  /** What a server's CORS has to allow; absent where there is no app. */
  readonly origin?: string;
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
  /** Not decoded: it may be larger than anything that is to be read. */
  readonly body: ArrayBuffer;
}
