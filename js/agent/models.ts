// The models that a person may choose, over a network. A provider's library is evaluated when it is first asked for.
// The model that needs none is quotes.ts.
import type { ModelChoice, Network } from "./choice.ts";
import { type Model, ModelError } from "./model.ts";
import { addressOf } from "./providers/address.ts";
import { limitsOf } from "./providers/known.ts";
import type { Dialect } from "./providers/remote.ts";
import { Transport } from "./transport.ts";

/** The chosen model. Rejects with a `ModelError` where something has to be set first. */
export async function openModel(choice: ModelChoice, network: Network): Promise<Model> {
  const { base, key, name } = addressOf(choice);
  const model = choice.model.trim();
  if (model === "") throw new ModelError("model", "No model is chosen. Choose one in the settings.");
  const limits = limitsOf(model, choice.provider === "compatible");
  const dialect = await dialectOf(choice.provider, model, base, key, limits.seesImages);
  const { RemoteModel } = await import("./providers/remote.ts");
  const transport = new Transport(network, base);
  return new RemoteModel(dialect, transport, { name, model, key }, choice.contextTokens ?? limits.contextTokens);
}

async function dialectOf(
  provider: ModelChoice["provider"],
  model: string,
  base: string,
  key: string | undefined,
  seesImages: boolean,
): Promise<Dialect> {
  switch (provider) {
    case "openai":
    case "compatible": {
      const { compatibleDialect } = await import("./providers/compatible.ts");
      return compatibleDialect(provider, model, base, key, seesImages);
    }
    default:
      throw new ModelError("model", `There is no provider “${provider}”.`);
  }
}
