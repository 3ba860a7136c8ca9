// The model that the settings or a conversation choose: its key from the app's secret storage, and the model itself,
// loaded at first use.
import { type App, Platform } from "obsidian";
import { isProgram, type ModelChoice, type ProviderId, type Reading } from "../../agent/model-choice.ts";
import { programOf, walled } from "../../agent/programs/programs.ts";
import type { ModelLimits } from "../../agent/loop/conversation.ts";
import { type Model, ModelError } from "../../agent/model.ts";
import { limitsOf } from "../../agent/providers/known-models.ts";
import type { ChatSettings } from "../../settings/chat-settings.ts";
import { appNetwork } from "../../host/network.ts";
import { appComputer } from "../../host/obsidian-computer.ts";
import { KEY_PAGES, knownAt } from "../../agent/known-providers.ts";
import { t } from "../../base/translate.ts";
import type { SavedModel } from "../../agent/saved-model.ts";
import { isSameModel, remembered, settingsWith, setupIn } from "../../settings/model-setups.ts";
import type { SettingsStore } from "../../settings/settings-store.ts";
import { allowedCommand } from "./agent-command.ts";

/** The providers' display names. */
export const providers = (): Readonly<Record<ProviderId, string>> => ({
  quotes: t("Quotes · no AI"),
  anthropic: "Anthropic (Claude)",
  openai: "OpenAI (GPT)",
  google: "Google (Gemini)",
  compatible: t("Local or compatible server"),
  "claude-code": walled["claude-code"].name,
  codex: walled.codex.name,
  "gemini-cli": walled["gemini-cli"].name,
  "other-agent": t("Another agent (can read your disk)"),
});

/** The ways in which a model gets to read notes. */
export const readings = (): Record<Reading, string> => ({
  auto: t("Auto"),
  tools: t("Tools"),
  passages: t("Passages first"),
});

/** Where a model is asked. */
type Place = Pick<ModelChoice, "provider" | "baseUrl">;

/** The page where the user gets a key; undefined if none is needed. */
export const keyPageOf = ({ provider, baseUrl = "" }: Place): string | undefined =>
  provider === "compatible" ? knownAt(baseUrl)?.keyPage : KEY_PAGES[provider];

/** The provider's name: `Anthropic (Claude)`, `Groq`; of another server, what it is. */
export const providerName = ({ provider, baseUrl = "" }: Place): string =>
  (provider === "compatible" ? knownAt(baseUrl)?.name : undefined) ?? providers()[provider];

/** Whether the host is this device. */
export const isThisDevice = (host: string): boolean => /^(?:localhost|127(?:\.\d+){3}|\[::1\])(?::\d+)?$/.test(host);

/** The key in the app's storage on this device of the hosts that something was sent to. */
const HOSTS = "lectern-hosts";

function hostsIn(app: App): string[] {
  const kept: unknown = app.loadLocalStorage(HOSTS);
  return typeof kept === "string" ? kept.split("\n") : [];
}

/** Whether the host is this device, or the user has agreed to send something to it. */
export const isKnownHost = (app: App, host: string): boolean => isThisDevice(host) || hostsIn(app).includes(host);

/** Keeps that the user has agreed to send something to `host`. */
export function keepHost(app: App, host: string): void {
  const hosts = hostsIn(app);
  if (!hosts.includes(host)) app.saveLocalStorage(HOSTS, [...hosts, host].join("\n"));
}

/** Where what a model reads goes: `Anthropic`, `Ollama, on this device`, `ai.example`. */
export function placeOf(place: Place): string {
  if (place.provider === "other-agent") return providerName(place);
  const name = providerName(place).replace(/ \(.*/, "");
  if (place.provider !== "compatible") return name;
  const host = hostOf(place.baseUrl ?? "") ?? "";
  const known = knownAt(place.baseUrl ?? "")?.name;
  if (isThisDevice(host)) return t("{name}, on this device", { name: known ?? host });
  return known ?? (host || name);
}

/** The host of an address; undefined if it has no host. */
export function hostOf(url: string): string | undefined {
  try {
    return new URL(url).host || undefined;
  } catch {
    return undefined;
  }
}

/** The model choice of the settings. */
export function choiceOf(app: App, settings: ChatSettings): ModelChoice {
  const { provider, model, baseUrl, secret, contextTokens, idleSeconds, temperature, thinking, reading } = settings;
  if (provider === "quotes") return { provider, model: "" };
  const ownContext = contextTokens !== null && { contextTokens };
  if (isProgram(provider)) {
    const command = provider === "other-agent" ? allowedCommand(app) : undefined;
    return { provider, model, thinking, reading, ...ownContext, ...(command !== undefined && { command }) };
  }
  const key = secret === "" ? undefined : (app.secretStorage.getSecret(secret) ?? undefined);
  return {
    provider,
    model,
    idleSeconds,
    thinking,
    reading,
    // Pasted keys often end with a line break.
    ...(key?.trim() && { key: key.trim() }),
    ...(provider === "compatible" && baseUrl !== "" && { baseUrl }),
    ...ownContext,
    ...(temperature !== null && { temperature }),
  };
}

/** What is missing, and a sentence that says what to set. */
export interface Missing {
  readonly what: "key" | "address" | "model";
  readonly says: string;
}

/** What must be set before the model can be asked; undefined if nothing is missing. */
export function missingIn(choice: ModelChoice): Missing | undefined {
  const { provider, model, key, baseUrl, command } = choice;
  const name = providerName(choice);
  if (keyPageOf(choice) !== undefined && key === undefined) {
    return { what: "key", says: t("No API key for {name}. Add one in settings.", { name }) };
  }
  if (provider === "compatible" && baseUrl === undefined) {
    const says = t("No server URL. Add one in settings, such as http://localhost:11434/v1.");
    return { what: "address", says };
  }
  if (baseUrl?.includes("<"))
    return { what: "address", says: t("Enter your own address in the settings: replace what is in angle brackets.") };
  if (isProgram(provider) && !Platform.isDesktopApp) {
    return { what: "address", says: t("{name} runs on a computer, not on a phone. Choose another model.", { name }) };
  }
  if (provider === "other-agent" && command === undefined) {
    return { what: "address", says: t("Enter the command of the agent in the settings, and allow it on this device.") };
  }
  if (provider !== "quotes" && !isProgram(provider) && model === "") {
    return { what: "model", says: t("No model for {name}. Choose one in settings.", { name }) };
  }
  return undefined;
}

/** The model's name for the panel: `Anthropic (Claude): not set up` until its key and its name are given. */
export function shownModel(app: App, settings: ChatSettings): string {
  const { provider, model } = settings;
  if (provider === "quotes") return t("Quotes · no AI");
  const name = providerName(settings);
  if (missingIn(choiceOf(app, settings)) !== undefined) return notSetUp(name);
  return provider === "other-agent" ? name : model || name;
}

/** What the panel says of a model that can't be asked here. */
export const notSetUp = (name: string): string => t("{name}: not set up", { name });

/** The model that the settings name. Rejects with a `ModelError` of fault `key` whose message says what to set. */
export async function chosenModel(app: App, settings: ChatSettings): Promise<Model> {
  const choice = choiceOf(app, settings);
  if (choice.provider === "quotes") return new (await import("../../agent/quotes/quotes.ts")).Quotes();
  const missing = missingIn(choice);
  if (missing !== undefined) throw new ModelError("key", missing.says);
  const model = await openChosen(choice);
  // Nothing reaches another machine before the user has agreed to a request.
  if (model.host !== undefined && isKnownHost(app, model.host)) await model.prepare?.();
  return model;
}

/** Opens the model of `choice`, of which nothing is missing. Sends nothing yet. */
export async function openChosen(choice: ModelChoice): Promise<Model> {
  const { provider } = choice;
  if (!isProgram(provider)) return (await import("../../agent/providers/models.ts")).openModel(choice, appNetwork());
  const { AgentModel } = await import("../../agent/programs/agent-model.ts");
  return new AgentModel(appComputer(), { ...choice, provider });
}

/** What is known of the chosen model before it is opened; undefined if none can be asked. */
export function limitsNow(app: App, settings: ChatSettings): ModelLimits | undefined {
  const choice = choiceOf(app, settings);
  if (choice.provider === "quotes" || missingIn(choice)) return undefined;
  const id = choice.model.trim();
  if (isProgram(choice.provider)) {
    const { name, contextTokens, seesImages } = programOf(choice.provider, choice);
    return { id: id || name, seesImages, contextTokens: choice.contextTokens ?? contextTokens };
  }
  const { contextTokens, seesImages } = limitsOf(
    id,
    choice.provider === "compatible" && keyPageOf(choice) === undefined,
  );
  return { id, seesImages, contextTokens: choice.contextTokens ?? contextTokens };
}

/** The model that `settings` name; undefined if it can't be asked. */
export async function modelNow(app: App, settings: () => Promise<ChatSettings>): Promise<Model | undefined> {
  return settings()
    .then((chosen) => chosenModel(app, chosen))
    .catch(() => undefined);
}

/** The settings with `own`, the model of a conversation. Rejects if that is not set up here. */
export async function settingsFor(settings: SettingsStore, own: SavedModel | undefined): Promise<ChatSettings> {
  const { chat } = await settings.load();
  const chosen = settingsWith(chat, own);
  if (chosen) return chosen;
  const { model = "", ...place } = own ?? { provider: chat.provider };
  const says = t("This conversation is set to {model} ({place}), which is not set up here. Choose another model.", {
    model,
    place: placeOf(place),
  });
  throw new ModelError("model", says);
}

/** Remembers that the model of `used` was used, so that it is offered again. */
export async function rememberModel(settings: SettingsStore, used: ChatSettings): Promise<void> {
  const all = await settings.load();
  const [last] = all.chat.recent;
  if (used.provider === "quotes" || (last && isSameModel(last, used) && last.secret === used.secret)) return;
  const known = all.chat.recent.find((one) => isSameModel(one, used));
  const recent = remembered(all.chat.recent, {
    ...setupIn(used),
    ...{ thinking: known?.thinking ?? "", reading: known?.reading ?? "auto" },
  });
  await settings.save({ ...all, chat: { ...all.chat, recent } });
}
