// What `/` offers: the panel's commands, and prompts that the user keeps as notes in a folder.
import { type App, Modal, Notice, Platform, TFile, TFolder } from "obsidian";
import type { AttachedPlace } from "../../agent/message.ts";
import type { LecternApi } from "../../api.ts";
import { withoutFrontMatter } from "../../base/front-matter.ts";
import { t } from "../../base/translate.ts";
import { finder } from "../../host/obsidian.ts";
import { activeNote } from "./active-note.ts";
import { isExcluded } from "../sending/excluded.ts";
import type { Parts } from "../parts.ts";
import { fillPrompt, offeredPrompts } from "./own-prompts.ts";
import type { Suggestion, SuggestionSource } from "./suggest.ts";
import { defaultSettings, type Settings } from "../../settings/parse-settings.ts";

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
  parts: Parts,
  commands: readonly Command[],
  attach: (place: AttachedPlace) => void,
): SuggestionSource {
  const { app, api, settings } = parts;
  const fill = async (text: string): Promise<string> => {
    const filled = await fillPrompt(api, text, activeNote(app));
    filled?.places.forEach(attach);
    return filled?.text ?? "";
  };
  return {
    pattern: /^\/([^\n]*)$/,
    sign: "/",
    suggest: (query) => {
      const words = query.toLowerCase();
      const fits = (name: string): boolean => name.toLowerCase().includes(words);
      const prompt = (name: string, choose: () => Promise<string>): Suggestion[] =>
        fits(name) ? [{ icon: "scroll-text", title: `/${name}`, says: t("prompt"), choose }] : [];
      const chat = settings.current?.chat;
      const files = promptsIn(app, chat?.promptsFolder ?? "");
      const open = files.filter((file) => fits(file.basename) && !isExcluded(parts, file));
      return [
        ...commands
          .filter(({ name }) => name.startsWith(words))
          .map(({ name, run, ...shown }) => ({ ...shown, title: `/${name}`, choose: () => (run(), "") })),
        ...offeredPrompts(chat).flatMap(({ name, text }) => prompt(name, () => fill(text))),
        ...open.slice(0, PROMPTS).flatMap((file) => prompt(file.basename, () => promptOf(app, api, file))),
      ];
    },
  };
}

/** The command that `text` names, such as `/new`. Ignores case and surrounding spaces. */
export const commandIn = (text: string, commands: readonly Command[]): Command | undefined =>
  commands.find(({ name }) => text.trim().toLowerCase() === `/${name}`);

/**
 * Why `text` is not sent: it looks like a command, but no command has that name. `undefined` for a question, such as
 * `/home/me is my path?` or one that names a folder or file at the vault's root.
 */
export function mistakenCommand({ app }: Parts, text: string, commands: readonly Command[]): string | undefined {
  const [name, word] = /^\/(\p{L}[\p{L}\p{N}-]*)(?!\S)/u.exec(text) ?? [];
  if (name === undefined || word === undefined || finder(app.vault)(word)) return undefined;
  return commandIn(name, commands)
    ? t("“{name}” takes no text after it.", { name })
    : t("No command “{name}”. Type / to see all commands, or begin with a space to send this as a question.", { name });
}

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

/** What the commands do in the panel. `preview` shows what the next question sends, before it is sent. */
type PanelActions = Record<"startAnew" | "showConversations" | "pickModel" | "save" | "preview" | "focus", () => void>;

/** The commands of the panel. */
export function panelCommands({ app, settings }: Parts, actions: PanelActions): Command[] {
  const { startAnew, showConversations, pickModel, save } = actions;
  const preview = (): void => {
    actions.preview();
    new Notice(t("You'll see what is sent before your next question goes out."));
  };
  const says = t("Show what the next question sends, before it is sent");
  return [
    { name: "new", icon: "square-pen", says: t("Start a new conversation"), run: startAnew },
    { name: "conversations", icon: "history", says: t("Show conversations"), run: showConversations },
    { name: "model", icon: "bot", says: t("Choose a model"), run: pickModel },
    {
      name: "help",
      icon: "circle-help",
      says: t("Shortcuts"),
      run: () => showHelp(app, settings.current, actions.focus),
    },
    { name: "save", icon: "save", says: t("Save this conversation as a note"), run: save },
    { name: "preview", icon: "eye", says, run: preview },
  ];
}

/** Shows the shortcuts and signs of the panel in a dialog. They depend on the settings. */
function showHelp(app: App, { chat, changes }: Settings = defaultSettings, closed: () => void): void {
  const lines = [
    // Phone keyboards lack these keys; there only the button sends.
    ...(Platform.isMobile ? [] : keysIn(chat.enterSends, changes)),
    t("@ attaches a note, a folder or an earlier conversation."),
    t("/ runs a command or inserts one of your prompts."),
    t("Click a citation to open its lines. Ctrl+click or Cmd+click opens them in a new tab."),
    t("A question mark on a citation means that it couldn't be verified."),
  ];
  const dialog = new Modal(app);
  dialog.titleEl.setText(t("Shortcuts"));
  for (const text of lines) dialog.contentEl.createEl("p", { cls: "lectern-chat-help", text });
  dialog.onClose = closed;
  dialog.open();
}

const keysIn = (enterSends: boolean, changes: boolean): string[] => [
  enterSends ? t("Enter sends. Shift+Enter starts a new line.") : t("Ctrl+Enter or Cmd+Enter sends."),
  t("Escape stops the answer."),
  t("Arrow up in the empty field edits the last question."),
  t("Alt+Arrow up and Alt+Arrow down in the conversation lead from question to question."),
  ...(changes
    ? [
        t(
          "In a change that waits for you: j and k move between its parts, r and a turn a part off and on, e edits it.",
        ),
        t("Ctrl+Enter or Cmd+Enter in a change accepts the parts that are on."),
      ]
    : []),
];
