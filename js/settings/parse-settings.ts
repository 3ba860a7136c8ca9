// The settings, and how `data.json` is parsed, by the app and by the command line.
import { defaults } from "../../pkg/definitions.js";
import type { Config } from "../../pkg/lectern.js";
import { type ChatSettings, defaultChatSettings, instructionsPath } from "./chat-settings.ts";
import { requireKnown, requireType } from "./data-fields.ts";
import { parseChat } from "./parse-chat.ts";
import { defaultMeaning, type MeaningSettings, parseMeaning } from "./meaning-settings.ts";
import { isKeepIndex, KEEP_INDEX_OVER, type KeepIndex } from "../base/keep-index.ts";
import { t } from "../base/translate.ts";

/** All settings. */
export interface Settings {
  /** Bytes of numbered text in one reply. */
  readonly maxBytes: number;
  /** Lines of content in one reply; null for no limit. */
  readonly maxLines: number | null;
  /** How many files are read in parallel. */
  readonly filesAtOnce: number;
  /** Bytes of one image, as base64. */
  readonly maxImageBytes: number;
  /** Bytes of all images of one reply, as base64. */
  readonly maxImagesBytes: number;
  /** Patterns of excluded files, in .gitignore syntax. */
  readonly patterns: string[];
  /** Tags that exclude the notes that have them. */
  readonly closedTags: string[];
  /** Excluded files and folders, in addition to those that always are. */
  readonly closed: string[];
  /** Whether notes may be changed. */
  readonly changes: boolean;
  /** Patterns of files that are never changed, in .gitignore syntax. */
  readonly readOnly: string[];
  readonly keepIndex: KeepIndex;
  /** Whether documents are searched too. */
  readonly searchDocuments: boolean;
  /** Bytes of the largest document that is searched. */
  readonly maxDocumentBytes: number;
  /** Bytes of memory for the words of documents. */
  readonly maxDocumentsIndexBytes: number;
  /** The chat's settings, which do not concern the core. */
  readonly chat: ChatSettings;
  readonly meaning: MeaningSettings;
}

/** The default settings. */
export const defaultSettings: Settings = {
  maxBytes: defaults.maxBytes,
  maxLines: defaults.maxLines,
  filesAtOnce: defaults.filesAtOnce,
  maxImageBytes: defaults.maxImageBytes,
  maxImagesBytes: defaults.maxImagesBytes,
  patterns: defaults.patterns,
  closedTags: defaults.closedTags,
  closed: defaults.protected,
  changes: defaults.changes,
  readOnly: defaults.readOnly,
  keepIndex: "auto",
  searchDocuments: defaults.searchDocuments,
  maxDocumentBytes: defaults.maxDocumentBytes,
  maxDocumentsIndexBytes: defaults.maxDocumentsIndexBytes,
  chat: defaultChatSettings,
  meaning: defaultMeaning,
};

/** Parses the content of the file. Anything invalid is an error: an excluded folder must not open because of a typo. */
export function parseSettings(data: unknown): Settings {
  if (data === null || data === undefined) return defaultSettings;
  if (typeof data !== "object" || Array.isArray(data)) throw new Error(t("data.json is not an object"));
  requireKnown(data, defaultSettings);
  const { chat, meaning, ...core } = { ...defaultSettings, ...data };
  for (const [key, value] of Object.entries(core) as [keyof typeof core, unknown][]) {
    const usual = defaultSettings[key];
    if (key === "keepIndex") {
      if (!isKeepIndex(value)) throw new Error(t("{key} in data.json is not “auto”, “on” or “off”", { key }));
    } else if (!Array.isArray(usual)) requireType(key, value, usual);
    else if (!Array.isArray(value) || !value.every((line) => typeof line === "string"))
      throw new Error(t("{key} in data.json is not a list of text", { key }));
  }
  return { ...core, chat: parseChat(chat), meaning: parseMeaning(meaning) };
}

/** The part of the settings that concerns the core, without the search by meaning. */
export function coreSettings({ closed, patterns, chat, keepIndex, readOnly, ...others }: Settings): Partial<Config> {
  const note = instructionsPath(chat);
  // Conversations may quote notes that were excluded later. The leading slash means this folder only, not every folder
  // of that name. It would exclude a note of that name too, so for the note with instructions it is a pattern, and the
  // last one: nothing before it opens the folder.
  const folders = chat.saves ? [`/${chat.folder}`] : [];
  const isLikeNote = `${chat.folder}.md`.toLowerCase() === note.toLowerCase();
  return {
    ...others,
    // What is approved on this device decides.
    meaning: null,
    keepIndexOver: KEEP_INDEX_OVER[keepIndex],
    protected: isLikeNote ? closed : [...closed, ...folders],
    patterns: isLikeNote ? [...patterns, ...folders.map((folder) => `${escaped(folder)}/`)] : patterns,
    // What a model writes must not become an instruction.
    readOnly: note === "" ? readOnly : [...readOnly, escaped(`/${note}`)],
    promptsFolders: chat.promptsFolder.trim() === "" ? [] : [chat.promptsFolder],
  };
}

/** `path` as a pattern that matches nothing else. */
const escaped = (path: string): string => path.replace(/[\\*?[\]]/g, "\\$&");
