// The chat's settings: which provider answers, and how the panel behaves.
import { IDLE_SECONDS, type ProviderId, type Reading, type Thinking } from "../agent/model-choice.ts";

/** Which changes the user is asked about: all; the first in each folder; only large ones; none, because none is made. */
export type ApproveMode = "ask" | "folder" | "accept" | "plan";

/** Whether a change with warnings goes back to the model first: never; if the user says so; always, once. */
export type CorrectMode = "off" | "ask" | "on";

/** Shown before it is sent: the first question to a host; each question; each request, with what was read meanwhile. */
export type PreviewMode = "first" | "question" | "always";

/** A prompt of the user's own, with places such as `{{selection}}`. */
export interface OwnPrompt {
  readonly name: string;
  readonly text: string;
}

/** The characters of instructions that are used, in the settings and of the note. */
export const MOST_INSTRUCTIONS = 8000;

/** The settings that belong to one model. */
export interface ModelSetup {
  readonly provider: ProviderId;
  /** The provider's name for the model. */
  readonly model: string;
  /** The address of a compatible server. */
  readonly baseUrl: string;
  /** The name of the key in the app's secret storage. The key itself is never in the settings. */
  readonly secret: string;
  /** The context size in tokens; null for the known or default one. */
  readonly contextTokens: number | null;
  /** The price of a million tokens, in any currency; null if not set. */
  readonly inputPrice: number | null;
  readonly outputPrice: number | null;
  readonly thinking: Thinking;
  /** How the model gets to read notes. */
  readonly reading: Reading;
  /** How freely the model chooses its words; null for the provider's default. */
  readonly temperature: number | null;
}

/** The settings of the chat. Those of a model are those of the default one. */
export interface ChatSettings extends ModelSetup {
  /** Models that were used or set up before, the last one first. */
  readonly recent: readonly ModelSetup[];
  /** How many seconds the model's server may send nothing. */
  readonly idleSeconds: number;
  /** The maximum number of turns for one answer. */
  readonly maxTurns: number;
  /** Whether Enter sends and Shift+Enter breaks the line; otherwise Ctrl+Enter or Cmd+Enter sends. */
  readonly enterSends: boolean;
  /** Whether conversations are saved as notes. */
  readonly saves: boolean;
  /** Whether what the model read is saved with them. */
  readonly savesReplies: boolean;
  /** Whether the model's reasoning is, where its provider gives it. */
  readonly savesReasoning: boolean;
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
  /** How changes are approved. */
  readonly approve: ApproveMode;
  /** Whether the model corrects changes with warnings. */
  readonly correct: CorrectMode;
  /** When the user sees what is sent before it is. */
  readonly preview: PreviewMode;
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
  savesReplies: false,
  savesReasoning: false,
  folder: "Lectern",
  promptsFolder: "",
  prompts: [],
  instructions: "",
  instructionsNote: "lectern.md",
  temperature: null,
  inputPrice: null,
  outputPrice: null,
  thinking: "",
  reading: "auto",
  recent: [],
  approve: "ask",
  correct: "on",
  preview: "first",
  isChosen: false,
};
