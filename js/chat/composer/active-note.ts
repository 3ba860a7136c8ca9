// The note that the user works in beside the panel.
import { type App, type Editor, MarkdownView, type TFile } from "obsidian";
import type { AttachedPlace } from "../../agent/message.ts";
import type { Parts } from "../parts.ts";
import { isClosed } from "../sending/excluded.ts";

/** A longer selection is attached as its lines. */
const MOST_SELECTED = 2000;

/** Its view; undefined if no note is open. */
export function activeNote({ workspace }: App): MarkdownView | undefined {
  const recent = workspace.getMostRecentLeaf()?.view;
  if (recent instanceof MarkdownView) return recent;
  // The panel may be the most recent one of the main area.
  const file = workspace.getActiveFile();
  return workspace
    .getLeavesOfType("markdown")
    .map(({ view }) => view)
    .filter((view) => view instanceof MarkdownView)
    .find((view) => file !== null && view.file === file);
}

/** Its view, if it can be typed in. Reading view has no cursor. */
export function activeEditor(app: App): MarkdownView | undefined {
  const view = activeNote(app);
  return view?.getMode() === "source" ? view : undefined;
}

/** What is selected: its lines, and the text if that is less. Undefined if nothing is. */
export function selectionIn(
  view: { readonly editor: Editor; readonly file: TFile | null; getMode?(): string } | undefined,
): AttachedPlace | undefined {
  // Reading view keeps the selection that the editor had.
  if (!view?.file || view.getMode?.() === "preview" || !view.editor.somethingSelected()) return undefined;
  const { editor, file } = view;
  const [from, to] = [editor.getCursor("from"), editor.getCursor("to")];
  // A selection that ends at the start of a line does not include that line.
  const last = to.ch === 0 && to.line > from.line ? to.line - 1 : to.line;
  const isPart = from.ch > 0 || (last === to.line && to.ch < editor.getLine(last).length);
  const isShort = editor.posToOffset(to) - editor.posToOffset(from) <= MOST_SELECTED;
  const selected = isPart && isShort && { selected: editor.getSelection() };
  return { path: file.path, startLine: from.line + 1, endLine: last + 1, ...selected };
}

/** The selection and the note that the user works in, to be attached; nothing of an excluded note. */
export function activePlaces({ app, api }: Parts): AttachedPlace[] {
  const file = app.workspace.getActiveFile();
  if (!file || isClosed(api, file.path)) return [];
  const selection = selectionIn(activeEditor(app));
  return [...(selection?.path === file.path ? [selection] : []), { path: file.path }];
}
