// Parses the chat's part of `data.json`, as strictly as the rest: anything unknown, such as a provider of a later
// version, is an error. A wrong model would be sent text that was meant for another.
import { fieldsOf } from "../base/fields.ts";
import { t } from "../base/translate.ts";
import { isIdleLimit, MOST_IDLE_SECONDS, PROVIDER_IDS, READING, THINKING } from "../agent/model-choice.ts";
import {
  type ApproveMode,
  type ChatSettings,
  type CorrectMode,
  defaultChatSettings,
  type ModelSetup,
  MOST_INSTRUCTIONS,
  type PreviewMode,
} from "./chat-settings.ts";
import { requireKnown, requireNone, requireType, withDefaults } from "./data-fields.ts";
import { setupIn } from "./model-setups.ts";

const MODES: readonly ApproveMode[] = ["ask", "folder", "accept", "plan"];
const PREVIEW_MODES: readonly PreviewMode[] = ["first", "question", "always"];
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
  const { recent, ...chat } = withDefaults(value, defaultChatSettings, "chat");
  for (const [key, part] of Object.entries(chat) as [keyof typeof chat, unknown][]) {
    const usual = defaultChatSettings[key];
    if (!Array.isArray(usual)) requireType(`chat.${key}`, part, usual);
    else if (!Array.isArray(part) || !part.every(isPrompt))
      throw new Error(
        t("{key} in data.json is not a list of prompts, each with a name and a text", { key: `chat.${key}` }),
      );
  }
  const settings = { ...chat, recent: parseRecent(recent) };
  requireNone(chatProblem(settings));
  return settings;
}

/** Parses the list of models, each like the settings of the default one. */
function parseRecent(value: unknown): ModelSetup[] {
  if (!Array.isArray(value)) throw new Error(t("{key} in data.json is not a list of models", { key: "chat.recent" }));
  return value.map((one: unknown) => {
    requireKnown(Object(one) as object, setupIn(defaultChatSettings), "chat.recent.");
    return setupIn(parseChat(one));
  });
}

function isPrompt(value: unknown): boolean {
  const { name, text, ...others } = fieldsOf(value);
  return typeof name === "string" && typeof text === "string" && Object.keys(others).length === 0;
}

/** What is wrong with settings of the right types, as a sentence; undefined if they are valid. */
export function chatProblem(chat: ChatSettings): string | undefined {
  const { provider, contextTokens, idleSeconds, maxTurns, baseUrl, folder, inputPrice, outputPrice, temperature } =
    chat;
  if (!PROVIDER_IDS.includes(provider)) return t("Unknown provider: “{value}”", { value: provider });
  if (!MODES.includes(chat.approve)) return t("Unknown way to approve changes: “{value}”", { value: chat.approve });
  if (!CORRECT_MODES.includes(chat.correct))
    return t("Unknown way to correct changes: “{value}”", { value: chat.correct });
  if (!PREVIEW_MODES.includes(chat.preview))
    return t("Unknown time to show what is sent: “{value}”", { value: chat.preview });
  if (!THINKING.includes(chat.thinking)) return t("Unknown thinking level: “{value}”", { value: chat.thinking });
  if (!READING.includes(chat.reading)) return t("Unknown way to read notes: “{value}”", { value: chat.reading });
  if (!isWhole(maxTurns, 1, MOST_TURNS)) return wholeNumber(1, MOST_TURNS);
  if (!isIdleLimit(idleSeconds)) return wholeNumber(1, MOST_IDLE_SECONDS);
  if (contextTokens !== null && !isWhole(contextTokens, LEAST_CONTEXT, MOST_CONTEXT)) {
    return wholeNumber(LEAST_CONTEXT, MOST_CONTEXT);
  }
  if (temperature !== null && !(temperature >= 0 && temperature <= MOST_TEMPERATURE)) {
    return t("Enter a temperature from 0 to {most}", { most: MOST_TEMPERATURE });
  }
  if (chat.instructions.length > MOST_INSTRUCTIONS) {
    return t("Enter at most {most} characters of instructions", { most: MOST_INSTRUCTIONS });
  }
  if ([inputPrice, outputPrice].some((price) => price !== null && !(price >= 0 && price < Infinity))) {
    return t("Enter a price of 0 or more");
  }
  if (baseUrl !== "" && !/^https?:\/\/[^\s/]/i.test(baseUrl)) {
    return t("Enter a URL that starts with http:// or https://");
  }
  // The core checks the rest of the path. A path without a name would exclude nothing.
  if (!folder.split(/[\\/]/).some((name) => /[^\s.]/.test(name))) return t("Enter a folder name");
  return undefined;
}

const wholeNumber = (least: number, most: number): string =>
  t("Enter a whole number from {least} to {most}", { least, most });

const isWhole = (value: number, least: number, most: number): boolean =>
  Number.isInteger(value) && value >= least && value <= most;
