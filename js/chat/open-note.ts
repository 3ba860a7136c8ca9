// Opens notes at lines, and the plugin's settings.
import { type App, MarkdownView, Notice, type PaneType, type WorkspaceLeaf } from "obsidian";
import { selectionIn } from "../agent/citations/selection.ts";
import { t } from "../base/translate.ts";
import { citedFile } from "./cited-links.ts";
import { leafBeside } from "./leaf-beside.ts";

/** Lines of a note, counted from 1, inclusive. */
export interface NotePlace {
  readonly path: string;
  readonly startLine?: number | undefined;
  readonly endLine?: number | undefined;
  /** The page of a PDF. */
  readonly page?: number | undefined;
  /** The quoted words, to select them alone. */
  readonly quote?: string | undefined;
  /** What the answer says there, to select the sentence of a long line. */
  readonly claim?: string | undefined;
}

/**
 * Opens the note and selects the lines, or what is meant of them. A note that is open already is reused. `chat` is the
 * tab that the note opens beside, if the user comes from there.
 */
export async function openPlace(
  app: App,
  { path, startLine, endLine, page, quote, claim }: NotePlace,
  newLeaf: PaneType | boolean,
  chat?: WorkspaceLeaf,
): Promise<void> {
  const { workspace } = app;
  const file = citedFile(app, path);
  if (!file) {
    // The app would create the note.
    new Notice(t("The note “{path}” no longer exists.", { path }));
    return;
  }
  const open = newLeaf
    ? undefined
    : workspace.getLeavesOfType("markdown").find(({ view }) => view instanceof MarkdownView && view.file === file);
  const leaf = chat ? leafBeside(workspace, chat, file, newLeaf) : (open ?? workspace.getLeaf(newLeaf));
  const line = startLine === undefined ? {} : { line: startLine - 1 };
  const eState = page === undefined ? line : { subpath: `#page=${page}` };
  if (leaf.view instanceof MarkdownView && leaf.view.file === file) leaf.setEphemeralState(eState);
  else await leaf.openFile(file, { active: true, eState });
  await workspace.revealLeaf(leaf);
  workspace.setActiveLeaf(leaf, { focus: true });
  if (startLine === undefined || !(leaf.view instanceof MarkdownView)) return;
  // Reading view has no selection: the app scrolls there and highlights the lines.
  if (leaf.view.getMode() === "preview") return;
  const { editor } = leaf.view;
  const last = Math.max(editor.lineCount() - 1, 0);
  const from = { line: Math.min(startLine - 1, last), ch: 0 };
  const to = Math.min((endLine ?? startLine) - 1, last);
  const lines = { from, to: { line: to, ch: editor.getLine(to).length } };
  const part = selectionIn(editor.getRange(lines.from, lines.to), quote, claim);
  const offset = editor.posToOffset(from);
  const range = part
    ? { from: editor.offsetToPos(offset + part.start), to: editor.offsetToPos(offset + part.end) }
    : lines;
  editor.setSelection(range.from, range.to);
  editor.scrollIntoView(range, true);
}

/** Opens the plugin's settings tab. Every app has `setting`, but the typings lack it. */
export function openSettings(app: App): void {
  const { setting } = app as App & { setting?: { open(): void; openTabById(id: string): void } };
  setting?.open();
  setting?.openTabById("lectern");
}
