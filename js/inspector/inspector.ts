// The inspector: a side view that shows what a model sees of a note, page by page, or of a search.
import { ItemView, type ViewStateResult, type WorkspaceLeaf } from "obsidian";
import type { LecternApi } from "../api.ts";
import { searchParts } from "../vault/layout.ts";
import { whyQuestion, WordsModal } from "./words-modal.ts";
import { tellReading } from "../base/reading-progress.ts";
import { t } from "../base/translate.ts";
import { INSPECTOR } from "../base/views.ts";

/** The view's state, which the app saves. */
export interface InspectorState {
  tool: string;
  args: Record<string, unknown>;
}

/** Shows the reply of one call. Its state is the tool and its arguments. */
export class InspectorView extends ItemView {
  readonly #api: LecternApi;
  #tool = "read_file";
  #args: Record<string, unknown> = {};
  #call = new AbortController();

  constructor(leaf: WorkspaceLeaf, api: LecternApi) {
    super(leaf);
    this.#api = api;
  }

  override getViewType(): string {
    return INSPECTOR;
  }

  override getDisplayText(): string {
    return t("What a model sees");
  }

  override getIcon(): string {
    return "scan-text";
  }

  override getState(): Record<string, unknown> {
    return { ...super.getState(), tool: this.#tool, args: this.#args };
  }

  override async setState(state: unknown, result: ViewStateResult): Promise<void> {
    await super.setState(state, result);
    const { args, tool = "read_file" } = (state as Partial<InspectorState> | null) ?? {};
    // Waits for the layout: reading takes time.
    if (args) this.app.workspace.onLayoutReady(() => void this.show(tool, args));
  }

  override onOpen(): Promise<void> {
    this.contentEl.createEl("p", {
      text: t("Open a note, then run this command again from the command palette."),
    });
    return Promise.resolve();
  }

  override onClose(): Promise<void> {
    this.#call.abort();
    return Promise.resolve();
  }

  /** Calls `tool` and shows the reply. Cancels a call in progress. */
  async show(tool: string, args: Record<string, unknown>): Promise<void> {
    this.#call.abort();
    const call = (this.#call = new AbortController());
    this.#tool = tool;
    this.#args = args;
    const stop = tellReading(this.contentEl, "lectern-inspector-progress", () => this.#api.indexed());
    const reply = await this.#api.call(tool, args, { signal: call.signal, layout: true }).finally(stop);
    if (call.signal.aborted) return;

    const { display, files, next: more } = reply.structuredContent;
    const { contentEl } = this;
    contentEl.empty();
    contentEl.addClass("lectern-inspector");
    const status = contentEl.createDiv({ cls: "lectern-inspector-display", text: display, attr: { role: "status" } });
    status.toggleClass("is-error", reply.isError);
    for (const part of reply.content) {
      if (part.type === "image") {
        const src = `data:${part.mimeType};base64,${part.data}`;
        contentEl.createEl("img", { cls: "lectern-inspector-image", attr: { src, alt: t("What the model sees") } });
      } else {
        const text = contentEl.createEl("pre", { cls: "lectern-inspector-text" });
        if (reply.structuredContent.notes) {
          for (const { kind, text: words } of searchParts(reply))
            text.createSpan({ cls: `lectern-found-${kind}`, text: words });
        } else {
          text.setText(part.text);
        }
        // Makes the long text scrollable by keyboard.
        text.tabIndex = 0;
      }
    }
    if (tool === "why" && reply.isError) void this.#tellExcluded(String(args["path"]), status, call.signal);
    const controls = contentEl.createDiv({ cls: "lectern-inspector-controls" });
    const file = files[0];
    if (file && files.length === 1 && (file.start_line > 1 || "start_column" in args)) {
      this.#button(controls, t("First page"), tool, { path: file.path });
    }
    for (const { path, next } of files) {
      const label = files.length > 1 ? t("Next page of {path}", { path }) : t("Next page");
      if (next) this.#button(controls, label, tool, { ...next }).addClass("mod-cta");
    }
    if (more) this.#button(controls, t("More"), tool, { ...args, ...more }).addClass("mod-cta");
    const { query } = args;
    if (tool === "why") this.#button(controls, t("Back to the search"), "search_notes", { query });
    else if (tool === "search_notes" && typeof query === "string" && query !== "" && !reply.isError) {
      const ask = () =>
        new WordsModal(this.app, whyQuestion(), (path) => void this.show("why", { query, path })).open();
      controls.createEl("button", { text: t("Why not this note?") }).addEventListener("click", ask);
    }
  }

  /** Tells the user, but no model, if the note is there and excluded. */
  async #tellExcluded(name: string, status: HTMLElement, signal: AbortSignal): Promise<void> {
    const file = this.app.metadataCache.getFirstLinkpathDest(name.replace(/^\[\[|\]\]$/g, ""), "");
    if (!file || (await this.#api.closedPaths([file.path], { signal })).length === 0 || signal.aborted) return;
    status.setText(
      t("{path} is excluded by its path, a property or a tag. Models read only the error below.", { path: file.path }),
    );
  }

  #button(controls: HTMLElement, text: string, tool: string, args: Record<string, unknown>): HTMLButtonElement {
    const button = controls.createEl("button", { text });
    // Removed with the button.
    button.addEventListener("click", () => void this.show(tool, args));
    return button;
  }
}
