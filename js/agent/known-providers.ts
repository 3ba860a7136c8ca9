// Servers that speak OpenAI's format and are prepared in the settings: their addresses, and where to get a key.

/** A prepared server. */
export interface KnownProvider {
  readonly name: string;
  /** Its address. Parts that the user has to fill in are in angle brackets, so that it leads nowhere before. */
  readonly baseUrl: string;
  /** Where the user gets a key; absent if none is needed. */
  readonly keyPage?: string;
}

/** The prepared servers. Their addresses are constants, so that a key may be sent there by the app's own request. */
export const KNOWN_PROVIDERS: readonly KnownProvider[] = [
  { name: "Ollama", baseUrl: "http://localhost:11434/v1" },
  { name: "LM Studio", baseUrl: "http://localhost:1234/v1" },
  { name: "OpenRouter", baseUrl: "https://openrouter.ai/api/v1", keyPage: "https://openrouter.ai/settings/keys" },
  { name: "Mistral", baseUrl: "https://api.mistral.ai/v1", keyPage: "https://console.mistral.ai/api-keys" },
  { name: "DeepSeek", baseUrl: "https://api.deepseek.com/v1", keyPage: "https://platform.deepseek.com/api_keys" },
  { name: "Groq", baseUrl: "https://api.groq.com/openai/v1", keyPage: "https://console.groq.com/keys" },
  { name: "xAI", baseUrl: "https://api.x.ai/v1", keyPage: "https://console.x.ai" },
  { name: "Azure", baseUrl: "https://<resource>.openai.azure.com/openai/v1", keyPage: "https://ai.azure.com" },
];

/** The key pages of the providers that have an address of their own. */
export const KEY_PAGES: Readonly<Record<string, string>> = {
  anthropic: "https://console.anthropic.com/settings/keys",
  openai: "https://platform.openai.com/api-keys",
  google: "https://aistudio.google.com/apikey",
};

const AZURE = /^https:\/\/(?:<resource>|[a-z0-9-]+)\.openai\.azure\.com$/i;

/** The prepared server at `baseUrl`, whatever the path. */
export function knownAt(baseUrl: string): KnownProvider | undefined {
  const [origin = ""] = /^https?:\/\/[^/?#\\]+/i.exec(baseUrl.trim()) ?? [];
  return KNOWN_PROVIDERS.find(({ name, baseUrl: own }) =>
    name === "Azure" ? AZURE.test(origin) : own.startsWith(`${origin.toLowerCase()}/`),
  );
}
