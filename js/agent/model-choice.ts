// Which model to ask, and how to reach it.

/**
 * Programs on this computer that answer, with the account that the user has there. `other-agent` is started by a command
 * that the user names, and can read the disk.
 */
export type ProgramId = "claude-code" | "codex" | "gemini-cli" | "other-agent";
export const PROGRAM_IDS: readonly ProgramId[] = ["claude-code", "codex", "gemini-cli", "other-agent"];
export const isProgram = (provider: ProviderId): provider is ProgramId => PROGRAM_IDS.includes(provider as ProgramId);

/** The provider. `quotes` is not a language model: it finds and quotes passages on the device. */
export type ProviderId = "quotes" | "anthropic" | "openai" | "google" | "compatible" | ProgramId;
export const PROVIDER_IDS: readonly ProviderId[] = [
  "quotes",
  "anthropic",
  "openai",
  "google",
  "compatible",
  ...PROGRAM_IDS,
];

/** The providers of embeddings. */
export type EmbedderProvider = "openai" | "google" | "compatible";
export const EMBEDDER_PROVIDERS: readonly EmbedderProvider[] = ["openai", "google", "compatible"];

/** How much a model thinks before it answers; empty for what its provider does by itself. */
export type Thinking = "" | "low" | "medium" | "high";
export const THINKING: readonly Thinking[] = ["", "low", "medium", "high"];

/**
 * How a model gets to read notes: it calls tools, or the core finds the passages for a question and they are sent with it.
 * `auto`: by tools, unless the model can't call any.
 */
export type Reading = "auto" | "tools" | "passages";
export const READING: readonly Reading[] = ["auto", "tools", "passages"];

/** The model that the user chose. */
export interface ModelChoice {
  readonly provider: ProviderId;
  /** The provider's name for it; empty for `quotes`, and for a program's own choice. */
  readonly model: string;
  /** The API key; absent if none is needed. */
  readonly key?: string;
  /** The address of a compatible server, such as `http://localhost:11434/v1`. */
  readonly baseUrl?: string;
  /** The command of `other-agent`, if the user allows it on this device. */
  readonly command?: string;
  /** The context size in tokens, if the user sets it. */
  readonly contextTokens?: number;
  /** How freely the model chooses its words; the provider's default if absent. */
  readonly temperature?: number;
  /** How many seconds the provider may send nothing; default `IDLE_SECONDS`. */
  readonly idleSeconds?: number;
  /** Ignored if the model has no such levels. */
  readonly thinking?: Thinking;
  /** Default `auto`. */
  readonly reading?: Reading;
}

/** How many seconds a provider may send nothing: a local server may have to load the model first. */
export const IDLE_SECONDS = 120;

/** A day: longer than any server takes, and within the range of timers. */
export const MOST_IDLE_SECONDS = 86_400;

/** Whether the user's time limit is valid. */
export const isIdleLimit = (seconds: number): boolean =>
  Number.isInteger(seconds) && seconds >= 1 && seconds <= MOST_IDLE_SECONDS;

const LOCAL = /^(?:localhost|127\.|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|\[|[^.]*:|[^/:]*\.local\b)/i;

/**
 * An address with its scheme: `localhost:8765` gives `http://localhost:8765`, and `ai.example/v1` gives
 * `https://ai.example/v1`. What looks like no address is returned as it is.
 */
export function withScheme(given: string): string {
  const isBare =
    /^(?:localhost|[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+|[\p{L}\p{N}-]+(?=:\d)|\[[\da-f:.]+\])(?::\d{1,5})?(?:\/\S*)?$/iu;
  if (!isBare.test(given)) return given;
  return `${LOCAL.test(given) ? "http" : "https"}://${given}`;
}

/** How to reach a provider. */
export interface Network {
  /** The platform's fetch: it streams, and is bound by CORS. */
  readonly fetch: typeof fetch;
  /**
   * The app's request: not bound by CORS, but it returns the answer only as a whole and follows redirects with all
   * headers. Absent outside the app.
   */
  readonly whole?: (request: WholeRequest) => Promise<WholeResponse>;
  /** The origin that a server's CORS must allow; absent outside the app. */
  readonly origin?: string;
}

/** A request made by the app. */
export interface WholeRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body?: string;
}

/** The response, whatever its status. */
export interface WholeResponse {
  readonly status: number;
  readonly headers: Record<string, string>;
  /** Raw bytes: it may be too large to decode. */
  readonly body: ArrayBuffer;
}
