// The chat panel: a view for the right sidebar, the main area, a separate window, and phones. It makes the parts, each of
// which has its own file, and shows one of the conversations that are open in it.
import { ItemView, Notice, type TFile, type ViewStateResult, type WorkspaceLeaf } from "obsidian";
import { pinnedIn } from "../agent/message.ts";
import type { LecternApi } from "../api.ts";
import { t } from "../base/translate.ts";
import { CHAT } from "../base/views.ts";
import type { SettingsStore } from "../settings/settings-store.ts";
import { AgentChanges } from "./changes/agent-changes.ts";
import { Chat, type ChatParts } from "./chat.ts";
import { panelCommands } from "./composer/commands.ts";
import { Composer } from "./composer/composer.ts";
import { listConversations, openConversation } from "./conversation/conversation-files.ts";
import { ConversationTabs, nameOf } from "./conversation/conversation-tabs.ts";
import { drawEmpty, rulesOf } from "./empty-state.ts";
import { Header, drawMeaningProgress } from "./header.ts";
import { type ConversationPanel, OpenConversation } from "./conversation/open-conversation.ts";
import { noticeTo, openSettings } from "./answer/open-note.ts";
import { EMPTY, unpinned } from "./composer/queued-questions.ts";
import { SavedConversations } from "./conversation/saved-notes.ts";

/** The most conversations that are open in one panel. */
const MOST = 8;

/** The panel. Its state is the file of the conversation that it shows. */
export class ChatView extends ItemView {
  readonly #parts: ChatParts;
  /** What is open, in the order of the row above. */
  readonly #open: OpenConversation[] = [];
  /** The one that is shown. */
  #shown!: OpenConversation;
  #panel!: ConversationPanel;
  #composer!: Composer;
  #header!: Header;
  #tabs!: ConversationTabs;
  #statusEl!: HTMLElement;
  /** Where agents outside the panel have their changes approved. */
  agentChanges!: AgentChanges;
  readonly #emptyEl = createDiv();

  constructor(leaf: WorkspaceLeaf, api: LecternApi, settings: SettingsStore) {
    super(leaf);
    // Links open in another tab, not in place of this one.
    this.navigation = false;
    this.#parts = { app: this.app, api, settings, saved: new SavedConversations(this.app, settings) };
  }

  override getViewType(): string {
    return CHAT;
  }

  override getDisplayText(): string {
    return t("Ask your notes");
  }

  override getIcon(): string {
    return "message-circle";
  }

  get #chat(): Chat {
    return this.#shown.chat;
  }

  override getState(): Record<string, unknown> {
    const file = (this.#shown as OpenConversation | undefined)?.chat.file?.path;
    return { ...super.getState(), ...(file !== undefined && { file }) };
  }

  override async setState(state: unknown, result: ViewStateResult): Promise<void> {
    await super.setState(state, result);
    const path = (state as { file?: unknown } | null)?.file;
    if (typeof path !== "string" || path === this.#chat.file?.path) return;
    // The app restores its layout before the vault is loaded.
    this.app.workspace.onLayoutReady(() => {
      const file = this.app.vault.getFileByPath(path);
      if (file) void this.#load(file);
    });
  }

  override onOpen(): Promise<void> {
    const { contentEl } = this;
    contentEl.empty();
    contentEl.addClass("lectern-chat");
    const { api, settings } = this.#parts;
    const actions = { startAnew: () => this.startAnew(), showConversations: () => this.showConversations() };
    this.#header = new Header(contentEl, this.#parts, actions.startAnew, actions.showConversations);
    this.#tabs = new ConversationTabs(contentEl, {
      show: (one) => this.#show(one),
      close: (one) => this.#close(one),
      done: () => this.focus(),
    });
    // The title is the name of the file.
    this.registerEvent(this.app.vault.on("rename", () => this.#changed(this.#shown)));
    this.register(drawMeaningProgress(contentEl, api));
    const listsEl = contentEl.createDiv("lectern-chat-lists");
    this.agentChanges = new AgentChanges(this.leaf, contentEl, (words) => this.#statusEl.setText(words));
    this.#statusEl = contentEl.createDiv({ cls: "lectern-chat-unseen", attr: { role: "status" } });
    const commands = panelCommands(this.#parts, {
      ...actions,
      pickModel: () => this.#composer.pickModel(),
      focus: () => this.focus(),
      save: () => void this.#shown.save(true),
      preview: () => (this.#shown.showsSent = true),
    });
    this.#composer = this.addChild(
      new Composer(this.#parts, contentEl, {
        send: (question) => void this.#shown.ask(question),
        stop: () => this.#chat.stop(),
        editLast: () => this.#shown.exchanges.editLast(),
        cancelEdit: () => this.#shown.exchanges.leaveEdit(),
        pickModel: (button) => this.#shown.pickModel(button),
        chosen: () => this.#chat.settings(),
        shortened: (ids) => this.#shown.exchanges.shortened(ids),
        summarize: () => void this.#shown.summarize(),
        commands,
      }),
    );
    this.#panel = {
      ...{ parts: this.#parts, leaf: this.leaf, composer: this.#composer, contentEl: listsEl },
      ask: (question) => this.#shown.ask(question),
      isShown: (one) => one === this.#shown,
      show: (chat) => {
        const isShown = this.#add(chat);
        if (isShown) this.#say(this.#shown, t("This is a new conversation."));
        return isShown;
      },
      changed: (one) => this.#changed(one),
      say: (one, words, isNews) => this.#say(one, words, isNews),
    };
    let rules = rulesOf(settings);
    this.register(
      settings.onChange(() => {
        this.#shown.showModel();
        this.#changed(this.#shown);
        // A suggested question may name a note that is excluded now; or who answers was chosen in the settings.
        if (rules !== (rules = rulesOf(settings))) this.#showEmpty();
      }),
    );
    this.#add(new Chat(this.#parts));
    return Promise.resolve();
  }

  override onClose(): Promise<void> {
    for (const one of this.#open) one.close();
    this.agentChanges.close();
    return Promise.resolve();
  }

  override onResize(): void {
    this.#composer.grow();
  }

  /** Focuses the input field. */
  focus(): void {
    this.#composer.focus();
  }

  /** Lists the saved conversations. */
  showConversations(): void {
    void listConversations(this.#parts, () => this.#chat.file, {
      load: (file) => void this.#load(file),
      removing: (file) => {
        const one = this.#openAs(file);
        if (!one) return;
        one.isDeleted = true;
        this.#close(one);
      },
    });
  }

  /** The list of the conversation that is shown. */
  get messages(): OpenConversation["messages"] {
    return this.#shown.messages;
  }

  /** What the user is about to ask. */
  get composer(): Composer {
    return this.#composer;
  }

  /** Opens a new conversation, unless an empty one is shown. */
  startAnew(): void {
    if (!this.#shown.exchanges.isEmpty) this.#add(new Chat(this.#parts));
    this.app.workspace.requestSaveLayout();
    this.focus();
  }

  #openAs(file: TFile): OpenConversation | undefined {
    return this.#open.find(({ chat }) => chat.file === file);
  }

  /** Opens `chat` and shows it; false if too many are open. */
  #add(chat: Chat): boolean {
    // An empty one that is shown makes room by itself.
    const left = this.#open.filter((one) => one !== this.#shown || !one.exchanges.isEmpty || !one.isKept);
    if (left.length >= MOST) {
      const kept = this.#open.find((one) => one !== this.#shown && one.isKept);
      if (!kept) {
        new Notice(t("{count} conversations are open. Close one first.", { count: MOST }));
        return false;
      }
      this.#remove(kept);
    }
    const one = this.addChild(new OpenConversation(chat, this.#panel));
    this.#open.push(one);
    this.#show(one);
    return true;
  }

  /** Shows `one`, scrolled as it was. What is being written goes along into a conversation that was just opened. */
  #show(one: OpenConversation): void {
    const before = this.#shown as OpenConversation | undefined;
    if (before === one) return;
    const composer = this.#composer;
    composer.leave();
    this.#shown = one;
    if (before) {
      const stays = one.draft !== undefined || before.exchanges.editing !== undefined;
      const { draft } = composer;
      const pinned = { text: "", attachments: pinnedIn(draft.attachments) };
      before.draft = stays ? draft : pinned;
      if (stays) composer.fill(one.draft ?? EMPTY, one.exchanges.editing !== undefined, false);
      else if (pinned.attachments.length > 0) composer.fill(unpinned(draft), false, false);
      before.show(false);
      if (before.exchanges.isEmpty && before.isKept) this.#remove(before);
    }
    one.show(true);
    this.#changed(one);
    this.#shown.showModel();
    this.#showEmpty();
  }

  /** Stops `one` and shows its neighbour, or a new conversation. */
  #close(one: OpenConversation): void {
    const at = this.#open.indexOf(one);
    const next = this.#open[at + 1] ?? this.#open[at - 1];
    if (one === this.#shown) {
      if (next) this.#show(next);
      else this.#add(new Chat(this.#parts));
      this.app.workspace.requestSaveLayout();
    }
    // An edit of a question that is gone is dropped.
    if (one.exchanges.editing) one.draft = EMPTY;
    one.close();
    this.#remove(one);
  }

  #remove(one: OpenConversation): void {
    this.#open.remove(one);
    this.removeChild(one);
    this.#tabs.show(this.#open, this.#shown);
  }

  async #load(file: TFile): Promise<void> {
    const show = (one = this.#openAs(file)): boolean => Boolean(one && (this.#show(one), true));
    const load = (chat: Chat): void => {
      const before = this.#shown;
      // It may have been opened meanwhile. It takes the place of one that can be opened again, as a note does in a tab.
      if (!show() && this.#add(chat) && before.isKept && this.#open.includes(before)) this.#remove(before);
    };
    if (!show()) await openConversation(this.#parts, file, load);
    this.app.workspace.requestSaveLayout();
  }

  /** Shows what has changed in `one`. */
  #changed(one: OpenConversation): void {
    this.#tabs.show(this.#open, this.#shown);
    if (one !== this.#shown) return;
    if (!one.exchanges.isEmpty) this.#emptyEl.empty();
    else if (!this.#emptyEl.hasChildNodes()) this.#showEmpty();
    this.#composer.isRunning = one.chat.isRunning;
    this.#composer.queue.show(one.waiting);
    this.#composer.meter.show(one.chat);
    this.#header.show(one.chat);
  }

  #showEmpty(): void {
    this.#emptyEl.empty();
    const { exchanges, messages } = this.#shown;
    if (!exchanges.isEmpty) return;
    messages.el.prepend(this.#emptyEl);
    this.app.workspace.onLayoutReady(() => {
      void drawEmpty(this.#emptyEl, {
        ...this.#parts,
        ask: (text) => this.#shown.begin(text),
        chosen: (needsSettings) => (needsSettings ? openSettings(this.app) : this.focus()),
      });
    });
  }

  /** Tells screen readers, and where the panel is hidden the user; of a conversation that is not shown only news. */
  #say(one: OpenConversation, words: string, isNews = false): void {
    const isShown = one === this.#shown;
    if (words === "" || one.isClosed || (!isShown && !isNews)) return;
    const named = t("“{name}”: {words}", { name: nameOf(one), words });
    this.#statusEl.setText(isShown ? words : named);
    if (!isNews || this.containerEl.isShown()) return;
    noticeTo(this.leaf, named, () => this.#open.includes(one) && this.#show(one));
  }
}
