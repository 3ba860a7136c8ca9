// Leads the user to notes at lines, beside the conversation and never in front of it; to the plugin's settings; to a tab.
import {
  type App,
  MarkdownView,
  Notice,
  type PaneType,
  Platform,
  TFile,
  type Workspace,
  type WorkspaceLeaf,
} from "obsidian";
import { selectionIn } from "../../agent/citations/selection.ts";
import { t } from "../../base/translate.ts";
import { finder } from "../../host/obsidian.ts";

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
  const leaf = leafFor(workspace, file, newLeaf, chat);
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

/** Shows the note at `line`, without the focus and a selection: the user may be typing elsewhere. */
export async function showPlace(app: App, path: string, line: number | undefined): Promise<void> {
  const { workspace } = app;
  const file = citedFile(app, path);
  if (!file) return;
  const open = workspace
    .getLeavesOfType("markdown")
    .find(({ view }) => view instanceof MarkdownView && view.file === file);
  const leaf = open ?? workspace.getLeaf("tab");
  const eState = line === undefined ? {} : { line: line - 1 };
  if (open) open.setEphemeralState(eState);
  else await leaf.openFile(file, { active: false, eState });
  await workspace.revealLeaf(leaf);
}

/**
 * The tab for `file`: one that has it already, or one to open it in; beside `chat`, the tab of the conversation, if that
 * is given.
 */
function leafFor(
  workspace: Workspace,
  file: TFile,
  newLeaf: PaneType | boolean,
  chat: WorkspaceLeaf | undefined,
): WorkspaceLeaf {
  const root = chat?.getRoot();
  const isInSidebar = root === workspace.leftSplit || root === workspace.rightSplit;
  // On a phone, one tab at a time is shown.
  const isAlone = !chat || isInSidebar || Platform.isPhone;
  const isBeside = (leaf: WorkspaceLeaf): boolean => isAlone || leaf.parent !== chat.parent;
  const open = workspace
    .getLeavesOfType("markdown")
    .find((leaf) => leaf.view instanceof MarkdownView && leaf.view.file === file && isBeside(leaf));
  if (open && !newLeaf) return open;
  if (isAlone) return workspace.getLeaf(newLeaf || (chat !== undefined && !isInSidebar));
  if (newLeaf === "window" || newLeaf === "split") return workspace.getLeaf(newLeaf);
  const others: WorkspaceLeaf[] = [];
  workspace.iterateAllLeaves((leaf) => {
    if (leaf.getContainer() === chat.getContainer() && leaf.getRoot() === root && isBeside(leaf)) others.push(leaf);
  });
  const [first] = others;
  if (!first) return workspace.createLeafBySplit(chat, "vertical");
  const free = others.find((leaf) => leaf.view.navigation && !leaf.getViewState().pinned);
  if (free && !newLeaf) return free;
  // A new tab opens among those of the active one.
  workspace.setActiveLeaf(first, { focus: false });
  return workspace.getLeaf("tab");
}

/** The file at `path`, or else the one that a link to `path` opens. */
export function citedFile(app: App, path: string): TFile | undefined {
  const file = finder(app.vault)(path) ?? app.metadataCache.getFirstLinkpathDest(path, "");
  return file instanceof TFile ? file : undefined;
}

/** Opens the plugin's settings tab. Every app has `setting`, but the typings lack it. */
export function openSettings(app: App): void {
  const { setting } = app as App & { setting?: { open(): void; openTabById(id: string): void } };
  setting?.open();
  setting?.openTabById("lectern");
}

/** A notice that leads to `leaf`. `shown` is called once it is shown; without `duration`, it stays as long as others do. */
export function noticeTo(leaf: WorkspaceLeaf, words: string, shown: () => unknown, duration?: number): Notice {
  const notice = new Notice(words, duration);
  notice.messageEl.addEventListener("click", () => void leaf.view.app.workspace.revealLeaf(leaf).then(shown));
  return notice;
}
