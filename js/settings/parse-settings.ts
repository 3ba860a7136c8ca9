// The settings: what a person may change, and how `data.json` is read, by the app and by the command line alike.
import { defaults } from "../../pkg/definitions.js";
import type { Config } from "../../pkg/lectern.js";
import { type ChatSettings, defaultChatSettings } from "./chat-settings.ts";
import { parseChat } from "./parse-chat.ts";

/** What a person may change. */
export interface Settings {
  /** Bytes of numbered text in one reply. */
  readonly maxBytes: number;
  /** Lines of content in one reply; null for any number. */
  readonly maxLines: number | null;
  /** How many files are read side by side. */
  readonly filesAtOnce: number;
  /** Bytes of one image, as base64. */
  readonly maxImageBytes: number;
  /** Bytes of all images of one reply, as base64. */
  readonly maxImagesBytes: number;
  /** Patterns of what is closed, as in a .gitignore file, one each. */
  readonly patterns: string[];
  /** Tags that close the notes that carry them. */
  readonly closedTags: string[];
  /** Files and folders closed to the model, besides those that always are. */
  readonly closed: string[];
  /** Who answers, and how the panel behaves. The core knows nothing of it. */
  readonly chat: ChatSettings;
}

/** What a person who changed nothing has. */
export const defaultSettings: Settings = {
  maxBytes: defaults.maxBytes,
  maxLines: defaults.maxLines,
  filesAtOnce: defaults.filesAtOnce,
  maxImageBytes: defaults.maxImageBytes,
  maxImagesBytes: defaults.maxImagesBytes,
  patterns: defaults.patterns,
  closedTags: defaults.closedTags,
  closed: defaults.protected,
  chat: defaultChatSettings,
};

/** Takes what a file held. What cannot be understood is an error: a folder that was closed must not open by a slip. */
export function parseSettings(data: unknown): Settings {
  if (data === null || data === undefined) return defaultSettings;
  if (typeof data !== "object" || Array.isArray(data)) throw new Error("the settings in data.json are no object");
  const unknown = Object.keys(data).find((key) => !Object.keys(defaultSettings).includes(key));
  if (unknown !== undefined) throw new Error(`data.json has a setting "${unknown}", which this version does not know`);
  const { chat, ...core } = { ...defaultSettings, ...data };
  for (const [key, value] of Object.entries(core) as [keyof typeof core, unknown][]) {
    const usual = defaultSettings[key];
    if (Array.isArray(usual)) {
      if (!Array.isArray(value) || !value.every((line) => typeof line === "string")) {
        throw new Error(`${key} in data.json is no list of ${key === "closed" ? "paths" : "text"}`);
      }
    } else if (typeof value !== "number" && !(value === null && usual === null)) {
      throw new Error(`${key} in data.json is no number`);
    }
  }
  return { ...core, chat: parseChat(chat) };
}

/** What `settings` say that concerns the core. */
export function coreSettings({ closed, chat, ...others }: Settings): Partial<Config> {
  // What was said may quote what has been closed since. With a slash in front it is this folder alone, not every one of its name.
  const saved = chat.saves ? [`/${chat.folder}`] : [];
  return { ...others, protected: [...closed, ...saved] };
}
