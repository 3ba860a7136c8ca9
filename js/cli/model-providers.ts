// The providers that --model can name: those with a library of their own, the servers that the panel knows, and any other
// server with OpenAI's API.
import { KEY_PAGES, KNOWN_PROVIDERS, knownAt } from "../agent/known-providers.ts";
import type { ProviderId } from "../agent/model-choice.ts";

/** A provider, as the command line names it. */
export interface NamedProvider {
  /** What stands before the slash: `ollama/qwen3`. */
  readonly id: string;
  readonly name: string;
  readonly provider: Exclude<ProviderId, "quotes">;
  /** The environment variable of its key. */
  readonly variable: string;
  /** Where the user gets a key; absent if none is needed. */
  readonly keyPage?: string;
  /** Its address; absent if it has none, or one that its library knows. */
  readonly baseUrl?: string;
}

/** The variable for servers that need no key, but may want one. */
const OTHER_KEY = "LECTERN_API_KEY";

const own = (id: "anthropic" | "openai" | "google", name: string, variable: string): NamedProvider => ({
  ...{ id, name, variable, provider: id },
  ...(KEY_PAGES[id] !== undefined && { keyPage: KEY_PAGES[id] }),
});

/** A server that only its address names. */
export const OTHER_SERVER: NamedProvider = {
  id: "compatible",
  name: "Another server",
  provider: "compatible",
  variable: OTHER_KEY,
};

/** All providers. */
export const PROVIDERS: readonly NamedProvider[] = [
  own("anthropic", "Anthropic", "ANTHROPIC_API_KEY"),
  own("openai", "OpenAI", "OPENAI_API_KEY"),
  own("google", "Google", "GOOGLE_GENERATIVE_AI_API_KEY"),
  ...KNOWN_PROVIDERS.map((known): NamedProvider => {
    // "LM Studio" is lmstudio.
    const id = known.name.toLowerCase().replace(/[^a-z]/g, "");
    const variable = known.keyPage === undefined ? OTHER_KEY : `${id.toUpperCase()}_API_KEY`;
    return { ...known, id, variable, provider: "compatible" };
  }),
  OTHER_SERVER,
];

export const providerNamed = (id: string): NamedProvider | undefined => PROVIDERS.find((one) => one.id === id);

/** The names for `"cohere" is no provider; give …`. */
export const PROVIDER_NAMES = PROVIDERS.map(({ id }) => id).join(", ");

/** Whether the user has to say where it is. */
export const needsAddress = ({ provider, baseUrl }: NamedProvider): boolean =>
  provider === "compatible" && (baseUrl === undefined || baseUrl.includes("<"));

/** The address for a provider, given `--base-url`. Its key may be sent there. */
export function addressFor(named: NamedProvider, given: string | undefined): { baseUrl?: string } | { wrong: string } {
  const { keyPage, provider, baseUrl } = named;
  const has = given?.trim() ? given : undefined;
  if (needsAddress(named)) {
    const example = baseUrl?.replace("<resource>", "RESOURCE") ?? "http://localhost:11434/v1";
    if (has === undefined) return { wrong: `no address given; add --base-url URL, such as ${example}` };
    // A key of Azure's goes nowhere else.
    if (baseUrl !== undefined && knownAt(has)?.baseUrl !== baseUrl)
      return { wrong: `--base-url is "${has}"; give ${example}, or use compatible/NAME` };
    return { baseUrl: has };
  }
  if (given !== undefined && (provider !== "compatible" || keyPage !== undefined))
    return { wrong: "--base-url is for compatible servers; the others have an address of their own" };
  const used = has ?? baseUrl;
  return used === undefined ? {} : { baseUrl: used };
}
