// Commands about the active note and what is selected in it, in the command palette and the editor's menu; and a command
// for each of the user's own prompts.
import { type Editor, type EditorPosition, type MarkdownFileInfo, MarkdownView, Notice, type Plugin } from "obsidian";
import type { AttachedPlace, Attachment } from "../../agent/message.ts";
import type { LecternApi } from "../../api.ts";
import { t } from "../../base/translate.ts";
import type { SettingsStore } from "../../settings/settings-store.ts";
import { activeNote, selectionIn } from "./active-note.ts";
import type { Composer } from "./composer.ts";
import { fileNameOf, freeName } from "../conversation/new-note.ts";
import { canFill, type FilledPrompt, fillPrompt, offeredPrompts, type PromptSource } from "./own-prompts.ts";
import { readAll } from "./attached-pages.ts";
import { settingsFor } from "../model/chosen-model.ts";

/** The panel, once it is open. */
export interface OpenPanel {
  readonly composer: Composer;
  focus(): void;
  startAnew(): void;
}

/** What is asked about a note or a selection. */
interface NoteCommand {
  readonly name: string;
  readonly icon: string;
  /** Undefined leaves the question to the user. */
  readonly prompt?: string;
  /** Whether the answer is a change of the note. */
  readonly changes?: boolean;
  /** Whether it is asked and shown in the note, without the panel. */
  readonly isInPlace?: boolean;
}

/** What the commands need. `shown` is the panel if it is open, and `open` opens it. */
interface NoteParts {
  readonly plugin: Plugin;
  readonly api: LecternApi;
  readonly settings: SettingsStore;
  readonly shown: () => OpenPanel | undefined;
  readonly open: () => Promise<OpenPanel | undefined>;
}

/** Adds the commands. */
export function addNoteCommands(parts: NoteParts): void {
  const { plugin, settings, open } = parts;
  const { workspace } = plugin.app;
  for (const command of selectionCommands())
    addCommand(parts, command.id, command, (view) =>
      command.isInPlace ? partToEdit(view) !== undefined : selectionIn(view) !== undefined,
    );
  plugin.addCommand({
    id: "attach-active-note",
    name: t("Attach active note"),
    icon: "paperclip",
    checkCallback: (checking) => {
      const file = workspace.getActiveFile();
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
    workspace.on("editor-menu", (menu, editor: Editor, info) => {
      const { file } = info;
      if (!editor.somethingSelected() || file?.extension !== "md") return;
      const source: PromptSource = { editor, file, save: () => saveIn(info) };
      const own = ownCommands(settings).filter(({ prompt }) => prompt.includes("{{selection}}"));
      for (const command of [...selectionCommands(), ...own])
        menu.addItem((item) =>
          item
            .setSection("lectern")
            .setTitle(command.name)
            .setIcon(command.icon)
            .onClick(() => void run(parts, command, source)),
        );
    }),
  );
  plugin.register(settings.onChange(ownCommandsAdded(parts)));
}

/** Adds a command about the active note, which is offered while that `fits`. */
function addCommand(
  parts: NoteParts,
  id: string,
  command: NoteCommand,
  fits: (view: MarkdownView | undefined) => boolean,
): void {
  const { name, icon } = command;
  const checkCallback = (checking: boolean): boolean => {
    const view = activeNote(parts.plugin.app);
    if (!fits(view)) return false;
    if (!checking) void run(parts, command, view);
    return true;
  };
  parts.plugin.addCommand({ id, name, icon, checkCallback });
}

/** What adds a command for each of the user's prompts, in place of those that it added before. */
function ownCommandsAdded(parts: NoteParts): () => void {
  let added: string[] = [];
  let known = "";
  return () => {
    const commands = ownCommands(parts.settings);
    if (known === (known = JSON.stringify(commands))) return;
    for (const id of added) parts.plugin.removeCommand(id);
    added = [];
    for (const command of commands) {
      // A hotkey belongs to an id, so a prompt keeps its hotkey as long as its name.
      const id = freeName(`prompt-${fileNameOf(command.name).toLowerCase()}`, (one) => added.includes(one));
      added.push(id);
      addCommand(parts, id, command, (view) => canFill(command.prompt, view));
    }
  };
}

const ownCommands = ({ current }: SettingsStore) =>
  offeredPrompts(current?.chat).map(({ name, text }) => ({ name, icon: "scroll-text", prompt: text }));

async function run(parts: NoteParts, command: NoteCommand, source?: PromptSource): Promise<void> {
  const { prompt, changes = false, isInPlace = false } = command;
  const { plugin, api, settings, open, shown } = parts;
  const { changes: areAllowed } = await settings.load();
  if (changes && !areAllowed) {
    new Notice(t("Lectern may not change notes. Turn on “Allow changes to notes” in the settings."));
    return;
  }
  const part = isInPlace && partToEdit(source);
  if (part) source?.editor.setSelection(...part);
  const filled = await fillPrompt(api, prompt ?? "{{selection}}", source);
  const panel = filled && (isInPlace ? shown() : await open());
  if (!filled || !(panel ?? isInPlace)) return;
  const chosen = panel?.composer.attachments.chosen ?? (() => settingsFor(settings, undefined));
  // If its model is not set up here, the answer says so.
  const { provider } = (await chosen().catch(() => undefined)) ?? {};
  if (changes && provider === "quotes") {
    new Notice(t("Quotes uses no AI and can't rewrite. Choose another model."));
  } else if (!panel || isInPlace) {
    // It needs the app's CodeMirror, which the start does not.
    const { editInPlace } = await import("../inline/inline-edit.ts");
    if (source) editInPlace({ app: plugin.app, api, settings }, plugin, chosen, source);
  } else if (prompt === undefined) attach(panel, filled.places);
  else await askNow(parts, panel, filled);
}

/** What is edited in place: the selection, or else the paragraph with the cursor. Undefined if there is neither. */
function partToEdit(source: PromptSource | undefined): [EditorPosition, EditorPosition] | undefined {
  if (!source?.file || source.getMode?.() === "preview") return undefined;
  const { editor } = source;
  if (editor.somethingSelected()) return [editor.getCursor("from"), editor.getCursor("to")];
  const hasText = (line: number): boolean =>
    line >= 0 && line < editor.lineCount() && editor.getLine(line).trim() !== "";
  let [first, last] = [editor.getCursor().line, editor.getCursor().line];
  if (!hasText(first)) return undefined;
  while (hasText(first - 1)) first--;
  while (hasText(last + 1)) last++;
  return [
    { line: first, ch: 0 },
    { line: last, ch: editor.getLine(last).length },
  ];
}

function attach(panel: OpenPanel, places: readonly AttachedPlace[]): void {
  for (const place of places) void panel.composer.attachments.attach(place);
  panel.focus();
}

/** Asks at once. The field keeps what is in it. */
async function askNow(
  { plugin: { app }, api }: NoteParts,
  { composer }: OpenPanel,
  { text, places }: FilledPrompt,
): Promise<void> {
  const room = await composer.attachments.room();
  const attachments: Attachment[] = [];
  for (const place of places) {
    // The conversation needs room too. Without a model, nothing is sent.
    const read = await readAll({ app, api }, place, Number.isFinite(room) ? room / 2 : 0);
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
function selectionCommands(): (NoteCommand & { readonly id: string })[] {
  const place = { place: "{{selection}}" };
  const [explain, summarize] = [t("Explain {place}.", place), t("Summarize {place}.", place)];
  const rewrite = t(
    "Rewrite {place} so that it is clearer. Propose this as a change to the note, and change nothing else.",
    place,
  );
  return [
    { id: "ask-about-selection", name: t("Ask about the selection"), icon: "message-circle" },
    { id: "explain-selection", name: t("Explain the selection"), icon: "lightbulb", prompt: explain },
    { id: "summarize-selection", name: t("Summarize the selection"), icon: "list", prompt: summarize },
    {
      id: "edit-in-place",
      name: t("Edit the selection in place"),
      icon: "text-cursor-input",
      changes: true,
      isInPlace: true,
    },
    { id: "rewrite-selection", name: t("Rewrite the selection"), icon: "pencil", prompt: rewrite, changes: true },
  ];
}
