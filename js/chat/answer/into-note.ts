// Puts an answer into a note where the user chooses: at the cursor, in place of the selection, at the end, or as a new one.
import { type App, type Editor, type EditorPosition, Menu, Notice, Platform, type TFile } from "obsidian";
import { reason } from "../../base/reason.ts";
import { t } from "../../base/translate.ts";
import { showMenuAt } from "../button.ts";
import { activeEditor, activeNote } from "../composer/active-note.ts";
import { createNote, fileNameOf } from "../conversation/new-note.ts";
import { type AnswerForNote, type NoteText, noteText } from "./answer-text.ts";

/** Opens the menu below `button`. */
export function showNoteMenu(answer: AnswerForNote, button: HTMLElement): void {
  const { app } = answer;
  const menu = new Menu();
  const add = (title: string, icon: string, isPossible: boolean, put: Put): void => {
    menu.addItem((item) =>
      item
        .setTitle(title)
        .setIcon(icon)
        .setDisabled(!isPossible)
        .onClick(() => void run(answer, put)),
    );
  };
  const view = activeEditor(app);
  add(t("Insert at cursor"), "text-cursor-input", view !== undefined, insert);
  if (view?.editor.somethingSelected()) add(t("Replace selection"), "replace", true, replaceSelection);
  const note = activeNote(app)?.file;
  if (note) add(t("Append to “{name}”", { name: note.basename }), "list-end", true, append(note));
  add(t("New note"), "file-plus", true, create(answer.question));
  showMenuAt(menu, button, "bottom");
}

/** Puts the text somewhere, and resolves to the note and what to say; undefined if there is no place for it now. */
type Put = (app: App, text: NoteText) => Promise<{ file: TFile; says: string } | undefined>;

async function run(answer: AnswerForNote, put: Put): Promise<void> {
  const { app, api } = answer;
  try {
    const text = await noteText(answer);
    const done = await put(app, text);
    if (!done) {
      new Notice(t("No note is open in editing view. Open one and try again."));
      return;
    }
    const isExcluded = (await api.closedPaths([done.file.path])).length > 0;
    const says = [
      done.says,
      isExcluded ? t("This note is excluded: models can't read it.") : "",
      text.isFenced ? t("The answer has content that could load or run, so it was added as a code block.") : "",
    ];
    new Notice(says.filter(Boolean).join(" "));
  } catch (error) {
    new Notice(t("Couldn't add the answer to a note: {reason}.", { reason: reason(error) }));
  }
}

const insert: Put = (app, text) => edit(app, text, (editor) => [editor.getCursor(), editor.getCursor()]);
const replaceSelection: Put = (app, text) =>
  edit(app, text, (editor) => [editor.getCursor("from"), editor.getCursor("to")]);

/** Replaces a range of the editor that is active now, in one undo step. */
function edit(
  app: App,
  text: NoteText,
  range: (editor: Editor) => [from: EditorPosition, to: EditorPosition],
): ReturnType<Put> {
  const view = activeEditor(app);
  if (!view?.file) return Promise.resolve(undefined);
  const { editor, file } = view;
  const [from, to] = range(editor);
  put(editor, from, to, text.for(file.path));
  if (!Platform.isMobile) app.workspace.setActiveLeaf(view.leaf, { focus: true });
  return Promise.resolve({ file, says: inserted(file) });
}

/** Appends the text to `file`, by its editor if it has one, so that it can be undone there. */
function append(file: TFile): Put {
  return async (app, text) => {
    const below = (before: string): string => {
      const gap = before.trim() === "" ? "" : before.endsWith("\n") ? "\n" : "\n\n";
      return `${gap}${text.for(file.path)}\n`;
    };
    const view = activeEditor(app);
    if (view?.file === file) {
      const { editor } = view;
      const end = editor.offsetToPos(editor.getValue().length);
      put(editor, end, end, below(editor.getValue()));
    } else {
      await app.vault.process(file, (before) => before + below(before));
    }
    return { file, says: inserted(file) };
  };
}

/** Creates a note where the app's settings say, and opens it. */
function create(question: string): Put {
  return async ({ vault, fileManager, workspace }, text) => {
    const folder = fileManager.getNewFileParent(workspace.getActiveFile()?.path ?? "");
    const file = await createNote(vault, folder, fileNameOf(question), (path) => `${text.for(path)}\n`);
    await workspace.getLeaf("tab").openFile(file, { active: true });
    return { file, says: t("Created “{name}”.", { name: file.basename }) };
  };
}

/** Replaces a range, and puts the cursor behind the text. */
function put(editor: Editor, from: EditorPosition, to: EditorPosition, text: string): void {
  const start = editor.posToOffset(from);
  // Its own origin makes it a step of its own for undo.
  editor.transaction({ changes: [{ from, to, text }] }, "lectern");
  const end = editor.offsetToPos(start + text.length);
  editor.setCursor(end);
  editor.scrollIntoView({ from: end, to: end }, true);
}

const inserted = ({ basename }: TFile): string => t("Inserted into “{name}”.", { name: basename });
