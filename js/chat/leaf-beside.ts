// Where a note opens: beside the conversation, and never in front of it.
import { MarkdownView, Platform, type PaneType, type TFile, type Workspace, type WorkspaceLeaf } from "obsidian";

/** The tab for `file`: one that has it already, or one to open it in. `chat` is the tab of the conversation. */
export function leafBeside(
  workspace: Workspace,
  chat: WorkspaceLeaf,
  file: TFile,
  newLeaf: PaneType | boolean,
): WorkspaceLeaf {
  const root = chat.getRoot();
  const isInSidebar = root === workspace.leftSplit || root === workspace.rightSplit;
  // On a phone, one tab at a time is shown.
  const isAlone = isInSidebar || Platform.isPhone;
  const isBeside = (leaf: WorkspaceLeaf): boolean => isAlone || leaf.parent !== chat.parent;
  const open = workspace
    .getLeavesOfType("markdown")
    .find((leaf) => leaf.view instanceof MarkdownView && leaf.view.file === file && isBeside(leaf));
  if (open && !newLeaf) return open;
  if (isAlone) return workspace.getLeaf(newLeaf || !isInSidebar);
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
