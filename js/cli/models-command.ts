// `lectern models`: the models that can be reached, as --model takes them. Sends no note.
import type { ModelChoice } from "../agent/model-choice.ts";
import type { ModelInfo } from "../agent/providers/list-models.ts";
import { reason } from "../base/reason.ts";
import { UsageError } from "./exit-codes.ts";
import {
  addressFor,
  type NamedProvider,
  needsAddress,
  PROVIDER_NAMES,
  providerNamed,
  PROVIDERS,
} from "./model-providers.ts";
import { whileWaiting, type Stream } from "./reading-line.ts";
import type { Terminal } from "./terminal.ts";

/** How long a server has to answer. */
export const MOST_MS = 5000;

/** What the command needs. */
export interface ModelsParts {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly fetch: typeof fetch;
  readonly baseUrl: string | undefined;
  readonly json: boolean;
  readonly output: Terminal;
  readonly errors: Terminal;
  readonly progress: Stream;
  /** How long a server has to answer. */
  readonly mostMs: number;
}

/** What came of a provider. */
interface Asked {
  readonly named: NamedProvider;
  readonly models: readonly ModelInfo[];
  /** Why there are none, and what to do. */
  readonly problem?: string;
  /** Whether it was not asked, because it has no key. */
  readonly isKeyless?: boolean;
}

/** Lists the models of the providers with these `ids`, or of all. Returns 1 if there are none. */
export async function listReachable(ids: readonly string[], parts: ModelsParts): Promise<number> {
  const chosen = ids.length > 0 ? ids.map(provider) : PROVIDERS.filter((one) => isAsked(one, parts.baseUrl));
  const asking = Promise.all(chosen.map((named) => ask(named, ids.length > 0, parts)));
  const all = await whileWaiting(
    parts.progress,
    () => "Asking for models",
    () => asking,
  );
  if (parts.json) parts.output.json({ providers: all.map(forPrograms) });
  else print(all, ids.length > 0, parts);
  return all.some(({ models }) => models.length > 0) ? 0 : 1;
}

function provider(id: string): NamedProvider {
  const named = providerNamed(id);
  if (!named) throw new UsageError(`"${id}" is no provider; give ${PROVIDER_NAMES}`);
  return named;
}

/** Whether it is asked among all: one without an address only where `--base-url` says which. */
function isAsked(named: NamedProvider, baseUrl: string | undefined): boolean {
  return baseUrl === undefined ? !needsAddress(named) : needsAddress(named) && !("wrong" in addressFor(named, baseUrl));
}

async function ask(named: NamedProvider, isNamed: boolean, parts: ModelsParts): Promise<Asked> {
  const { environment, baseUrl, fetch, mostMs } = parts;
  const none = { named, models: [] };
  const address = addressFor(named, baseUrl);
  if ("wrong" in address) return { ...none, problem: sentence(address.wrong) };
  const { variable, keyPage, provider, id } = named;
  // The key of another server is for that one.
  const key = keyPage !== undefined || isNamed || id === "compatible" ? environment[variable]?.trim() : undefined;
  if (!key && keyPage !== undefined)
    return { ...none, isKeyless: true, problem: `Set ${variable} in the environment. Get a key at ${keyPage}.` };
  const choice: ModelChoice = { provider, model: "", ...(key && { key }), ...address };
  const signal = AbortSignal.timeout(mostMs);
  try {
    const { listModels } = await import("../agent/providers/models.ts");
    const models = await listModels(choice, { fetch }, signal);
    return models.length > 0 ? { named, models } : { ...none, problem: "It has no model that can chat." };
  } catch (error) {
    const late = `It did not answer within ${mostMs / 1000} seconds.`;
    const problem = signal.aborted ? late : reason(error).replace("in settings", `in the environment, as ${variable}`);
    return { ...none, problem: keyPage === undefined ? `${problem} Start it, or add --base-url URL.` : problem };
  }
}

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

/** The models to standard output, and what can't be reached to standard error. */
function print(all: readonly Asked[], isNamed: boolean, { output, errors }: ModelsParts): void {
  for (const { named, models } of all) for (const { id } of models) output.line(`${named.id}/${id}`);
  const isKeyless = (one: Asked): boolean => one.isKeyless === true && !isNamed;
  for (const one of all) {
    if (one.problem !== undefined && !isKeyless(one)) errors.line(`${one.named.name}: ${one.problem}`);
  }
  const keyless = all.filter(isKeyless).map(({ named }) => `${named.id} (${named.variable})`);
  if (keyless.length > 0) errors.line(`No key in the environment for: ${keyless.join(", ")}`);
}

const forPrograms = ({ named, models, problem }: Asked): object => ({
  provider: named.id,
  models: models.map(({ id, name, contextTokens, seesImages }) => ({
    model: `${named.id}/${id}`,
    name,
    context_tokens: contextTokens,
    sees_images: seesImages,
  })),
  ...(problem !== undefined && { problem }),
});
