// Parses the chat's part of `data.json`, as strictly as the rest: anything unknown, such as a provider of a later
// version, is an error. A wrong model would be sent text that was meant for another.
import { fieldsOf } from "../base/fields.ts";
import { idleProblem, type ProviderId } from "../agent/model-choice.ts";
import {
  type ApproveMode,
  type ChatSettings,
  type CorrectMode,
  defaultChatSettings,
  MOST_INSTRUCTIONS,
} from "./chat-settings.ts";

const PROVIDERS: readonly ProviderId[] = ["quotes", "anthropic", "openai", "google", "compatible"];
const MODES: readonly ApproveMode[] = ["ask", "folder", "accept", "plan"];
const CORRECT_MODES: readonly CorrectMode[] = ["off", "ask", "on"];

/** A smaller context would not hold the tools and one page. */
const LEAST_CONTEXT = 4000;
/** Larger numbers are typing errors. */
const MOST_CONTEXT = 100_000_000;
/** No provider takes more. */
const MOST_TEMPERATURE = 2;
/** A model that needs more turns is going in circles. */
const MOST_TURNS = 1000;

/** Parses `value`; missing settings get their defaults. Throws an error for the user if it is invalid. */
export function parseChat(value: unknown): ChatSettings {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new Error("chat in data.json is not an object");
  }
  const unknown = Object.keys(value).find((key) => !Object.keys(defaultChatSettings).includes(key));
  if (unknown !== undefined)
    throw new Error(`data.json has a setting "chat.${unknown}", which is unknown to this version`);
  const chat: ChatSettings = { ...defaultChatSettings, ...value };
  for (const [key, part] of Object.entries(chat) as [keyof ChatSettings, unknown][]) {
    const usual = defaultChatSettings[key];
    if (Array.isArray(usual)) {
      if (Array.isArray(part) && part.every(isPrompt)) continue;
      throw new Error(`chat.${key} in data.json is not a list of prompts, each with a name and a text`);
    }
    const isOfItsType = usual === null ? part === null || typeof part === "number" : typeof part === typeof usual;
    if (!isOfItsType) throw new Error(`chat.${key} in data.json is not ${NAMES[typeof usual] ?? "a number"}`);
  }
  const problem = chatProblem(chat);
  if (problem !== undefined) throw new Error(`data.json cannot be used: ${problem}`);
  return chat;
}

function isPrompt(value: unknown): boolean {
  const { name, text, ...others } = fieldsOf(value);
  return typeof name === "string" && typeof text === "string" && Object.keys(others).length === 0;
}

const NAMES: Record<string, string> = { string: "text", boolean: "true or false", object: "a number" };

/** What is wrong with settings of the right types, as part of a sentence; undefined if they are valid. */
export function chatProblem(chat: ChatSettings): string | undefined {
  const { provider, contextTokens, idleSeconds, maxTurns, baseUrl, folder, inputPrice, outputPrice, temperature } =
    chat;
  if (!PROVIDERS.includes(provider)) return `unknown provider "${provider}"`;
  if (!MODES.includes(chat.approve)) return `unknown way to approve changes "${chat.approve}"`;
  if (!CORRECT_MODES.includes(chat.correct)) return `unknown way to let the model correct "${chat.correct}"`;
  if (!isWhole(maxTurns, 1, MOST_TURNS)) return `the number of turns must be a whole number from 1 to ${MOST_TURNS}`;
  const idle = idleProblem(idleSeconds);
  if (idle !== undefined) return idle;
  if (contextTokens !== null && !isWhole(contextTokens, LEAST_CONTEXT, MOST_CONTEXT)) {
    return `the model's context must be a whole number of tokens from ${LEAST_CONTEXT} to ${MOST_CONTEXT}`;
  }
  if (temperature !== null && !(temperature >= 0 && temperature <= MOST_TEMPERATURE)) {
    return `the temperature must be a number from 0 to ${MOST_TEMPERATURE}`;
  }
  if (chat.instructions.length > MOST_INSTRUCTIONS) {
    return `the instructions must have at most ${MOST_INSTRUCTIONS} characters`;
  }
  if ([inputPrice, outputPrice].some((price) => price !== null && !(price >= 0 && price < Infinity))) {
    return "a price must be a number, 0 or more";
  }
  if (baseUrl !== "" && !/^https?:\/\/[^\s/]/i.test(baseUrl)) {
    return `"${baseUrl}" is not an address: it must begin with http:// or https://`;
  }
  // The core checks the rest of the path. A path without a name would exclude nothing.
  if (!folder.split(/[\\/]/).some((name) => /[^\s.]/.test(name))) return "the folder of conversations needs a name";
  return undefined;
}

const isWhole = (value: number, least: number, most: number): boolean =>
  Number.isInteger(value) && value >= least && value <= most;
