// The chat's part of `data.json`, judged as strictly as the rest: what this version does not know, such as a provider that
// a later one added, is an error. Another model asked by a slip would be told what the person meant for this one alone.
import { idleProblem, type ProviderId } from "../agent/model-choice.ts";
import { type ChatSettings, defaultChatSettings } from "./chat-settings.ts";

const PROVIDERS: readonly ProviderId[] = ["quotes", "anthropic", "openai", "google", "compatible"];

/** A model's context below this would not hold the tools and one page. */
const LEAST_CONTEXT = 4000;
/** More has no model; a slip of the keyboard does. */
const MOST_CONTEXT = 100_000_000;
/** A model that is not done by then goes round in circles. */
const MOST_TURNS = 1000;

/** What `value` says; throws, in words for a person, where it cannot be understood. What it leaves out is as by default. */
export function parseChat(value: unknown): ChatSettings {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new Error("chat in data.json is no object");
  }
  const unknown = Object.keys(value).find((key) => !Object.keys(defaultChatSettings).includes(key));
  if (unknown !== undefined)
    throw new Error(`data.json has a setting "chat.${unknown}", which this version does not know`);
  const chat: ChatSettings = { ...defaultChatSettings, ...value };
  for (const [key, part] of Object.entries(chat) as [keyof ChatSettings, unknown][]) {
    const usual = defaultChatSettings[key];
    const isOfItsType = usual === null ? part === null || typeof part === "number" : typeof part === typeof usual;
    if (!isOfItsType) throw new Error(`chat.${key} in data.json is no ${NAMES[typeof usual] ?? "number"}`);
  }
  const problem = chatProblem(chat);
  if (problem !== undefined) throw new Error(`data.json cannot be used: ${problem}`);
  return chat;
}

const NAMES: Record<string, string> = { string: "text", boolean: "true or false", object: "number" };

/** What is wrong with settings of the right types, as a part of a sentence; undefined where nothing is. */
export function chatProblem(chat: ChatSettings): string | undefined {
  const { provider, contextTokens, idleSeconds, maxTurns, baseUrl, folder, inputPrice, outputPrice } = chat;
  if (!PROVIDERS.includes(provider)) return `this version does not know the provider "${provider}"`;
  if (!isWhole(maxTurns, 1, MOST_TURNS)) return `the number of turns must be a whole number from 1 to ${MOST_TURNS}`;
  const idle = idleProblem(idleSeconds);
  if (idle !== undefined) return idle;
  if (contextTokens !== null && !isWhole(contextTokens, LEAST_CONTEXT, MOST_CONTEXT)) {
    return `the model's context must be a whole number of tokens from ${LEAST_CONTEXT} to ${MOST_CONTEXT}`;
  }
  if ([inputPrice, outputPrice].some((price) => price !== null && !(price >= 0 && price < Infinity))) {
    return "a price must be a number, 0 or more";
  }
  if (baseUrl !== "" && !/^https?:\/\/[^\s/]/i.test(baseUrl)) {
    return `"${baseUrl}" is no address: it begins with http:// or https://`;
  }
  // The core says what else is wrong with a path. One without a name would close nothing.
  if (!folder.split(/[\\/]/).some((name) => /[^\s.]/.test(name))) return "the folder of conversations needs a name";
  return undefined;
}

const isWhole = (value: number, least: number, most: number): boolean =>
  Number.isInteger(value) && value >= least && value <= most;
