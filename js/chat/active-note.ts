// The note that the user works in beside the panel.
import { type App, MarkdownView } from "obsidian";

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
