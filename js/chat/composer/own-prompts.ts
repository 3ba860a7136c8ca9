// The prompts that the user keeps in the settings, and how their places are filled: `{{selection}}`, `{{note}}`,
// `{{title}}` and `{{date}}`.
import { type Editor, Notice, type TFile } from "obsidian";
import type { AttachedPlace } from "../../agent/message.ts";
import type { LecternApi } from "../../api.ts";
import { localTime } from "../../base/today.ts";
import { t } from "../../base/translate.ts";
import { type ChatSettings, defaultChatSettings, type OwnPrompt } from "../../settings/chat-settings.ts";
import { selectionIn } from "./active-note.ts";
import { isClosed } from "../sending/excluded.ts";

/** What a prompt is filled from. */
export interface PromptSource {
  readonly editor: Editor;
  readonly file: TFile | null;
  getMode?(): string;
  /** Brings what was typed to disk, so that it is judged and read. */
  save?(): Promise<void>;
}

/** A question, and what is attached to it. */
export interface FilledPrompt {
  readonly text: string;
  readonly places: readonly AttachedPlace[];
}

/** The prompts that are offered. */
export const offeredPrompts = ({ prompts }: ChatSettings = defaultChatSettings): OwnPrompt[] =>
  prompts.filter(({ name, text }) => name.trim() !== "" && text.trim() !== "");

/** Whether `source` has what `prompt` needs. */
export function canFill(prompt: string, source: PromptSource | undefined): boolean {
  const needs = placesIn(prompt);
  if (needs.has("selection") && !selectionIn(source)) return false;
  return (!needs.has("note") && !needs.has("title")) || (source?.file ?? null) !== null;
}

/**
 * Fills `prompt`. What the text of a note fills is attached, so that it is read by the rules, and no longer sent once it
 * is excluded. Undefined, after a notice, if something is missing or excluded.
 */
export async function fillPrompt(
  api: LecternApi,
  prompt: string,
  source: PromptSource | undefined,
): Promise<FilledPrompt | undefined> {
  const needs = placesIn(prompt);
  const isAboutNote = needs.has("selection") || needs.has("note") || needs.has("title");
  if (isAboutNote) await source?.save?.();
  if (!canFill(prompt, source)) {
    new Notice(needs.has("selection") ? t("Select some text in a note first.") : t("Open a note first."));
    return undefined;
  }
  const [file, selection] = [source?.file, selectionIn(source)];
  if (isAboutNote && file && (await api.closedPaths([file.path])).length > 0) {
    sayExcluded(api, file);
    return undefined;
  }
  const values: Record<string, string> = {
    selection: t("the selection"),
    note: t("the attached note"),
    title: file?.basename ?? "",
    date: localTime().slice(0, 10),
  };
  const places = [
    ...(needs.has("selection") && selection ? [selection] : []),
    ...(needs.has("note") && file ? [{ path: file.path }] : []),
  ];
  return { text: prompt.replace(PLACE, (place, name: string) => values[name] ?? place).trim(), places };
}

/** Says why nothing of `file` is sent, and what to do. */
export function sayExcluded(api: LecternApi, file: TFile): void {
  new Notice(
    isClosed(api, file.path)
      ? t("“{name}” is excluded by a rule, so nothing of it is sent. See “Excluded from models” in the settings.", {
          name: file.basename,
        })
      : t("“{name}” is excluded by a tag or a property, so nothing of it is sent. Remove that first.", {
          name: file.basename,
        }),
  );
}

const PLACE = /\{\{(selection|note|title|date)\}\}/g;

const placesIn = (prompt: string): Set<string> => new Set([...prompt.matchAll(PLACE)].map(([, name = ""]) => name));
