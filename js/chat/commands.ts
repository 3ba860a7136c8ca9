// Suggestions after `/`: the panel's commands, and prompts that the user keeps as notes in a folder.
import { type App, Notice, TFile, TFolder } from "obsidian";
import type { AttachedPlace } from "../agent/message.ts";
import type { LecternApi } from "../api.ts";
import { withoutFrontMatter } from "../base/front-matter.ts";
import { t } from "../base/translate.ts";
import { finder } from "../host/obsidian.ts";
import type { SettingsStore } from "../settings/settings-store.ts";
import { activeNote } from "./active-note.ts";
import { isClosed, isClosedByContent } from "./is-excluded.ts";
import { fillPrompt, offeredPrompts } from "./own-prompts.ts";
import type { SuggestionSource, Suggestion } from "./suggest.ts";

/** A command of the panel. */
export interface Command {
  readonly name: string;
  readonly icon: string;
  readonly says: string;
  readonly run: () => unknown;
}

/** The maximum number of prompts in the list. */
const PROMPTS = 50;

/** Suggests `commands` by the start of their names, and prompts by any part of theirs. */
export function slashes(
  app: App,
  api: LecternApi,
  settings: SettingsStore,
  commands: readonly Command[],
  attach: (place: AttachedPlace) => void,
): SuggestionSource {
  return {
    pattern: /^\/([^\n]*)$/,
    sign: "/",
    suggest: (query) => {
      const words = query.toLowerCase();
      const own = commands
        .filter(({ name }) => name.startsWith(words))
        .map(({ name, icon, says, run }): Suggestion => ({ icon, title: `/${name}`, says, choose: () => (run(), "") }));
      const ownPrompts = offeredPrompts(settings.current?.chat)
        .filter(({ name }) => name.toLowerCase().includes(words))
        .map(({ name, text }): Suggestion => {
          const choose = async (): Promise<string> => {
            const filled = await fillPrompt(api, text, activeNote(app));
            filled?.places.forEach(attach);
            return filled?.text ?? "";
          };
          return { icon: "scroll-text", title: `/${name}`, says: t("prompt"), choose };
        });
      const prompts = promptsIn(app, settings.current?.chat.promptsFolder ?? "")
        .filter(
          (file) =>
            file.basename.toLowerCase().includes(words) &&
            !isClosed(api, file.path) &&
            !isClosedByContent(app, settings, file),
        )
        .slice(0, PROMPTS)
        .map((file): Suggestion => {
          const says = t("prompt");
          return { icon: "scroll-text", title: `/${file.basename}`, says, choose: () => promptOf(app, api, file) };
        });
      return [...own, ...ownPrompts, ...prompts];
    },
  };
}

/** The command that `text` names, such as `/new`. Ignores case and surrounding spaces. */
export const commandIn = (text: string, commands: readonly Command[]): Command | undefined =>
  commands.find(({ name }) => text.trim().toLowerCase() === `/${name}`);

function promptsIn(app: App, path: string): TFile[] {
  const folder = path.trim() ? finder(app.vault)(path.trim().replace(/^\/+|\/+$/g, "")) : null;
  if (!(folder instanceof TFolder)) return [];
  const notes = folder.children.filter((file): file is TFile => file instanceof TFile && file.extension === "md");
  return notes.sort((a, b) => (a.basename < b.basename ? -1 : 1));
}

/** The note's text without its properties. If its content excludes it, shows a notice and returns an empty string. */
async function promptOf(app: App, api: LecternApi, file: TFile): Promise<string> {
  if ((await api.closedPaths([file.path])).length > 0) {
    new Notice(t("“{name}” is excluded, so it can't be used as a prompt.", { name: file.basename }));
    return "";
  }
  return withoutFrontMatter(await app.vault.cachedRead(file));
}
