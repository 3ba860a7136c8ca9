// How a request shows its key to each provider.
import type { ProviderId } from "../model-choice.ts";

/** What every request has. */
export function headersOf(provider: ProviderId, key: string | undefined): Record<string, string> {
  if (provider === "anthropic") {
    return {
      "anthropic-version": "2023-06-01",
      // Without it, no app is let in. The key is the person's own, on the person's own device.
      "anthropic-dangerous-direct-browser-access": "true",
      ...(key === undefined ? {} : { "x-api-key": key }),
    };
  }
  if (key === undefined) return {};
  return provider === "google" ? { "x-goog-api-key": key } : { authorization: `Bearer ${key}` };
}
