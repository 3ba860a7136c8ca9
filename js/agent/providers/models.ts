// Opens, lists and tests the models that are reached over a network. Each provider's library is loaded when it is first
// needed. quotes.ts has the model that needs no network.
import type { ModelChoice, Network, Reading } from "../model-choice.ts";
import { type Model, ModelError, type ModelRequest } from "../model.ts";
import { knownAt } from "../known-providers.ts";
import { addressOf, headersOf } from "./address.ts";
import { faultOf, refusal } from "./request-faults.ts";
import { hasThinking, limitsOf } from "./known-models.ts";
import { listPath, type ModelInfo, modelsOf } from "./list-models.ts";
import { type Dialect, RemoteModel, type ModelTarget } from "./remote-model.ts";
import { stopIf, unlessStopped } from "../../base/aborted.ts";
import { serverFacts } from "./server-facts.ts";
import { Transport } from "./transport.ts";
import { t } from "../../base/translate.ts";

export type { ModelInfo } from "./list-models.ts";

/** The chosen model. Rejects with a `ModelError` if a setting is missing or invalid. Sends no request yet. */
export async function openModel(choice: ModelChoice, network: Network): Promise<Model> {
  const { provider } = choice;
  const address = addressOf(choice);
  const { base, key, name } = address;
  const model = choice.model.trim();
  if (model === "") throw new ModelError("model", t("No model. Choose one in settings."));
  const { contextTokens, seesImages } = limitsOf(model, !address.isOwn);
  const transport = new Transport(network, address, choice.idleSeconds);
  const headers = headersOf(provider, key);
  // With a key, what the app's own request may not read is not asked again.
  const asking = key === undefined ? transport : new Transport({ fetch: network.fetch }, address, choice.idleSeconds);
  const dialect = await dialectOf({ provider, model, base, name, headers, seesImages });
  const isHosted = address.isOwn || knownAt(base)?.keyPage !== undefined;
  const facts = {
    ...{ contextTokens, ownContext: choice.contextTokens, temperature: choice.temperature },
    steadyTemperature: address.isOwn ? undefined : 0,
    reading: choice.reading ?? "auto",
    ask: () => (isHosted ? Promise.resolve({}) : serverFacts({ model, base, headers }, asking)),
  };
  const thinking = hasThinking({ ...choice, model }) ? choice.thinking : undefined;
  return new RemoteModel(dialect, transport, { name, model, key }, facts, thinking || undefined);
}

/** The models that the provider offers, sorted by name. Rejects like `Model.turn`. */
export async function listModels(choice: ModelChoice, network: Network, signal: AbortSignal): Promise<ModelInfo[]> {
  const { provider } = choice;
  const address = addressOf(choice);
  const { base, key, name } = address;
  try {
    const fetch = new Transport(network, address, choice.idleSeconds).fetch(() => undefined);
    const asked = fetch(`${base}${listPath(provider)}`, { headers: headersOf(provider, key), signal });
    const response = await unlessStopped(asked, signal);
    const text = await unlessStopped(response.text(), signal);
    if (!response.ok) throw refusal(response, text);
    return modelsOf(provider, JSON.parse(text));
  } catch (error) {
    stopIf(signal);
    throw faultOf(error, { name, model: choice.model, key });
  }
}

/**
 * Tests that the chosen model answers: sends a real turn and cancels it at the first output. Returns whether it gets
 * tools. Rejects like `Model.turn`.
 */
export function testModel(choice: ModelChoice, network: Network, signal: AbortSignal): Promise<boolean> {
  return testOpened(() => openModel(choice, network), choice.reading, signal);
}

/** The same of a model that `open` gives. */
export async function testOpened(
  open: () => Promise<Model>,
  reading: Reading | undefined,
  signal: AbortSignal,
): Promise<boolean> {
  const model = await open();
  const takesTools = model.takesTools !== false;
  const said = model.turn({ ...GREETING, tools: takesTools ? GREETING.tools : [] }, signal)[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await said.next();
      if (next.done === true || next.value.type !== "buffered") return takesTools;
    }
  } catch (error) {
    // That it refuses tools is remembered.
    const isRefusal = error instanceof ModelError && error.fault === "tools" && reading !== "tools";
    if (!takesTools || !isRefusal) throw error;
    return await testOpened(open, reading, signal);
  } finally {
    await said.return?.();
    await model.close?.();
  }
}

/** A minimal turn. It includes a tool because some models refuse tools. */
const GREETING: ModelRequest = {
  system: "",
  messages: [{ role: "user", text: "Say “ok”.", attachments: [] }],
  tools: [{ name: "nothing", description: "Does nothing.", inputSchema: { type: "object", properties: {} } }],
};

async function dialectOf(target: ModelTarget): Promise<Dialect> {
  switch (target.provider) {
    case "anthropic":
      return (await import("./anthropic.ts")).anthropicDialect(target);
    case "google":
      return (await import("./google.ts")).googleDialect(target);
    case "openai":
    case "compatible":
      return (await import("./compatible.ts")).compatibleDialect(target);
    default:
      throw new ModelError("model", `${target.provider} is not reached over a network`);
  }
}
