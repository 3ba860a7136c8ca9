// Authentication headers for each provider.
import type { ProviderId } from "../model-choice.ts";

/** The headers that every request to `provider` needs. */
export function headersOf(provider: ProviderId, key: string | undefined): Record<string, string> {
  if (provider === "anthropic") {
    return {
      "anthropic-version": "2023-06-01",
      // Required for CORS. It is safe here: the key is the user's own, on the user's device.
      "anthropic-dangerous-direct-browser-access": "true",
      ...(key === undefined ? {} : { "x-api-key": key }),
    };
  }
  if (key === undefined) return {};
  return provider === "google" ? { "x-goog-api-key": key } : { authorization: `Bearer ${key}` };
}
