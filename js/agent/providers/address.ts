// The base URL, API key and headers for the chosen provider, checked before anything is sent.
import { knownAt } from "../known-providers.ts";
import { type ModelChoice, type ProviderId, withScheme } from "../model-choice.ts";
import { ModelError } from "../model.ts";
import { t } from "../../base/translate.ts";

/** Providers with a fixed address. Their keys are only sent there, even if the settings still have another address. */
const OWN: Partial<Record<ModelChoice["provider"], { name: string; base: string }>> = {
  anthropic: { name: "Anthropic", base: "https://api.anthropic.com/v1" },
  openai: { name: "OpenAI", base: "https://api.openai.com/v1" },
  google: { name: "Google", base: "https://generativelanguage.googleapis.com/v1beta" },
};

/** A provider's base URL and key. */
export interface Address {
  /** Without a trailing slash. */
  readonly base: string;
  readonly key: string | undefined;
  /** The name shown to the user: `Anthropic`, or a compatible server's host. */
  readonly name: string;
  /** Whether the address is fixed, rather than entered by the user: a key may be sent with the app's own request. */
  readonly isOwn: boolean;
}

/** Returns the address for `choice`. Throws a `ModelError` that says what to set if the key or address is invalid. */
export function addressOf(choice: ModelChoice): Address {
  const own = OWN[choice.provider];
  const key = keyOf(choice.key);
  if (own) {
    if (key === undefined)
      throw new ModelError("key", t("{name} needs an API key. Add one in settings.", { name: own.name }));
    return { ...own, key, isOwn: true };
  }
  const given = choice.baseUrl?.trim() ?? "";
  if (given === "")
    throw new ModelError("refused", t("No server URL. Add one in settings, such as http://localhost:11434/v1."));
  const base = checked(given);
  const known = knownAt(base);
  const isOwn = known?.keyPage !== undefined;
  if (isOwn && key === undefined)
    throw new ModelError("key", t("{name} needs an API key. Add one in settings.", { name: known.name }));
  return { name: isOwn ? known.name : new URL(base).host, base, key, isOwn };
}

/** The key without surrounding spaces, or undefined if it is empty. Throws if it isn't printable ASCII. */
function keyOf(given: string | undefined): string | undefined {
  const key = given?.trim() ?? "";
  if (key === "") return undefined;
  if (/^[\x21-\x7e]+$/.test(key)) return key;
  throw new ModelError("key", t("The API key contains spaces or invalid characters. Paste it again in settings."));
}

function checked(given: string): string {
  let url: URL;
  try {
    url = new URL(withScheme(given));
  } catch {
    url = new URL("about:blank");
  }
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    throw new ModelError(
      "refused",
      t("“{url}” is not a URL. Enter one that starts with http:// or https://", { url: given }),
    );
  }
  // Some documentation gives the full endpoint, such as `https://host/v1/chat/completions`.
  const path = url.pathname.replace(/\/(?:chat\/completions|embeddings)\/?$/, "").replace(/\/+$/, "");
  return `${url.origin}${path}`;
}

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
