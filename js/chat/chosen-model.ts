// The model that the settings choose: its key from the app's secret storage, and the model itself, loaded at first use.
import type { App } from "obsidian";
import type { ModelChoice, ProviderId } from "../agent/model-choice.ts";
import { type Model, ModelError } from "../agent/model.ts";
import type { ChatSettings } from "../settings/chat-settings.ts";
import { appNetwork } from "../host/network.ts";
import { Budget } from "../agent/context/budget.ts";
import type { SettingsStore } from "../settings/settings-store.ts";
import { t } from "../base/translate.ts";

/** The providers' display names. */
export const providers = (): Readonly<Record<ProviderId, string>> => ({
  quotes: t("Quotes · no AI"),
  anthropic: "Anthropic (Claude)",
  openai: "OpenAI (GPT)",
  google: "Google (Gemini)",
  compatible: t("Local or compatible server"),
});

/** Whether a provider requires a key. */
export const needsKey = (provider: ProviderId): boolean =>
  provider === "anthropic" || provider === "openai" || provider === "google";

/** The model choice of the settings. */
export function choiceOf(app: App, settings: ChatSettings): ModelChoice {
  const { provider, model, baseUrl, secret, contextTokens, idleSeconds } = settings;
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
  };
}

/** What is missing, and a sentence that says what to set. */
export interface Missing {
  readonly what: "key" | "address" | "model";
  readonly says: string;
}

/** What must be set before the model can be asked; undefined if nothing is missing. */
export function missingIn({ provider, model, key, baseUrl }: ModelChoice): Missing | undefined {
  const name = providers()[provider];
  if (needsKey(provider) && key === undefined) {
    return { what: "key", says: t("No API key for {name}. Add one in settings.", { name }) };
  }
  if (provider === "compatible" && baseUrl === undefined) {
    const says = t("No server URL. Add one in settings, such as http://localhost:11434/v1.");
    return { what: "address", says };
  }
  if (provider !== "quotes" && model === "") {
    return { what: "model", says: t("No model for {name}. Choose one in settings.", { name }) };
  }
  return undefined;
}

/** The model's name for the panel: `Anthropic (Claude): not set up` until its key and its name are given. */
export function shownModel(app: App, settings: ChatSettings): string {
  const { provider, model } = settings;
  if (provider === "quotes") return t("Quotes · no AI");
  return missingIn(choiceOf(app, settings)) === undefined
    ? model
    : t("{provider}: not set up", { provider: providers()[provider] });
}

/** The model that the settings name. Rejects with a `ModelError` of fault `key` whose message says what to set. */
export async function chosenModel(app: App, settings: ChatSettings): Promise<Model> {
  const choice = choiceOf(app, settings);
  if (choice.provider === "quotes") return new (await import("../agent/quotes/quotes.ts")).Quotes();
  const missing = missingIn(choice);
  if (missing !== undefined) throw new ModelError("key", missing.says);
  return (await import("../agent/providers/models.ts")).openModel(choice, appNetwork());
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
