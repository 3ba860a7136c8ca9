// Chooses the model of a prompt: Quotes, or the model that the options name, with a key from the environment. A
// key is not an option, because it would be in the shell's history.
import { IDLE_SECONDS, isIdleLimit, type ModelChoice, type Network, READING } from "../agent/model-choice.ts";
import { ModelError, type Model } from "../agent/model.ts";
import { Quotes } from "../agent/quotes/quotes.ts";
import { EXIT, Failure, UsageError, wrongValue } from "./exit-codes.ts";
import { addressFor, PROVIDER_NAMES, providerNamed } from "./model-providers.ts";
import type { ModelOptions } from "./options.ts";

/** Opens the model. Rejects with a `UsageError` that says what is missing. Sends no request yet. */
export async function modelOf(
  options: ModelOptions,
  environment: Readonly<Record<string, string | undefined>>,
  network: Network,
): Promise<Model> {
  const choice = choiceOf(options, environment);
  if (!choice) return new Quotes();
  // Loads the providers' libraries only if needed.
  const { openModel } = await import("../agent/providers/models.ts");
  try {
    return await openModel(choice, network);
  } catch (error) {
    if (error instanceof ModelError) throw new UsageError(inTerminal(error.message, options));
    throw error;
  }
}

/** The model that the options name; undefined for Quotes. Throws a `UsageError` that says what is missing. */
export function choiceOf(
  options: ModelOptions,
  environment: Readonly<Record<string, string | undefined>>,
): ModelChoice | undefined {
  const { "base-url": baseUrl, "idle-limit": idle, reading: given = "auto" } = options;
  const { provider, model } = namedBy(options);
  if (provider === undefined) {
    const all = { "--base-url": baseUrl, "--idle-limit": idle, "--reading": options.reading };
    const [without] = Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [name]));
    if (without !== undefined) throw new UsageError(`${without} needs --model`);
    return undefined;
  }
  const named = providerNamed(provider);
  if (!named) throw new UsageError(`"${provider}" is no provider; give ${PROVIDER_NAMES}, as in --model openai/NAME`);
  if (!model?.trim()) throw new UsageError(`no model given; add --model ${provider}/NAME`);
  const address = addressFor(named, baseUrl);
  if ("wrong" in address) throw new UsageError(address.wrong);
  const key = environment[named.variable]?.trim();
  const needsKey = named.provider !== "compatible" || named.keyPage !== undefined;
  if (!key && needsKey) throw new Failure(EXIT.key, `no key given; set ${named.variable} in the environment`);
  const idleSeconds = idle === undefined ? IDLE_SECONDS : Number(idle || NaN);
  if (!isIdleLimit(idleSeconds))
    throw wrongValue("idle-limit", idle ?? "", "a whole number of seconds from 1 to 86400, such as 600");
  const reading = READING.find((one) => one === given);
  if (!reading) throw wrongValue("reading", given, READING.join(", "));
  return {
    ...{ provider: named.provider, model, idleSeconds, reading },
    ...(key && { key }),
    ...address,
  };
}

/** The parts of `--model openai/NAME`. A name may have slashes too. */
function namedBy({ model: given }: ModelOptions): { provider?: string; model?: string } {
  if (given === undefined) return {};
  const [provider = "", ...rest] = given.split("/");
  return { provider, model: rest.join("/") };
}

/** Replaces "in settings" with the option to use. */
export function inTerminal(because: string, options: ModelOptions): string {
  const named = providerNamed(namedBy(options).provider ?? "");
  if (!named) return because;
  const key = `in the environment, as ${named.variable}`;
  const others = /\bmodel\b|call tools/i.test(because) ? "with --model" : "with --base-url";
  const where = because.includes("Passages first")
    ? "with --reading passages"
    : / timeout /.test(because)
      ? "with --idle-limit"
      : /\bkey\b/.test(because)
        ? key
        : others;
  return because.replace("in settings", where);
}

/** Whether the options name a server with OpenAI's API that is not OpenAI's own. */
export const isCompatible = (options: ModelOptions): boolean =>
  providerNamed(namedBy(options).provider ?? "")?.provider === "compatible";
