// Commands about the active note and what is selected in it, in the command palette and the editor's menu; and a command
// for each of the user's own prompts.
import { type App, type Editor, type MarkdownFileInfo, MarkdownView, Notice, type Plugin } from "obsidian";
import type { AttachedPlace, Attachment } from "../agent/message.ts";
import type { LecternApi } from "../api.ts";
import { t } from "../base/translate.ts";
import type { SettingsStore } from "../settings/settings-store.ts";
import { activeNote, selectionIn } from "./active-note.ts";
import type { Composer } from "./composer.ts";
import { fileNameOf, freeName } from "./file-name.ts";
import { canFill, type FilledPrompt, fillPrompt, offeredPrompts, type PromptSource } from "./own-prompts.ts";
import { readAll } from "./read-place.ts";

/** The panel, once it is open. */
export interface OpenPanel {
  readonly composer: Composer;
  focus(): void;
  startAnew(): void;
}

/** What is offered for a selection. */
interface SelectionCommand {
  readonly id: string;
  readonly name: string;
  readonly icon: string;
  /** Undefined leaves the question to the user. */
  readonly prompt?: string;
  readonly changes?: boolean;
}

/** Adds the commands. `open` opens the panel. */
export function addNoteCommands(
  plugin: Plugin,
  api: LecternApi,
  settings: SettingsStore,
  open: () => Promise<OpenPanel | undefined>,
): void {
  const { app } = plugin;

  const run = async (
    { prompt, changes = false }: Pick<SelectionCommand, "prompt" | "changes">,
    source?: PromptSource,
  ) => {
    const { changes: areAllowed } = await settings.load();
    if (changes && !areAllowed) {
      new Notice(t("Lectern may not change notes. Turn on “Allow changes to notes” in the settings."));
      return;
    }
    const filled = await fillPrompt(api, prompt ?? "{{selection}}", source);
    const panel = filled && (await open());
    if (!panel) return;
    // If its model is not set up here, the answer says so.
    const chosen = await panel.composer.attachments.chosen().catch(() => undefined);
    if (changes && chosen?.provider === "quotes") {
      new Notice(t("Quotes uses no AI and can't rewrite. Choose another model."));
      return;
    }
    if (prompt === undefined) attach(panel, filled.places);
    else await askNow(app, api, panel, filled);
  };

  for (const command of selectionCommands()) {
    plugin.addCommand({
      id: command.id,
      name: command.name,
      icon: command.icon,
      checkCallback: (checking) => {
        const view = activeNote(app);
        if (!selectionIn(view)) return false;
        if (!checking) void run(command, view);
        return true;
      },
    });
  }
  plugin.addCommand({
    id: "attach-active-note",
    name: t("Attach active note"),
    icon: "paperclip",
    checkCallback: (checking) => {
      const file = app.workspace.getActiveFile();
      if (file && !checking) void open().then((panel) => panel && attach(panel, [{ path: file.path }]));
      return file !== null;
    },
  });
  plugin.addCommand({
    id: "new-conversation",
    name: t("New conversation"),
    icon: "square-pen",
    callback: () => void open().then((panel) => panel?.startAnew()),
  });

  plugin.registerEvent(
    app.workspace.on("editor-menu", (menu, editor: Editor, info) => {
      if (!editor.somethingSelected() || info.file?.extension !== "md") return;
      const { file } = info;
      const source: PromptSource = {
        editor,
        file,
        save: () => saveIn(info),
      };
      const own = offeredPrompts(settings.current?.chat).filter(({ text }) => text.includes("{{selection}}"));
      for (const command of [
        ...selectionCommands(),
        ...own.map(({ name, text }) => ({ name, icon: "scroll-text", prompt: text })),
      ])
        menu.addItem((item) =>
          item
            .setSection("lectern")
            .setTitle(command.name)
            .setIcon(command.icon)
            .onClick(() => void run(command, source)),
        );
    }),
  );

  let added: string[] = [];
  let known = "";
  const addOwn = (): void => {
    const prompts = offeredPrompts(settings.current?.chat);
    if (known === (known = JSON.stringify(prompts))) return;
    for (const id of added) plugin.removeCommand(id);
    added = [];
    for (const { name, text } of prompts) {
      // A hotkey belongs to an id, so a prompt keeps its hotkey as long as its name.
      const id = freeName(`prompt-${fileNameOf(name).toLowerCase()}`, (one) => added.includes(one));
      added.push(id);
      plugin.addCommand({
        id,
        name,
        icon: "scroll-text",
        checkCallback: (checking) => {
          const view = activeNote(app);
          if (!canFill(text, view)) return false;
          if (!checking) void run({ prompt: text }, view);
          return true;
        },
      });
    }
  };
  plugin.register(settings.onChange(addOwn));
}

function attach(panel: OpenPanel, places: readonly AttachedPlace[]): void {
  for (const place of places) void panel.composer.attachments.attach(place);
  panel.focus();
}

/** Asks at once. The field keeps what is in it. */
async function askNow(
  app: App,
  api: LecternApi,
  { composer }: OpenPanel,
  { text, places }: FilledPrompt,
): Promise<void> {
  const room = await composer.attachments.room();
  const attachments: Attachment[] = [];
  for (const place of places) {
    // The conversation needs room too. Without a model, nothing is sent.
    const read = await readAll(app, api, place, Number.isFinite(room) ? room / 2 : 0);
    if ("says" in read) {
      new Notice(read.says);
      return;
    }
    attachments.push(...read);
  }
  composer.submit({ text, attachments });
}

const saveIn = async (info: MarkdownView | MarkdownFileInfo): Promise<void> => {
  if (info instanceof MarkdownView) await info.save();
};

/** Made when needed: the language may be set later. */
const selectionCommands = (): SelectionCommand[] => [
  { id: "ask-about-selection", name: t("Ask about the selection"), icon: "message-circle" },
  {
    id: "explain-selection",
    name: t("Explain the selection"),
    icon: "lightbulb",
    prompt: t("Explain {place}.", { place: "{{selection}}" }),
  },
  {
    id: "summarize-selection",
    name: t("Summarize the selection"),
    icon: "list",
    prompt: t("Summarize {place}.", { place: "{{selection}}" }),
  },
  {
    id: "rewrite-selection",
    name: t("Rewrite the selection"),
    icon: "pencil",
    prompt: t("Rewrite {place} so that it is clearer. Propose this as a change to the note, and change nothing else.", {
      place: "{{selection}}",
    }),
    changes: true,
  },
];
