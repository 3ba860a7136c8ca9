// Where a provider is, and with which key it is asked: checked before anything is sent.
import type { ModelChoice } from "../model-choice.ts";
import { ModelError } from "../model.ts";

/** The providers with an address of their own. Their keys go nowhere else, whatever address the settings still have. */
const OWN: Partial<Record<ModelChoice["provider"], { name: string; base: string }>> = {
  anthropic: { name: "Anthropic", base: "https://api.anthropic.com/v1" },
  openai: { name: "OpenAI", base: "https://api.openai.com/v1" },
  google: { name: "Google", base: "https://generativelanguage.googleapis.com/v1beta" },
};

/** Where to ask. */
export interface Address {
  /** Without a slash at its end. */
  readonly base: string;
  readonly key: string | undefined;
  /** How a person knows it. */
  readonly name: string;
  /** Whether it is the provider's own, which nobody can set. */
  readonly isOwn: boolean;
}

/** Throws a `ModelError` that says what to set. */
export function addressOf(choice: ModelChoice): Address {
  const own = OWN[choice.provider];
  const key = keyOf(choice.key);
  if (own) {
    if (key === undefined) throw new ModelError("key", `${own.name} asks for a key. Set one in the settings.`);
    return { ...own, key, isOwn: true };
  }
  const given = choice.baseUrl?.trim() ?? "";
  if (given === "") throw new ModelError("refused", "The server has no address. Set one in the settings.");
  const base = checked(given);
  return { name: new URL(base).host, base, key, isOwn: false };
}

/** A key as it is pasted, less the space around it. */
function keyOf(given: string | undefined): string | undefined {
  const key = given?.trim() ?? "";
  if (key === "") return undefined;
  if (/^[\x21-\x7e]+$/.test(key)) return key;
  throw new ModelError("key", "The key has spaces or letters in it that no key has. Paste it anew in the settings.");
}

function checked(given: string): string {
  let url: URL;
  try {
    url = new URL(given);
  } catch {
    url = new URL("about:blank");
  }
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    throw new ModelError("refused", `“${given}” is no address. It looks like “http://localhost:11434/v1”.`);
  }
  // The address of a turn is what some documentation gives.
  const path = url.pathname.replace(/\/chat\/completions\/?$/, "").replace(/\/+$/, "");
  return `${url.origin}${path}`;
}
