// Which model the user chose for a conversation, as it is saved with it: without a key or its name.
import { type ProviderId, PROVIDER_IDS, type Reading, READING, type Thinking, THINKING } from "./model-choice.ts";

/** A chosen model. */
export interface SavedModel {
  readonly provider: ProviderId;
  readonly model: string;
  /** The address of a compatible server, or empty. */
  readonly baseUrl: string;
  readonly thinking: Thinking;
  /** Absent: as its settings say. */
  readonly reading?: Reading;
}

/** `value` if it is a chosen model; undefined if it is something else, such as a provider of a later version. */
export function savedModel(value: unknown): SavedModel | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const { provider, model, baseUrl, thinking, reading } = value as Record<string, unknown>;
  const isProvider = (name: unknown): name is ProviderId => PROVIDER_IDS.includes(name as ProviderId);
  const isThinking = (name: unknown): name is Thinking => THINKING.includes(name as Thinking);
  if (!isProvider(provider) || typeof model !== "string" || typeof baseUrl !== "string") return undefined;
  const read = READING.find((one) => one === reading);
  return { provider, model, baseUrl, thinking: isThinking(thinking) ? thinking : "", ...(read && { reading: read }) };
}
