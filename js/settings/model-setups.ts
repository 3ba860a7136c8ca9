// The models that are set up: one default in the settings, and those used before, each with its key's name.
import { knownAt } from "../agent/known-providers.ts";
import { isProgram, type ProviderId } from "../agent/model-choice.ts";
import type { SavedModel } from "../agent/saved-model.ts";
import { type ChatSettings, defaultChatSettings, type ModelSetup } from "./chat-settings.ts";

/** How many models are remembered. */
const REMEMBERED = 12;

/** The settings of `chat` that belong to its model. */
export function setupIn(chat: ModelSetup): ModelSetup {
  const { provider, model, baseUrl, secret, contextTokens, inputPrice, outputPrice, ...rest } = chat;
  const { thinking, reading, temperature } = rest;
  return { provider, model, baseUrl, secret, contextTokens, inputPrice, outputPrice, thinking, reading, temperature };
}

type Place = Pick<ModelSetup, "provider" | "baseUrl">;
/** The address of a compatible server, without a name and a password in it, which are not sent; else empty. */
export const addressOf = ({ provider, baseUrl }: Place): string =>
  provider === "compatible" ? baseUrl.replace(/^(https?:\/\/)[^/@]*@/i, "$1") : "";
/** Whether both are at the same provider or server. */
export const isSamePlace = (one: Place, other: Place): boolean =>
  one.provider === other.provider && addressOf(one) === addressOf(other);
/** Whether both are the same model. */
export const isSameModel = (one: Place & { model: string }, other: Place & { model: string }): boolean =>
  isSamePlace(one, other) && one.model === other.model;

/** `recent` with `setup` as the last one used. The key that a place has now is that of all its models. */
export function remembered(recent: readonly ModelSetup[], setup: ModelSetup): ModelSetup[] {
  const others = recent
    .filter((one) => !isSameModel(one, setup))
    .map((one) => (isSamePlace(one, setup) ? { ...one, secret: setup.secret } : one));
  return [setupIn(setup), ...others].slice(0, REMEMBERED);
}

const mayLackModel = (provider: ProviderId): boolean => provider === "quotes" || isProgram(provider);

/** All models that are set up: the default first. */
export function setups(chat: ChatSettings): ModelSetup[] {
  const all = chat.model !== "" || mayLackModel(chat.provider) ? [setupIn(chat)] : [];
  return [...all, ...chat.recent.filter((one) => !isSameModel(one, chat))];
}

/**
 * The change of the settings that makes another provider or server the default. The last model of the one before is
 * remembered, and the last one of the new one comes back: values for one must not be used with another.
 */
export function switched(chat: ChatSettings, provider: ProviderId, baseUrl = ""): Partial<ChatSettings> {
  const recent = chat.model === "" && !isProgram(chat.provider) ? chat.recent : remembered(chat.recent, chat);
  const isOther = provider === "compatible" && baseUrl === "";
  const last = recent.find((one) =>
    isOther ? one.provider === provider && !knownAt(one.baseUrl) : isSamePlace(one, { provider, baseUrl }),
  );
  return { ...(last ?? setupIn({ ...defaultChatSettings, provider, baseUrl })), recent };
}

/**
 * The settings with the model that was chosen for a conversation. Undefined if its provider is not set up here: a note
 * may name any address, and nothing is sent to one that the user has not set up.
 */
export function settingsWith(chat: ChatSettings, chosen: SavedModel | undefined): ChatSettings | undefined {
  if (!chosen) return chat;
  const { thinking, reading } = chosen;
  if (chosen.provider === "quotes") return { ...chat, ...setupIn({ ...defaultChatSettings, ...chosen, baseUrl: "" }) };
  const all = setups(chat);
  const exact = all.find((one) => isSameModel(one, chosen));
  if (exact) return { ...chat, ...exact, thinking, reading: reading ?? exact.reading };
  const near = all.find((one) => isSamePlace(one, chosen));
  const unknown = { contextTokens: null, inputPrice: null, outputPrice: null, temperature: null };
  return near && { ...chat, ...near, ...unknown, model: chosen.model, thinking, reading: reading ?? "auto" };
}
