// The user's own instructions for every answer: a text in the settings, and a note of the vault.
import { type App, normalizePath, TFile } from "obsidian";
import type { OwnInstructions } from "../../agent/system-prompt.ts";
import type { LecternApi } from "../../api.ts";
import { withoutFrontMatter } from "../../base/front-matter.ts";
import { finder } from "../../host/obsidian.ts";
import { type ChatSettings, instructionsPath, MOST_INSTRUCTIONS } from "../../settings/chat-settings.ts";

/** The note with instructions as it is now. */
export interface InstructionsNote {
  readonly path: string;
  /** What is used of it; empty if it is excluded. */
  readonly text: string;
  /** The characters that it has. */
  readonly length: number;
  readonly isExcluded: boolean;
}

/** Reads the note that `chat` names. Undefined if there is none. */
export async function instructionsNote(
  { vault }: App,
  api: LecternApi,
  chat: Pick<ChatSettings, "instructionsNote">,
): Promise<InstructionsNote | undefined> {
  const wanted = instructionsPath(chat);
  const file = wanted === "" ? null : finder(vault)(normalizePath(wanted));
  if (!(file instanceof TFile)) return undefined;
  const { path } = file;
  const whole = withoutFrontMatter(await vault.cachedRead(file));
  // After it was read: its content may exclude it.
  const isExcluded = (await api.closedPaths([path])).length > 0;
  return { path, text: isExcluded ? "" : bounded(whole), length: whole.length, isExcluded };
}

/** All instructions as they are now. */
export async function ownInstructions(app: App, api: LecternApi, chat: ChatSettings): Promise<OwnInstructions[]> {
  const note = await instructionsNote(app, api, chat).catch(() => undefined);
  return [{ text: chat.instructions.trim() }, ...(note ? [{ text: note.text, path: note.path }] : [])].filter(
    ({ text }) => text !== "",
  );
}

/** Not cut inside a surrogate pair. */
const bounded = (text: string): string => text.slice(0, MOST_INSTRUCTIONS).replace(/[\ud800-\udbff]$/, "");
