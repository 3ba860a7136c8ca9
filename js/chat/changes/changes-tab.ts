// A tab of the main area with changes, side by side if there is room: a card of the panel, or a plan.
import { type App, ItemView, type ViewStateResult } from "obsidian";
import { t } from "../../base/translate.ts";
import { CHANGES_TAB } from "../../base/views.ts";

/** The tab. It keeps nothing: after a restart, it is empty. */
export class ChangesTab extends ItemView {
  #title = t("Changes");
  #closed: (() => void) | undefined;

  override getViewType(): string {
    return CHANGES_TAB;
  }

  override getDisplayText(): string {
    return this.#title;
  }

  override getIcon(): string {
    return "file-diff";
  }

  override async setState(state: unknown, result: ViewStateResult): Promise<void> {
    await super.setState(state, result);
    const { title } = (state ?? {}) as { title?: unknown };
    if (typeof title === "string") this.#title = title;
  }

  override onOpen(): Promise<void> {
    // Links open in another tab, not in place of this one.
    this.navigation = false;
    this.contentEl.addClass("lectern-changes-tab");
    this.contentEl.createEl("p", { text: t("These changes are in the chat.") });
    return Promise.resolve();
  }

  override onClose(): Promise<void> {
    this.#closed?.();
    return Promise.resolve();
  }

  /** Shows `el`. `closed` is called once the tab is closed. */
  show(el: HTMLElement, closed?: () => void): void {
    this.#closed = closed;
    this.contentEl.empty();
    this.contentEl.append(el);
  }

  /** Draws a button that shows the lines that go and come side by side, or one below the other. */
  addColumnsButton(): void {
    const button = this.addAction("columns-2", t("Side by side"), () => {
      const isUnified = !this.contentEl.hasClass("is-unified");
      this.contentEl.toggleClass("is-unified", isUnified);
      button.setAttr("aria-pressed", String(!isUnified));
    });
    button.setAttr("aria-pressed", "true");
  }
}

/** Opens a tab with `title`. Resolves to undefined if it could not be opened. */
export async function openChangesTab({ workspace }: App, title: string): Promise<ChangesTab | undefined> {
  const leaf = workspace.getLeaf("tab");
  await leaf.setViewState({ type: CHANGES_TAB, active: true, state: { title } });
  return leaf.view instanceof ChangesTab ? leaf.view : undefined;
}
