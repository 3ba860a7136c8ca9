// The chat's settings: the part of the settings that says who answers, and how the panel behaves.
import { IDLE_SECONDS, type ProviderId } from "../agent/model-choice.ts";

/** What a person may change about the chat. */
export interface ChatSettings {
  readonly provider: ProviderId;
  /** As the provider names it. */
  readonly model: string;
  /** Where a compatible server is. */
  readonly baseUrl: string;
  /** The name under which the app's secret storage holds the key. The key itself is never in the settings. */
  readonly secret: string;
  /** Tokens of the model's context; null for what is known of the model. */
  readonly contextTokens: number | null;
  /** Seconds in which the model's server may send nothing before the answer is given up. */
  readonly idleSeconds: number;
  /** How often a model may be asked for one answer. */
  readonly maxTurns: number;
  /** Whether Enter sends, and Shift+Enter breaks the line; else Ctrl or Cmd with Enter sends. */
  readonly enterSends: boolean;
  /** Whether conversations are saved as notes. */
  readonly saves: boolean;
  /** The folder they are saved in. It is closed to the model: it may quote what has been closed since. */
  readonly folder: string;
  /** A folder of notes that are offered as prompts; empty for none. */
  readonly promptsFolder: string;
  /** What a million tokens cost, in whatever currency; null where the person does not care. */
  readonly inputPrice: number | null;
  readonly outputPrice: number | null;
  /** Whether the person has chosen who answers. Until then a card asks. */
  readonly isChosen?: boolean;
}

/** What a person who changed nothing has. */
export const defaultChatSettings: ChatSettings = {
  provider: "quotes",
  model: "",
  baseUrl: "",
  secret: "",
  contextTokens: null,
  idleSeconds: IDLE_SECONDS,
  maxTurns: 25,
  enterSends: true,
  saves: true,
  folder: "Lectern",
  promptsFolder: "",
  inputPrice: null,
  outputPrice: null,
  isChosen: false,
};
