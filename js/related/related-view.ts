// The view of related notes: what has to do with the active note, or with what is selected in it, and why. It follows the
// user from note to note, and asks nothing while it is not seen.
import { debounce, ItemView, Keymap, type MarkdownView, type WorkspaceLeaf } from "obsidian";
import type { RelatedNote, Reply } from "../../pkg/lectern.js";
import type { LecternApi } from "../api.ts";
import { nameOf, parentOf } from "../base/names.ts";
import { tellReading } from "../base/reading-progress.ts";
import { t } from "../base/translate.ts";
import { activeNote } from "../chat/composer/active-note.ts";
import { citedFile, openPlace } from "../chat/answer/open-note.ts";
import { RELATED } from "../base/views.ts";

/** Waits until the user stays at a note or a selection, and until a vault that changes is quiet for a moment. */
const [MOVED_MS, CHANGED_MS] = [300, 2000];

/** What related notes are asked for. */
interface Subject {
  readonly path: string;
  readonly selection?: string;
}

/** Lists the notes that have to do with the active one. */
export class RelatedView extends ItemView {
  readonly #api: LecternApi;
  #call = new AbortController();
  /** What was asked about last, as JSON. */
  #asked = "";
  /** What is shown, and of what, as JSON. */
  #shown = "";
  /** Whether files have changed since. */
  #isOld = false;
  /** What was selected to show a place. It is not what the user asks about. */
  #marked = "";

  constructor(leaf: WorkspaceLeaf, api: LecternApi) {
    super(leaf);
    this.#api = api;
  }

  override getViewType(): string {
    return RELATED;
  }

  override getDisplayText(): string {
    return t("Related notes");
  }

  override getIcon(): string {
    return "waypoints";
  }

  override onOpen(): Promise<void> {
    const { workspace, vault } = this.app;
    this.contentEl.addClass("lectern-related");
    const moved = debounce(() => void this.#follow(), MOVED_MS, true);
    const changed = debounce(() => void this.#follow(true), CHANGED_MS, true);
    for (const event of ["active-leaf-change", "file-open", "layout-change"] as const)
      // The three have different arguments.
      this.registerEvent(workspace.on(event as "layout-change", moved));
    this.registerDomEvent(this.contentEl.doc, "selectionchange", moved);
    for (const event of ["create", "modify", "delete", "rename"] as const)
      this.registerEvent(vault.on(event as "modify", changed));
    this.register(() => {
      moved.cancel();
      changed.cancel();
      this.#call.abort();
    });
    // Waits for the layout: reading takes time.
    workspace.onLayoutReady(() => void this.#follow());
    return Promise.resolve();
  }

  override onResize(): void {
    // The tab of a sidebar comes to the front.
    void this.#follow();
  }

  /** Shows what is related to the note that the user is in now. */
  async #follow(isChanged = false): Promise<void> {
    this.#isOld ||= isChanged;
    if (!this.contentEl.isShown()) return;
    const subject = this.#subject();
    const asked = JSON.stringify(subject);
    if (!this.#isOld && this.#asked === asked) return;
    this.#isOld = false;
    this.#asked = asked;
    this.#call.abort();
    const { signal } = (this.#call = new AbortController());
    if (!subject) {
      this.#draw(asked, () => this.#say(t("Open a note to see what has to do with it.")));
      return;
    }
    const stop = tellReading(this.contentEl, "lectern-related-says", () => this.#api.indexed());
    const reply = await this.#api.call("related_notes", subject, { signal }).finally(stop);
    const says = reply.isError ? await this.#fault(subject, reply, signal) : undefined;
    if (signal.aborted) return;
    const notes = reply.structuredContent.related ?? [];
    // Scores are not shown, and are others whenever something was written.
    const shown = JSON.stringify(notes, (key, value: unknown) => (key === "score" ? undefined : value));
    this.#draw(`${asked}\n${says ?? shown}`, () => this.#list(subject, notes, says));
  }

  /** The active note, and what is selected in it. */
  #subject(): Subject | undefined {
    const view = activeNote(this.app);
    if (!view?.file) return undefined;
    const { path } = view.file;
    const selection = selectedIn(view);
    if (selection !== this.#marked) this.#marked = "";
    return selection.trim() === "" || selection === this.#marked ? { path } : { path, selection };
  }

  /** Draws anew only if something else is shown, so that a list stays as it is while the user reads it. */
  #draw(shown: string, draw: () => void): void {
    if (this.#shown === shown) return;
    this.#shown = shown;
    this.contentEl.empty();
    draw();
  }

  /** What to say instead of a list. Only the user is told that a note is excluded. */
  async #fault({ path }: Subject, reply: Reply, signal: AbortSignal): Promise<string> {
    const closed = await this.#api.closedPaths([path], { signal });
    if (closed.length > 0 && citedFile(this.app, path))
      return t("“{name}” is excluded, so nothing is compared with it.", { name: nameOf(path) });
    const { error, display } = reply.structuredContent;
    return error?.message ?? display;
  }

  #say(text: string): void {
    this.contentEl.createEl("p", { cls: "lectern-related-says", text, attr: { role: "status" } });
  }

  #list({ path, selection }: Subject, notes: readonly RelatedNote[], says: string | undefined): void {
    const name = nameOf(path);
    const about = selection === undefined ? name : t("Selection in {name}", { name });
    this.contentEl.createDiv({ cls: "lectern-related-about", text: about, attr: { dir: "auto" } });
    if (says !== undefined || notes.length === 0) {
      this.#say(says ?? t("No related notes."));
      return;
    }
    const list = this.contentEl.createDiv({ attr: { role: "list", "aria-label": t("Related notes") } });
    for (const note of notes) this.#row(list.createDiv({ attr: { role: "listitem" } }), path, note);
  }

  #row(parent: HTMLElement, own: string, note: RelatedNote): void {
    const { path } = note;
    const attr = { href: "#", draggable: "true", "data-path": path };
    const row = parent.createEl("a", { cls: "lectern-related-note tree-item-self is-clickable", attr });
    const title = row.createDiv({ cls: "lectern-related-title", text: nameOf(path), attr: { dir: "auto" } });
    const folder = parentOf(path);
    if (folder !== "") title.createSpan({ cls: "lectern-related-folder", text: folder, attr: { dir: "auto" } });
    for (const reason of reasonsFor(note))
      row.createDiv({ cls: "lectern-related-reason", text: reason, attr: { dir: "auto" } });
    const [startLine, endLine] =
      note.links_here === undefined ? (note.similar ?? []) : [note.links_here, note.links_here];
    const open = async (event: MouseEvent): Promise<void> => {
      event.preventDefault();
      await openPlace(this.app, { path, startLine, endLine }, Keymap.isModEvent(event));
      const view = activeNote(this.app);
      if (view) this.#marked = selectedIn(view);
    };
    row.addEventListener("click", (event) => void open(event));
    row.addEventListener("auxclick", (event) => {
      if (event.button === 1) void open(event);
    });
    row.addEventListener("dragstart", (event) => {
      const file = citedFile(this.app, path);
      if (file) event.dataTransfer?.setData("text/plain", this.app.fileManager.generateMarkdownLink(file, own));
    });
    row.addEventListener("mouseover", (event) => {
      const link = { source: RELATED, hoverParent: this, targetEl: row, linktext: path, sourcePath: own };
      this.app.workspace.trigger("hover-link", { event, ...link });
    });
  }
}

/** What is selected in the editor. Reading view keeps the selection that the editor had. */
function selectedIn(view: MarkdownView): string {
  return view.getMode() === "source" ? view.editor.getSelection() : "";
}

/** How many names or tags a reason has. */
const NAMES = 2;

/** The reasons, a line each, the surest first. */
function reasonsFor(note: RelatedNote): string[] {
  const reasons: string[] = [];
  if (note.links_here !== undefined) reasons.push(t("Links here"));
  if (note.linked_here !== undefined) reasons.push(t("Linked from here"));
  if (note.both_link_to.length > 0) reasons.push(t("Both link to {names}", { names: named(note.both_link_to) }));
  if (note.both_linked_in.length > 0)
    reasons.push(t("Both are linked in {names}", { names: named(note.both_linked_in) }));
  if (note.same_folder) reasons.push(t("In the same folder"));
  if (note.tags.length > 0) {
    const tags = note.tags.slice(0, NAMES).map((tag) => `#${tag}`);
    reasons.push(t("Both have {tags}", { tags: tags.join(", ") }));
  }
  if (note.words.length > 0) reasons.push(t("Shares: {words}", { words: note.words.join(", ") }));
  if (note.similar) reasons.push(t("Similar in meaning"));
  return reasons;
}

/** `Glass, Putty`, or `Glass, Putty + 3`. */
function named(paths: readonly string[]): string {
  const names = paths.slice(0, NAMES).map(nameOf).join(", ");
  return paths.length > NAMES ? `${names} + ${paths.length - NAMES}` : names;
}
