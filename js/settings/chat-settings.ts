// The chat's settings: which provider answers, and how the panel behaves.
import { IDLE_SECONDS, type ProviderId } from "../agent/model-choice.ts";

/** Which changes the user is asked about: all; the first in each folder; only large ones; none, because none is made. */
export type ApproveMode = "ask" | "folder" | "accept" | "plan";

/** Whether a change with warnings goes back to the model first: never; if the user says so; always, once. */
export type CorrectMode = "off" | "ask" | "on";

/** A prompt of the user's own, with places such as `{{selection}}`. */
export interface OwnPrompt {
  readonly name: string;
  readonly text: string;
}

/** The characters of instructions that are used, in the settings and of the note. */
export const MOST_INSTRUCTIONS = 8000;

/** The settings of the chat. */
export interface ChatSettings {
  readonly provider: ProviderId;
  /** The provider's name for the model. */
  readonly model: string;
  /** The address of a compatible server. */
  readonly baseUrl: string;
  /** The name of the key in the app's secret storage. The key itself is never in the settings. */
  readonly secret: string;
  /** The context size in tokens; null for the known or default one. */
  readonly contextTokens: number | null;
  /** How many seconds the model's server may send nothing. */
  readonly idleSeconds: number;
  /** The maximum number of turns for one answer. */
  readonly maxTurns: number;
  /** Whether Enter sends and Shift+Enter breaks the line; otherwise Ctrl+Enter or Cmd+Enter sends. */
  readonly enterSends: boolean;
  /** Whether conversations are saved as notes. */
  readonly saves: boolean;
  /** The folder of conversations. It is excluded, because conversations may quote notes that are excluded later. */
  readonly folder: string;
  /** A folder of notes that are offered as prompts; empty for none. */
  readonly promptsFolder: string;
  /** Prompts that are commands. Those without a name or a text are not offered. */
  readonly prompts: readonly OwnPrompt[];
  /** What the model should know or do in every conversation. */
  readonly instructions: string;
  /** A note with more of that; empty for none. */
  readonly instructionsNote: string;
  /** How freely the model chooses its words; null for the provider's default. */
  readonly temperature: number | null;
  /** The price of a million tokens, in any currency; null if not set. */
  readonly inputPrice: number | null;
  readonly outputPrice: number | null;
  /** How changes are approved. */
  readonly approve: ApproveMode;
  /** Whether the model corrects changes with warnings. */
  readonly correct: CorrectMode;
  /** Whether the user has chosen a provider. Until then, a card asks. */
  readonly isChosen?: boolean;
}

/** The path of the note with instructions; empty for none. */
export function instructionsPath({ instructionsNote }: Pick<ChatSettings, "instructionsNote">): string {
  const path = instructionsNote.trim().replace(/^\/+/, "");
  return path === "" || /\.md$/i.test(path) ? path : `${path}.md`;
}

/** The default settings. */
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
  prompts: [],
  instructions: "",
  instructionsNote: "lectern.md",
  temperature: null,
  inputPrice: null,
  outputPrice: null,
  approve: "ask",
  correct: "on",
  isChosen: false,
};
