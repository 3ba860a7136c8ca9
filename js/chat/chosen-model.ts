// The model that the settings choose: its key from the app's secret storage, and the model itself, loaded at first use.
import type { App } from "obsidian";
import type { ModelChoice, ProviderId } from "../agent/model-choice.ts";
import type { ModelLimits } from "../agent/loop/conversation.ts";
import { type Model, ModelError } from "../agent/model.ts";
import { limitsOf } from "../agent/providers/known-models.ts";
import type { ChatSettings } from "../settings/chat-settings.ts";
import { appNetwork } from "../host/network.ts";
import { Budget } from "../agent/context/budget.ts";
import type { SettingsStore } from "../settings/settings-store.ts";

/** The providers' display names. */
export const PROVIDERS: Readonly<Record<ProviderId, string>> = {
  quotes: "Quotes (no AI, on this device)",
  anthropic: "Anthropic (Claude)",
  openai: "OpenAI (GPT)",
  google: "Google (Gemini)",
  compatible: "Local or compatible server",
};

/** Whether a provider requires a key. */
export const needsKey = (provider: ProviderId): boolean =>
  provider === "anthropic" || provider === "openai" || provider === "google";

/** The model choice of the settings. */
export function choiceOf(app: App, settings: ChatSettings): ModelChoice {
  const { provider, model, baseUrl, secret, contextTokens, idleSeconds, temperature } = settings;
  if (provider === "quotes") return { provider, model: "" };
  const key = secret === "" ? undefined : (app.secretStorage.getSecret(secret) ?? undefined);
  return {
    provider,
    model,
    idleSeconds,
    // Pasted keys often end with a line break.
    ...(key?.trim() && { key: key.trim() }),
    ...(provider === "compatible" && baseUrl !== "" && { baseUrl }),
    ...(contextTokens !== null && { contextTokens }),
    ...(temperature !== null && { temperature }),
  };
}

/** What is missing, and a sentence that says what to set. */
export interface Missing {
  readonly what: "key" | "address" | "model";
  readonly says: string;
}

/** What must be set before the model can be asked; undefined if nothing is missing. */
export function missingIn({ provider, model, key, baseUrl }: ModelChoice): Missing | undefined {
  const name = PROVIDERS[provider];
  if (needsKey(provider) && key === undefined) {
    return { what: "key", says: `There is no key for ${name}. Add one in the settings.` };
  }
  if (provider === "compatible" && baseUrl === undefined) {
    const says = "Your server has no address yet. Add one in the settings, such as http://localhost:11434/v1.";
    return { what: "address", says };
  }
  if (provider !== "quotes" && model === "") {
    return { what: "model", says: `No model is chosen for ${name}. Choose one in the settings.` };
  }
  return undefined;
}

/** The model's name for the panel: `Anthropic (Claude): not set up` until its key and its name are given. */
export function shownModel(app: App, settings: ChatSettings): string {
  const { provider, model } = settings;
  if (provider === "quotes") return "Quotes, on this device";
  return missingIn(choiceOf(app, settings)) === undefined ? model : `${PROVIDERS[provider]}: not set up`;
}

/** The model that the settings name. Rejects with a `ModelError` of fault `key` whose message says what to set. */
export async function chosenModel(app: App, settings: ChatSettings): Promise<Model> {
  const choice = choiceOf(app, settings);
  if (choice.provider === "quotes") return new (await import("../agent/quotes/quotes.ts")).Quotes();
  const missing = missingIn(choice);
  if (missing !== undefined) throw new ModelError("key", missing.says);
  return (await import("../agent/providers/models.ts")).openModel(choice, appNetwork());
}

/** What is known of the chosen model before it is opened; undefined if none can be asked. */
export function limitsNow(app: App, settings: ChatSettings): ModelLimits | undefined {
  const choice = choiceOf(app, settings);
  if (choice.provider === "quotes" || missingIn(choice)) return undefined;
  const id = choice.model.trim();
  const { contextTokens, seesImages } = limitsOf(id, choice.provider === "compatible");
  return { id, seesImages, contextTokens: choice.contextTokens ?? contextTokens };
}

/** How many tokens of attachments the chosen model has room for. `Infinity` if no model can be asked yet. */
export async function roomOf(app: App, settings: SettingsStore): Promise<number> {
  try {
    const { chat } = await settings.load();
    return new Budget(await chosenModel(app, chat)).room;
  } catch {
    return Infinity;
  }
}
