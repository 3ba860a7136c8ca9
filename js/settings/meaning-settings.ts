// The settings of the search by meaning, and how they are parsed.
import { EMBEDDER_PROVIDERS, type EmbedderProvider } from "../agent/model-choice.ts";
import { t } from "../base/translate.ts";
import { requireNone, requireType, withDefaults } from "./data-fields.ts";

/** The settings of the search by meaning. */
export interface MeaningSettings {
  readonly isOn: boolean;
  readonly provider: EmbedderProvider;
  readonly model: string;
  /** The address of a compatible server. */
  readonly baseUrl: string;
  /** The name of the key in the app's secret storage. */
  readonly secret: string;
  /** How many numbers a vector has; null for as many as are useful. */
  readonly dims: number | null;
  /** The price of a million tokens, in any currency; null if not set. */
  readonly price: number | null;
  /** The most that is sent in a day; null for no limit. */
  readonly dayTokens: number | null;
  readonly dayMoney: number | null;
}

/** The default settings. */
export const defaultMeaning: MeaningSettings = {
  isOn: false,
  provider: "compatible",
  model: "",
  baseUrl: "http://localhost:11434/v1",
  secret: "",
  dims: null,
  price: null,
  dayTokens: null,
  dayMoney: null,
};

/** More than a request has. */
const LEAST_TOKENS = 100_000;
const [LEAST_DIMS, MOST_DIMS] = [32, 1024];

/** Parses `value`; missing settings get their defaults. Throws an error for the user if it is invalid. */
export function parseMeaning(value: unknown): MeaningSettings {
  const settings = withDefaults(value, defaultMeaning, "meaning");
  for (const [key, part] of Object.entries(settings) as [keyof MeaningSettings, unknown][])
    requireType(`meaning.${key}`, part, defaultMeaning[key]);
  requireNone(meaningProblem(settings));
  return settings;
}

/** What is wrong with settings of the right types, as a sentence; undefined if they are valid. */
export function meaningProblem(settings: MeaningSettings): string | undefined {
  const { provider, baseUrl, dims, price, dayTokens, dayMoney } = settings;
  if (!EMBEDDER_PROVIDERS.includes(provider)) return t("Unknown provider: “{value}”", { value: provider });
  if (baseUrl !== "" && !/^https?:\/\/[^\s/]/i.test(baseUrl))
    return t("Enter a URL that starts with http:// or https://");
  if (dims !== null && !(Number.isInteger(dims) && dims >= LEAST_DIMS && dims <= MOST_DIMS))
    return t("Enter a whole number from {least} to {most}", { least: LEAST_DIMS, most: MOST_DIMS });
  if ([price, dayMoney].some((amount) => amount !== null && !(amount >= 0 && amount < Infinity)))
    return t("Enter a price of 0 or more");
  if (dayTokens !== null && !(Number.isInteger(dayTokens) && dayTokens >= LEAST_TOKENS))
    return t("Enter a whole number of {least} or more", { least: LEAST_TOKENS });
  return undefined;
}
